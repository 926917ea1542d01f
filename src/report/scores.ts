/** Scores of whole responses, and what their judges were shown. */
import { wantedText } from './verdict.ts';
import type { Aids, ResponseScore, Selective } from '../domain/comparison.ts';
import type { Scoring } from '../judge/scoring.ts';
import type { PanelFigures } from '../judge/panel.ts';
import { summarizeSelective, type SelectiveSummary } from '../judge/selective.ts';
import { SCORING } from '../judge/protocols/index.ts';
import { decimals } from './figure.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, say, section, table, verbatim } from './report.ts';
import type { Block, DataRows, Inline } from './report.ts';
import { percent, plural } from './words.ts';

export const renderScorings = renderer<readonly Scoring[]>(
  (scorings, isFull) => {
    const [first, ...others] = scorings;
    const isOne = first !== undefined && others.length === 0;
    const highest = first?.scale[1] ?? 0;
    const use = summarizeSelective(
      scorings.flatMap(({ task, selective }) => (selective == null ? [] : [{ task, ...selective }])),
    );
    return {
      title: `${isOne ? first.name : `${scorings.length} responses`}, ${SCORING[first?.by ?? 'score'].title}`,
      instruction: first?.task?.instruction,
      blocks: isOne
        ? oneScoring(first, isFull)
        : [
            table(scorings, [
              right(`Score of ${highest}`, ({ result }) => figureOf(result)),
              main('Response', ({ name }) => name),
            ]),
            lines(use === null ? null : savedText(use)),
            ...(isFull ? scorings.map((each) => section(each.name, ...oneScoring(each, true))) : []),
          ],
    };
  },
  { rows: scoringRows },
);

/** One row for each response, and for each member of a panel. */
function scoringRows(scorings: readonly Scoring[]): DataRows {
  const rows = scorings.flatMap(({ name, by, result, members = [] }) =>
    [{ model: '', result }, ...members].map((member) => {
      const score = member.result.status === 'scored' ? member.result.score : 'unscored';
      return { response: name, by, member: member.model, score, reason: member.result.reason };
    }),
  );
  return { columns: ['response', 'by', 'member', 'score', 'reason'], rows };
}

function oneScoring(scoring: Scoring, isFull: boolean): Block[] {
  const { response, result, scale, members = [], checklist, aids, selective } = scoring;
  const items = checklist?.items.map(wantedText) ?? [];
  return [
    lines(scoreText(`of ${scale[1]}:`, result), ...members.map((each) => scoreText(each.model, each.result))),
    lines(selective === undefined ? null : selectiveText(selective)),
    ...scoreBlocks(result, items, aids),
    ...(isFull ? [...aidBlocks(aids), section('The response', verbatim(response))] : []),
  ];
}

export function scoreText(name: string, score: ResponseScore): Inline {
  if (score.status === 'unscored') return say`${name} ${paint.warn('unscored')} ${score.reason}`;
  const mean = score.samples.length > 1 ? ` (mean of ${score.samples.map(short).join(', ')})` : '';
  return say`${name} ${figureOf(score)}${mean}${reasonText(score.reason)}`;
}

function figureOf(score: ResponseScore): Inline {
  return score.status === 'unscored' ? paint.warn('unscored') : paint.strong(short(score.score));
}

/** Why a checklist was used or not, and the calls saved. */
export function selectiveText({ threshold, inconsistency, used, judgements, saved }: Selective): Inline {
  const found =
    inconsistency === null
      ? 'no verdict without a checklist'
      : `inconsistency ${short(inconsistency)} of ${plural(judgements.without, 'judgement')} without a checklist`;
  const relation = inconsistency === null ? '' : ` ${used ? '≥' : '<'} ${threshold}`;
  const outcome = used
    ? 'judged again with the checklist'
    : `the checklist was not needed (${callsSaved(saved.calls)})`;
  return say`${paint.soft(`${found}${relation}:`)} ${outcome}`;
}

export function savedText({ judged, used, saved }: SelectiveSummary): Inline {
  return say`checklist used in ${paint.strong(String(used))} of ${judged}; ${callsSaved(saved.calls)}`;
}

const callsSaved = (calls: number) => `${plural(calls, 'call')} saved`;
const short = (score: number) => String(Number(score.toFixed(2)));

/** Empty where the judge was asked for the bare answer. */
export function reasonText(reason: string): string {
  return reason === '' ? '' : ` – ${reason}`;
}

/** What the judge said of each item, or of each dimension. */
export function scoreBlocks(score: ResponseScore, items: readonly string[], aids: Aids | null): readonly Block[] {
  if (score.status === 'unscored') return [];
  const { answers = [], dimensions = [] } = score;
  return [
    table(answers, [left('Answer', (answer) => answer), main('Item', (_, index) => items[index] ?? '')]),
    table(dimensions, [
      right('Score', ({ score: ofDimension }) => String(ofDimension)),
      left('Dimension', (_, index) => aids?.dimensions[index]?.name ?? ''),
      main('Why', ({ reason }) => reason),
    ]),
  ];
}

export function aidBlocks(aids: Aids | null | undefined): readonly Block[] {
  if (aids == null) return [];
  const { reference, questions, dimensions, weak } = aids;
  const defined = dimensions.map(({ name, definition }) => `${name}: ${definition}`);
  const shown = defined.length > 0 ? defined : questions;
  return [
    section('What it was judged by', lines(...shown)),
    section('The reference', verbatim(reference)),
    section('The weak output', verbatim(weak)),
  ];
}

/** How often each member agrees with the panel, and the members with each other. */
export function panelBlocks({ members, agreement }: PanelFigures): readonly Block[] {
  const isLabelled = members.some(({ accuracy }) => accuracy.scored > 0);
  return [
    table(members, [
      main('Member', ({ model }) => model),
      right('with the panel', ({ withPanel }) => percent(withPanel.value)),
      isLabelled && right('with labels', ({ accuracy }) => percent(accuracy.value)),
      right('abstained', ({ abstained }) => String(abstained)),
    ]),
    lines(
      say`two members say the same in ${paint.strong(percent(agreement.share))} (kappa ${decimals(agreement.kappa)})`,
    ),
  ];
}
