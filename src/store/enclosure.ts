/** Which names stand above and below which? All of them are sort keys. */

/** Whether a name is the apex or below it. */
export function isInZone(name: string, apex: string): boolean {
  return apex === '' || name === apex || isBelow(name, apex);
}

/** Whether a name is below another. */
export function isBelow(name: string, ancestor: string | undefined): boolean {
  return ancestor !== undefined && name.charCodeAt(ancestor.length) === 0x20 && name.startsWith(ancestor);
}

/** The names between the apex and a name, both left out, from the apex down. */
export function ancestorsOf(apex: string, name: string): string[] {
  const found: string[] = [];
  const start = apex === '' ? 0 : apex.length + 1;
  for (let end = name.indexOf(' ', start); end > 0; end = name.indexOf(' ', end + 1))
    found.push(name.slice(0, end));
  return found;
}
