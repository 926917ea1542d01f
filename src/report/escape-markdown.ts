/** Text of any origin inside a Markdown document: it stays text. */
import { printableLine } from '../text/printable.ts';

/** One line in which nothing is markup, neither Markdown nor HTML. */
export function escapeMarkdown(text: string): string {
  return (
    printableLine(text)
      .replace(/[\\`*_{}[\]<>#|~$&]/gu, '\\$&')
      // What would begin a list or a rule where it begins a line.
      .replace(/^([-+=]|\d+(?=[.)]))/u, (start) => (/\d/u.test(start) ? start : `\\${start}`))
      .replace(/^(\d+)([.)])/u, '$1\\$2')
      // GitHub makes links of bare addresses.
      .replace(/\b(https?|ftp):\/\//giu, '$1:\\/\\/')
      .replace(/\bwww\./giu, 'www\\.')
  );
}

/** A link, or null where a browser could not follow the address. */
export function webLink(name: string, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  return `[${escapeMarkdown(name)}](<${url.href.replace(/[<>]/gu, encodeURIComponent)}>)`;
}

export function codeSpan(text: string): string {
  return `\`${printableLine(text).replaceAll('`', "'")}\``;
}
