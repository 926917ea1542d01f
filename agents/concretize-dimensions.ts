/** Makes CAMIEval's basic dimensions concrete: one yes/no question each, on this very instruction (ConcreteCoT). */
import { z } from 'zod';
import type { Dimension } from '../src/domain/comparison.ts';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const Concrete = z.strictObject({ thought: z.string(), question: z.string() });
const NAMES = ['relevance', 'factuality', 'adherence'] as const;

export const concretizeDimensions = defineAgent({
  name: 'concretize-dimensions',
  step: 'comparing',
  cost: { itemsPerCall: 1, answeredPerItem: 300 },
  retryWithNewSample: true,
  schema: z.strictObject({ relevance: Concrete, factuality: Concrete, adherence: Concrete }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task) }),
  validate: (given) =>
    NAMES.flatMap((name) => {
      const problem = wordingProblem(given[name].question);
      return problem === null ? [] : [`The question on ${name} ${problem}.`];
    }),
  read: (given): readonly Dimension[] => NAMES.map((name) => ({ name, definition: reasonLine(given[name].question) })),
  reject: (dimensions) =>
    new Set(dimensions.map(({ definition }) => definition.toLowerCase())).size < NAMES.length
      ? 'Its questions are not three different ones.'
      : null,
});
