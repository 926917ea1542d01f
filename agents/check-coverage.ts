/** Decides whether a list of criteria covers one criterion of people, and which of the list do (EvalAgent, recall of human criteria). */
import { z } from 'zod';
import type { CoverageRequest, FoundCoverage } from '../src/domain/judging-steps.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence } from '../src/llm/fence.ts';

/** Yields the ids of the list's criteria that cover it: none where it is not covered. */
export const checkCoverage = defineAgent({
  name: 'check-coverage',
  step: 'measuring',
  cost: { itemsPerCall: 1, answeredPerItem: 80 },
  schema: z.strictObject({ reason: z.string(), alone: z.array(z.string()), together: z.array(z.string()) }),
  cites: ({ list }: CoverageRequest) => list,
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
  read: ({ reason, alone, together }, _input, ids): FoundCoverage => {
    const known = (named: readonly string[]) => [...new Set(named)].flatMap((id) => ids.itemOf(id)?.id ?? []);
    const group = known(together);
    // A group that names what is not in the list covers nothing: its other members were not said to suffice.
    const isWhole = group.length > 1 && group.length === new Set(together).size;
    return { reason: reasonLine(reason), alone: known(alone), together: isWhole ? group : [] };
  },
});
