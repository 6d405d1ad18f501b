/** Where do zones wait on their way from a source into the database? */

import { Draft } from '../store/draft.js';
import type { DraftedZone } from '../store/drafted-nodes.js';
import { type ReadingListener, readZone, type ZoneFile } from './zone-reading.js';
import { sizeOf } from './zone-source.js';
import { ZoneThread } from './zone-thread.js';

/** From here on a thread is worth its start of some 50 ms (a guess). */
const LARGE_BYTES = 4_000_000;

/** A zone that has been read. */
export interface ReadZone {
  readonly drafted: DraftedZone;
  /** Undefined if nothing names it; that has been reported. */
  readonly zoneName: string | undefined;
}

/** One zone at a time. */
export class Drafts {
  readonly #draft = new Draft();
  #thread: ZoneThread | undefined;

  /** An empty draft. */
  get empty(): Draft {
    this.#draft.clear();
    return this.#draft;
  }

  /** Throws what reading the file throws. */
  read(zone: ZoneFile, listener: ReadingListener): ReadZone {
    if (sizeOf(zone.file) < LARGE_BYTES) {
      const drafted = this.empty;
      return { drafted, zoneName: readZone(zone, drafted, listener) };
    }
    this.#thread ??= new ZoneThread();
    return { drafted: this.#thread, zoneName: this.#thread.read(zone, listener) };
  }

  async close(): Promise<void> {
    this.#draft.close();
    await this.#thread?.close();
  }
}
