/** A suite: one table of tasks and sources with their pass rates; what is below its minimum, or missing; the plan of it. */
import { printableJson } from '../text/printable.ts';
import { overallRate } from '../judge/pass-rate.ts';
import { itemsOf, type SuitePlan } from '../suite/plan-suite.ts';
import { verdictOn, type SuiteResponse, type SuiteResult } from '../suite/run-suite.ts';
import type { Layout, SUITE_FORMATS } from './formats.ts';
import { judgedCsv, junitXml } from './judged-files.ts';
import { countsOf, judgementBlocks } from './judgement.ts';
import { planBlocks } from './plan.ts';
import { renderer } from './render.ts';
import { lines, list, main, paint, right, section, table, type Inline, type ListItem } from './report.ts';
import { percent, plural } from './words.ts';

export async function renderSuite(
  result: SuiteResult,
  format: (typeof SUITE_FORMATS)[number],
  layout: Layout,
): Promise<string> {
  const reported = () =>
    result.responses.map(({ task, source, ...response }) => ({ ...response, labels: { task, source } }));
  switch (format) {
    case 'junit':
      return junitXml(reported());
    case 'csv':
      return judgedCsv(reported());
    case 'jsonl':
      return result.responses.map((response) => `${printableJson(rowOf(response))}\n`).join('');
    default:
      return forPeople(result, format, layout);
  }
}

function rowOf(response: SuiteResponse) {
  const { task, source, name, min, outcome } = response;
  const found =
    outcome.status === 'done'
      ? { rate: outcome.value.passRate.rate, reason: null, judgement: outcome.value }
      : { rate: null, reason: outcome.reason, judgement: null };
  return { task, source, name, min, verdict: verdictOn(response), ...found };
}

const forPeople = renderer<SuiteResult>(
  ({ name, tasks, sources, responses }, isFull) => {
    const cell = (isOf: (response: SuiteResponse) => boolean) => cellText(responses.filter(isOf));
    const of = (wanted: string) => (response: SuiteResponse) => verdictOn(response) === wanted;
    return {
      title: name,
      blocks: [
        table(
          [main('Task'), ...sources.map(right)],
          [
            ...tasks.map((task) => [
              task,
              ...sources.map((source) => cell((each) => each.task === task && each.source === source)),
            ]),
            [paint.strong('all'), ...sources.map((id) => cell(({ source }) => source === id))],
          ],
        ),
        section('Below the minimum', list(responses.filter(of('missed')).map(shortfall))),
        section('Not decided', list(responses.filter(of('undecided')).filter(isJudged).map(shortfall))),
        section('No response', list(responses.flatMap(missing))),
        ...(isFull ? responses.map(inFull) : []),
      ],
    };
  },
  ({ name, responses }) => ({ name, rate: rateOf(responses), responses: responses.map(rowOf) }),
);

function isJudged({ outcome }: SuiteResponse): boolean {
  return outcome.status === 'done';
}

function rateOf(responses: readonly SuiteResponse[]): number | null {
  return overallRate(responses.flatMap(({ outcome }) => (outcome.status === 'done' ? [outcome.value.passRate] : [])));
}

/** The rate over all items beside the minimum, and what keeps it from being simply good. */
function cellText(responses: readonly SuiteResponse[]): Inline {
  if (responses.length === 0) return '';
  const count = (isCounted: (response: SuiteResponse) => boolean) => responses.filter(isCounted).length;
  const [missed, lost] = [count((each) => verdictOn(each) === 'missed'), count((each) => !isJudged(each))];
  const open = count((each) => verdictOn(each) === 'undecided') - count((each) => !isJudged(each) && each.min !== null);
  if (lost === responses.length) return paint.warn('no response');
  const minimums = [...new Set(responses.map(({ min }) => min))];
  const min = minimums.length === 1 ? (minimums[0] ?? null) : null;
  const rate = percent(rateOf(responses));
  const bound = (sign: string) => (min === null ? '' : ` ${sign} ${percent(min)}`);
  const below = missed < responses.length ? ` (${missed} of ${responses.length}${bound('<') || ' below'})` : bound('<');
  return [
    missed > 0
      ? paint.bad(rate + below)
      : open > 0
        ? paint.warn(`${rate}${bound('?')}`)
        : paint.good(rate + bound('≥')),
    lost > 0 ? paint.warn(` (${lost} missing)`) : '',
  ];
}

/** Why a response is below its minimum, or may be. */
function shortfall({ name, min, outcome }: SuiteResponse): ListItem {
  if (outcome.status === 'unscored') return { head: name };
  const { passRate, checklist, verdicts } = outcome.value;
  const unmet = checklist.items.flatMap(({ id, text }, index) => {
    const verdict = verdicts[index]?.verdict;
    if (verdict === undefined || (verdict.status === 'scored' && verdict.answer !== 'no')) return [];
    return [`${id} ${text} (${verdict.reason})`];
  });
  const head = `${name}: ${percent(passRate.rate)} (${countsOf(passRate)}), at least ${percent(min)} wanted`;
  return { head, blocks: [lines(...unmet)] };
}

function missing({ name, outcome }: SuiteResponse): readonly ListItem[] {
  return outcome.status === 'unscored' ? [{ head: `${name}: ${outcome.reason}` }] : [];
}

function inFull({ name, outcome }: SuiteResponse) {
  return section(name, ...(outcome.status === 'done' ? judgementBlocks(outcome.value, outcome.value, true) : []));
}

export const renderSuitePlan = renderer<SuitePlan>(({ name, cells, model }) => ({
  title: name,
  blocks: [
    table(
      [main('Task and source'), 'Response', 'Judged by'],
      cells.map(({ name: cell, source, files, checklist }) => {
        const items = itemsOf(checklist);
        const by =
          items === null
            ? `criteria to be ${String(checklist)}`
            : `${plural(items.items, 'item')}, ${items.byCode} by code`;
        if (source.kind === 'files') return [cell, files.map((file) => file.name).join(', '), by];
        return [
          cell,
          source.kind === 'command'
            ? `runs ${source.command.join(' ')}`
            : `${plural(source.samples, 'text')} by ${source.model}`,
          by,
        ];
      }),
    ),
    ...(model === null
      ? [lines('no model is asked, and nothing costs anything')]
      : planBlocks(model.rows, ASSUMPTIONS, model.limits)),
  ],
}));

const ASSUMPTIONS =
  'Responses that are still to be written are taken to be about 600 words long, checklists that are still to be made to have 20 items.';
