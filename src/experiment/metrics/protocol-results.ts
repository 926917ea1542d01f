/** What protocols and generators did, as rows, and the figures that these are measured by. */
import type { JudgeRow } from '../../data/judge-row.ts';
import { COMPARISON_PROTOCOLS } from '../../judge/protocols/index.ts';
import { averageOfRepeats, type FigureOptions } from '../../measure/figure.ts';
import { measureJudge } from '../../measure/measure-judge.ts';
import { groupsBy } from '../../domain/groups.ts';
import type { LoadedExperiment } from '../experiment-data.ts';
import type { ExperimentProtocol } from '../experiment-file.ts';
import type { JudgedRows, ProtocolRun } from '../judge-rows.ts';
import type { Cell, Cost, ProtocolResult } from './metric.ts';

/** @returns nothing where there are no rows */
export function resultOf(
  name: string,
  rows: readonly JudgeRow[],
  { resamples, seed, passAt, atLeast }: Pick<LoadedExperiment, 'resamples' | 'seed' | 'passAt' | 'atLeast'>,
  { cost = null, system = name }: { readonly cost?: Cost | null; readonly system?: string } = {},
): readonly ProtocolResult[] {
  if (rows.length === 0) return [];
  return [{ name, system, figures: measureJudge(rows, { resamples, seed, passAt, atLeast }), cost }];
}

/** Of a system that was measured several times, averages. */
export function cellsOf(results: readonly ProtocolResult[], options: FigureOptions): readonly Cell[] {
  const cells = results.flatMap(({ system, figures }) =>
    [...figures.figures, ...figures.tries].map(({ name: measure, ...figure }): Cell => ({ system, measure, figure })),
  );
  const repeats = groupsBy(cells, ({ system, measure }) => JSON.stringify([system, measure]));
  return [...repeats.values()].map((same) => {
    const figures = same.map(({ figure }) => figure);
    return { ...same[0], figure: averageOfRepeats(figures, options) };
  });
}

interface JudgedByProtocol extends JudgedRows {
  readonly name: string;
  /** The id of the protocol: each of its lists is a result of its own. */
  readonly system: string;
}

/** The verdicts of each protocol in turn. */
export async function judgedByProtocols(
  { protocols, batch, codeChecks }: LoadedExperiment,
  judge: (by: ProtocolRun) => Promise<JudgedRows>,
): Promise<readonly JudgedByProtocol[]> {
  const judged: JudgedByProtocol[] = [];
  for (const by of protocols) {
    const ofAll = COMPARISON_PROTOCOLS[by.protocol].judgesItems ? { batch, codeChecks } : {};
    const system = by.id;
    for (const { name, run } of runsOf(by)) judged.push({ name, system, ...(await judge({ ...ofAll, ...run })) });
  }
  return judged;
}

function runsOf(by: ExperimentProtocol): readonly { readonly name: string; readonly run: ProtocolRun }[] {
  const { id, lists: samples } = by;
  if (samples === undefined) return [{ name: id, run: by }];
  return Array.from({ length: samples }, (_, sampleIndex) => ({
    name: `${id}, list ${sampleIndex + 1}`,
    run: { ...by, sample: { sampleIndex, samples } },
  }));
}

export function resultsOf(
  judged: readonly JudgedByProtocol[],
  experiment: LoadedExperiment,
): readonly ProtocolResult[] {
  return judged.flatMap(({ name, system, rows, usage }) =>
    resultOf(name, rows, experiment, { system, cost: { usage, elapsedMs: null, count: rows.length } }),
  );
}
