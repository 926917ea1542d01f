/**
 * Demands that patterns can find in an instruction without a model: limits of length, and words to use or avoid. Quotes whole
 * sentences: a part may mean the opposite ("never under 150 words"), or refer to another text ("a review of a novel of over
 * 300 pages").
 */
import type { ModelPoint } from '../domain/advice.ts';
import { isFull, unwrappedLines } from '../text/line-breaks.ts';
import { sentences } from '../text/sentences.ts';

const UNIT = String.raw`(?:words?|characters?|letters|sentences?|paragraphs?|lines?|stanzas?|verses|pages?|bullet points|sections?|slides?)`;
const FIGURE = String.raw`\d[\d,.]*(?:\s?(?:-|–|to|and)\s?\d[\d,.]*)?`;
const EXTREME = String.raw`(?:max|min)(?:imum)?\.?`;
const BOUND = String.raw`(?:(?:no|not) (?:more|fewer|less|longer|shorter) than|(?:more|fewer|less|longer|shorter) than|at (?:least|most)|up to|under|below|over|above|within|exactly|between|(?:a )?${EXTREME}(?: of)?)`;
const MEASURE = new RegExp(
  String.raw`\b${BOUND} ${FIGURE} ${UNIT}\b|\b${FIGURE} ${UNIT} (?:or (?:less|fewer|more)|at (?:most|least)|${EXTREME})(?!\p{L})`,
  'iu',
);
const WORDS_TO_USE =
  /\b(?:includ(?:e|ing)|us(?:e|ing)|contain(?:ing)?|mention(?:ing)?) (?:all )?(?:of )?(?:the |these |this )?(?:following )?(?:key ?words?|words?|phrases?|terms?|hashtags?)\b:?\s+[^.;!?\n]/iu;

/** After a short line without a comma, lower case proves nothing: some people begin all sentences so. */
const continues = (before: string, line: string): boolean =>
  (before.endsWith(',') || isFull(before)) && /^[\p{Ll}\d]/u.test(line);

export function statedDemandsOf(instruction: string): Omit<ModelPoint, 'id'>[] {
  const text = unwrappedLines(instruction, continues).join('\n');
  const stating = sentences(text).filter((sentence) => MEASURE.test(sentence) || WORDS_TO_USE.test(sentence));
  return [...new Set(stating)].map((sentence) => {
    const quoted = sentence
      .replace(/[.,;:]$/u, '')
      .replaceAll(/["“”]/gu, "'")
      .replaceAll(/\s+/gu, ' ');
    return {
      origin: 'instruction',
      text: `The response should be as the instruction says: “${quoted}”.`,
      question: `Is the response as the instruction says: “${quoted}”?`,
      explicit: true,
      queryIds: [],
    };
  });
}
