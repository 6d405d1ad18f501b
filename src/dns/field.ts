/** What is a field of a content? */

import type { ContentReader } from './content-reader.js';
import type { RdataReader } from './rdata-reader.js';

/** One kind of field. Both ways give its normal form; both throw DnsError, with a message that follows the field's name. */
export interface Field {
  /** From text: reads one token or more. */
  parse(content: ContentReader): string;
  /** From the wire format. */
  decode(rdata: RdataReader): string;
}
