/** Similarity of checklists in words and length (TICK, §4.1). */
import { words } from '../text/words.ts';
import { bleu, rougeL, rougeN } from './text-overlap.ts';
import { mean, meanOf, requireSome } from './mean.ts';

interface ChecklistSimilarity {
  /** [0, 1], like the F1 figures; null if the human checklist has no words. */
  readonly bleu: number | null;
  readonly rouge1: number | null;
  readonly rouge2: number | null;
  readonly rougeL: number | null;
  /** Mean absolute error of the number of questions. */
  readonly countError: number | null;
}

/**
 * Joins the questions of each checklist in order. Tokens are lower-case words (`words` of src/text).
 * @param generated checklists for the same instruction; the figures are means over them. TICK uses two
 * @throws InputError without generated checklists
 */
export function checklistSimilarity(
  generated: readonly (readonly string[])[],
  human: readonly string[],
): ChecklistSimilarity {
  requireSome(generated, 'generated checklists');
  const reference = human.flatMap(words);
  const figure = (of: (candidate: readonly string[], reference: readonly string[]) => number | null) =>
    // Null depends only on the reference: all are null or none.
    meanOf(generated.map((questions) => of(questions.flatMap(words), reference))).value;
  return {
    bleu: figure(bleu),
    rouge1: figure((one, other) => rougeN(one, other, 1)),
    rouge2: figure((one, other) => rougeN(one, other, 2)),
    rougeL: figure(rougeL),
    countError: mean(generated.map((questions) => Math.abs(questions.length - human.length))),
  };
}
