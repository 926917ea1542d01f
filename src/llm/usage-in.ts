/** What a reply says that it took. Read by itself: a reply that is no answer may be billed. */
import { z } from 'zod';
import type { ChatReply } from './chat.ts';

const Reply = z.object({ usage: z.record(z.string(), z.unknown()) });
const Input = z.int().positive();
const Output = z.int().nonnegative();
const Details = z.object({ cached_tokens: Output });

/** Null without one of the two counts: we count then. */
export function usageIn(
  reply: unknown,
  input: 'prompt' | 'input',
  output: 'completion' | 'output',
): ChatReply['usage'] {
  const usage = Reply.safeParse(reply).data?.usage;
  const inputTokens = Input.safeParse(usage?.[`${input}_tokens`]).data;
  const outputTokens = Output.safeParse(usage?.[`${output}_tokens`]).data;
  if (inputTokens === undefined || outputTokens === undefined) return null;
  const cached = Details.safeParse(usage?.[`${input}_tokens_details`]).data?.cached_tokens ?? 0;
  return { inputTokens, cachedInputTokens: Math.min(inputTokens, cached), outputTokens };
}
