/** Judges what people judged without a checklist, and with the lists of each system of an experiment. */
import type { PolicyCase, PolicyVerdicts } from '../data/policy-verdicts.ts';
import type { TaskRow } from '../data/row.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { taskKey } from '../domain/task.ts';
import { humanJudged } from './human-judged.ts';
import type { Given } from './metrics/metric.ts';

/** Only cases with a list by every system are judged (checklist study, appendix A.1). Null: there is none. */
export async function judgeWithLists({
  experiment: { votes },
  rows,
  systems,
  client,
  tries,
}: Given): Promise<{ readonly verdicts: PolicyVerdicts; readonly agents: readonly AgentProvenance[] } | null> {
  const names = systems.map(({ name }) => name);
  const listOf = listsBySystem(systems);
  const cases = humanJudged(rows).filter(({ row }) => names.every((name) => listOf(name, row).length > 0));
  const [first] = cases;
  if (first === undefined || names.length === 0) return null;
  const judgedBy = async (system: string | null) => {
    const judged = await tries.each(system ?? 'no checklist', cases, async (each) => {
      const list = system === null ? null : listOf(system, each.row);
      const judged = await client.judgeRepeatedly(each.data, list, { votes });
      tries.leaveOpen(judged.unanswered);
      return [each, judged] as const;
    });
    return new Map(judged);
  };
  const none = await judgedBy(null);
  const bySystem = new Map<string, typeof none>();
  for (const name of names) bySystem.set(name, await judgedBy(name));
  const compared = cases.flatMap((each): readonly PolicyCase[] => {
    const { name, row } = each;
    const [without] = none.get(each)?.cases ?? [];
    const withList = names.flatMap((system) => {
      const [judged] = bySystem.get(system)?.get(each)?.cases ?? [];
      return judged === undefined ? [] : [[system, judged.verdicts] as const];
    });
    if (without === undefined || withList.length < names.length) return [];
    const { gold, verdicts } = without;
    const subset = row.category ?? '';
    return [{ name, subset, task: row.task, gold, without: verdicts, withList: Object.fromEntries(withList) }];
  });
  const all = [none, ...bySystem.values()].flatMap((judged) => [...judged.values()]);
  if (compared.length === 0) return null;
  const judgedRows = new Map(cases.map(({ row }) => [taskKey(row.task), row]));
  const lists = [...judgedRows.values()].map((row) => ({
    task: row.task,
    byPolicy: Object.fromEntries(names.map((name) => [name, listOf(name, row)])),
  }));
  const judgements = all[0]?.judgements ?? 0;
  return {
    verdicts: { kind: first.data.kind, policies: names, judgements, cases: compared, lists, leftOut: [] },
    agents: all.map(({ agents }) => agents),
  };
}

/** Empty where a system has none for the row's task. */
export function listsBySystem(
  systems: Given['systems'],
): (system: string, row: Pick<TaskRow, 'task'>) => readonly string[] {
  const lists = new Map(
    systems.map(({ name, lists: own }) => [name, new Map(own.map(({ task, criteria }) => [taskKey(task), criteria]))]),
  );
  return (system, { task }) => lists.get(system)?.get(taskKey(task)) ?? [];
}
