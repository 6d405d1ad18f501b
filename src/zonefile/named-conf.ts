/** Which zones does a named.conf serve, and from which files? */

import type { Token } from '../dns/content.js';
import { DnsError } from '../dns/dns-error.js';
import { foldName, parseName } from '../dns/names.js';
import { type ConfSource, type ConfStatement, confError, readStatements } from './conf-statements.js';
import { placeOf } from './entry.js';
import { ZoneFileError } from './zone-file-error.js';

/** A `zone` statement of class IN. */
export interface ConfZone {
  /** In normal form. */
  readonly name: string;
  /** `primary`, `secondary` (never `master` and `slave`), `hint`, `forward`, ...; `in-view` for a zone of another view. */
  readonly type: string;
  /** The zone file: absolute, or relative to where the path of named.conf is. */
  readonly file: string | undefined;
  /** What the file is written in: BIND writes those of secondaries `raw` unless it is told otherwise. */
  readonly format: string;
  readonly view: string | undefined;
  /** Where the statement is. */
  readonly confFile: string;
  readonly line: number;
  readonly column: number;
}

export interface NamedConfOptions {
  /** The file's name, for messages; without `directory`, other names are relative to where it is. */
  readonly file: string;
  /** Reads a file that `include` names; throws if it may not be read. */
  readonly include: (path: string) => ConfSource;
  /** Called for a zone that has come before, in another view: it is left out. */
  readonly onError: (error: ZoneFileError) => void;
}

/** The zones of a named.conf (BIND 9 manual, Configuration Reference). Throws ZoneFileError for what can't be read. */
export function readNamedConf(text: string, options: NamedConfOptions): { zones: ConfZone[] } {
  const statements = new Reading(options).statements({ file: options.file, text }, '', [options.file]);
  const settings = statements.filter(isNamed('options')).flatMap(({ block }) => block);
  const directory = folderOf(options.file, wordOf(settings, 'directory'));
  const zones = new Map<string, ConfZone>();
  const views = statements.filter(isNamed('view')).filter(isInternet);
  for (const { words, block } of [{ words: [], block: statements }, ...views]) {
    const format = wordOf(block, 'masterfile-format') ?? wordOf(settings, 'masterfile-format');
    for (const statement of block.filter(isNamed('zone')).filter(isInternet)) {
      const zone = zoneOf(statement, directory, format, words[1]?.text);
      const before = zones.get(foldName(zone.name));
      if (before === undefined) zones.set(foldName(zone.name), zone);
      else options.onError(repeated(zone, before));
    }
  }
  return { zones: [...zones.values()] };
}

/** Reads files and those that they include. */
class Reading {
  private directory: string;

  constructor(private readonly options: NamedConfOptions) {
    this.directory = folderOf(options.file);
  }

  /** `files` are those being read, the outermost first. */
  statements(source: ConfSource, parent: string, files: readonly string[]): ConfStatement[] {
    return readStatements(source, parent, (statement, within) => {
      if (within === 'options' && isNamed('directory')(statement)) {
        this.directory = folderOf(this.options.file, argumentOf(statement).text);
      }
      return isNamed('include')(statement) ? this.included(statement, within, files) : [statement];
    });
  }

  private included(statement: ConfStatement, within: string, files: readonly string[]): ConfStatement[] {
    const token = argumentOf(statement);
    let source: ConfSource;
    try {
      source = this.options.include(from(this.directory, token.text));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw confError(statement.source, token, `'${token.text}' can't be read: ${why}`, error);
    }
    if (files.includes(source.file)) {
      throw confError(statement.source, token, `'${token.text}' is being read already: remove this line`);
    }
    return this.statements(source, within, [...files, source.file]);
  }
}

function zoneOf(
  statement: ConfStatement,
  directory: string,
  format: string | undefined,
  view: string | undefined,
): ConfZone {
  const { block, words, source } = statement;
  const type = block.some(isNamed('in-view')) ? 'in-view' : wordOf(block, 'type')?.toLowerCase();
  if (type === undefined) throw confError(source, words[0], 'this zone has no type: write type primary;');
  const isCopy = /^(?:slave|secondary|mirror)$/.test(type);
  const file = wordOf(block, 'file');
  const { file: confFile, line, column } = placeOf(source.file, source.text, 0, 1, words[0]!.offset);
  return {
    name: nameOf(statement),
    type: MODERN_TYPES[type] ?? type,
    file: file === undefined ? undefined : from(directory, file),
    format: wordOf(block, 'masterfile-format') ?? format ?? (isCopy ? 'raw' : 'text'),
    view,
    confFile,
    line,
    column,
  };
}

const MODERN_TYPES: Readonly<Record<string, string>> = { master: 'primary', slave: 'secondary' };

function nameOf(statement: ConfStatement): string {
  const token = argumentOf(statement);
  try {
    return parseName(token.text);
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    throw confError(statement.source, token, error.message, error);
  }
}

function repeated(zone: ConfZone, { view, confFile, line }: ConfZone): ZoneFileError {
  const first = `${confFile}:${line}${view === undefined ? '' : ` (view ${view})`}`;
  const reason = `zone ${zone.name} stands in ${first} already, and one database has one of each: choose one, import it by its file`;
  return new ZoneFileError('ZONE_TWICE', reason, {
    file: zone.confFile,
    line: zone.line,
    column: zone.column,
  });
}

function isNamed(keyword: string): (statement: ConfStatement) => boolean {
  return ({ words }) => words[0]?.text.toLowerCase() === keyword;
}

/** Whether the class behind the name of a zone or view is IN, or none is there. */
function isInternet({ words, source }: ConfStatement): boolean {
  const [, , first, second] = words;
  const surplus = first === undefined || CLASS.test(first.text) ? second : first;
  if (surplus !== undefined)
    throw confError(source, surplus, `'${surplus.text}' is too much: write a ; before it`);
  return first === undefined || first.text.toUpperCase() === 'IN';
}

const CLASS = /^(?:IN|CH|CHAOS|HS|HESIOD)$/i;

/** The word behind the keyword of one of the statements. */
function wordOf(statements: readonly ConfStatement[], keyword: string): string | undefined {
  const statement = statements.find(isNamed(keyword));
  return statement && argumentOf(statement).text;
}

function argumentOf({ words, source }: ConfStatement): Token {
  const [keyword, argument] = words;
  if (argument !== undefined) return argument;
  throw confError(source, keyword, `${keyword!.text} says nothing: write a value behind it`);
}

/** The folder where a file is, or the one with this path as seen from there; with its final slash. */
function folderOf(file: string, path = ''): string {
  const folder = from(file.slice(0, file.lastIndexOf('/') + 1), path);
  return folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
}

/** A path as seen from a folder. */
function from(folder: string, path: string): string {
  return path.startsWith('/') ? path : folder + path;
}
