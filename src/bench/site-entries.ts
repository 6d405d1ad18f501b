/** Which records does one customer of a large zone have? */

/** Lines that stand together, a record each: the later ones may leave the owner blank. */
export type Entry = string[];

/**
 * The entries of a site with hosts, and most often mail, aliases and services, or of one that is delegated. Owners are
 * relative to the zone and begin with a label of letters and the site's number, so that no two sites have the same.
 */
export function drawSite(number: number, random: () => number): Entry[] {
  const site = `${word(random)}${number}`;
  const ttl = pick(ttls, random);
  const isOneOf = (share: number) => random() < share;
  if (isOneOf(0.12)) return delegation(site, random);

  const hosts = Array.from(
    { length: 2 + Math.floor(random() * 10) },
    (_, index) => `host${index + 1}.${site}`,
  );
  const entries = hosts.map((host) => {
    const entry = [`${host}\t${ttl}A ${ipv4(random)}`];
    if (isOneOf(0.5)) entry.push(`\t${ttl}AAAA ${ipv6(random)}`);
    if (isOneOf(0.04)) entry.push(`\t\tSSHFP 1 2 ${hex256(random)}`, `\t\tSSHFP 4 2 ${hex256(random)}`);
    return entry;
  });
  for (const [index, host] of hosts.entries())
    if (isOneOf(0.3)) entries.push([`alias${index + 1}.${site}\tCNAME ${host}`]);
  entries.push([`www.${site}\t${ttl}CNAME ${hosts[0]}`]);
  if (isOneOf(0.6)) entries.push(...mail(site, hosts, random));
  if (isOneOf(0.15)) entries.push([`_443._tcp.${hosts[0]}\tTLSA 3 1 1 ${hex256(random)}`]);
  if (isOneOf(0.2)) entries.push(...telephony(site, hosts));
  if (isOneOf(0.2)) {
    const reverse = hosts.map((host, index) => [`${index + 1}.rev.${site}\t1d IN PTR ${host}`]);
    entries.push(...reverse.slice(0, 4));
  }
  return entries;
}

/** Name servers below the cut with their addresses, or elsewhere; some with a DS. */
function delegation(site: string, random: () => number): Entry[] {
  const hasDs = random() < 0.4;
  const ds = hasDs ? [`\t1d\tDS ${Math.floor(random() * 65536)} 13 2 ${hex256(random)}`] : [];
  if (random() < 0.3)
    return [[`${site}\t2d\tNS ns1.dns.example.net.`, '\t2d\tNS ns2.dns.example.net.', ...ds]];
  return [
    [`${site}\t2d\tNS ns1.${site}`, `\t2d\tNS ns2.${site}`, ...ds],
    [`ns1.${site}\t2d\tA ${ipv4(random)}`, `\t2d\tAAAA ${ipv6(random)}`],
    [`ns2.${site}\t2d\tA ${ipv4(random)}`],
  ];
}

function mail(site: string, hosts: readonly string[], random: () => number): Entry[] {
  const apex = [
    `${site}\tMX 10 ${hosts[0]}`,
    `\t\tMX 20 ${hosts[1]}`,
    '\t\tTXT "v=spf1 mx include:_spf.example.net -all"',
  ];
  if (random() < 0.5) apex.push('\t\tCAA 0 issue "ca.example.net"');
  const entries = [apex, [`_dmarc.${site}\tTXT "v=DMARC1; p=reject; rua=mailto:dmarc@${site}.example.net"`]];
  // A key of 2048 bits does not fit into one string.
  if (random() < 0.3) {
    const [start, end] = [base64(220, random), base64(172, random)];
    entries.push([`s1._domainkey.${site}\tTXT ( "v=DKIM1; k=rsa; p=${start}"\n\t\t"${end}" )`]);
  }
  return entries;
}

function telephony(site: string, hosts: readonly string[]): Entry[] {
  return [
    [`_sip._tcp.${site}\tSRV 10 60 5060 ${hosts[0]}`, `\t\tSRV 20 10 5060 ${hosts[1]}`],
    [`_sips._tcp.${site}\tSRV 10 60 5061 ${hosts[0]}`],
    [`tel.${site}\tNAPTR 100 10 "s" "SIP+D2T" "" _sip._tcp.${site}`],
  ];
}

/** As people write them, most often not at all. PowerDNS knows one unit at a time. */
const ttls = ['', '', '', '', '300 ', '1h ', '2d ', '86400 IN ', 'IN '];

function pick<T>(choices: readonly T[], random: () => number): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Three to nine letters. */
function word(random: () => number): string {
  const length = 3 + Math.floor(random() * 7);
  return Array.from({ length }, () => String.fromCharCode(0x61 + Math.floor(random() * 26))).join('');
}

function ipv4(random: () => number): string {
  const address = Math.floor(random() * 0x1000000);
  return `10.${address >>> 16}.${(address >>> 8) & 0xff}.${address & 0xff}`;
}

function ipv6(random: () => number): string {
  const group = () => Math.floor(random() * 0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::${group()}`;
}

/** A SHA-256, say. */
function hex256(random: () => number): string {
  const word = () =>
    Math.floor(random() * 0x100000000)
      .toString(16)
      .padStart(8, '0');
  return Array.from({ length: 8 }, word).join('');
}

function base64(length: number, random: () => number): string {
  const letter = () => base64Letters[Math.floor(random() * 64)];
  return Array.from({ length }, letter).join('');
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
