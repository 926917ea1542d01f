/**
 * What an instruction states so plainly that no model is needed to see it, in its own words: a bound on a measure of the
 * text, and words that it has to have. Anything less plain is left out.
 */
import type { ModelPoint } from '../domain/advice.ts';

const UNIT = String.raw`(?:words?|characters?|letters|sentences?|paragraphs?|lines?|stanzas?|verses|pages?|bullet points|sections?|slides?)`;
const FIGURE = String.raw`\d[\d,.]*(?:\s?(?:-|–|to|and)\s?\d[\d,.]*)?`;
const BOUND = String.raw`(?:(?:no|not) (?:more|fewer|less|longer|shorter) than|(?:more|fewer|less|longer|shorter) than|at (?:least|most)|up to|under|below|over|above|within|exactly|between|(?:a )?(?:maximum|minimum) of)`;
const MEASURE = new RegExp(
  String.raw`\b${BOUND} ${FIGURE} ${UNIT}\b|\b${FIGURE} ${UNIT} (?:or (?:less|fewer|more)|at (?:most|least)|maximum|minimum)\b`,
  'giu',
);
const WORDS_TO_USE =
  /\b(?:includ(?:e|ing)|us(?:e|ing)|contain(?:ing)?|mention(?:ing)?) (?:all )?(?:of )?(?:the |these |this )?(?:following )?(?:key ?words?|words?|phrases?|terms?|hashtags?)\b:?\s+[^.;!?\n]+/giu;

export function statedInWords(instruction: string): Omit<ModelPoint, 'id'>[] {
  // A bound in a list of words to use would be stated twice.
  const lists = instruction.match(WORDS_TO_USE) ?? [];
  const measures = instruction.replaceAll(WORDS_TO_USE, '\n').match(MEASURE) ?? [];
  return [...new Set([...measures, ...lists])].map((found) => {
    const said = found.trim().replaceAll(/["“”]/gu, "'").replaceAll(/\s+/gu, ' ');
    return {
      origin: 'instruction',
      text: `The response should be as the instruction says: “${said}”.`,
      question: `Is the response as the instruction says: “${said}”?`,
      explicit: true,
      queryIds: [],
    };
  });
}
