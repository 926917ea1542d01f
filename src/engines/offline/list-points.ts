/** Items that are advice only because of their heading or lead-in: parts to include, questions to answer, faults to avoid. */
import { words, wordCount } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { baseOfGerund, isTextPart, WORK_ACTS } from './lexicon.ts';
import { lowerFirst, maskQuotes } from './sentence-text.ts';
import { isBaseForm } from './order.ts';
import { opensWithNegation } from './polarity.ts';
import type { Section } from './section.ts';
import { tag } from './tagger.ts';

export interface LeadIn {
  /** The items are what the text should include. */
  readonly includes: boolean;
  /** They are samples. */
  readonly isSample: boolean;
  /** "The title should", which each item completes; null where the paragraph ends otherwise. */
  readonly opening: string | null;
}

const INCLUDES =
  /\b(?:includ(?:e|es|ing)|contains?|covers?|ha(?:ve|s)|consists? of|comprises?|needs?|states?|mentions?|lists?|describes?|provides?|answers?|address(?:es)?|add|gives?|outlines?|explains?|identif(?:y|ies)|parts|sections|elements|components|structure|information|details)\b/iu;
const SAMPLE =
  /\b(?:for example|for instance|examples?|e\.g\.|such as|sample|compare|resources|links|easy to|ways to)\b/iu;
const OPENING = /^(.{3,60}? (?:should|must|will|needs to|has to)):$/iu;
const MAX_POINT_WORDS = 24;

/** Reads the lead-in of a list: a paragraph that ends with a colon. */
export function leadInOf(paragraph: string, { isWhole }: Reader): LeadIn | undefined {
  const last = paragraph.trimEnd().split(/[.!?]/u).at(-1) ?? '';
  if (!last.endsWith(':')) return undefined;
  const isOfText =
    words(last).some((word) => isWhole(word) || isTextPart(word)) ||
    /\b(?:should|must|following|include)\b/iu.test(last);
  const asksQuestions = /\bquestions?\b/iu.test(last) && !/\bexamples?\b/iu.test(paragraph);
  return {
    includes: INCLUDES.test(last) && isOfText,
    isSample: /^\W*example/iu.test(paragraph) || (SAMPLE.test(last) && !asksQuestions),
    opening: OPENING.exec(last)?.[1]?.replace(/ will$/u, ' should') ?? null,
  };
}

/** The advice of an item that is not a complete sentence of advice, or undefined. */
export function pointOfItem(
  item: string,
  over: Pick<LeadIn, 'includes' | 'opening'> & { readonly asks: boolean },
  section: Pick<Section, 'bans' | 'faults'>,
  reader: Reader,
): string | undefined {
  const bare = item
    .trim()
    .replace(/[.;,:]+$/u, '')
    .replace(/^[^\p{L}\p{N}“"‘'(]+/u, '');
  if (wordCount(bare) > MAX_POINT_WORDS) return undefined;
  if (section.bans === null) return undefined;
  if (item.endsWith('?')) return over.asks && !section.bans && !section.faults ? questionOf(item, reader) : undefined;
  const first = bare.split(' ')[0]?.toLowerCase() ?? '';
  if (section.bans || section.faults) {
    // "No greeting" under "What to avoid" may forbid a greeting, or ask for one.
    if (first === 'do' || opensWithNegation(bare.toLowerCase())) return undefined;
    const isFault =
      baseOfGerund(first, (verb) => !WORK_ACTS.has(verb) && isBaseForm(verb)) !== undefined ||
      (section.bans && isNounPhrase(bare, reader));
    return isFault ? `Avoid ${lowerFirst(bare)}.` : undefined;
  }
  if (over.opening !== null && (first === 'not' || isBaseForm(first))) return `${over.opening} ${lowerFirst(bare)}.`;
  if (!over.includes || wordCount(bare) < 2 || !isNounPhrase(bare, reader)) return undefined;
  return standsAfterVerb(bare)
    ? `Include ${lowerFirst(bare)}.`
    : `Cover the point “${bare.replaceAll(/[“”"]/gu, '’')}”.`;
}

function questionOf(item: string, reader: Reader): string | undefined {
  const demand = readDemand(item, reader);
  if (demand?.form !== 'order') return demand === undefined ? undefined : item.trim();
  return `The text should ${demand.verb} ${demand.rest}.`;
}

/** No finite verb before a relative clause, and no order. */
function isNounPhrase(text: string, reader: Reader): boolean {
  const all = tag(maskQuotes(text).text);
  const [first] = all;
  if (first === undefined || first.is('Pronoun', 'Conjunction', 'Preposition', 'QuestionWord', 'Negative'))
    return false;
  if (readDemand(text, reader)?.form === 'order') return false;
  // "Survives frost" is copy, not a part of it.
  if (first.is('PresentTense') && !first.is('Infinitive', 'Noun')) return false;
  const relative = all.findIndex((word) => /^(?:that|which|who|whose|where|how|what|why|when)$/u.test(word.lower));
  const head = relative === -1 ? all : all.slice(0, relative);
  const isFinite = head.some(
    (word, index) =>
      word.is('Copula', 'Modal') ||
      (index > 0 && word.is('PresentTense') && !word.is('Infinitive') && !word.is('Gerund')),
  );
  return !isFinite && head.some((word) => word.is('Noun') && !word.is('ProperNoun'));
}

/** "Include a title" and "include details" read well, "include summary of causes" does not. */
function standsAfterVerb(text: string): boolean {
  if (/[:–—]/u.test(text)) return false;
  const all = tag(maskQuotes(text).text);
  const [first] = all;
  if (first === undefined) return false;
  if (
    first.is('Determiner', 'Value', 'Possessive') ||
    /^(?:any|all|each|your|how|what|who|why|where|when)$/u.test(first.lower)
  )
    return true;
  const end = all.findIndex((word) => word.is('Preposition', 'Conjunction') || word.after.trim() !== '');
  const head = end === -1 ? all.at(-1) : all[end]?.after.trim() === '' ? all[end - 1] : all[end];
  return head?.is('Plural') === true;
}
