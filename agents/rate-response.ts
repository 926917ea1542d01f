/** Rates a response as a whole from 1 to 10, with a checklist as a guide (WildBench, WB-Score). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import { fencedList, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { stripReasoning } from '../src/llm/own-words.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const SCORES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

interface RateResponseInput {
  readonly task: Task | null;
  readonly response: string;
  /** Questions. */
  readonly checklist: readonly string[];
}

/** Strengths and weaknesses. */
const ANALYSIS_TOKENS = 180;

export const rateResponse = defineAgent({
  name: 'rate-response',
  step: 'comparing',
  givesVerdicts: true,
  schema: z.strictObject({ analysis: z.string(), score: figureOf(SCORES) }),
  cites: ({ checklist }: RateResponseInput) => checklist.map((text, index) => ({ id: String(index), text })),
  mayCiteNothing: true,
  variables: ({ task, response }, { shown }) => ({
    checklist: fencedList('checklist', shown),
    task: fenceTask(task),
    response: fenceResponse(response),
  }),
  verdict: () => ({ choices: SCORES, of: ({ score }) => [score] }),
  readProse: (text) => {
    const score = readVerdict(text, SCORES);
    return score === null ? null : { analysis: stripReasoning(text), score };
  },
  read: ({ score, analysis }) => ({ score, analysis: analysisLine(analysis) }),
  plannedAnswer: (_input, _ids, sampleIndex) => ({
    analysis: plannedText(ANALYSIS_TOKENS, 'score'),
    score: sampleIndex % 2 === 0 ? (1 as const) : (10 as const),
  }),
});
