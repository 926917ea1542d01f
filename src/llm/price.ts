/** What a call takes, in tokens and USD: beforehand and afterwards. An unknown price stays unknown: it is never 0. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import type { ChatMessage, TokenUsage, WebSearch } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import type { Cost } from './budget.ts';
import type { ChatReply } from './chat.ts';
import { countTokens } from './count-tokens.ts';
import type { ResolvedModel } from './model-spec.ts';
import { WEB_SEARCH_COST } from './web-search.ts';

/** USD per million tokens. */
const Price = z.strictObject({
  input: z.number().nonnegative(),
  /** Input that the provider had in its cache; default: the price of input. */
  cachedInput: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** USD per thousand searches of the web by the server's own tool. */
  webSearch: z.number().nonnegative().optional(),
});
export type Price = z.infer<typeof Price>;

/** By endpoint (host with its port, or the provider's name), then by model. */
const PriceTable = z.record(z.string(), z.record(z.string(), Price));
export type PriceTable = z.infer<typeof PriceTable>;

/** Of OpenAI's own tool; what it finds is billed as input. */
const SEARCHES = { webSearch: 10 };

/** The providers' public list prices as of mid 2026; a file of the same shape overrides them. */
const OWN_PRICES: PriceTable = {
  'api.openai.com': {
    'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8, ...SEARCHES },
    'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6, ...SEARCHES },
    'gpt-4.1-nano': { input: 0.1, cachedInput: 0.025, output: 0.4 },
    'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10, ...SEARCHES },
    'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6, ...SEARCHES },
    'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10, ...SEARCHES },
    'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2, ...SEARCHES },
    'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4, ...SEARCHES },
    o3: { input: 2, cachedInput: 0.5, output: 8, ...SEARCHES },
    'o4-mini': { input: 1.1, cachedInput: 0.275, output: 4.4, ...SEARCHES },
  },
};

/** Ours, with those of the user's JSON file over them. @throws InputError where it cannot be used */
export async function loadPrices(overrideFile: string | null): Promise<PriceTable> {
  if (overrideFile === null) return OWN_PRICES;
  const unusable = (reason: string) =>
    new InputError(`The prices in ${overrideFile} cannot be used: ${reason}`, {
      advice:
        'The file looks like {"api.openai.com": {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}}, in USD per million tokens.',
    });
  let overrides: unknown;
  try {
    overrides = JSON.parse(await readFile(overrideFile, 'utf8'));
  } catch (error) {
    throw unusable(String(error));
  }
  const parsed = parseInOurWords(PriceTable, overrides);
  if (!parsed.success) throw unusable(problemLines(parsed.error).join('; '));
  const merged = { ...OWN_PRICES };
  for (const [endpoint, models] of Object.entries(parsed.data)) merged[endpoint] = { ...merged[endpoint], ...models };
  return merged;
}

/** A dated snapshot (`gpt-4o-mini-2024-07-18`) costs what its model does. */
export function findPrice(prices: PriceTable, endpoint: string, model: string): Price | null {
  const models = prices[endpoint];
  return models?.[model] ?? models?.[model.replace(/-\d{4}-\d{2}-\d{2}$/, '')] ?? null;
}

export function costUsd(price: Price | null, usage: Omit<TokenUsage, 'estimated'>): number | null {
  const { webSearches = 0 } = usage;
  if (price === null || (webSearches > 0 && price.webSearch === undefined)) return null;
  const fresh = usage.inputTokens - usage.cachedInputTokens;
  const cached = usage.cachedInputTokens * (price.cachedInput ?? price.input);
  const tokens = (fresh * price.input + cached + usage.outputTokens * price.output) / 1_000_000;
  return tokens + (webSearches * (price.webSearch ?? 0)) / 1_000;
}

/** Beside what is counted; the answers of EvalAgent's steps take 100 on average. */
const CHAT_COST = { webSearches: 0, readTokens: 0, outputTokens: 500 };

export interface PricedCall {
  readonly model: ResolvedModel;
  readonly price: Price | null;
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  readonly webSearch?: WebSearch | undefined;
}

/**
 * Beforehand: the input as counted, and an assumed answer.
 * @param answered tokens that the answers to such calls took so far, on average
 */
export async function estimateCost(ask: PricedCall, answered: number): Promise<Cost> {
  const { webSearches, readTokens, ...assumed } = ask.webSearch === undefined ? CHAT_COST : WEB_SEARCH_COST;
  const outputTokens = Math.max(assumed.outputTokens, Math.ceil(answered));
  const inputTokens = (await countInput(ask)) + readTokens;
  return {
    tokens: inputTokens + outputTokens,
    usd: costUsd(ask.price, { inputTokens, cachedInputTokens: 0, outputTokens, webSearches }),
  };
}

/** Afterwards: the server's own figures, or counted and marked as such. */
export async function usageOf(ask: PricedCall, { text, usage }: ChatReply): Promise<TokenUsage> {
  if (usage !== null) return { ...usage, estimated: false };
  const [inputTokens, outputTokens] = await Promise.all([countInput(ask), countTokens(text)]);
  return { inputTokens, cachedInputTokens: 0, outputTokens, estimated: true };
}

async function countInput({ messages, schema }: PricedCall): Promise<number> {
  return countTokens([...messages.map(({ content }) => content), JSON.stringify(schema.full)].join('\n'));
}
