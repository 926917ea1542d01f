/** The words that judges answer with. */
import type { Answer } from '../../domain/judgement.ts';

export const ANSWER_WORDS = ['YES', 'NO', 'N/A'] as const;
export const ANSWERS: Readonly<Record<(typeof ANSWER_WORDS)[number], Answer>> = {
  YES: 'yes',
  NO: 'no',
  'N/A': 'not-applicable',
};
