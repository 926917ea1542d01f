/** What protocols and generators did, as rows, and the figures that these are measured by. */
import type { JudgeRow } from '../../data/judge-row.ts';
import { COMPARISON_PROTOCOLS } from '../../judge/protocols/index.ts';
import { measureJudge } from '../../measure/measure-judge.ts';
import type { LoadedExperiment } from '../experiment-data.ts';
import type { ExperimentProtocol } from '../experiment-file.ts';
import type { JudgedRows } from '../judge-rows.ts';
import type { Cell, Cost, ProtocolResult } from './metric.ts';

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

interface JudgedByProtocol extends JudgedRows {
  readonly name: string;
}

/** The verdicts of each protocol in turn. */
export async function judgedByProtocols(
  { protocols, batch, codeChecks }: LoadedExperiment,
  judge: (by: ExperimentProtocol) => Promise<JudgedRows>,
): Promise<readonly JudgedByProtocol[]> {
  const judged: JudgedByProtocol[] = [];
  for (const by of protocols) {
    const ofAll = COMPARISON_PROTOCOLS[by.protocol].judgesItems ? { batch, codeChecks } : {};
    judged.push({ name: by.id, ...(await judge({ ...ofAll, ...by })) });
  }
  return judged;
}

export function resultsOf(
  judged: readonly JudgedByProtocol[],
  experiment: LoadedExperiment,
): readonly ProtocolResult[] {
  return judged.flatMap(({ name, rows, usage }) =>
    resultOf(name, rows, experiment, { usage, elapsedMs: null, count: rows.length }),
  );
}
