/** Decides whether a list of criteria covers one criterion of people, and which of the list do (EvalAgent, recall of human criteria). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { CitableItem } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence } from '../src/llm/fence.ts';

interface CheckCoverageInput {
  readonly task: Task | null;
  /** One criterion of people. */
  readonly criterion: string;
  readonly list: readonly CitableItem[];
}

/** By the ids of the list; nothing in either: the criterion is not covered. */
export interface Coverage {
  readonly reason: string;
  /** Each of these covers it by itself. */
  readonly alone: readonly string[];
  /** These cover it only all together. */
  readonly together: readonly string[];
}

/** Yields the ids of the list's criteria that cover it: none where it is not covered. */
export const checkCoverage = defineAgent({
  name: 'check-coverage',
  step: 'measuring',
  schema: z.strictObject({ reason: z.string(), alone: z.array(z.string()), together: z.array(z.string()) }),
  cites: ({ list }: CheckCoverageInput) => list,
  variables: ({ task, criterion }, { shown }) => ({
    task: fenceTask(task),
    criterion: fence('wanted', criterion),
    count: shown.length,
    criteria: fencedList('list', shown),
  }),
  validate: ({ alone, together }, _input, ids) => [
    ...ids.problems(
      [...alone, ...together].map((id) => ({ id })),
      0,
    ),
    ...(together.length === 1 ? ['What covers it by itself belongs under alone: together names two or more.'] : []),
  ],
  read: ({ reason, alone, together }, _input, ids): Coverage => {
    const known = (named: readonly string[]) => [...new Set(named)].flatMap((id) => ids.itemOf(id)?.id ?? []);
    const group = known(together);
    // A group that names what is not in the list covers nothing: its other members were not said to suffice.
    const isWhole = group.length > 1 && group.length === new Set(together).size;
    return { reason: reasonLine(reason), alone: known(alone), together: isWhole ? group : [] };
  },
  plannedAnswer: ({ criterion }) => ({ reason: plannedText(2 * SENTENCE_TOKENS, criterion), alone: [], together: [] }),
});
