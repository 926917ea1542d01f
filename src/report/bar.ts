/** A share as a bar: of characters, for terminals and Markdown, and as a picture. */
import { markup, type Html } from './markup.ts';
import type { Bar } from './report.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar padded to `columns`, in eighths of a column; a share above 0 shows at least one eighth. */
export function barText({ share, openShare = 0, from = 0, columns: allColumns }: Bar): string {
  const before = Math.min(allColumns - 1, Math.round(from * allColumns));
  const columns = allColumns - before;
  const open = openShare > 0 ? Math.max(1, Math.round(openShare * columns)) : 0;
  const most = (columns - open) * 8;
  const eighths = share > 0 ? Math.min(most, Math.max(1, Math.round(share * allColumns * 8))) : 0;
  const filled = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return ' '.repeat(before) + filled.padEnd(columns - open) + '░'.repeat(open);
}

/** The text beside it says the same. */
export function barHtml({ share, openShare = 0, from = 0 }: Bar): Html {
  const met = (100 * share).toFixed(1);
  const open = (100 * openShare).toFixed(1);
  const known = (100 - 100 * openShare).toFixed(1);
  return markup`<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="good" x="${(100 * from).toFixed(1)}" width="${met}" height="14"/><rect class="open" x="${known}" width="${open}" height="14"/></svg>`;
}
