/** A map in one string of ASCII, a line for each key in order: one value is found without reading the others. */

/**
 * @param entries keys have neither tabs nor line breaks, values are JSON, or ASCII without line breaks
 * @throws Error for others
 */
export function keyedLines(entries: Iterable<readonly [key: string, value: string]>): string {
  const sorted = [...entries]
    .map(([key, value]) => [ascii(key), ascii(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const broken = sorted.find(([key, value]) => key === '' || /[\t\n]/u.test(key) || value.includes('\n'));
  if (broken !== undefined) throw new Error(`${broken.join(': ')} is no line.`);
  return sorted.map(([key, value]) => `${key}\t${value}\n`).join('');
}

/** @returns undefined if there is no such key */
export function valueAt(lines: string, key: string): string | undefined {
  const wanted = ascii(key);
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : lines.lastIndexOf('\n', middle - 1) + 1;
    const tab = lines.indexOf('\t', start);
    const found = lines.slice(start, tab);
    const end = lines.indexOf('\n', tab) + 1;
    if (found === wanted) return lines.slice(tab + 1, end - 1);
    if (found < wanted) low = end;
    else high = start;
  }
  return undefined;
}

/** With escapes as in JSON: files of ASCII are read in half the time. */
export function ascii(text: string): string {
  return text.replace(/[^\0-~]/gu, (char) => char.split('').map(escaped).join(''));
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
