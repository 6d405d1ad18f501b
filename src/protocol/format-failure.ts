/** How is it said that a request could not be met? As its kind asks for. */

import { END, FAIL, formatCommandOutput, formatLog } from './format-reply.js';
import { asksForAnySoa } from './parse-request.js';

/**
 * The whole reply: the reason as LOG and then FAIL, and END as well if `line` is a SOA question for any zone, since
 * PowerDNS reads on after its FAIL; a command gets a text and END. Works on lines that don't parse.
 */
export function formatFailure(line: string, reason: string): string {
  if (line.startsWith('CMD\t')) return formatCommandOutput(`error: ${reason}`) + END;
  return formatLog(reason) + formatBareFailure(line);
}

/** Without the reason: nothing but a greeting may be written before the handshake. */
export function formatBareFailure(line: string): string {
  return asksForAnySoa(line) ? FAIL + END : FAIL;
}
