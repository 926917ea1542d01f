/** A map in one string, a line for each key in order: one value is found without reading the others. */

/** @param entries keys have neither tabs nor line breaks, values no line breaks @throws Error for others */
export function keyedLines(entries: Iterable<readonly [key: string, value: string]>): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const broken = sorted.find(([key, value]) => key === '' || /[\t\n]/u.test(key) || value.includes('\n'));
  if (broken !== undefined) throw new Error(`${broken.join(': ')} is no line.`);
  return sorted.map(([key, value]) => `${key}\t${value}\n`).join('');
}

/** @returns undefined if there is no such key */
export function valueAt(lines: string, key: string): string | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : lines.lastIndexOf('\n', middle - 1) + 1;
    const tab = lines.indexOf('\t', start);
    const found = lines.slice(start, tab);
    const end = lines.indexOf('\n', tab) + 1;
    if (found === key) return lines.slice(tab + 1, end - 1);
    if (found < key) low = end;
    else high = start;
  }
  return undefined;
}
