/** The passage of a page that answers a query best, in a line. */
import type { Page } from '../../domain/page.ts';
import { contentStems } from '../../text/words.ts';

const MAX_SNIPPET_CHARS = 200;

/** The block with the most distinct words of the query, headings aside and the first of equals; null where none has any. */
export function snippetOf({ text, blocks }: Page, query: string): string | null {
  const wanted = new Set(contentStems(query));
  let best: { readonly found: number; readonly passage: string } = { found: 0, passage: '' };
  for (const { kind, start, end } of blocks) {
    if (kind === 'heading') continue;
    const passage = text.slice(start, end);
    const found = new Set(contentStems(passage).filter((stem) => wanted.has(stem))).size;
    if (found > best.found) best = { found, passage };
  }
  return best.found === 0 ? null : shorten(best.passage.replaceAll(/\s+/gu, ' ').trim());
}

/** Cut at the last word that fits. */
function shorten(line: string): string {
  if (line.length <= MAX_SNIPPET_CHARS) return line;
  const lastSpace = line.lastIndexOf(' ', MAX_SNIPPET_CHARS - 1);
  return `${line.slice(0, lastSpace > 0 ? lastSpace : MAX_SNIPPET_CHARS - 1)}…`;
}
