/** Work in progress: the funnel so far, each step, the cost, and a button to stop it. */
import { z } from 'zod';
import type { Job } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { pagesSoFar } from '../report/discovery-run.ts';
import { badge, bar, left, lines, list, main, notes, paint, right, say, section, table } from '../report/report.ts';
import type { Block, Inline, Tone } from '../report/report.ts';
import { funnelTable, type FunnelSoFar } from '../report/set-charts.ts';
import { seconds, usdText } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import type { ExpectedCost } from './expected-cost.ts';
import type { Page } from './page.ts';

const REFRESH_SECONDS = 2;
const MAX_TITLE_CHARS = 120;
/** Of the newest ones. */
const MAX_WARNINGS = 20;

export interface Work extends Pick<Job, 'kind' | 'status'> {
  readonly title: string;
  /** As far as they are known; none while another process works on it. */
  readonly events: readonly RunEvent[];
  /** The page of what came of it; null: there is none, or not yet. */
  readonly result: string | null;
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
  /** What it will take in all; null or absent: nobody knows. */
  readonly expected?: ExpectedCost | null;
  /** Where it can be continued; null: there is nothing to continue. */
  readonly again: string | null;
}

export function isOver({ status }: Pick<Work, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

const TITLES: Readonly<Record<Work['kind'], string>> = {
  criteria: 'Finding criteria',
  judgement: 'Judging',
  scoring: 'Scoring',
  comparison: 'Comparing',
  refinement: 'Refining',
  checklist: 'Writing a checklist',
  'live-audit': 'Reading the pages again',
  rewards: 'Rewarding completions',
};

const Titled = z.object({
  instruction: z.string().optional().catch(undefined),
  response: z.object({ name: z.string() }).optional().catch(undefined),
});

/** What a job is called for people: its instruction, or the name of what it is about. */
export function titleOf({ input, kind }: Pick<Job, 'input' | 'kind'>): string {
  const { instruction, response } = Titled.safeParse(input).data ?? {};
  return instruction ?? response?.name ?? kind;
}

/** Asks before work begins that may cost something. */
export function againPage(titles: readonly string[], action: string): Page {
  const body = markup`<h1>Continue it?</h1>${titles.map((title) => markup`<p dir="auto">${shorten(title, MAX_TITLE_CHARS)}</p>`)}
<p>What was answered before is kept and costs nothing; what is missing is asked for.</p>
<form method="post" action="${action}"><p class="row"><button>Continue</button> <a href="/">Back</a></p></form>`;
  return { title: 'Continue it?', body };
}

/** @param stop the path that a form posts to, to stop the work */
export function workPage(all: readonly Work[], stop: string): Page {
  const isLive = !all.every(isOver);
  const name = TITLES[all[0]?.kind ?? 'criteria'];
  const live = isLive ? markup` data-live="true"` : '';
  const body = markup`<div id="work"${live}><p class="kind">${name}</p>${all.map(workHtml)}
${isLive ? markup`<form method="post" action="${stop}"><p class="row"><button class="quiet">Stop</button></p></form>` : ''}</div>`;
  return { title: `${name}: ${all[0]?.title ?? ''}`, body, refreshSeconds: isLive ? REFRESH_SECONDS : undefined };
}

function workHtml(work: Work): Html {
  const { kind, status, title, events, failure, result } = work;
  const steps = stepsOf(events);
  const current = steps.find(({ summary }) => summary === null);
  const progress = status === 'running' && current !== undefined ? `${current.step}: ${progressText(current)}` : '';
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])).slice(-MAX_WARNINGS);
  const chart = kind === 'criteria' ? [section('From documents to criteria', funnelTable(funnelSoFar(events)))] : [];
  const found = kind === 'criteria' ? foundBlocks(events) : [];
  return markup`<section><h1 dir="auto">${shorten(title, MAX_TITLE_CHARS)}</h1>
<div role="status">${blocksHtml([lines(say`${badge(status, BADGES[status])} ${progress}${costText(work)}`)])}${result === null ? '' : markup`<p><a href="${result}">What came of it</a></p>`}${work.again === null ? '' : markup`<p><a href="${work.again}">Continue</a></p>`}</div>
${failure === null ? '' : markup`<p class="note bad" role="alert">${failure}</p>`}
<div class="columns"><div>${blocksHtml([stepTable(steps, status), notes('warn', ...warnings), ...found])}</div>
<aside>${blocksHtml(chart)}</aside></div></section>\n`;
}

function costText(work: Work): string {
  const paid = work.events.findLast((event) => event.type === 'cost');
  const { expected = null } = work;
  const spent =
    paid && (paid.usd === null ? 'cost unknown' : `${usdText(paid.usd)} USD${isOver(work) ? '' : ' so far'}`);
  const usd = expected?.usd == null ? '' : ` ${usdText(expected.usd)} USD and`;
  const whole = expected && `expected${usd} ${seconds(expected.elapsedMs)}, as the last ones took`;
  return [spent, whole].map((part) => (part == null ? '' : ` · ${part}`)).join('');
}

/** The queries and the pages of a discovery, as far as it has come. */
function foundBlocks(events: readonly RunEvent[]): readonly Block[] {
  const queries = events.flatMap((event) => (event.type === 'query' ? [event.text] : []));
  const pages = events.flatMap((event) => (event.type === 'source' ? [event] : []));
  return [
    { kind: 'section', title: 'Queries', count: queries.length, parts: [list(queries)] },
    ...(pages.length === 0 ? [] : [pagesSoFar(pages)]),
  ];
}

export const BADGES: Readonly<Record<Work['status'], Tone>> = {
  queued: 'soft',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

interface StepSoFar {
  readonly step: string;
  readonly items: number;
  readonly done: number;
  /** Null while it runs. */
  readonly summary: string | null;
  readonly elapsedMs: number;
}

/** In the order in which they began; one that began again, for a further round, is a row of its own. */
function stepsOf(events: readonly RunEvent[]): readonly StepSoFar[] {
  const steps: StepSoFar[] = [];
  for (const event of events) {
    if (!('step' in event) || event.type === 'model-call' || event.type === 'model-call-start') continue;
    const at = steps.findLastIndex(({ step, summary }) => step === event.step && summary === null);
    const before = steps[at];
    if (event.type === 'step-start')
      steps.push({ step: event.step, items: event.items, done: 0, summary: null, elapsedMs: 0 });
    else if (before !== undefined)
      steps[at] =
        event.type === 'step-progress'
          ? { ...before, done: event.done, items: event.total }
          : { ...before, done: event.items, summary: event.summary, elapsedMs: event.elapsedMs };
  }
  return steps;
}

function progressText({ items, done }: StepSoFar): string {
  return items === 0 ? 'begun' : `${done} of ${items}`;
}

const WITHOUT_STEPS: Readonly<Record<Work['status'], string>> = {
  queued: 'Waiting to begin.',
  running: 'It has begun.',
  done: 'It took no steps that were kept.',
  failed: 'It took no steps that were kept.',
  cancelled: 'It was stopped before its first step.',
};

function stepTable(steps: readonly StepSoFar[], status: Work['status']): Block {
  if (steps.length === 0) return lines(paint.soft(WITHOUT_STEPS[status]));
  return table(steps, [
    left('Step', ({ step }) => step),
    main('What came of it', (step) => step.summary ?? progressBar(step)),
    right('Time', ({ summary, elapsedMs }) => paint.soft(summary === null ? '' : seconds(elapsedMs))),
  ]);
}

function progressBar(step: StepSoFar): Inline {
  return [bar(step.done / Math.max(1, step.items), 10), progressText(step)];
}

/** The number of items of a step is what the step before it left. */
function funnelSoFar(events: readonly RunEvent[]): FunnelSoFar {
  const itemsOf = (step: string): number | null => {
    const counts = events.flatMap((event) => (event.type === 'step-start' && event.step === step ? [event.items] : []));
    return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
  };
  const reading = events.findLast((event) => event.type === 'step-progress' && event.step === 'pages');
  const ended = events.flatMap((event) =>
    event.type === 'step-end' && event.step === 'pages' ? [event.items - event.lost.length] : [],
  );
  const read = reading?.type === 'step-progress' ? reading.done : null;
  return {
    found: itemsOf('pages'),
    read: ended.length > 0 ? ended.reduce((sum, count) => sum + count, 0) : read,
    kept: keptSoFar(events),
    advice: itemsOf('merging'),
    points: itemsOf('rewriting'),
    criteria: itemsOf('filtering'),
  };
}

/** Pages whose answers are read after a rating; a step without one before it asks the model alone. */
function keptSoFar(events: readonly RunEvent[]): number | null {
  let kept: number | null = null;
  let isRated = false;
  for (const event of events) {
    if (event.type === 'step-end' && event.step === 'rating') isRated = true;
    if (event.type !== 'step-start' || event.step !== 'answers' || !isRated) continue;
    kept = (kept ?? 0) + event.items;
    isRated = false;
  }
  return kept;
}
