/** Numbers and names in words. */

/** "1 source", "2 sources". */
export function plural(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** "12,345": the same everywhere, whatever the locale. */
export function amount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Never a rounded-off 0 for what did cost something; unknown stays unknown. */
export function usdText(usd: number | null): string {
  if (usd === null) return 'unknown';
  return usd === 0 || usd >= 0.0001 ? usd.toFixed(4) : '< 0.0001';
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** At most `length` characters, cut at a word where one ends near. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
