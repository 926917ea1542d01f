/** Has a weak model respond, so that a judge sees what weak responses lack (CAMIEval). The role is `weak`. */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedText, RESPONSE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';
import { stripReasoning } from '../src/llm/own-words.ts';

export const writeWeakly = defineAgent({
  name: 'write-weakly',
  step: 'responding',
  retryWithNewSample: true,
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task, feigned }: { readonly task: Task; readonly feigned: boolean }) => ({
    task: fenceTask(task),
    manner: trusted(feigned ? 'feigned' : 'plain'),
  }),
  readProse: (text) => ({ response: stripReasoning(text) }),
  read: ({ response }) => response,
  reject: emptyText,
  plannedAnswer: () => ({ response: plannedText(RESPONSE_TOKENS, 'weak') }),
});
