/** How a discovery went, as it goes and afterwards: its queries, what became of each page, and its time line. */
import type { CriteriaSet, StepOfRun } from '../domain/criteria-set.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { StepName } from '../domain/step-name.ts';
import { counts } from '../domain/groups.ts';
import { bySteps, usageBlocks } from './costs.ts';
import { badge, bar, left, lines, list, main, paint, right, section, table, unbroken } from './report.ts';
import type { Block, Inline, ListItem, Tone } from './report.ts';
import { titleOf } from './source.ts';
import { plural, seconds } from './words.ts';

const BAR_COLUMNS = 20;

export type PageSoFar = Omit<Extract<RunEvent, { readonly type: 'source' }>, 'type'>;

/** More would hide the steps below them. */
const MAX_PAGES = 60;

/** Kept pages first, those that wait for their verdict next, and dropped ones with why. */
export function pagesSoFar(pages: readonly PageSoFar[]): Block {
  const rank = ({ state }: PageSoFar) => (state === 'kept' ? 0 : isWaiting(state) ? 1 : 2);
  const ordered = [...pages].sort((a, b) => rank(a) - rank(b));
  const shown = ordered.slice(0, MAX_PAGES);
  const kept = pages.filter(({ state }) => state === 'kept').length;
  const waiting = pages.filter(({ state }) => isWaiting(state)).length;
  const kinds = [`${kept} kept`, `${waiting} waiting`, `${pages.length - kept - waiting} dropped`];
  const advice = pages.reduce((sum, page) => sum + (page.advice ?? 0), 0);
  const more = pages.length - shown.length;
  return {
    kind: 'section',
    title: 'Pages',
    count: pages.length,
    parts: [
      lines(
        pages.length === 0
          ? null
          : [kinds.join(' · '), advice > 0 ? ` · ${plural(advice, 'piece')} of advice so far` : ''],
      ),
      list(shown.map(pageItem), 'rows'),
      lines(more > 0 ? paint.soft(`and ${plural(more, 'other page')}`) : null),
    ],
  };
}

function isWaiting(state: PageSoFar['state']): boolean {
  return state === 'found' || state === 'read';
}

function pageItem({ url, title, state, reason, advice }: PageSoFar): ListItem {
  const tone: Tone = state === 'kept' ? 'good' : isWaiting(state) ? 'accent' : 'bad';
  const name = titleOf({ title, finalUrl: url, site: null, via: null });
  const found = advice === null || advice === 0 ? '' : ` ${plural(advice, 'piece')} of advice`;
  return {
    head: [badge(state.replaceAll('-', ' '), tone), ' ', { ...paint.strong(name), href: url }, paint.soft(found)],
    ...(reason === '' ? {} : { note: paint.soft(reason) }),
  };
}

/** Of a stored set, for as long as it is kept. @param sourcesPath the page that lists all sources */
export function runBlocks(set: CriteriaSet, sourcesPath: string): readonly Block[] {
  const { run, content } = set;
  return [
    section('Time line', timelineTable(set)),
    section('Queries', queryTable(content)),
    section('What became of each page', decisionTable(content, sourcesPath)),
    section('What models took', ...usageBlocks(bySteps(run.model))),
  ];
}

function timelineTable({ run }: CriteriaSet): Block {
  const { timeline, elapsedMs } = run;
  if (timeline !== undefined) return stepsTable(timeline, Math.max(1, elapsedMs));
  const steps = StepName.options.flatMap((step) => {
    const usage = run.steps[step];
    return usage === undefined ? [] : [{ step, ...usage }];
  });
  return table(steps, [
    left('Step', ({ step }) => step),
    right('Items', ({ items, unscored }) => lostText(items, unscored)),
    right('Time', (step) => paint.soft(seconds(step.elapsedMs))),
  ]);
}

/** Each step where it began and how long it took, in the time of the whole. */
function stepsTable(timeline: readonly StepOfRun[], wholeMs: number): Block {
  const ordered = [...timeline].sort((a, b) => a.startMs - b.startMs);
  return table(ordered, [
    left('Step', ({ step }) => step),
    main('What came of it', ({ summary }) => summary),
    right('Items', ({ items, unscored }) => lostText(items, unscored)),
    right('Began', ({ startMs }) => paint.soft(seconds(startMs))),
    right('Took', (step) => paint.soft(seconds(step.elapsedMs))),
    unbroken('', ({ startMs, elapsedMs }) => {
      const from = Math.min(1, startMs / wholeMs);
      return bar(Math.min(1 - from, elapsedMs / wholeMs), BAR_COLUMNS, { from });
    }),
  ]);
}

function lostText(items: number, lost: number): Inline {
  return lost === 0 ? String(items) : paint.warn(`${items}, ${lost} not done`);
}

const KINDS = { proposed: '', reworded: 'in other words', gap: 'to fill a gap' } as const;

function queryTable({ queries, sources, criteria }: CriteriaSet['content']): Block {
  const rows = queries.map(({ id, text, kind }) => {
    const found = sources.filter(({ hits }) => hits.some(({ queryId }) => queryId === id));
    const kept = new Set(found.flatMap((source) => (source.decision === 'kept' ? [source.id] : [])));
    const grounded = criteria.filter(({ evidence }) => evidence.some(({ sourceId }) => kept.has(sourceId)));
    return { text, kind, found: found.length, kept: kept.size, grounded: grounded.length };
  });
  return table(rows, [
    main('Query', ({ text, kind }) => (KINDS[kind] === '' ? text : [text, ' ', badge(KINDS[kind])])),
    right('Found', ({ found }) => String(found)),
    right('Kept', ({ kept }) => String(kept)),
    right('Criteria', ({ grounded }) => String(grounded)),
  ]);
}

function decisionTable({ sources }: CriteriaSet['content'], sourcesPath: string): Block {
  const rows = [...counts(sources.map(({ decision }) => decision))].sort(([, a], [, b]) => b - a);
  return table(rows, [
    left('', ([decision]) => ({ text: decision.replaceAll('-', ' '), path: sourcesPath })),
    right('', ([, count]) => String(count)),
    unbroken('', ([, count]) => bar(count / Math.max(1, sources.length), BAR_COLUMNS)),
  ]);
}
