/** How lists and what people gave for the same tasks overlap, seen from both sides (checklist study, §6.3, table 4). */
import type { RunContext } from '../domain/run-context.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { sumBy } from '../metrics/mean.ts';
import type { MeasuredList } from './measured-list.ts';
import { taskKey } from '../domain/task.ts';
import { coveredByModel, coveredByWords, withGiven } from './recall.ts';
import type { CoveredList, GivenCriteria, RecallFigures } from './recall.ts';

export interface SharedCriteria {
  /** Those that the other side covers. */
  readonly both: number;
  readonly alone: number;
  /** The model gave no answer. */
  readonly unscored: number;
  readonly byList: readonly { readonly both: number; readonly alone: number }[];
}

export interface Overlap {
  readonly by: RecallFigures['by'];
  readonly given: SharedCriteria;
  readonly lists: SharedCriteria;
}

/**
 * @param recalls what the lists cover of what was given
 * @param agents null: by words alone; else one call for each criterion of the lists, too
 * @returns nothing where no list has given criteria
 */
export async function overlapOf(
  run: RunContext,
  agents: AgentModel | null,
  lists: readonly MeasuredList[],
  given: GivenCriteria,
  recalls: Readonly<Record<RecallFigures['by'], readonly CoveredList[]>>,
): Promise<readonly Overlap[]> {
  const people = withGiven(lists, given).map(({ list, wanted }) => ({ ...list, criteria: wanted }));
  if (people.length === 0) return [];
  const ofLists = new Map(lists.map(({ task, criteria }) => [taskKey(task), criteria]));
  const words = { by: 'words', given: shared(recalls.words), lists: shared(coveredByWords(people, ofLists)) } as const;
  if (agents === null) return [words];
  const covered = await coveredByModel(run, agents, people, ofLists);
  return [words, { by: 'model', given: shared(recalls.model), lists: shared(covered) }];
}

function shared(covered: readonly CoveredList[]): SharedCriteria {
  const byList = covered.map(({ coverage }) => {
    const both = coverage.filter(({ length }) => length > 0).length;
    return { both, alone: coverage.length - both };
  });
  return {
    both: sumBy(byList, ({ both }) => both),
    alone: sumBy(byList, ({ alone }) => alone),
    unscored: sumBy(covered, ({ unscored }) => unscored),
    byList,
  };
}
