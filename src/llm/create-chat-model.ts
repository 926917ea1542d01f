/** Creates the LangChain chat model of a specification, without LangChain's retries, cache and streaming. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatOpenAICompletions } from '@langchain/openai';
import type { Dispatcher } from 'undici';
import { SettingError } from '../domain/errors.ts';
import { proxyTo } from '../web/proxy.ts';
import { createTextFetch } from '../web/text-fetch.ts';
import type { Drawn } from './answer-key.ts';
import { noKey } from './explain-failure.ts';
import { CHAT_MODEL_CLASS, isAskedOfOpenAi, type ResolvedModel } from './model-spec.ts';
import { withOpenAiErrors } from './openai-errors.ts';
import { WEB_SEARCH_PARAMETERS } from './web-search.ts';

/** Loads an optional package by name. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** The SDK's timeout comes after ours, whose error says what happened. */
const GRACE_MS = 10_000;

/** The longest answers with token probabilities take about ten million. */
const MAX_REPLY_BYTES = 32_000_000;

/** For servers without keys: without a value the SDK reads the environment, then refuses to start. */
export const NO_KEY = 'none';

/** Alternatives per token. Few servers support more. */
const TOP_LOGPROBS = 5;

/** Models of OpenAI that have no chat completions, for which LangChain takes the Responses API. */
const ONLY_RESPONSES = /^gpt-5\.\d-pro|codex/;

/** What to request beside the answer. Only for servers with OpenAI's protocol. */
export type ChatModelExtra = 'none' | 'token-probabilities' | 'web-search';

/**
 * @param timeoutMs the caller ends a call after this time; the SDK must not end it earlier
 * @param fetch for servers with OpenAI's protocol: sends in another way; null: over the network
 * @throws SettingError that names the key to set, or the package to install; InputError for a proxy that cannot be one
 */
export async function createChatModel(
  resolved: ResolvedModel,
  { temperature, topP }: Pick<Drawn, 'temperature' | 'topP'>,
  extra: ChatModelExtra,
  timeoutMs: number,
  importPackage: ImportPackage,
  fetch: typeof globalThis.fetch | null,
): Promise<BaseChatModel | ChatOpenAICompletions> {
  const { provider, model, baseUrl, spec } = resolved;
  if (spec.apiKey === null && (provider !== 'openai' || isAskedOfOpenAi(spec))) throw noKey(resolved);
  const common = {
    model,
    apiKey: spec.apiKey ?? NO_KEY,
    maxRetries: 0,
    streaming: false,
    cache: false,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { topP }),
  };
  const className = CHAT_MODEL_CLASS[provider];
  if (className !== undefined) {
    const packageName = `@langchain/${provider}`;
    const loaded = await importPackage(packageName).catch((error: unknown) => {
      throw new SettingError(`Models of ${provider} need the package ${packageName}, which cannot be loaded.`, {
        advice: `Install it: npm install ${packageName}`,
        cause: error,
      });
    });
    return constructFrom(loaded, packageName, className, common);
  }
  const { ChatOpenAI, ChatOpenAICompletions, ChatOpenAIResponses } = await import('./openai-client.ts');
  const openAi = {
    ...common,
    // Null: the SDK would read undefined ones from the environment and send them to any server.
    configuration: {
      baseURL: baseUrl,
      organization: null,
      project: null,
      fetch: withOpenAiErrors(fetch ?? (await createTextFetch(MAX_REPLY_BYTES, await proxyOf(resolved)))),
    },
    timeout: timeoutMs + GRACE_MS,
  };
  if (extra === 'web-search') return new ChatOpenAIResponses({ ...openAi, modelKwargs: WEB_SEARCH_PARAMETERS });
  const logprobs = extra === 'token-probabilities' ? { logprobs: true, topLogprobs: TOP_LOGPROBS } : {};
  if (!hasCompletions(resolved)) return new ChatOpenAI({ ...openAi, ...logprobs });
  // On many compatible servers the Responses API ignores schemas.
  return new ChatOpenAICompletions({ ...openAi, ...logprobs });
}

/** As what batches hold. Other models have other ways. */
export function hasCompletions({ provider, model, spec }: ResolvedModel): boolean {
  return provider === 'openai' && !(isAskedOfOpenAi(spec) && ONLY_RESPONSES.test(model));
}

/** Null: none; the packages of other providers have their own ways. @throws InputError for a proxy that cannot be one */
export async function proxyOf({ baseUrl, spec }: ResolvedModel): Promise<Dispatcher | null> {
  return baseUrl === null ? null : proxyTo(new URL(baseUrl), spec.proxy ?? null);
}

function constructFrom(module: unknown, packageName: string, className: string, fields: object): BaseChatModel {
  const exported: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, className) : undefined;
  const chatModel: unknown = typeof exported === 'function' ? Reflect.construct(exported, [fields]) : null;
  if (!isChatModel(chatModel))
    throw new SettingError(`The installed ${packageName} has no chat model ${className}.`, {
      advice: `Update it: npm install ${packageName}`,
    });
  return chatModel;
}

/** Not `instanceof`: the package may have its own copy of @langchain/core. */
function isChatModel(value: unknown): value is BaseChatModel {
  return typeof value === 'object' && value !== null && 'invoke' in value && typeof value.invoke === 'function';
}
