/** What does pdns-pipe offer to a program? The public surface, and nothing but it. */

export type { Backend } from './conversation/backend.js';
export { connectInMemory } from './conversation/in-memory.js';
export { type Answer, type Listener, type Outcome, Peer, questionFor } from './conversation/peer.js';
export { Session, type SessionCounts, type SessionOptions } from './conversation/session.js';
export { normalContent } from './dns/content.js';
export { DnsError, type DnsErrorCode } from './dns/dns-error.js';
export { foldName, formatName, isWithin, parentName, parseName } from './dns/names.js';
export type { ResourceRecord } from './dns/record.js';
export { type Abi, abiOf, abiVersions } from './protocol/abi.js';
export type { EntForm } from './protocol/format-reply.js';
export { ProtocolError, type ProtocolErrorCode } from './protocol/protocol-error.js';
export type { Data } from './protocol/reply.js';
export type { Command, Hello, Ping, Question, Request, Transfer } from './protocol/request.js';
export { openReader, type ReaderOptions } from './store/reader.js';
export { StoreError, type StoreErrorCode } from './store/store-error.js';
export { type EditOptions, openWriter, type Writer, type WriterOptions } from './store/writer.js';
export { startProcess } from './wire/child-process.js';
export type { Wire } from './wire/wire.js';
export type { OpenIncluded } from './zonefile/include.js';
export { readZoneFile, type ZoneFileOptions, type ZoneRecord } from './zonefile/reader.js';
export { ZoneFileError, type ZoneFileErrorCode } from './zonefile/zone-file-error.js';
