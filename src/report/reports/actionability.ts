/** Actionability for people: the rates before and after, and what became of each unmet item. */
import type { Actionability, ActionabilityFigures, Edit } from '../../domain/actionability.ts';
import { actionabilityFigures } from '../../judge/actionability-figures.ts';
import { asJudgement } from '../../judge/as-judgement.ts';
import { recordId } from '../../judge/record-id.ts';
import { wordDiff } from '../../text/word-diff.ts';
import { percent } from '../judgement/figures.ts';
import { heading, line, span, type Block, type Report, type Span } from '../report/report.ts';
import type { Printed } from '../report/render-report.ts';
import { plural } from '../words.ts';

export function actionabilityToPrint(records: readonly Actionability[]): Printed {
  return {
    json: () => ({
      overall: actionabilityFigures(records),
      responses: records.map((record) => ({ id: recordId('actionability', record), ...record })),
    }),
    report: (isFull) => reportOf(records, isFull),
  };
}

async function reportOf(records: readonly Actionability[], isFull: boolean): Promise<Report> {
  const [first] = records;
  const parts = await Promise.all(records.map((record) => recordBlocks(record, isFull)));
  return {
    title: 'Actionability',
    heading: 'Actionability: each unmet criterion edited towards, alone',
    task: first?.checklist.task ?? null,
    blocks: [
      ...parts.flat(),
      ...(records.length > 1
        ? [heading(`All ${records.length} responses`), ...figureLines(actionabilityFigures(records))]
        : []),
    ],
  };
}

async function recordBlocks(record: Actionability, isFull: boolean): Promise<readonly Block[]> {
  const { start, edits, figures, checklist, judge } = record;
  const details = isFull ? await Promise.all(edits.map((edit) => editBlocks(record, edit))) : [];
  return [
    heading(start.name),
    ...figureLines(figures),
    ...(edits.length === 0 ? [] : [editRows(record)]),
    ...(isFull ? [{ kind: 'judgement' as const, judgement: asJudgement(start, checklist, judge) }] : []),
    ...details.flat(),
  ];
}

async function editBlocks({ start }: Actionability, { itemId, judged }: Edit): Promise<readonly Block[]> {
  if (judged === null) return [];
  return [
    heading(`The edit towards ${itemId}`),
    { kind: 'diff', pieces: await wordDiff(start.response, judged.response) },
  ];
}

function figureLines(figures: ActionabilityFigures): readonly Block[] {
  const { before, after, delta, repairRate, repaired, unmet, unscored, broken } = figures;
  return [
    line(
      span(`${percent(before)} → ${percent(after)}`, 'strong'),
      ` · Δ ${percent(delta)} · repair rate `,
      span(percent(repairRate), 'strong'),
      ` (${repaired} of ${unmet} unmet repaired)`,
    ),
    ...(broken > 0
      ? [line(span(`${plural(broken, 'met item')} broken by edits towards others`, 'bad'))]
      : []),
    ...(unscored > 0
      ? [line(span(`${plural(unscored, 'item')} left out: unscored before or after`, 'warn'))]
      : []),
  ];
}

function editRows({ checklist, edits }: Actionability): Block {
  const texts = new Map(checklist.items.map(({ id, text }) => [id, text]));
  return {
    kind: 'rows',
    columns: [
      { head: '#', width: 4 },
      { head: 'After', width: 10 },
      { head: 'Broken', width: 12 },
      { head: 'Unmet criterion', width: null },
    ],
    rows: edits.map(({ itemId, outcome, broken }) => [
      span(itemId, 'strong'),
      outcomeSpan(outcome),
      span(broken.join(' '), 'bad'),
      span(`${texts.get(itemId) ?? ''}${outcome.status === 'unscored' ? ` (${outcome.reason})` : ''}`),
    ]),
  };
}

function outcomeSpan(outcome: Edit['outcome']): Span {
  if (outcome.status === 'unscored') return span('unscored', 'warn');
  return outcome.repaired ? span('repaired', 'good') : span('unmet', 'bad');
}
