/** Rows whose criteria are descriptions, of levels or procedures: a model restates them (EvalAgent, appendix A). */
import type { AgentProvenance } from '../domain/model.ts';
import type { TaskRow } from '../data/row.ts';
import type { RowTools } from './attempts.ts';

/** A description without an answer is left out; a row that failed has none. */
export async function restateRows(
  rows: readonly TaskRow[],
  { client, tries }: RowTools,
): Promise<{ readonly rows: readonly TaskRow[]; readonly agents: readonly AgentProvenance[] }> {
  const described = rows.filter(({ criteria }) => criteria.length > 0);
  const restated = await tries.each('criteria restated', described, async (row) => {
    const { criteria, agents } = await client.restateCriteria(row.criteria, { instruction: row.task });
    tries.leaveOpen(criteria.filter(({ status }) => status === 'unscored').length);
    const texts = criteria.map((outcome) => (outcome.status === 'done' ? outcome.value : []));
    /** Of a description: the same for all that it comes to. */
    const spread = <Value>(values: readonly Value[]) =>
      texts.flatMap((own, at) => own.flatMap(() => values.slice(at, at + 1)));
    const { themes, points } = row;
    const checks = texts.flat().map(() => null);
    return {
      row: { ...row, criteria: texts.flat(), checks, themes: spread(themes), points: spread(points) },
      agents,
    };
  });
  const byPlace = new Map(restated.map(({ row }) => [row.place, row]));
  return {
    rows: rows.map((row) => byPlace.get(row.place) ?? { ...row, criteria: [], checks: [], themes: [], points: [] }),
    agents: restated.map(({ agents }) => agents),
  };
}
