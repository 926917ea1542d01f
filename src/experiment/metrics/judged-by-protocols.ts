/** The verdicts of each protocol of an experiment in turn. */
import { COMPARISON_PROTOCOLS } from '../../judge/protocols/index.ts';
import type { JudgedRows } from '../judge-rows.ts';
import type { ExperimentProtocol } from '../experiment-file.ts';
import type { LoadedExperiment } from '../experiment-data.ts';
import { resultOf } from './protocol-results.ts';
import type { ProtocolResult } from './metric.ts';

export interface JudgedByProtocol extends JudgedRows {
  readonly name: string;
}

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
