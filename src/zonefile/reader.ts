/** Which records does a zone file hold? */

import { DnsError } from '../dns/dns-error.js';
import { parseName } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { DefaultTtl } from './default-ttl.js';
import type { Entry } from './entry.js';
import { entryOf, type Generate, takeGenerate } from './generate.js';
import { type OpenIncluded, takeIncluded } from './include.js';
import { readEntries } from './lexer.js';
import { type Origin, resolveName } from './origin.js';
import { contentOf } from './record-content.js';
import { takenTtl, takeRecordHead, takeWord } from './record-head.js';
import { type Warn, ZoneFileError } from './zone-file-error.js';

/** A record, and where it was read. */
export interface ZoneRecord extends ResourceRecord {
  readonly file: string;
  /** The line it begins on, counted from 1. */
  readonly line: number;
  /** Where its first word stands in that line, counted from 1, in bytes; for `$GENERATE`, where the directive stands. */
  readonly column: number;
}

export interface ZoneFileOptions {
  /** The file's name, for messages and for `include`. */
  readonly file: string;
  /** The zone's name, which relative names stand under until `$ORIGIN` says otherwise. */
  readonly origin?: string;
  /** Without it `$INCLUDE` is an error. */
  readonly include?: OpenIncluded;
  /** Called for each fault; the reader goes on with the next entry. Whatever it throws ends the reading. */
  readonly onError: (error: ZoneFileError) => void;
  /** Called for what is read but may not be meant. */
  readonly onWarning?: Warn;
}

/**
 * The records of a master file (RFC 1035, section 5) in its order, while it is read.
 *
 * The rules for a zone as a whole (one SOA, no duplicates, nothing out of zone) are not looked at.
 */
export function* readZoneFile(input: Iterable<Buffer>, options: ZoneFileOptions): Generator<ZoneRecord> {
  const origin = options.origin === undefined ? undefined : parseName(options.origin);
  yield* new MasterFile(options, [options.file], new DefaultTtl(origin), origin, undefined).records(input);
}

const NO_WARNING: Warn = () => {};

/** One file while it is read, and what its lines so far have said. */
class MasterFile {
  private readonly warn: Warn;
  /** Whether `$ORIGIN` has come after the owner. */
  private hasNewOrigin = false;

  constructor(
    private readonly options: ZoneFileOptions,
    /** This file, and before it those that include it. */
    private readonly files: readonly string[],
    private readonly defaultTtl: DefaultTtl,
    private origin: Origin,
    private owner: string | undefined,
  ) {
    this.warn = options.onWarning ?? NO_WARNING;
  }

  *records(input: Iterable<Buffer>): Generator<ZoneRecord> {
    for (const entry of readEntries(input, this.files.at(-1)!)) {
      try {
        if (entry.isDirective) yield* this.directive(entry);
        else yield this.record(entry);
      } catch (error) {
        this.options.onError(zoneFileError(error, entry));
      }
      if (!entry.isTerminated)
        this.warn(entry.endError('NO_FINAL_NEWLINE', 'no newline after this: is it all there?'));
    }
  }

  private record(entry: Entry): ZoneRecord {
    const name = entry.beginsBlank ? this.inheritedOwner(entry) : this.takeOwner(entry);
    if (entry.fault !== undefined) throw entry.fault;
    const { ttl: ownTtl, type } = takeRecordHead(entry, this.warn);
    const content = contentOf(entry, type, this.origin, this.warn);
    const ttl = this.defaultTtl.of(entry, type, ownTtl, content, this.warn);
    this.defaultTtl.note(name, type, ttl);
    const { file, line, column } = entry;
    return { name, type, ttl, content, file, line, column };
  }

  private takeOwner(entry: Entry): string {
    const token = entry.take();
    if (token === undefined) throw entry.fault;
    this.hasNewOrigin = false;
    this.owner = resolveName(entry, token.text, this.origin, this.warn);
    return this.owner;
  }

  private inheritedOwner(entry: Entry): string {
    if (this.owner === undefined) {
      throw entry.fieldError(
        0,
        'NO_OWNER',
        'a blank stands for the owner of the line above, and there is none: write the name',
      );
    }
    if (this.hasNewOrigin) {
      const reason = `this record belongs to ${this.owner} although $ORIGIN came after it: write the owner`;
      this.warn(entry.fieldError(0, 'OWNER_OF_OTHER_ORIGIN', reason));
      this.hasNewOrigin = false;
    }
    return this.owner;
  }

  private *directive(entry: Entry): Generator<ZoneRecord> {
    if (entry.fault !== undefined) throw entry.fault;
    const word = entry.take()!.text;
    switch (word.toUpperCase()) {
      case '$TTL': {
        const ttl = takenTtl(entry, takeWord(entry, 'BAD_DIRECTIVE', 'a TTL (3600, 1h)'), this.warn);
        requireEnd(entry);
        this.defaultTtl.set(ttl);
        return;
      }
      case '$ORIGIN': {
        const origin = resolveName(entry, takeWord(entry, 'BAD_DIRECTIVE', 'a name'), this.origin, this.warn);
        requireEnd(entry);
        this.origin = origin;
        this.hasNewOrigin = true;
        return;
      }
      case '$INCLUDE':
        return yield* this.include(entry);
      case '$GENERATE':
        return yield* this.generate(entry);
      case '$DATE':
        // When named wrote the file: of use for a cache only.
        takeWord(entry, 'BAD_DIRECTIVE', 'a time');
        return requireEnd(entry);
      default:
        throw entry.error(
          'BAD_DIRECTIVE',
          `${word} is not a directive: write $ORIGIN, $TTL, $INCLUDE, $GENERATE, or \\${word} for a name`,
        );
    }
  }

  /** The included file begins with our origin and owner; ours stay as they are (RFC 1035, section 5.1). */
  private *include(entry: Entry): Generator<ZoneRecord> {
    const { file, input } = takeIncluded(entry, this.files, this.options.include);
    let { origin } = this;
    if (!entry.isAtEnd)
      origin = resolveName(entry, takeWord(entry, 'BAD_DIRECTIVE', 'a name'), origin, this.warn);
    requireEnd(entry);
    const included = new MasterFile(this.options, [...this.files, file], this.defaultTtl, origin, this.owner);
    this.defaultTtl.forgetRrsets();
    yield* included.records(input);
    this.defaultTtl.forgetRrsets();
  }

  /** The owner of the line above stays as it is, as named has it. */
  private *generate(entry: Entry): Generator<ZoneRecord> {
    const generate = takeGenerate(entry, this.warn);
    for (const number of generate.numbers) yield this.generated(entry, generate, number);
  }

  private generated(entry: Entry, { owner, head, content: text }: Generate, number: number): ZoneRecord {
    try {
      const name = resolveName(entry, owner(number), this.origin, NO_WARNING);
      const content = contentOf(entryOf(text(number), entry.file), head.type, this.origin, NO_WARNING);
      const ttl = this.defaultTtl.of(entry, head.type, head.ttl, content, this.warn);
      const { file, line, column } = entry;
      return { name, type: head.type, ttl, content, file, line, column };
    } catch (error) {
      const { code, reason } = zoneFileError(error, entry);
      throw entry.error(code, `with ${number} for $: ${reason}`, { cause: error });
    }
  }
}

function requireEnd(entry: Entry): void {
  if (entry.isAtEnd) return;
  const { text } = entry.rest()[0]!;
  throw entry.fieldError(0, 'BAD_DIRECTIVE', `'${text}' is too much here: remove it`);
}

/** What broke an entry, with its place. Anything else is not ours to report. */
function zoneFileError(error: unknown, entry: Entry): ZoneFileError {
  if (error instanceof ZoneFileError) return error;
  if (!(error instanceof DnsError)) throw error;
  return entry.fieldError(error.field ?? -1, error.code, error.message, { cause: error });
}
