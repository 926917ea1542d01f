/** A relevance score as a small bar and a number. */
import type { RelevanceScore } from '../domain/criterion.ts';
import type { Colors } from '../cli/output/colors.ts';

const BAR_COLUMNS = 5;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
export const RELEVANCE_COLUMNS = BAR_COLUMNS + 5;

/** A bar of at most `columns`, in eighths of a column; what is not nothing shows at least one eighth. */
export function bar(share: number, columns: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * columns * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

export function relevanceBar(relevance: RelevanceScore, colors: Colors): string {
  if (relevance.status === 'unscored') return colors.gray('unscored');
  const score = Math.round(relevance.score * 10) / 10;
  const paint = score >= 7 ? colors.green : score >= 4 ? colors.yellow : colors.gray;
  return `${paint(bar(score / 10, BAR_COLUMNS).padEnd(BAR_COLUMNS))} ${score.toFixed(1)}`;
}

/** "8.5", "10". */
export function formatScore(score: number): string {
  return String(Math.round(score * 10) / 10);
}
