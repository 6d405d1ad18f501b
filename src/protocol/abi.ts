/** What differs between the versions of the protocol? The one place where a version number is looked at. */

/** What PowerDNS sends and reads at one pipe-abi-version (pipe backend docs, "ABI versions"). */
export interface Abi {
  readonly version: number;
  /** Fields of a Q line, the tag included. */
  readonly questionFields: number;
  /** Fields of an AXFR line, the tag included: from 4 on the zone's name is the third. */
  readonly transferFields: number;
  /** DATA lines begin with scopebits and auth. */
  readonly hasScopeAndAuth: boolean;
  /** `pdnsutil backend-cmd` works. */
  readonly hasCommands: boolean;
}

const known: readonly Abi[] = [
  { version: 1, questionFields: 6, transferFields: 2, hasScopeAndAuth: false, hasCommands: false },
  { version: 2, questionFields: 7, transferFields: 2, hasScopeAndAuth: false, hasCommands: false },
  { version: 3, questionFields: 8, transferFields: 2, hasScopeAndAuth: true, hasCommands: false },
  { version: 4, questionFields: 8, transferFields: 3, hasScopeAndAuth: true, hasCommands: false },
  { version: 5, questionFields: 8, transferFields: 3, hasScopeAndAuth: true, hasCommands: true },
];

/** The versions that exist, oldest first. */
export const abiVersions: readonly number[] = known.map((abi) => abi.version);

/** What holds at a version; undefined if there is no such version. */
export function abiOf(version: number): Abi | undefined {
  return known[version - 1];
}
