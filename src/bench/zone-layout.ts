/** Which zones does a store hold for the bench? Many small ones, as a hoster has. */

/**
 * The `index`th zone: SOA, 2 NS, MX, TXT and A at the apex, www A and AAAA, mail A, ftp and smtp CNAME. Its name has 4
 * to 8 random letters and then its number, so that no two are the same.
 */
export function layoutZone(index: number, random: () => number) {
  const zoneName = `${letters(random)}${index.toString(36)}.example`;
  const record = (label: string, type: string, content: string) => ({
    name: label === '' ? zoneName : `${label}.${zoneName}`,
    type,
    ttl: 3600,
    content,
  });
  const records = [
    record('', 'SOA', `ns1.dns.example. hostmaster.${zoneName}. 2026010101 10800 3600 604800 3600`),
    record('', 'NS', 'ns1.dns.example.'),
    record('', 'NS', 'ns2.dns.example.'),
    record('', 'MX', `10 mail.${zoneName}.`),
    record('', 'TXT', '"v=spf1 mx -all"'),
    record('', 'A', address(index)),
    record('www', 'A', address(index)),
    record('www', 'AAAA', `2001:db8::${(index >>> 16).toString(16)}:${(index & 0xffff).toString(16)}`),
    record('mail', 'A', address(index + 1)),
    record('ftp', 'CNAME', `www.${zoneName}.`),
    record('smtp', 'CNAME', `mail.${zoneName}.`),
  ];
  return { zoneName, records };
}

function letters(random: () => number): string {
  const length = 4 + Math.floor(random() * 5);
  return Array.from({ length }, () => String.fromCharCode(0x61 + Math.floor(random() * 26))).join('');
}

/** An address of 10.0.0.0/8. */
function address(number: number): string {
  return `10.${(number >>> 16) & 0xff}.${(number >>> 8) & 0xff}.${number & 0xff}`;
}
