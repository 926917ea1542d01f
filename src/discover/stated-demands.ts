/** Demands that patterns can find in an instruction without a model: limits of length, and words to use. */
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

export function statedDemandsOf(instruction: string): Omit<ModelPoint, 'id'>[] {
  // Do not count a limit inside a list of words to use twice.
  const lists = instruction.match(WORDS_TO_USE) ?? [];
  const measures = instruction.replaceAll(WORDS_TO_USE, '\n').match(MEASURE) ?? [];
  return [...new Set([...measures, ...lists])].map((found) => {
    const demand = found.trim().replaceAll(/["“”]/gu, "'").replaceAll(/\s+/gu, ' ');
    return {
      origin: 'instruction',
      text: `The response should be as the instruction says: “${demand}”.`,
      question: `Is the response as the instruction says: “${demand}”?`,
      explicit: true,
      queryIds: [],
    };
  });
}
