/** Which model, where, and how it is asked. */
import { InputError } from '../domain/errors.ts';
import type { Capability } from '../domain/model.ts';

export interface ModelSpec {
  /** `gpt-4o-mini`, or `provider:model`. With a base URL: the server's own name for the model, whatever is in it. */
  readonly name: string;
  /** An OpenAI-compatible server, such as `http://127.0.0.1:8000/v1`; null: the provider's own address. */
  readonly baseUrl: string | null;
  /** Null: the server asks for none. Never shown, recorded or hashed. */
  readonly apiKey: string | null;
  /** The variable of a key that is set, for people: of this one, or of one that is not sent to this server. */
  readonly keyVariable?: string;
  /** Null: found out by asking. */
  readonly capability: Capability | null;
}

export interface ResolvedModel {
  readonly spec: ModelSpec;
  readonly provider: string;
  readonly model: string;
  /** Null for providers whose LangChain package knows the address. */
  readonly baseUrl: string | null;
  /** Host and path, or the provider's name: who is asked. No user name, key or query is in it. */
  readonly endpoint: string;
  /** Where its prices stand: the host, or the provider's name. */
  readonly priceList: string;
}

/** Other providers, each by its own LangChain package where that is installed: the chat model's class in it. */
export const CHAT_MODEL_CLASS: Readonly<Record<string, string>> = {
  anthropic: 'ChatAnthropic',
  cohere: 'ChatCohere',
  'google-genai': 'ChatGoogleGenerativeAI',
  groq: 'ChatGroq',
  mistralai: 'ChatMistralAI',
};

const OPENAI_HOST = 'api.openai.com';
const OPENAI_BASE_URL = `https://${OPENAI_HOST}/v1`;

/** OpenAI's reasoning models refuse every temperature but their own. */
const FIXED_TEMPERATURE = /^(o\d|gpt-5(?!.*chat))/;

/** @throws InputError where the base URL cannot be one, or the name is missing */
export function resolveModel(spec: ModelSpec): ResolvedModel {
  const [, prefix, rest] = /^([a-z-]+):(.+)$/.exec(spec.name) ?? [];
  const named =
    prefix !== undefined && rest !== undefined && (prefix === 'openai' || Object.hasOwn(CHAT_MODEL_CLASS, prefix));
  const provider = named && (spec.baseUrl === null || prefix === 'openai') ? prefix : 'openai';
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

/** @throws InputError as `resolveModel` does */
export function isAskedOfOpenAi(spec: ModelSpec): boolean {
  return resolveModel(spec).baseUrl?.startsWith(`https://${OPENAI_HOST}/`) ?? false;
}

export function temperatureFor({ model, priceList }: ResolvedModel, promptTemperature: number | null): number | null {
  return priceList === OPENAI_HOST && FIXED_TEMPERATURE.test(model) ? null : promptTemperature;
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
