/** Restates descriptions of what is good, a level of a scale or a procedure, as criteria (EvalAgent, appendix A). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import type { CitableItem } from '../src/llm/agent-kit/short-ids.ts';
import { wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

interface RestateCriteriaInput {
  readonly task: Task | null;
  readonly descriptions: readonly CitableItem[];
}

/** Yields, by the id of a description, the criteria that it comes to: one, or of a procedure one for each step. */
export const restateCriteria = defineAgent({
  name: 'restate-criteria',
  step: 'measuring',
  itemsPerCall: 10,
  schema: z.strictObject({
    descriptions: z.array(z.strictObject({ id: z.string(), criteria: z.array(z.string()) })),
  }),
  cites: ({ descriptions }: RestateCriteriaInput) => descriptions,
  variables: ({ task }, { shown }) => ({
    task: fenceTask(task),
    count: shown.length,
    descriptions: fencedList('descriptions', shown),
  }),
  validate: ({ descriptions }, _input, ids) => [
    ...ids.problems(descriptions, ids.shown.length),
    ...descriptions.flatMap(({ id, criteria }) =>
      usable(criteria).length === 0 || usable(criteria).length < criteria.length
        ? [`${id}: each description comes to one criterion at least, and none is empty.`]
        : [],
    ),
  ],
  read: ({ descriptions }, _input, ids) =>
    ids.valuesById(descriptions, ({ criteria }) => (usable(criteria).length === 0 ? null : usable(criteria))),
  plannedAnswer: (_input, { shown }) => ({
    descriptions: shown.map(({ shortId, item }) => ({
      id: shortId,
      criteria: [`The response should ${plannedText(SENTENCE_TOKENS, item.text)}.`],
    })),
  }),
});

function usable(criteria: readonly string[]): readonly string[] {
  return criteria.map((text) => text.trim()).filter((text) => wordingProblem(text) === null);
}
