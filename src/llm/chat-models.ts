/** Sends requests through LangChain's chat models, which are created on first use. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatOpenAICompletions } from '@langchain/openai';
import { GroundruleError, SettingError } from '../domain/errors.ts';
import { PROBE } from '../domain/model.ts';
import type { Clock } from '../domain/run-context.ts';
import type { Drawn } from './answer-key.ts';
import type { AnswerSourceOptions } from './answer-source.ts';
import type { BatchFetch } from './batch/batch-fetch.ts';
import { sendChat } from './chat.ts';
import { sendCompletion } from './chat-completion.ts';
import { createChatModel, type ChatModelExtra, type ImportPackage } from './create-chat-model.ts';
import { EndpointError, toEndpointError } from './endpoint-error.ts';
import type { ResolvedModel } from './model-spec.ts';
import { withTimeout } from '../web/abort.ts';
import { sendWebSearch } from './web-search.ts';

export type Batches = (model: ResolvedModel, direct: typeof globalThis.fetch) => BatchFetch;

interface ChatModel {
  readonly chatModel: BaseChatModel | ChatOpenAICompletions;
  /** Null: every call goes by itself. */
  readonly batch: BatchFetch | null;
}

export function createSender(
  clock: Clock,
  timeoutMs: number,
  importPackage: ImportPackage,
  batches: Batches | null,
): AnswerSourceOptions['send'] {
  const chatModels = new Map<string, Promise<ChatModel>>();
  /** By server and model: what the server takes of a model at once is shared by all that is asked of it. */
  const batchFetches = new Map<string, BatchFetch>();
  const modelsWithoutProbabilities = new Set<string>();

  function chatModelFor(model: ResolvedModel, { temperature, topP }: Drawn, extra: ChatModelExtra) {
    const drawn = { temperature, topP };
    const key = `${identity(model, drawn)} ${extra}`;
    const chatModel = getOrCreate(chatModels, key, async () => {
      let batch: BatchFetch | null = null;
      const fetchBy = (direct: typeof globalThis.fetch) => {
        if (batches !== null) batch = getOrCreate(batchFetches, identity(model, null), () => batches(model, direct));
        return batch?.fetch ?? direct;
      };
      return {
        chatModel: await createChatModel(model, drawn, extra, timeoutMs, importPackage, fetchBy),
        batch,
      };
    });
    // Do not cache a failure to load the package.
    chatModel.catch(() => chatModels.delete(key));
    return chatModel;
  }

  return async (request, drawn, capability, signal) => {
    const { model, choiceWords, messages, webSearch, label, msLeft } = request;
    refuseNotTaken(model, drawn);
    if (webSearch !== undefined) {
      const { chatModel } = await chatModelFor(model, drawn, 'web-search');
      return sendWebSearch(chatModel, messages, webSearch, signal);
    }
    const send = async (extra: ChatModelExtra) => {
      const { chatModel, batch } = await chatModelFor(model, drawn, extra);
      // What a server can do is asked at once: all else waits for it.
      const call = batch === null || label.role === PROBE ? null : request.key;
      const asked = { ...request, seed: drawn.seed };
      const sent = (limited: AbortSignal) =>
        'completionWithRetry' in chatModel
          ? sendCompletion(chatModel, asked, capability, limited, call)
          : sendChat(chatModel, asked, capability, limited);
      // What waits in a batch when the time is over is there for the next run. Whoever sends limits the time of all else.
      const reply = await (call === null ? sent(signal) : withTimeout(Math.min(timeoutMs, msLeft), signal, sent)).catch(
        (error: unknown) => {
          throw batch === null ? error : (ownErrorIn(error) ?? error);
        },
      );
      return call !== null && batch?.isBatched(call) === true ? { ...reply, isBatched: true as const } : reply;
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
  return JSON.stringify([provider, endpoint, model, spec.apiKey, drawn]);
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
