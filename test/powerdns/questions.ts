/** What does a comparison ask? For each name of a zone every type, and the names beside, below and above it. */

import type { DnsQuestion } from './dns-message.js';
import { typeNumbers } from './rr-types.js';
import { encodeName } from './wire-name.js';
import { type CompiledRecord, compileZone, type ZoneFile } from './zone-files.js';

const everyType = Object.keys(typeNumbers);
/** For names that are derived: one type per way that PowerDNS answers. */
const fewTypes = ['A', 'NS', 'SOA', 'MX', 'TXT', 'CNAME', 'DS', 'DNAME', 'ANY'];

/** All questions about these zones, none twice. */
export function questionsAbout(zones: readonly ZoneFile[]): DnsQuestion[] {
  const questions = new Map<string, DnsQuestion>();
  const ask = (qname: string, types: readonly string[]) => {
    if (!encodeName(qname)) return;
    for (const qtype of types) questions.set(`${qname} ${qtype}`, { qname, qtype });
  };
  for (const zoneFile of zones) {
    const { zone } = zoneFile;
    const owners = new Set(compileZone(zoneFile).map((record) => record.name));
    const names = new Set([...owners].flatMap((owner) => [owner, ...namesAbove(owner, zone)]));
    for (const name of names) {
      ask(name, everyType);
      ask(otherCase(name), fewTypes);
      ask(below('nx-q', name), fewTypes);
      ask(below('a.b-q', name), fewTypes);
      if (!/(^|\.)\*(\.|$)/.test(name)) continue;
      ask(name.replace(/\*/g, 'foo'), everyType);
      ask(name.replace(/\*/g, 'x.y'), fewTypes);
      ask(name.replace(/\*/g, 'WiLd'), fewTypes);
    }
    if (zone !== '.') ask(parentOf(zone), fewTypes);
  }
  ask('.', fewTypes);
  ask('www.elsewhere.test', fewTypes);
  return [...questions.values()];
}

/** Names that exist only because something below them does, folded. */
export function emptyNonTerminals(zones: readonly ZoneFile[]): Set<string> {
  const ents = new Set<string>();
  for (const zoneFile of zones) {
    const owners = new Set(compileZone(zoneFile).map((record: CompiledRecord) => record.name.toLowerCase()));
    for (const owner of owners) {
      for (const name of namesAbove(owner, zoneFile.zone)) {
        if (!owners.has(name.toLowerCase())) ents.add(name.toLowerCase());
      }
    }
  }
  return ents;
}

/** The names between a name and the apex of its zone, the apex excluded. */
function namesAbove(name: string, zone: string): string[] {
  const names: string[] = [];
  for (let above = parentOf(name); isBelow(above, zone); above = parentOf(above)) names.push(above);
  return names;
}

function isBelow(name: string, zone: string): boolean {
  if (name === '.') return false;
  return zone === '.' || name.toLowerCase().endsWith(`.${zone.toLowerCase()}`);
}

function parentOf(name: string): string {
  const [label] = /^(?:[^\\.]|\\.)+/.exec(name) ?? [''];
  return name.slice(label.length + 1) || '.';
}

function below(labels: string, name: string): string {
  return name === '.' ? labels : `${labels}.${name}`;
}

/** Upper case for lower and lower for upper: what a resolver does to every other letter (0x20). */
function otherCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter, at: number) => {
    const upper = letter === letter.toUpperCase();
    return at % 3 === 0 || upper ? (upper ? letter.toLowerCase() : letter.toUpperCase()) : letter;
  });
}
