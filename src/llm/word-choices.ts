/** How probable each of a few words was where an answer says one of them, from the probabilities of its tokens. */
import { z } from 'zod';
import type { WordChoice } from '../domain/model.ts';

const Token = z.object({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int()).nullish().catch(undefined),
});

/** As OpenAI's protocol sends them. */
export const TokenProbabilities = z.object({
  content: z.array(Token.extend({ top_logprobs: z.array(Token).default([]) })).nullish(),
});

type ShownToken = NonNullable<z.infer<typeof TokenProbabilities>['content']>[number];

/** More places than this are no list of answers. */
const MAX_PLACES = 500;

/** @param words as the answer has to write them; a token counts for the one that it begins */
export function wordChoices(
  text: string,
  tokens: readonly ShownToken[] | null,
  words: readonly string[],
): WordChoice[] | null {
  if (tokens === null || words.length === 0) return null;
  const places: WordChoice[] = [];
  for (const { shown, start } of placed(tokens)) {
    const lead = shown.token.length - shown.token.replace(/^[^\p{L}\p{N}]+/u, '').length;
    const said = words.find((word) => text.startsWith(word, start + lead));
    if (said === undefined || wordBegunBy(shown.token, words) !== said) continue;
    const probabilities: Record<string, number> = {};
    for (const [token, logprob] of distinct(shown)) {
      const word = wordBegunBy(token, words);
      if (word !== null) probabilities[word] = Math.min(1, (probabilities[word] ?? 0) + Math.exp(logprob));
    }
    places.push({ start: start + lead, probabilities });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** Tokens may cut a character: its bytes tell where each begins, where the server sends them. */
function* placed(tokens: readonly ShownToken[]): Generator<{ shown: ShownToken; start: number }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = 0;
  for (const shown of tokens) {
    yield { shown, start };
    const bytes = shown.bytes ?? Buffer.from(shown.token, 'utf8');
    start += decoder.decode(Uint8Array.from(bytes), { stream: true }).length;
  }
}

/** The chosen token stands among its alternatives too. */
function distinct({ token, logprob, top_logprobs: others }: ShownToken): Map<string, number> {
  return new Map([[token, logprob], ...others.map((other) => [other.token, other.logprob] as const)]);
}

/** Null also where a token begins more than one word. */
function wordBegunBy(token: string, words: readonly string[]): string | null {
  const letters = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, '');
  const begun = letters === '' ? [] : words.filter((word) => word.startsWith(letters));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}
