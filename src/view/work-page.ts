/** Work as it runs: the funnel filling, each step, what it costs, and the way to stop it. */
import type { Funnel } from '../domain/criteria-set.ts';
import type { Job } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { markup, type Html } from '../report/markup.ts';
import { plural, seconds, usdText } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import type { Page } from './page.ts';
import { funnelPicture } from './pictures.ts';

const REFRESH_SECONDS = 2;
const MAX_TITLE_CHARS = 120;
/** Beside the last ones nobody reads them while work runs. */
const MAX_WARNINGS = 20;

export interface Work extends Pick<Job, 'kind' | 'status'> {
  /** For people: an instruction, or the name of a response. */
  readonly title: string;
  /** As far as they are known; none once it has ended. */
  readonly events: readonly RunEvent[];
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
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
};

/** @param stop where a form asks for the end of it all */
export function workPage(all: readonly Work[], stop: string): Page {
  const isLive = !all.every(isOver);
  const name = TITLES[all[0]?.kind ?? 'criteria'];
  const live = isLive ? markup` data-live="true"` : '';
  const body = markup`<div id="work"${live}><p class="kind">${name}</p>${all.map(workHtml)}
${isLive ? markup`<form method="post" action="${stop}"><p class="row"><button class="quiet">Stop</button></p></form>` : ''}</div>`;
  return { title: `${name}: ${all[0]?.title ?? ''}`, body, refreshSeconds: isLive ? REFRESH_SECONDS : undefined };
}

function workHtml({ kind, status, title, events, failure }: Work): Html {
  const steps = stepsOf(events);
  const [current] = steps.filter(({ summary }) => summary === null);
  const said = status === 'running' && current !== undefined ? `${current.step}: ${progressText(current)}` : '';
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])).slice(-MAX_WARNINGS);
  const paid = events.findLast((event) => event.type === 'cost');
  const cost = paid === undefined ? '' : paid.usd === null ? ' · cost unknown' : ` · ${usdText(paid.usd)} USD so far`;
  return markup`<section><h1 dir="auto">${shorten(title, MAX_TITLE_CHARS)}</h1>
<p><span class="badge ${BADGES[status]}">${status}</span> <span role="status">${said}</span>${cost}</p>
${failure === null ? '' : markup`<p class="note bad" role="alert">${failure}</p>`}
<div class="columns"><div>${stepTable(steps)}${warnings.map((warning) => markup`<p class="note warn">${warning}</p>`)}</div>
<aside>${kind === 'criteria' ? funnelPicture(funnelSoFar(events)) : ''}</aside></div></section>\n`;
}

const BADGES: Readonly<Record<Work['status'], string>> = {
  queued: '',
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
    if (!('step' in event) || event.type === 'model-call') continue;
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

function stepTable(steps: readonly StepSoFar[]): Html {
  if (steps.length === 0) return markup`<p class="soft">Waiting to begin.</p>`;
  const rows = steps.map(
    (each) =>
      markup`<tr><th scope="row">${each.step}</th><td>${each.summary ?? markup`<progress aria-label="${each.step}" max="${Math.max(1, each.items)}" value="${each.done}"></progress> ${progressText(each)}`}</td><td class="right soft">${each.summary === null ? '' : seconds(each.elapsedMs)}</td></tr>\n`,
  );
  return markup`<table class="steps"><caption class="visually-hidden">Steps so far: ${plural(steps.length, 'step')}</caption><thead class="visually-hidden"><tr><th scope="col">Step</th><th scope="col">What came of it</th><th scope="col">Time</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** What each step was given says how much is left after the one before it. */
function funnelSoFar(events: readonly RunEvent[]): { readonly [Stage in keyof Funnel]: number | null } {
  const given = (step: string): number | null => {
    const counts = events.flatMap((each) => (each.type === 'step-start' && each.step === step ? [each.items] : []));
    return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
  };
  const reading = events.findLast((event) => event.type === 'step-progress' && event.step === 'pages');
  const ended = events.flatMap((each) =>
    each.type === 'step-end' && each.step === 'pages' ? [each.items - each.lost.length] : [],
  );
  const read = reading?.type === 'step-progress' ? reading.done : null;
  return {
    found: given('pages'),
    read: ended.length > 0 ? ended.reduce((sum, count) => sum + count, 0) : read,
    kept: keptSoFar(events),
    advice: given('merging'),
    points: given('rewriting'),
    criteria: given('filtering'),
  };
}

/** Whose answers are read once they were rated; what is asked of a model beside them has the same name. */
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
