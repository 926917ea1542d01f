/**
 * Demands that patterns can find in an instruction without a model: limits of length, and words to use or avoid. Quotes whole
 * sentences: a part may mean the opposite ("never under 150 words"), or refer to another text ("a review of a novel of over
 * 300 pages").
 */
import type { ModelPoint } from '../domain/advice.ts';
import { FULL_LINE_CHARS, sentences } from '../text/sentences.ts';

const UNIT = String.raw`(?:words?|characters?|letters|sentences?|paragraphs?|lines?|stanzas?|verses|pages?|bullet points|sections?|slides?)`;
const FIGURE = String.raw`\d[\d,.]*(?:\s?(?:-|–|to|and)\s?\d[\d,.]*)?`;
const BOUND = String.raw`(?:(?:no|not) (?:more|fewer|less|longer|shorter) than|(?:more|fewer|less|longer|shorter) than|at (?:least|most)|up to|under|below|over|above|within|exactly|between|(?:a )?(?:maximum|minimum) of)`;
const MEASURE = new RegExp(
  String.raw`\b${BOUND} ${FIGURE} ${UNIT}\b|\b${FIGURE} ${UNIT} (?:or (?:less|fewer|more)|at (?:most|least)|maximum|minimum)\b`,
  'iu',
);
const WORDS_TO_USE =
  /\b(?:includ(?:e|ing)|us(?:e|ing)|contain(?:ing)?|mention(?:ing)?) (?:all )?(?:of )?(?:the |these |this )?(?:following )?(?:key ?words?|words?|phrases?|terms?|hashtags?)\b:?\s+[^.;!?\n]/iu;

/** Of a text with hard line breaks: what goes on in lower case after a comma or a full line is one sentence. */
function unwrapped(text: string): string {
  const lines = text.split(/\r?\n/u);
  return lines
    .map((line, index) => {
      const before = (lines[index - 1] ?? '').trimEnd();
      const isOpen = before.endsWith(',') || (before.length >= FULL_LINE_CHARS && !/[.!?:;]$/u.test(before));
      const goesOn = isOpen && /^\s*\p{Ll}(?![.)]\s)/u.test(line);
      return index === 0 ? line : goesOn ? ` ${line.trimStart()}` : `\n${line}`;
    })
    .join('');
}

export function statedDemandsOf(instruction: string): Omit<ModelPoint, 'id'>[] {
  const stating = sentences(unwrapped(instruction)).filter(
    (sentence) => MEASURE.test(sentence) || WORDS_TO_USE.test(sentence),
  );
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
