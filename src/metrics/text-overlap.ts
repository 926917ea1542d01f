/** ROUGE F1 (Lin 2004) and BLEU of a text against a reference, for lists of tokens. */
import { counts } from '../domain/groups.ts';

/** ROUGE-N. @returns [0, 1]; null if the reference has fewer than n tokens */
export function rougeN(candidate: readonly string[], reference: readonly string[], n: number): number | null {
  const shared = sharedCount(nGrams(candidate, n), nGrams(reference, n));
  return f1(shared, candidate.length - n + 1, reference.length - n + 1);
}

/** ROUGE-L. @returns [0, 1]; null if the reference has no tokens */
export function rougeL(candidate: readonly string[], reference: readonly string[]): number | null {
  return f1(longestCommonSubsequence(candidate, reference), candidate.length, reference.length);
}

/** 2PR / (P + R) with P = shared / ofCandidate and R = shared / ofReference. */
function f1(shared: number, ofCandidate: number, ofReference: number): number | null {
  return ofReference <= 0 ? null : (2 * shared) / (Math.max(0, ofCandidate) + ofReference);
}

function longestCommonSubsequence(one: readonly string[], other: readonly string[]): number {
  let previous = new Array<number>(other.length + 1).fill(0);
  for (const token of one) {
    const current = [0];
    for (const [index, candidate] of other.entries()) {
      const longer = Math.max(previous[index + 1] ?? 0, current[index] ?? 0);
      current.push(token === candidate ? (previous[index] ?? 0) + 1 : longer);
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

const MAX_N = 4;

/**
 * BLEU-4 (Papineni et al. 2002) with brevity penalty and add-one smoothing for n > 1 (Lin and Och 2004): without smoothing a
 * short text without a common 4-gram would score 0.
 * @returns [0, 1]; null if the reference has no tokens
 */
export function bleu(candidate: readonly string[], reference: readonly string[]): number | null {
  if (reference.length === 0) return null;
  if (candidate.length === 0) return 0;
  let logSum = 0;
  for (let n = 1; n <= MAX_N; n++) {
    const add = n === 1 ? 0 : 1;
    const runs = Math.max(0, candidate.length - n + 1);
    const matches = sharedCount(nGrams(candidate, n), nGrams(reference, n));
    if (matches + add === 0) return 0;
    logSum += Math.log((matches + add) / (runs + add)) / MAX_N;
  }
  const brevity = Math.min(0, 1 - reference.length / candidate.length);
  return Math.exp(logSum + brevity);
}

/** Empty for fewer than n tokens. */
function nGrams(tokens: readonly string[], n: number): Map<string, number> {
  const runs = Array.from({ length: Math.max(0, tokens.length - n + 1) }, (_, start) => tokens.slice(start, start + n));
  return counts(runs.map((run) => run.join('\u0000')));
}

/** Size of the multiset intersection. */
function sharedCount(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [gram, count] of one) shared += Math.min(count, other.get(gram) ?? 0);
  return shared;
}
