/** What a call will take, and what it took where the server does not say. */
import type { ChatMessage, TokenUsage } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import type { Cost } from './budget.ts';
import type { ChatReply } from './chat.ts';
import { countTokens } from './count-tokens.ts';
import type { ResolvedModel } from './model-spec.ts';
import { costUsd, type Price } from './price.ts';

/** For a call whose answer has no limit of its own; the answers of EvalAgent's steps take 100 on average. */
const ASSUMED_OUTPUT_TOKENS = 500;

export interface PricedCall {
  readonly model: ResolvedModel;
  readonly price: Price | null;
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
}

/** Beforehand: the input as counted, and the longest answer allowed or an assumed one. */
export async function estimateCost(ask: PricedCall): Promise<Cost> {
  const inputTokens = await countInput(ask);
  const outputTokens = ask.model.spec.maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS;
  return {
    tokens: inputTokens + outputTokens,
    usd: costUsd(ask.price, { inputTokens, cachedInputTokens: 0, outputTokens }),
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
