/** What became of the quotes of a set. */
import { QUOTE_STATES, type LiveAudit, type LiveSource, type QuoteCounts } from '../audit/audit-live.ts';
import { printableLine } from '../text/printable.ts';
import { address, paragraph, type Layout } from './grid.ts';
import { titleOf } from './source.ts';
import { plural } from './words.ts';

/** Sources with something to tell in full; of the others, their counts. */
export function renderLiveAudit({ sources, counts }: LiveAudit, layout: Layout): string {
  const total = QUOTE_STATES.reduce((sum, state) => sum + counts[state], 0);
  return [
    ...sources.map((source) => `${sourceBlock(source, layout)}\n`),
    `${plural(total, 'quote')} of ${plural(sources.length, 'source')}: ${countsText(counts)}\n`,
  ].join('');
}

function sourceBlock({ source, finalUrl, reason, quotes, counts }: LiveSource, layout: Layout): string {
  const { colors, width } = layout;
  const stands = counts.unchanged + counts.moved === quotes.length;
  const told = quotes.filter(({ state }) => state !== 'unchanged');
  return [
    paragraph(
      `${source.id} ${(stands ? colors.green : colors.red)(countsText(counts))} ${colors.bold(titleOf(source))}`,
      width,
    ),
    address(printableLine(source.finalUrl), layout, 4),
    ...(finalUrl === null || finalUrl === source.finalUrl
      ? []
      : [paragraph(`it leads to ${printableLine(finalUrl)} now`, width, 4)]),
    ...(reason === null ? [] : [paragraph(printableLine(reason), width, 4)]),
    ...told.map(({ state, quote, criteria }) =>
      paragraph(`${state}: “${printableLine(quote)}” (${criteria.join(', ')})`, width, 4),
    ),
  ].join('');
}

/** "12 unchanged, 1 gone"; what there is none of is left out. */
function countsText(counts: QuoteCounts): string {
  return QUOTE_STATES.filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`)
    .join(', ');
}

/** For programs: each source by its id and address, without its rating. */
export function liveJson({ setId, status, counts, sources }: LiveAudit) {
  return {
    set: setId,
    status,
    counts,
    sources: sources.map(({ source: { id, url, title, via }, ...now }) => ({ id, url, title, via, ...now })),
  };
}
