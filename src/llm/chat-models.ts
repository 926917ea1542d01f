/** Sends requests through LangChain's chat models, which are created on first use. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { Clock } from '../domain/run-context.ts';
import type { AnswerSourceOptions } from './answer-source.ts';
import { sendChat } from './chat.ts';
import { createChatModel, type ChatModelExtra, type ImportPackage } from './create-chat-model.ts';
import { toEndpointError } from './endpoint-error.ts';
import type { ResolvedModel } from './model-spec.ts';
import { sendWebSearch } from './web-search.ts';

export function createSender(
  clock: Clock,
  timeoutMs: number,
  importPackage: ImportPackage,
): AnswerSourceOptions['send'] {
  const chatModels = new Map<string, Promise<BaseChatModel>>();
  const modelsWithoutProbabilities = new Set<string>();

  function chatModelFor(model: ResolvedModel, temperature: number | null, extra: ChatModelExtra) {
    const key = `${identity(model, temperature)} ${extra}`;
    const chatModel = getOrCreate(chatModels, key, () =>
      createChatModel(model, temperature, extra, timeoutMs, importPackage),
    );
    // Do not cache a failure to load the package.
    chatModel.catch(() => chatModels.delete(key));
    return chatModel;
  }

  return async (request, temperature, capability, signal) => {
    const { model, choiceWords, messages, webSearch } = request;
    if (webSearch !== undefined)
      return sendWebSearch(await chatModelFor(model, temperature, 'web-search'), messages, webSearch, signal);
    const send = async (extra: ChatModelExtra) =>
      sendChat(await chatModelFor(model, temperature, extra), request, capability, signal);
    const key = identity(model, null);
    const maySupportProbabilities = model.provider === 'openai' && capability !== 'tools';
    if (choiceWords.length === 0 || !maySupportProbabilities || modelsWithoutProbabilities.has(key))
      return send('none');
    try {
      return await send('token-probabilities');
    } catch (error) {
      // Some models refuse to send probabilities: try without.
      const { kind } = toEndpointError(error, clock.now());
      if (kind !== 'bad-request' && kind !== 'not-allowed') throw error;
      const reply = await send('none');
      modelsWithoutProbabilities.add(key);
      return reply;
    }
  };
}

/** Includes the API key, because two roles may use one model with different keys. Never leaves this process. */
export function identity({ provider, endpoint, model, spec }: ResolvedModel, temperature: number | null): string {
  return JSON.stringify([provider, endpoint, model, spec.apiKey, temperature]);
}

export function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
