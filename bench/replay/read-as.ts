/** Real answers through the very path by which an agent reads its own: JSON, prose, checks; without a model and without a repair. */
import { join } from 'node:path';
import type { ModelClient, ModelOutcome } from '../../src/domain/model.ts';
import type { RunContext } from '../../src/domain/run-context.ts';
import { workingAlone } from '../../src/client/runs.ts';
import type { Agent } from '../../src/llm/define-agent.ts';
import { loadPrompts } from '../../src/llm/prompt.ts';
import { readAnswer } from '../../src/llm/read-answer.ts';

const prompts = await loadPrompts(join(import.meta.dirname, '../../prompts'), null);
const run: RunContext = workingAlone();

/** @param input what the protocol would have shown */
export function readAs<Input, Value>(
  agent: Agent<Input, Value>,
  input: Input,
  text: string,
): Promise<ModelOutcome<Value>> {
  const call: ModelClient['call'] = async (_run, asked) => {
    const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, estimated: true };
    const read = readAnswer({ text, stopReason: 'done', usage, receivedAt: '' }, asked);
    if (read.status === 'read' && read.problems.length === 0) return { status: 'done', value: read.value };
    const failure = read.status === 'read' ? 'rejected' : read.failure;
    return { status: 'unscored', failure, reason: read.problems.join(' ') };
  };
  const model: ModelClient = {
    call,
    usage: () => [],
    exceeded: () => null,
    refused: () => null,
    spentShare: async () => null,
    callsOf: () => [],
    endRun: () => Promise.resolve(),
    stopSending: () => ({ answersUnderWay: 0, settled: () => Promise.resolve() }),
  };
  return agent.ask({ model, prompts }, run, input);
}
