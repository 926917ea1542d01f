/** Lays down the steps by which responses to an instruction are scored (G-Eval: evaluation steps that the judge writes itself). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine, rowProblems, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const MAX_STEPS = 8;

export const planEvaluation = defineAgent({
  name: 'plan-evaluation',
  step: 'comparing',
  cost: { itemsPerCall: 1, answeredPerItem: 200 },
  retryWithNewSample: true,
  schema: z.strictObject({ steps: z.array(z.string()) }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task), count: MAX_STEPS }),
  validate: ({ steps }) => rowProblems('Step', steps, wordingProblem),
  read: ({ steps }): readonly string[] =>
    steps
      .filter((step) => wordingProblem(step) === null)
      .slice(0, MAX_STEPS)
      .map((step) => reasonLine(step)),
  reject: (steps) => (steps.length === 0 ? 'It lays down no steps.' : null),
});
