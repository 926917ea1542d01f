/** Cost of a call in tokens and USD: the estimate and the actual cost. An unknown price is null, never 0. */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import { readUtf8 } from '../text/read-utf8.ts';
import type { ChatMessage, TokenUsage, WebSearch } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import type { Cost } from './reservation.ts';
import type { ChatReply } from './chat.ts';
import { countTokens, loadTokenCounter } from './count-tokens.ts';
import type { ResolvedModel } from './model-spec.ts';
import { webSearchCost } from './web-search.ts';

/** USD per million tokens. */
const Price = z.strictObject({
  input: z.number().nonnegative(),
  /** Input from the provider's prompt cache. Default: the price of input. */
  cachedInput: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** USD per thousand web searches by the server's tool. */
  webSearch: z.number().nonnegative().optional(),
});
export type Price = z.infer<typeof Price>;

/** By endpoint (host with its port, or the provider's name), then by model. */
const PriceTable = z.record(z.string(), z.record(z.string(), Price));
export type PriceTable = z.infer<typeof PriceTable>;

/** OpenAI's search tool. The pages that it finds are billed as input. */
const SEARCHES = { webSearch: 10 };

/** Public list prices as of mid 2026. A file of the same shape overrides them. */
const DEFAULT_PRICES: PriceTable = {
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

/** The default prices, overridden by the user's JSON file. @throws InputError if the file is invalid */
export async function loadPrices(overrideFile: string | null): Promise<PriceTable> {
  if (overrideFile === null) return DEFAULT_PRICES;
  const unusable = (reason: string) =>
    new InputError(`Invalid price file ${overrideFile}: ${reason}`, {
      advice:
        'The file looks like {"api.openai.com": {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}}, in USD per million tokens.',
    });
  let overrides: unknown;
  try {
    overrides = JSON.parse(await readUtf8(overrideFile));
  } catch (error) {
    throw unusable(String(error));
  }
  const parsed = parseInOurWords(PriceTable, overrides);
  if (!parsed.success) throw unusable(problemLines(parsed.error).join('; '));
  const address = Object.keys(parsed.data).find((endpoint) => endpoint.includes('/'));
  if (address !== undefined) throw unusable(`${address} is not a host, such as 127.0.0.1:8080: leave out the rest`);
  const merged = { ...DEFAULT_PRICES };
  for (const [endpoint, models] of Object.entries(parsed.data)) merged[endpoint] = { ...merged[endpoint], ...models };
  return merged;
}

/** A dated snapshot (`gpt-4o-mini-2024-07-18`) has the price of its model. */
export function findPrice(prices: PriceTable, endpoint: string, model: string): Price | null {
  const models = prices[endpoint];
  return models?.[model] ?? models?.[model.replace(/-\d{4}-\d{2}-\d{2}$/, '')] ?? null;
}

/** Of the price of a token, in a batch. */
const BATCH_SHARE = 0.5;

export function costUsd(price: Price | null, usage: Omit<TokenUsage, 'estimated'>): number | null {
  const { webSearches = 0 } = usage;
  if (price === null || (webSearches > 0 && price.webSearch === undefined)) return null;
  const fresh = usage.inputTokens - usage.cachedInputTokens;
  const cached = usage.cachedInputTokens * (price.cachedInput ?? price.input);
  const tokens = (fresh * price.input + cached + usage.outputTokens * price.output) / 1_000_000;
  return tokens * (usage.isBatched === true ? BATCH_SHARE : 1) + (webSearches * (price.webSearch ?? 0)) / 1_000;
}

/** Assumed answer length; EvalAgent's answers take 100 tokens on average. */
const CHAT_COST = { webSearches: 0, readTokens: 0, outputTokens: 500 };

export interface PricedCall {
  readonly model: ResolvedModel;
  readonly price: Price | null;
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  readonly webSearch?: WebSearch | undefined;
  /** It goes in a batch. */
  readonly isBatched: boolean;
}

/**
 * Without its answer: counted input and assumed output.
 * @param averageAnswerTokens of earlier calls of the same kind
 * @param searches of the web that it made; absent: as many as it may
 */
export async function estimateUsage(
  call: PricedCall,
  averageAnswerTokens: number,
  searches?: number,
): Promise<TokenUsage> {
  const assumed = call.webSearch === undefined ? CHAT_COST : webSearchCost(searches);
  const { webSearches } = assumed;
  const outputTokens = Math.max(assumed.outputTokens, Math.ceil(averageAnswerTokens));
  const inputTokens = (await countInput(call)) + assumed.readTokens;
  return { inputTokens, cachedInputTokens: 0, outputTokens, webSearches, ...batchedAs(call), estimated: true };
}

export function batchedAs({ isBatched }: Pick<PricedCall, 'isBatched'>): Pick<TokenUsage, 'isBatched'> {
  return isBatched ? { isBatched } : {};
}

export function costOf({ price }: PricedCall, usage: TokenUsage): Cost {
  return { tokens: usage.inputTokens + usage.outputTokens, usd: costUsd(price, usage) };
}

/** After the call: the server's figures, or our own count, marked as estimated. */
export async function usageOf(call: PricedCall, reply: ChatReply): Promise<TokenUsage> {
  const { text, usage, webSearches } = reply;
  if (usage !== null) return { ...usage, ...batchedAs(call), estimated: false };
  // Its text is not the answer.
  if (webSearches !== undefined) return estimateUsage(call, 0, webSearches);
  const [inputTokens, outputTokens] = await Promise.all([countInput(call), countTokens(text)]);
  return { inputTokens, cachedInputTokens: 0, outputTokens, ...batchedAs(call), estimated: true };
}

/** Each part by itself: instructions and schema are those of earlier calls. */
async function countInput({ messages, schema }: PricedCall): Promise<number> {
  const count = await loadTokenCounter();
  return messages.reduce((sum, { content }) => sum + count(content) + 1, count(JSON.stringify(schema.full)));
}
