/** A suite: one table of tasks and sources with their pass rates; what is below its minimum, or missing; the plan of it. */
import { overallRate, ratingOf } from '../judge/pass-rate.ts';
import { isCountable } from '../judge/code-verdict.ts';
import { mean } from '../metrics/mean.ts';
import type { SuitePlan } from '../suite/plan-suite.ts';
import { verdictOn, type SuiteCell, type SuiteResponse, type SuiteResult } from '../suite/run-suite.ts';
import { rowsOf, testsOf, type ReportedResponse } from './judged-responses.ts';
import { judgementBlocks } from './judgement.ts';
import { planBlocks } from './plan.ts';
import { renderer } from './formats.ts';
import { left, lines, list, main, paint, right, section, table, type Inline, type ListItem } from './report.ts';
import { countsOf, signOf, wantedText } from './verdict.ts';
import { percent, plural } from './words.ts';

function rowOf(response: SuiteResponse) {
  const { task, source, name, min, outcome } = response;
  const found =
    outcome.status === 'done'
      ? { rate: ratingOf(outcome.value), reason: null, judgement: outcome.value }
      : { rate: null, reason: outcome.reason, judgement: null };
  return { task, source, name, min, verdict: verdictOn(response), ...found };
}

export const renderSuite = renderer<SuiteResult>(
  ({ name, tasks, sources, responses }, isFull) => {
    const short = ['missed', 'undecided', 'missing'].flatMap((state) =>
      responses.filter((response) => stateOf(response) === state).map(shortfall),
    );
    const rows = [
      ...tasks.map((id) => ({ head: id, of: responses.filter(({ task }) => task === id) })),
      { head: paint.strong('all'), of: responses },
    ];
    return {
      title: name,
      blocks: [
        table(rows, [
          main('Task', ({ head }) => head),
          ...sources.map((id) =>
            right<(typeof rows)[number]>(id, (row) => cellText(row.of.filter(({ source }) => source === id))),
          ),
        ]),
        section('Below the minimum, not decided or missing', list(short)),
        ...(isFull ? responses.map(inFull) : []),
      ],
    };
  },
  {
    record: ({ name, responses }) => ({ name, rate: rateOf(responses), responses: responses.map(rowOf) }),
    lines: ({ responses }) => responses.map(rowOf),
    tests: ({ responses }) => testsOf(responses.map(reported)),
    rows: ({ responses }) => rowsOf(responses.map(reported)),
  },
);

function reported({ task, source, name, outcome, lacks }: SuiteResponse): ReportedResponse {
  return { name, outcome, lacks, labels: { task, source } };
}

function stateOf(response: SuiteResponse) {
  return response.outcome.status === 'unscored' ? 'missing' : verdictOn(response);
}

/** Of all items together; with a score of its name the mean of the responses. */
function rateOf(responses: readonly SuiteResponse[]): number | null {
  const judged = responses.flatMap(({ outcome }) => (outcome.status === 'done' ? [outcome.value] : []));
  if (judged.some(({ score }) => score !== undefined && score.by !== 'drfr'))
    return mean(judged.flatMap((each) => ratingOf(each) ?? []));
  return overallRate(judged.map(({ passRate }) => passRate));
}

/** The rate over all items beside the minimum, and what keeps it from being simply good. */
function cellText(responses: readonly SuiteResponse[]): Inline {
  const count = (state: string) => responses.filter((response) => stateOf(response) === state).length;
  const all = responses.length;
  const missed = count('missed');
  const lost = count('missing');
  if (lost === all)
    return all === 0 ? '' : paint.warn(`no ${[...new Set(responses.map(({ lacks }) => lacks))].join(', ')}`);
  const [min, ...others] = new Set(responses.map((response) => response.min));
  const bound = (sign: string) => (min == null || others.length > 0 ? '' : ` ${sign} ${percent(min)}`);
  const below = missed < all ? ` (${missed} of ${all}${bound('<') || ' below'})` : bound('<');
  const rate = percent(rateOf(responses));
  const isOpen = responses.some((response) => verdictOn(response) === 'undecided');
  const unscored = responses.reduce(
    (sum, { outcome }) => sum + (outcome.status === 'done' ? outcome.value.passRate.unscored : 0),
    0,
  );
  return [
    missed > 0
      ? paint.bad(rate + below)
      : isOpen || lost > 0
        ? paint.warn(`${rate}${isOpen ? ', undecided' : ''}`)
        : paint.good(rate + bound('≥')),
    unscored > 0 ? paint.warn(` (${unscored} unscored)`) : '',
    lost > 0 ? paint.warn(` (${lost} missing)`) : '',
  ];
}

/** Why a response is or may be below its minimum, or is missing. */
function shortfall({ name, min, outcome, lacks }: SuiteResponse): ListItem {
  if (outcome.status === 'unscored') return { head: `${name}: no ${lacks}: ${outcome.reason}` };
  const { passRate, checklist, verdicts } = outcome.value;
  const unmet = checklist.items.flatMap((item, index) => {
    const { reason } = verdicts[index]?.verdict ?? {};
    const sign = signOf(verdicts[index]?.verdict).text;
    return sign === 'no' || sign === 'unscored' ? [`${item.id} ${wantedText(item)} (${reason ?? sign})`] : [];
  });
  const head = `${name}: ${percent(ratingOf(outcome.value))} (${countsOf(passRate)}), at least ${percent(min)} wanted`;
  return { head, blocks: [lines(...unmet)] };
}

function inFull({ name, outcome }: SuiteResponse) {
  return section(name, ...(outcome.status === 'done' ? judgementBlocks(outcome.value, outcome.value, true) : []));
}

export const renderSuitePlan = renderer<SuitePlan>(({ name, cells, model, missing }) => ({
  title: name,
  blocks: [
    table(cells, [
      main('Task and source', (cell) => cell.name),
      left('Response', responseText),
      left('Judged by', ({ checklist }) => {
        if (typeof checklist === 'string') return `${checklist} criteria`;
        return `${plural(checklist.items.length, 'item')}, ${checklist.items.filter(isCountable).length} by code`;
      }),
    ]),
    ...(model === null ? [lines('no model is asked, and nothing costs anything')] : planBlocks(model, ASSUMPTIONS)),
    lines(...missing.map((response) => `not counted: ${response.name}: ${response.reason}`)),
  ],
}));

const ASSUMPTIONS =
  'Responses that are still to be written are taken to be about 600 words long, and checklists that are still to be made to have 8 items.';

function responseText({ source, files }: SuiteCell): string {
  if (source.kind === 'files') return files.map((file) => file.name).join(', ');
  if (source.kind === 'command') return `runs ${source.command.join(' ')}`;
  return `${plural(source.samples, 'text')} by ${source.model}`;
}
