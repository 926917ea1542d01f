/** Makes the LangChain chat model of a specification, with LangChain's own retries, cache and streaming off. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { Dispatcher } from 'undici';
import { SettingError } from '../domain/errors.ts';
import { boundedFetch } from '../web/trusted-fetch.ts';
import { noKey } from './endpoint-error.ts';
import { CHAT_MODEL_CLASS, isAskedOfOpenAi, type ResolvedModel } from './model-spec.ts';
import { WEB_SEARCH_PARAMETERS } from './web-search.ts';

/** Loads an optional package by its name; a test can stand in for it. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** The SDK's own limit lies behind ours, which says what happened. */
const GRACE_MS = 10_000;

/** Node's own fetch ends a wait for headers or for the next bytes after five minutes, whatever is set. */
const MAX_FETCH_WAIT_MS = 300_000;

/** The longest answers with the probabilities of all their words are some ten million. */
const MAX_REPLY_BYTES = 32_000_000;

/** Servers without keys still need some value: the SDK refuses to start without one, and would look into the environment. */
const NO_KEY = 'none';

/** Tokens shown beside each one that was chosen: few servers give more. */
const ALTERNATIVES = 5;

/**
 * @param temperature null: not sent
 * @param extra what is asked for beside an answer; only of servers that speak OpenAI's protocol
 * @param timeoutMs nothing below it may end a call; the caller itself ends it then
 * @throws SettingError that names the key to set, or the package to install
 */
export async function createChatModel(
  resolved: ResolvedModel,
  temperature: number | null,
  extra: 'none' | 'token-probabilities' | 'web-search',
  timeoutMs: number,
  importPackage: ImportPackage,
): Promise<BaseChatModel> {
  const { provider, model, baseUrl, spec } = resolved;
  if (spec.apiKey === null && (provider !== 'openai' || isAskedOfOpenAi(spec))) throw noKey(resolved);
  const common = {
    model,
    apiKey: spec.apiKey ?? NO_KEY,
    maxRetries: 0,
    streaming: false,
    cache: false,
    ...(temperature === null ? {} : { temperature }),
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
  const { ChatOpenAI } = await import('@langchain/openai');
  return new ChatOpenAI({
    ...common,
    ...(extra === 'token-probabilities' ? { logprobs: true, topLogprobs: ALTERNATIVES } : {}),
    ...(extra === 'web-search' ? { modelKwargs: WEB_SEARCH_PARAMETERS } : {}),
    // The Responses API of many compatible servers ignores schemas.
    useResponsesApi: extra === 'web-search',
    // LangChain drops the refusal field of the protocol; it is still in the raw reply.
    __includeRawResponse: true,
    // Null, not absent: absent ones are taken from the environment, and would go to whatever server is asked.
    configuration: {
      ...{ baseURL: baseUrl, organization: null, project: null, fetch: boundedFetch(MAX_REPLY_BYTES) },
      ...(timeoutMs > MAX_FETCH_WAIT_MS ? { fetchOptions: { dispatcher: await patientAgent() } } : {}),
    },
    timeout: timeoutMs + GRACE_MS,
  });
}

async function patientAgent(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ headersTimeout: 0, bodyTimeout: 0 });
}

function constructFrom(module: unknown, packageName: string, className: string, fields: object): BaseChatModel {
  const exported: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, className) : undefined;
  const made: unknown = typeof exported === 'function' ? Reflect.construct(exported, [fields]) : null;
  if (!isChatModel(made))
    throw new SettingError(`The installed ${packageName} has no chat model ${className}.`, {
      advice: `Update it: npm install ${packageName}`,
    });
  return made;
}

/** Not `instanceof`: an installed package may bring its own copy of the core. */
function isChatModel(value: unknown): value is BaseChatModel {
  return typeof value === 'object' && value !== null && 'invoke' in value && typeof value.invoke === 'function';
}
