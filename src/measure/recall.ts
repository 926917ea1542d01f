/** Recall of given criteria at k, by a model or by words, beside that of the best order (EvalAgent, §4.1). */
import { checkCoverage } from '../../agents/check-coverage.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { lexicalCoverage } from '../metrics/lexical-coverage.ts';
import { mean, sumBy } from '../metrics/mean.ts';
import { oracleOrder, recallAtK, type Coverage } from '../metrics/recall-at-k.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';
import type { MeasuredList } from './measured-list.ts';
import { taskKey } from '../domain/task.ts';

export type GivenCriteria = ReadonlyMap<string, readonly string[]>;

/** What a list covers of what people gave for its task. */
export interface CoveredList {
  readonly key: string;
  readonly coverage: Coverage;
  readonly generated: number;
  /** Given criteria for which the model gave no answer: they are left out. */
  readonly unscored: number;
}

export interface RecallFigures {
  /** `words`: a lexical estimate. */
  readonly by: 'model' | 'words';
  /** Lists of tasks with given criteria. */
  readonly tasks: number;
  readonly given: number;
  readonly unscored: number;
  /** k null: the whole list. The average over tasks, of the list as it is ordered and of the best order of it. */
  readonly at: readonly { readonly k: number | null; readonly recall: Figure; readonly oracle: Figure }[];
}

export function coveredByWords(lists: readonly MeasuredList[], given: GivenCriteria): readonly CoveredList[] {
  return withGiven(lists, given).map(({ list, key, wanted }) => ({
    key,
    coverage: lexicalCoverage(wanted, list.criteria),
    generated: list.criteria.length,
    unscored: 0,
  }));
}

/** One call for each given criterion, shown the whole list. */
export async function coveredByModel(
  run: RunContext,
  agents: AgentModel,
  lists: readonly MeasuredList[],
  given: GivenCriteria,
): Promise<readonly CoveredList[]> {
  return Promise.all(
    withGiven(lists, given).map(async ({ list, key, wanted }) => {
      const shown = list.criteria.map((text, place) => ({ id: String(place), text }));
      const outcomes = await Promise.all(
        wanted.map((criterion) => checkCoverage.ask(agents, run, { task: list.task, criterion, list: shown })),
      );
      const coverage = outcomes.flatMap((outcome) => {
        if (outcome.status === 'unscored') return [];
        const { alone, together } = outcome.value;
        const groups = [...alone.map((id) => [Number(id)]), together.map(Number)];
        return [groups.filter(({ length }) => length > 0)];
      });
      return { key, coverage, generated: shown.length, unscored: wanted.length - coverage.length };
    }),
  );
}

/** Null where no list has given criteria. @param ks ascending */
export function recallFigures(
  by: RecallFigures['by'],
  covered: readonly CoveredList[],
  ks: readonly number[],
  options: FigureOptions,
): RecallFigures | null {
  if (covered.length === 0) return null;
  const scored = covered.filter(({ coverage }) => coverage.length > 0);
  const unscored = sumBy(covered, (list) => list.unscored);
  const given = sumBy(covered, ({ coverage }) => coverage.length) + unscored;
  const figures = (k: number | null) => {
    const recalls = scored.map((list) => recallOf(list, k));
    const oracles = scored.map(({ coverage, generated }) =>
      recallAtK(coverage, k ?? generated, oracleOrder(coverage, generated)),
    );
    return { k, recall: average(recalls), oracle: average(oracles) };
  };
  const average = (recalls: readonly number[]): Figure => {
    const figure = figureOf(recalls, (drawn) => ({ value: mean(drawn) }), { ...options, isShare: true });
    return { ...figure, missing: covered.length - scored.length };
  };
  const longest = Math.max(...covered.map(({ generated }) => generated));
  const at = [...ks.filter((k) => k < longest), null].map(figures);
  return { by, tasks: covered.length, given, unscored, at };
}

/** @param k null: of the whole list */
export function recallOf({ coverage, generated }: CoveredList, k: number | null): number {
  return recallAtK(coverage, k ?? generated);
}

/** Those of tasks for which people gave some. */
export function withGiven(lists: readonly MeasuredList[], given: GivenCriteria) {
  return lists.flatMap((list) => {
    const key = taskKey(list.task);
    const wanted = given.get(key) ?? [];
    return wanted.length === 0 ? [] : [{ list, key, wanted }];
  });
}
