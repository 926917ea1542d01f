/** Scores how much each criterion matters for this instruction, 0–10, many per call (EvalAgent, ranking). */
import { z } from 'zod';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedLines, fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows, type CitableItem } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

export interface ScoreRelevanceInput {
  readonly task: Task;
  readonly criteria: readonly CitableItem[];
  /** Criteria that were scored in another call, for the same scale; empty where all are in one. */
  readonly anchors: readonly { readonly text: string; readonly score: number }[];
}

/** Yields scores by criterion id; criteria that the model left out, or named twice, have none. */
export const scoreRelevance = defineAgent({
  name: 'score-relevance',
  step: 'ranking',
  cost: { itemsPerCall: 75, shownPerItem: SENTENCE_TOKENS, answeredPerItem: SENTENCE_TOKENS },
  retryWithNewSample: true,
  schema: z.strictObject({
    scores: z.array(
      z.strictObject({
        id: z.string(),
        reason: z.string(),
        // Enumerated, because servers with strict schemas keep lists of values but not bounds.
        score: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).meta({ type: 'integer' }),
      }),
    ),
  }),
  cites: ({ criteria }: ScoreRelevanceInput) => criteria,
  variables: ({ task, criteria, anchors }, { shown }) => ({
    task: fenceTask(task),
    anchors:
      anchors.length === 0
        ? trusted('None was scored before.')
        : fencedLines(
            'scored before',
            anchors.map(({ text, score }) => `${score}: ${text}`),
          ),
    count: criteria.length,
    criteria: fencedList('criteria', shown),
  }),
  validate: ({ scores }, _input, ids) => ids.problems(scores, ids.shown.length),
  mergeRepair: (first, second) => ({ scores: mergeRows(first.scores, second.scores) }),
  read: ({ scores }, _input, ids) =>
    ids.valuesById(scores, ({ score, reason }) => ({ score, reason: reasonLine(reason) })),
});
