/** Reads a verdict that is given as probabilities: "P(yes) = .03, P(no) = .95", "Yes: 10 %, No: 90 %". */
import type { Answer } from '../../domain/judgement.ts';
import { answerAtStart } from './answer-words.ts';
import type { Reading } from './read-value.ts';

/** From here on a bare probability is a verdict: less sure than this, a model that was asked for one gave none. */
const DECIDED_SHARE = 0.9;

const PROBABILITY =
  /((?:\bp|\bprob(?:ability)?|\bchance|\blikelihood) ?(?:\(| of |_)\s*["']?)?(?<![\p{L}\p{N}])["']?(yes|no|n\/a)["']?\)?(?:\s*(?:[:=≈~]|is)\s*|\s+(?=\d{1,3} ?%))["']?(\d{1,3}(?:\.\d+)? ?%|[01]?\.\d+|[01](?![\d.%]))/giu;

/** Null where fewer than two verdicts have one, unless it is called a probability. */
export function readProbabilities(text: string): Reading | null {
  const shares = new Map<Answer, number>();
  let isNamed = false;
  for (const [, name, word = '', figure = ''] of text.matchAll(PROBABILITY)) {
    const answer = answerAtStart(word, 'spoken')?.answer;
    const share = figure.endsWith('%') ? Number.parseFloat(figure) / 100 : Number(figure);
    if (answer === undefined || share > 1) continue;
    // Two distributions are two verdicts.
    if (shares.has(answer)) return 'undecided';
    shares.set(answer, share);
    isNamed ||= name !== undefined;
  }
  const [yes, no] = [shares.get('yes'), shares.get('no')];
  if (isNamed && shares.size === 1 && yes !== undefined) shares.set('no', 1 - yes);
  if (isNamed && shares.size === 1 && no !== undefined) shares.set('yes', 1 - no);
  if (shares.size < 2) return null;
  const [first] = [...shares].sort(([, one], [, other]) => other - one);
  return first !== undefined && first[1] >= DECIDED_SHARE ? first[0] : 'undecided';
}
