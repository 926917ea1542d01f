/** Which model to use, and where. */
import { InputError, SettingError } from '../domain/errors.ts';
import type { Capability } from '../domain/model.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';

export interface ModelSpec {
  /** `gpt-4o-mini` or `provider:model`. With a base URL: the server's name of the model, with any characters. */
  readonly name: string;
  /** An OpenAI-compatible server, such as `http://127.0.0.1:8000/v1`; null: the provider's address. */
  readonly baseUrl: string | null;
  /** Null: the server needs none. Never shown, recorded or hashed. */
  readonly apiKey: string | null;
  /** For messages: the variable of this key, or of a key that is not sent to this server. */
  readonly keyVariable?: string;
  /** On the way to the server; absent: none. Never shown, recorded or hashed, since it may hold a password. */
  readonly proxy?: ProxySettings | null;
  /** Null: found by a probe. */
  readonly capability: Capability | null;
}

export interface ResolvedModel {
  readonly spec: ModelSpec;
  readonly provider: string;
  readonly model: string;
  /** Null for providers whose LangChain package knows the address. */
  readonly baseUrl: string | null;
  /** Host and path, or the provider's name. Contains no user name, key or query. */
  readonly endpoint: string;
  /** Key in the price table: the host, or the provider's name. */
  readonly priceList: string;
}

/** Class name of the chat model in the provider's LangChain package, an optional dependency. */
export const CHAT_MODEL_CLASS: Readonly<Record<string, string>> = {
  anthropic: 'ChatAnthropic',
  cohere: 'ChatCohere',
  'google-genai': 'ChatGoogleGenerativeAI',
  groq: 'ChatGroq',
  mistralai: 'ChatMistralAI',
};

const OPENAI_HOST = 'api.openai.com';
const OPENAI_BASE_URL = `https://${OPENAI_HOST}/v1`;

/** OpenAI's reasoning models accept only their default temperature. */
const REASONING = /^(o\d|gpt-5(?!.*chat))/;

export function isReasoningModel(model: string): boolean {
  return REASONING.test(model);
}

/** @throws InputError for an invalid base URL, an empty name, or a key that cannot be sent */
export function resolveModel(unchecked: ModelSpec): ResolvedModel {
  const spec = { ...unchecked, apiKey: sendableKey(unchecked) };
  const [, prefix, rest] = /^([a-z-]+):(.+)$/.exec(spec.name) ?? [];
  const hasProviderPrefix =
    prefix !== undefined && rest !== undefined && (prefix === 'openai' || Object.hasOwn(CHAT_MODEL_CLASS, prefix));
  const provider = hasProviderPrefix && (spec.baseUrl === null || prefix === 'openai') ? prefix : 'openai';
  const model = provider === prefix && rest !== undefined ? rest : spec.name;
  if (model.trim() === '') throw new InputError('The name of the model is empty.');
  if (provider !== 'openai') return { spec, provider, model, baseUrl: null, endpoint: provider, priceList: provider };
  const url = parseBaseUrl(spec.baseUrl ?? OPENAI_BASE_URL);
  const path = url.pathname.replace(/\/+$/, '');
  return {
    spec,
    provider,
    model,
    baseUrl: `${url.origin}${path}`,
    endpoint: `${url.host}${path}`,
    priceList: url.host,
  };
}

/** Without white space or a byte order mark around it. Spaces in it are allowed: servers without keys take any text. */
function sendableKey({ apiKey, keyVariable }: ModelSpec): string | null {
  const key = apiKey?.trim() ?? null;
  if (key === null || /^[\x20-\x7e]*$/u.test(key)) return key;
  // The message does not show the key.
  throw new SettingError('The API key of the model server has invalid characters.', {
    advice: `Copy the key${keyVariable === undefined ? '' : ` into ${keyVariable}`} (programs: “apiKey”) again.`,
  });
}

/** @throws InputError as `resolveModel` does */
export function isAskedOfOpenAi(spec: ModelSpec): boolean {
  return resolveModel(spec).baseUrl?.startsWith(`https://${OPENAI_HOST}/`) ?? false;
}

export function temperatureFor({ model, priceList }: ResolvedModel, promptTemperature: number | null): number | null {
  return priceList === OPENAI_HOST && isReasoningModel(model) ? null : promptTemperature;
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new InputError(`The base URL of the model server is not an http(s) address: ${text}`, {
      advice: 'It looks like http://127.0.0.1:8000/v1.',
    });
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new InputError('The base URL of the model server must not contain a user name, a password or a query.', {
      advice: 'Give the key as the API key instead.',
    });
  return url;
}
