/** Sends requests through LangChain's chat models, which are created on first use. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatOpenAICompletions } from '@langchain/openai';
import { GroundruleError, SettingError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import type { Drawn } from './answer-key.ts';
import type { AnswerSourceOptions } from './answer-source.ts';
import { callHeader, type BatchFetch } from './batch/batch-fetch.ts';
import { BATCH_TIMEOUT_MS } from './batch/batch-timing.ts';
import { sendChat } from './chat.ts';
import { sendCompletion } from './chat-completion.ts';
import { createChatModel, type ChatModelExtra, type ImportPackage } from './create-chat-model.ts';
import { EndpointError, toEndpointError } from './endpoint-error.ts';
import type { ResolvedModel } from './model-spec.ts';
import { sendWebSearch } from './web-search.ts';

export function createSender(
  clock: Clock,
  timeoutMs: number,
  importPackage: ImportPackage,
): AnswerSourceOptions['send'] {
  const chatModels = new Map<string, Promise<BaseChatModel | ChatOpenAICompletions>>();
  const modelsWithoutProbabilities = new Set<string>();

  function chatModelFor(model: ResolvedModel, drawn: Drawn, extra: ChatModelExtra, batches: BatchFetch | null) {
    const key = `${identity(model, drawn)} ${extra} ${batches === null}`;
    const timeout = batches === null ? timeoutMs : BATCH_TIMEOUT_MS;
    const chatModel = getOrCreate(chatModels, key, () =>
      createChatModel(model, drawn, extra, timeout, importPackage, batches?.fetch ?? null),
    );
    // Do not cache a failure to load the package.
    chatModel.catch(() => chatModels.delete(key));
    return chatModel;
  }

  return async (request, drawn, capability, batches, signal) => {
    const { model, choiceWords, messages, webSearch } = request;
    refuseNotTaken(model, drawn);
    if (webSearch !== undefined) {
      const chatModel = await chatModelFor(model, drawn, 'web-search', null);
      return sendWebSearch(chatModel, messages, webSearch, signal);
    }
    const asked = { ...request, seed: drawn.seed };
    const send = async (extra: ChatModelExtra) => {
      const chatModel = await chatModelFor(model, drawn, extra, batches);
      if (!('completionWithRetry' in chatModel)) return sendChat(chatModel, asked, capability, signal);
      const headers = batches === null ? {} : callHeader(request.key, request.counted);
      return sendCompletion(chatModel, asked, capability, signal, headers).catch((error: unknown) => {
        throw batches === null ? error : (ownErrorIn(error) ?? error);
      });
    };
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

/** @throws SettingError where the provider's package has no place for what was chosen */
function refuseNotTaken({ provider }: ResolvedModel, { seed, topP }: Drawn): void {
  if (seed !== null && provider !== 'openai') throw notTaken(provider, 'seed', 'modelSeed');
  if (topP !== null && provider === 'cohere') throw notTaken(provider, 'top-p', 'topP');
}

function notTaken(provider: string, what: string, setting: string): SettingError {
  return new SettingError(`No ${what} can be sent to models of ${provider}.`, {
    advice: `Leave “${setting}” out for roles that they answer for.`,
  });
}

/** Includes the API key, because two roles may use one model with different keys. Never leaves this process. */
export function identity(
  { provider, endpoint, model, spec }: ResolvedModel,
  drawn: Pick<Drawn, 'temperature' | 'topP'> | null,
): string {
  return JSON.stringify([provider, endpoint, model, spec.apiKey, drawn?.temperature, drawn?.topP]);
}

export function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

/** The SDK wraps what a fetch throws. */
function ownErrorIn(error: unknown): GroundruleError | EndpointError | null {
  if (error instanceof GroundruleError || error instanceof EndpointError) return error;
  return error instanceof Error ? ownErrorIn(error.cause) : null;
}
