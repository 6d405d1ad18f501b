/** Which link to a backend answers next? One that is in step; those that are gone are opened anew. */

import type { Abi } from '../protocol/abi.js';
import { BackendLink, LinkError, type LinkOptions } from './backend-link.js';

export interface LinksOptions extends Omit<LinkOptions, 'onClosed'> {
  /** How many are kept open. */
  readonly size: number;
  /** How long the backend may be away before nobody is kept waiting for it any more. */
  readonly patienceMs: number;
  /** Told that the backend has gone, and why. */
  readonly onAway: (reason: LinkError) => void;
  /** Told that it is there again. */
  readonly onBack: (awayMs: number) => void;
}

interface Waiter {
  readonly resolve: (link: BackendLink) => void;
  readonly reject: (reason: LinkError) => void;
}

/** The pause before a link is opened again is a tenth of the time that the backend has been away, within these (a guess). */
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1000;

/** A backend that has not answered yet counts as there when it has not gone within this time (a guess). */
const STABLE_MS = 1000;

const busy = new LinkError('SILENT', 'every link to it is busy; see --pool');
const unanswered = new LinkError(
  'SILENT',
  'it has not said OK to HELO yet; a program has to write out each line at once (flush)',
);

/** A number of links to one backend, for whoever has something to ask. */
export class BackendLinks {
  readonly #links = new Set<BackendLink>();
  #idle: BackendLink[] = [];
  #opening = 0;
  readonly #waiters = new Set<Waiter>();
  #retry: NodeJS.Timeout | undefined;
  /** Until a link has been opened, and has lasted for a while. */
  #awaySince: number | undefined = performance.now();
  #hasToldAway = false;
  /** Why the last link has gone, or has not come. */
  #reason: LinkError | undefined;
  #isClosed = false;

  constructor(private readonly options: LinksOptions) {
    this.#fill();
  }

  /** What the backend speaks. */
  get abi(): Abi {
    return this.options.abi;
  }

  /** A link to ask, to be given back. Waits for one `timeoutMs` at most; rejects with LinkError. */
  take(timeoutMs: number): BackendLink | Promise<BackendLink> {
    for (let link = this.#idle.pop(); link !== undefined; link = this.#idle.pop()) {
      if (link.isInStep) return link;
      link.close();
    }
    return this.#wait(timeoutMs);
  }

  /** Takes a link back that was asked. `hasAnswered`: the backend is there. */
  give(link: BackendLink, hasAnswered: boolean): void {
    if (hasAnswered) this.#comeBack();
    if (!this.#links.has(link)) return;
    const [waiter] = this.#waiters;
    if (waiter !== undefined && link.isInStep) waiter.resolve(link);
    else this.#idle.push(link);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const reason = new LinkError('CLOSED', 'the bridge is being closed');
    for (const { reject } of this.#waiters) reject(reason);
    for (const link of this.#links) link.close();
  }

  async #wait(timeoutMs: number): Promise<BackendLink> {
    const waitMs = Math.min(timeoutMs, this.options.patienceMs - this.#awayMs());
    if (waitMs <= 0 || this.#isClosed) throw this.#whyNone();
    return new Promise((resolve, reject) => {
      const settled = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        resolve(link) {
          settled();
          resolve(link);
        },
        reject(reason) {
          settled();
          reject(reason);
        },
      };
      const timer = setTimeout(() => waiter.reject(this.#whyNone()), waitMs);
      this.#waiters.add(waiter);
    });
  }

  #whyNone(): LinkError {
    return this.#reason ?? (this.#links.size > 0 ? busy : unanswered);
  }

  #fill(): void {
    while (this.#links.size + this.#opening < this.options.size) {
      this.#opening += 1;
      void this.#open();
    }
  }

  async #open(): Promise<void> {
    try {
      const onClosed = (link: BackendLink, reason: LinkError) => this.#remove(link, reason);
      const link = await BackendLink.open({ ...this.options, onClosed });
      this.#links.add(link);
      if (this.#isClosed) return link.close();
      setTimeout(() => link.isOpen && this.#comeBack(), STABLE_MS).unref();
      this.give(link, false);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#goAway(error);
    } finally {
      this.#opening -= 1;
    }
  }

  #remove(link: BackendLink, reason: LinkError): void {
    this.#links.delete(link);
    this.#idle = this.#idle.filter((each) => each !== link);
    this.#goAway(reason);
  }

  #goAway(reason: LinkError): void {
    if (this.#isClosed) return;
    this.#reason = reason;
    if (this.#links.size === 0) {
      this.#awaySince ??= performance.now();
      if (!this.#hasToldAway) this.options.onAway(reason);
      this.#hasToldAway = true;
    }
    const pauseMs = Math.min(Math.max(this.#awayMs() / 10, MIN_PAUSE_MS), MAX_PAUSE_MS);
    this.#retry ??= setTimeout(
      () => {
        this.#retry = undefined;
        this.#fill();
      },
      pauseMs * (0.5 + Math.random()),
    );
  }

  #comeBack(): void {
    if (this.#awaySince === undefined) return;
    const awayMs = this.#awayMs();
    this.#awaySince = undefined;
    this.#reason = undefined;
    if (this.#hasToldAway) this.options.onBack(awayMs);
    this.#hasToldAway = false;
  }

  #awayMs(): number {
    return this.#awaySince === undefined ? 0 : performance.now() - this.#awaySince;
  }
}
