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

/** One line verbatim, between more backticks than it contains. */
export function codeSpan(line: string): string {
  const fence = fenceAround(line, 1);
  return fence === '`' ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** At least `least` backticks, and more than any run of them in the text. */
export function fenceAround(text: string, least: number): string {
  const runs = [...text.matchAll(/`+/gu)].map(([run]) => run.length + 1);
  return '`'.repeat(Math.max(least, ...runs));
}
