/** The words and figures that judges answer with. */
import { z } from 'zod';
import type { Answer } from '../../domain/judgement.ts';
import { readVerdict } from '../read-verdict.ts';

export const ANSWER_WORDS = ['YES', 'NO', 'N/A'] as const;
export const ANSWERS: Readonly<Record<(typeof ANSWER_WORDS)[number], Answer>> = {
  YES: 'yes',
  NO: 'no',
  'N/A': 'not-applicable',
};

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.preprocess(asOffered(words), z.enum(words));
}

/** Enumerated, because servers with strict schemas keep lists of values but not bounds. */
export function figureOf<const Figure extends number>(figures: readonly Figure[]) {
  return z.preprocess(
    (written) => asOffered(figures)(bareFigure(written)),
    z.literal(figures).meta({ type: 'integer' }),
  );
}

/** Also as levels are shown: “[2]”. */
const bareFigure = (written: unknown): unknown =>
  typeof written === 'string' ? written.replace(/^\[(\d+)\]$/u, '$1') : written;

/** Also as "NA" and "not applicable". */
export const AnswerWord = z.preprocess(
  (written) =>
    ANSWER_WORDS.find((word) => [word, ANSWERS[word]].some((known) => bareLetters(known) === bareLetters(written))) ??
    written,
  oneOf(ANSWER_WORDS),
);

const bareLetters = (written: unknown): unknown =>
  typeof written === 'string' ? written.toLowerCase().replace(/[\s/._*-]/gu, '') : written;

/** Where no server holds a model to the schema, it writes "No", "[No]", "Response B", a figure as text, or a word as a figure. */
function asOffered(choices: readonly (string | number)[]) {
  return (written: unknown): unknown => {
    if (typeof written !== 'string' && typeof written !== 'number') return written;
    const text = String(written).replace(/^\[([^[\]]*)\]$/u, '$1');
    return choices.find((choice) => String(choice) === text) ?? readVerdict(text, choices) ?? written;
  };
}
