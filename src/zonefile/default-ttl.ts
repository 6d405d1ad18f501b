/** Which TTL has a record that does not say one? */

import { isWithin } from '../dns/names.js';
import type { Entry } from './entry.js';
import { MAX_TTL } from './record-head.js';
import type { Warn } from './zone-file-error.js';

/**
 * What the lines so far have said about TTLs, `$INCLUDE`d ones too, as named sees it (lib/dns/master.c, load_text):
 * a record's own TTL comes first, then `$TTL` (RFC 2308, section 4), then the TTL of the record before (RFC 1035,
 * section 5.1), and if a SOA is the first to need one, its minimum is from then on what `$TTL` would say.
 */
export class DefaultTtl {
  private fromDirective: number | undefined;
  private fromRecordBefore: number | undefined;
  private hasWarned = false;
  /** The owner of the record before, and the TTL of the first record of each type that it had since its name came up. */
  private owner = '';
  private isInZone = false;
  private readonly ttlOfType = new Map<string, number>();

  constructor(
    /** The zone, if the caller named it. */
    private readonly zoneName: string | undefined,
  ) {}

  /** `$TTL`. */
  set(ttl: number): void {
    this.fromDirective = ttl;
  }

  /** The TTL of a record in seconds. */
  of(entry: Entry, type: string, ownTtl: number | undefined, content: string, warn: Warn): number {
    if (ownTtl !== undefined) {
      this.fromRecordBefore = ownTtl;
      return ownTtl;
    }
    if (this.fromDirective !== undefined) return this.fromDirective;
    if (this.fromRecordBefore !== undefined) {
      if (!this.hasWarned) {
        const reason = `no TTL here and no $TTL before: taking ${this.fromRecordBefore}, that of the record before`;
        warn(entry.error('TTL_FROM_RECORD_BEFORE', `${reason}; write $TTL at the top`));
      }
      this.hasWarned = true;
      return this.fromRecordBefore;
    }
    if (type !== 'SOA') {
      throw entry.error('NO_TTL', 'nothing says a TTL: write $TTL at the top, or a TTL in the record');
    }
    const minimum = Number(content.slice(content.lastIndexOf(' ') + 1));
    this.fromDirective = minimum <= MAX_TTL ? minimum : 0;
    const reason = `no TTL here and no $TTL before: taking ${this.fromDirective}, the minimum of the SOA, for all`;
    warn(entry.error('TTL_FROM_SOA', `${reason}; write $TTL at the top`));
    return this.fromDirective;
  }

  /**
   * Notes the TTL of a record that was read. Where it is not that of the rrset, which named takes instead, the rrset's is
   * what the next record gets. `$TTL` makes all that irrelevant, and records out of the zone have no rrset.
   */
  note(owner: string, type: string, ttl: number): void {
    if (this.fromDirective !== undefined) return;
    if (owner !== this.owner) {
      this.forgetRrsets();
      this.owner = owner;
      this.isInZone = this.zoneName === undefined || isWithin(owner, this.zoneName);
    }
    if (!this.isInZone) return;
    const ttlOfRrset = this.ttlOfType.get(type);
    if (ttlOfRrset === undefined) this.ttlOfType.set(type, ttl);
    else this.fromRecordBefore = ttlOfRrset;
  }

  /** `$INCLUDE` and the end of its file part rrsets. */
  forgetRrsets(): void {
    this.owner = '';
    this.ttlOfType.clear();
  }
}
