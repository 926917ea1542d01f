/** A model client without an endpoint whose answers are read, repaired and used as those of any other. */
import { converse } from '../../src/llm/converse.ts';
import { renderPrompt } from '../../src/llm/render-prompt.ts';
import { fakeModelClient } from './fake-model-client.ts';
import { questionOf } from './read-prompt.ts';

/** @param reply gives the text of an answer, to the question and to the request to repair it */
export function conversingModel(reply: (question: string) => string) {
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, estimated: true };
  const client = fakeModelClient(() => null);
  const call: typeof client.call = (_run, asked) =>
    converse(
      asked,
      renderPrompt(asked.prompt, asked.variables),
      {
        ask: async ({ messages }) => ({
          exchange: {
            key: '',
            messages: [...messages],
            messagesHash: '',
            answer: { text: reply(questionOf(messages)), stopReason: 'done', usage, receivedAt: '' },
            attempts: 1,
            cached: false,
            usd: null,
          },
          failure: null,
        }),
        explain: () => ({ failure: 'unavailable', reason: 'It answers always' }),
      },
      [],
    );
  return { ...client, call };
}
