/**
 * What an instruction states so plainly that no model is needed to see it: a bound on a measure of the text, and words
 * that it has to have or to avoid. The whole sentence is quoted: a part of it may say the contrary ("never under 150
 * words"), or speak of another text ("a review of a novel of over 300 pages").
 */
import type { ModelPoint } from '../domain/advice.ts';
import { sentences } from '../text/sentences.ts';

const UNIT = String.raw`(?:words?|characters?|letters|sentences?|paragraphs?|lines?|stanzas?|verses|pages?|bullet points|sections?|slides?)`;
const FIGURE = String.raw`\d[\d,.]*(?:\s?(?:-|–|to|and)\s?\d[\d,.]*)?`;
const BOUND = String.raw`(?:(?:no|not) (?:more|fewer|less|longer|shorter) than|(?:more|fewer|less|longer|shorter) than|at (?:least|most)|up to|under|below|over|above|within|exactly|between|(?:a )?(?:maximum|minimum) of)`;
const MEASURE = new RegExp(
  String.raw`\b${BOUND} ${FIGURE} ${UNIT}\b|\b${FIGURE} ${UNIT} (?:or (?:less|fewer|more)|at (?:most|least)|maximum|minimum)\b`,
  'iu',
);
const WORDS_TO_USE =
  /\b(?:includ(?:e|ing)|us(?:e|ing)|contain(?:ing)?|mention(?:ing)?) (?:all )?(?:of )?(?:the |these |this )?(?:following )?(?:key ?words?|words?|phrases?|terms?|hashtags?)\b:?\s+[^.;!?\n]/iu;

export function statedInWords(instruction: string): Omit<ModelPoint, 'id'>[] {
  const stating = sentences(instruction).filter((sentence) => MEASURE.test(sentence) || WORDS_TO_USE.test(sentence));
  return [...new Set(stating)].map((sentence) => {
    const quoted = sentence.replace(/\.$/u, '').replaceAll(/["“”]/gu, "'").replaceAll(/\s+/gu, ' ');
    return {
      origin: 'instruction',
      text: `The response should be as the instruction says: “${quoted}”.`,
      question: `Is the response as the instruction says: “${quoted}”?`,
      explicit: true,
      queryIds: [],
    };
  });
}
