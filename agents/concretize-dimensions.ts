/** Makes CAMIEval's basic dimensions concrete: one yes/no question each, on this very instruction (ConcreteCoT). */
import { z } from 'zod';
import type { Dimension } from '../src/domain/comparison.ts';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const Concrete = z.strictObject({ thought: z.string(), question: z.string() });
const plannedDimension = (name: string) => ({
  thought: plannedText(2 * SENTENCE_TOKENS, name),
  question: plannedText(SENTENCE_TOKENS, `question on ${name}`),
});
const NAMES = ['relevance', 'factuality', 'adherence'] as const;

export const concretizeDimensions = defineAgent({
  name: 'concretize-dimensions',
  step: 'comparing',
  retryWithNewSample: true,
  schema: z.strictObject({ relevance: Concrete, factuality: Concrete, adherence: Concrete }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task) }),
  validate: (answer) =>
    NAMES.flatMap((name) => {
      const problem = wordingProblem(answer[name].question);
      return problem === null ? [] : [`The question on ${name} ${problem}.`];
    }),
  read: (answer): readonly Dimension[] =>
    NAMES.map((name) => ({ name, definition: reasonLine(answer[name].question) })),
  reject: (dimensions) =>
    new Set(dimensions.map(({ definition }) => definition.toLowerCase())).size < NAMES.length
      ? 'Its questions are not three different ones.'
      : null,
  plannedAnswer: () => ({
    relevance: plannedDimension('relevance'),
    factuality: plannedDimension('factuality'),
    adherence: plannedDimension('adherence'),
  }),
});
