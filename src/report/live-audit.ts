/** What became of the quotes of a set: sources with something to tell in full, of the others their counts. */
import { QUOTE_STATES, type LiveAudit, type LiveSource, type QuoteCounts } from '../audit/audit-live.ts';
import { renderer } from './render.ts';
import { bad, good, lines, list, say, type ListItem } from './report.ts';
import { titleOf } from './source.ts';
import { plural } from './words.ts';

export const renderLiveAudit = renderer<LiveAudit>(({ setId, counts, sources }) => {
  const total = plural(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    'quote',
  );
  return {
    title: `The quotes of ${setId} today`,
    blocks: [
      list(sources.map(sourceItem)),
      lines(`${total} of ${plural(sources.length, 'source')}: ${countsText(counts)}`),
    ],
  };
}, liveJson);

function sourceItem({ source, finalUrl, reason, quotes, counts }: LiveSource): ListItem {
  const stands = counts.unchanged + counts.moved === quotes.length;
  const told = quotes.filter(({ state }) => state !== 'unchanged');
  const title = { text: titleOf(source), tone: 'strong', href: source.finalUrl } as const;
  const facts = lines(
    finalUrl === null || finalUrl === source.finalUrl ? null : `it leads to ${finalUrl} now`,
    reason,
    ...told.map(({ state, quote, criteria }) => `${state}: “${quote}” (${criteria.join(', ')})`),
  );
  return { head: say`${source.id} ${(stands ? good : bad)(countsText(counts))} ${title}`, blocks: [facts] };
}

/** "12 unchanged, 1 gone"; what there is none of is left out. */
function countsText(counts: QuoteCounts): string {
  const present = QUOTE_STATES.filter((state) => counts[state] > 0);
  return present.map((state) => `${counts[state]} ${state}`).join(', ');
}

/** Each source by its id and address, without its rating. */
function liveJson({ setId, status, counts, sources }: LiveAudit) {
  const shown = sources.map(({ source: { id, url, title, via }, ...now }) => ({
    id,
    url,
    title,
    via,
    ...now,
  }));
  return { set: setId, status, counts, sources: shown };
}
