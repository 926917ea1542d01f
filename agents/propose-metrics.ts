/** Proposes questions to judge responses to an instruction by (LLMBar, self-generated metrics). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine, rowProblems, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { plannedTexts, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { stripReasoning } from '../src/llm/own-words.ts';

const MAX_METRICS = 3;
const LIST_MARK = /^(?:\d+[.)]|[-*•])\s*/u;

export const proposeMetrics = defineAgent({
  name: 'propose-metrics',
  step: 'comparing',
  retryWithNewSample: true,
  schema: z.strictObject({ metrics: z.array(z.string()) }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task), count: MAX_METRICS }),
  // A list, one question to a line.
  readProse: (text) => {
    const metrics = stripReasoning(text).split('\n').flatMap(questionIn);
    return metrics.length === 0 ? null : { metrics };
  },
  validate: ({ metrics }) => rowProblems('Metric', metrics, wordingProblem),
  read: ({ metrics }): readonly string[] =>
    metrics
      .filter((metric) => wordingProblem(metric) === null)
      .slice(0, MAX_METRICS)
      .map((metric) => reasonLine(metric)),
  reject: (metrics) => (metrics.length === 0 ? 'It proposes no metrics.' : null),
  plannedAnswer: () => ({ metrics: [...plannedTexts(MAX_METRICS, SENTENCE_TOKENS, 'metrics')] }),
});

/** What stands up to the last question mark of a line, if no word follows. */
function questionIn(line: string): string[] {
  const end = line.lastIndexOf('?') + 1;
  const question = line.slice(0, end).trim().replace(LIST_MARK, '');
  return question.length < 2 || /\w/u.test(line.slice(end)) ? [] : [question];
}
