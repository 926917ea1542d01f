/** Probabilities of choice words in an answer, from its token probabilities. */
import { z } from 'zod';
import type { WordChoice } from '../domain/model.ts';

const Token = z.object({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int()).nullish().catch(undefined),
});

/** Format of OpenAI's protocol. */
export const TokenProbabilities = z.object({
  content: z.array(Token.extend({ top_logprobs: z.array(Token).default([]) })).nullish(),
});

type ScoredToken = NonNullable<z.infer<typeof TokenProbabilities>['content']>[number];

/** No list of answers is longer. */
const MAX_PLACES = 500;

/** @param words exactly as in the answer; a token counts for the word that it begins */
export function wordChoices(
  text: string,
  tokens: readonly ScoredToken[] | null,
  words: readonly string[],
): WordChoice[] | null {
  if (tokens === null || words.length === 0) return null;
  const places: WordChoice[] = [];
  for (const { token: chosen, start } of withOffsets(tokens)) {
    const lead = chosen.token.length - chosen.token.replace(/^[^\p{L}\p{N}]+/u, '').length;
    const found = words.find((word) => text.startsWith(word, start + lead));
    if (found === undefined || wordBegunBy(chosen.token, words) !== found) continue;
    const probabilities: Record<string, number> = {};
    for (const [token, logprob] of alternativesOf(chosen)) {
      const word = wordBegunBy(token, words);
      if (word !== null) probabilities[word] = Math.min(1, (probabilities[word] ?? 0) + Math.exp(logprob));
    }
    places.push({ start: start + lead, probabilities });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** Adds text offsets. A token may end inside a character, so this uses the token's bytes if the server sends them. */
function* withOffsets(tokens: readonly ScoredToken[]): Generator<{ token: ScoredToken; start: number }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = 0;
  for (const token of tokens) {
    yield { token, start };
    const bytes = token.bytes ?? Buffer.from(token.token, 'utf8');
    start += decoder.decode(Uint8Array.from(bytes), { stream: true }).length;
  }
}

/** The chosen token and its alternatives, without duplicates. */
function alternativesOf({ token, logprob, top_logprobs: others }: ScoredToken): Map<string, number> {
  return new Map([[token, logprob], ...others.map((other) => [other.token, other.logprob] as const)]);
}

/** Null also if the token begins more than one word. */
function wordBegunBy(token: string, words: readonly string[]): string | null {
  const letters = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, '');
  const candidates = letters === '' ? [] : words.filter((word) => word.startsWith(letters));
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}
