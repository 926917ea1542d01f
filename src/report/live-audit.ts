/** A live audit: whether the quotes of a set are still on the pages they were taken from. */
import { QUOTE_STATES, type LiveAudit, type LiveSource, type QuoteCounts } from '../audit/audit-live.ts';
import { renderer } from './formats.ts';
import { badge, lines, list, paint, say } from './report.ts';
import type { Block, Inline, ListItem, Span, Tone } from './report.ts';
import { siteNameOf, sourceHead } from './source.ts';
import { minute, plural } from './words.ts';

type State = (typeof QUOTE_STATES)[number];

const TONES: Readonly<Record<State, Tone>> = {
  unchanged: 'good',
  moved: 'accent',
  gone: 'bad',
  'page-gone': 'bad',
  refused: 'warn',
  unchecked: 'warn',
};

const VERDICTS: Readonly<Record<LiveAudit['status'], string>> = {
  passed: 'Every quote still stands.',
  failed: 'Quotes are gone.',
  'cannot-verify': 'Some quotes cannot be checked today.',
};

export const renderLiveAudit = renderer<LiveAudit>(
  (live, isFull) => ({ title: `The quotes of ${live.setId} today`, blocks: liveAuditBlocks(live, isFull) }),
  { record: liveJson },
);

/** @param isFull also with the quotes that did not change */
export function liveAuditBlocks({ status, counts, sources }: LiveAudit, isFull: boolean): readonly Block[] {
  const quotes = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const items = sources.map((source) => liveItem(source, isFull));
  return [
    lines(
      paint.strong(VERDICTS[status]),
      say`${plural(quotes, 'cited quote')} of ${plural(sources.length, 'source')}: ${countedStates(counts).flatMap((count, index) => (index === 0 ? [count] : [', ', count]))}`,
    ),
    list(items, 'cards'),
  ];
}

function liveItem({ source, finalUrl, fetchedAt, reason, quotes, counts }: LiveSource, isFull: boolean): ListItem {
  const stands = counts.unchanged + counts.moved === quotes.length;
  const shown = quotes.filter(({ state }) => isFull || state !== 'unchanged');
  const readAt = fetchedAt === null ? null : `read ${minute(fetchedAt)} UTC`;
  const place = [siteNameOf(source), readAt].filter((detail) => detail !== null);
  const states = shown.flatMap(({ state, quote, criteria, nearest }): Inline[] => [
    say`${badge(state, TONES[state])} “${quote}” (${criteria.join(', ')})`,
    ...(nearest === null ? [] : [say`${paint.warn('nearest there now:')} “${nearest}”`]),
  ]);
  // Nothing is known of them: they would hide what is.
  const isUnknown = counts.unchecked === quotes.length;
  const moved = finalUrl === null || finalUrl === source.finalUrl ? null : `it leads to ${finalUrl} now`;
  return {
    head: sourceHead(
      source,
      countedStates(counts)
        .map(({ text }) => text)
        .join(', '),
      stands,
    ),
    note: isFull ? paint.soft(place.join(' · ')) : undefined,
    blocks: [lines(moved, reason, ...states)],
    isFolded: isFull && isUnknown ? true : undefined,
  };
}

/** "12 unchanged, 1 gone"; states without a quote are left out. */
function countedStates(counts: QuoteCounts): readonly Span[] {
  const present = QUOTE_STATES.filter((state) => counts[state] > 0);
  return present.map((state) => badge(`${counts[state]} ${state}`, TONES[state]));
}

/** Each source by its id and address, without its rating. */
function liveJson({ setId, status, counts, sources }: LiveAudit) {
  const shown = sources.map(({ source: { id, url, title, via }, ...now }) => ({ id, url, title, via, ...now }));
  return { set: setId, status, counts, sources: shown };
}
