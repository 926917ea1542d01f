/** Rows that say what a judge or a generator did, as the figures that they are measured by. */
import type { JudgeRow } from '../../data/judge-row.ts';
import { measureJudge, type JudgeFigureName } from '../../measure/measure-judge.ts';
import type { LoadedExperiment } from '../experiment-data.ts';
import type { Cell, Cost, ProtocolResult } from './metric.ts';

/** Heads of columns. */
export const JUDGE_MEASURES: Readonly<Record<JudgeFigureName, string>> = {
  ...{ accuracy: 'Accuracy', accuracyError: 'Standard error', cohenKappa: 'Kappa', quadraticKappa: 'Quadratic kappa' },
  ...{ alphaNominal: 'Nominal alpha', alphaOrdinal: 'Ordinal alpha', alphaInterval: 'Interval alpha' },
  ...{ pearson: 'Pearson', spearman: 'Spearman', kendall: 'Kendall' },
  ...{ pld0: 'PLD-0', pld1: 'PLD-1', pld2: 'PLD-2', wpld: 'WPLD' },
  ...{ drfr: 'DRFR', drfrOfPeople: 'DRFR of people', fleissOfPeople: 'Fleiss of people' },
  ...{ alphaOfPeople: 'Alpha of people', selfConsistency: 'Self-consistency', flipRate: 'Flip rate' },
  ...{
    orderAgreement: 'Agreement of orders',
    unchangedAfterDoubt: 'Unchanged',
    accuracyAfterDoubt: 'Accuracy, asked again',
  },
  ...{ selectionPrecision: 'Precision', selectedScore: 'True score', randomScore: 'At random' },
  ...{ bleu: 'BLEU', rouge1: 'ROUGE-1', rouge2: 'ROUGE-2', rougeL: 'ROUGE-L', countError: 'Count error' },
  lengthCorrelation: 'Length and score',
};

/** @returns nothing where there are no rows */
export function resultOf(
  name: string,
  rows: readonly JudgeRow[],
  { resamples, seed, passAt, atLeast }: Pick<LoadedExperiment, 'resamples' | 'seed' | 'passAt' | 'atLeast'>,
  cost: Cost | null = null,
): readonly ProtocolResult[] {
  return rows.length === 0 ? [] : [{ name, figures: measureJudge(rows, { resamples, seed, passAt, atLeast }), cost }];
}

export function cellsOf(results: readonly ProtocolResult[]): readonly Cell[] {
  return results.flatMap(({ name: system, figures }) =>
    [...figures.figures, ...figures.tries].map(({ name: measure, ...figure }) => ({ system, measure, figure })),
  );
}
