/** List items and headings that advise only by what stands over them: parts to include, questions to answer, faults to avoid. */
import { lowerFirst, readDemand, type Reader } from './demand.ts';
import { baseOfGerund } from './inflect.ts';
import { isTextPart, TEXT_ACTS, WORK_ACTS } from './lexicon.ts';
import { maskQuotes } from './masked-quotes.ts';
import type { Section } from './section.ts';
import { words, wordCount } from '../../text/words.ts';

export interface LeadIn {
  /** The items are what the text should include. */
  readonly includes: boolean;
  /** The items are what it should not do. */
  readonly bans: boolean;
  readonly isSample: boolean;
}

const INCLUDES =
  /\b(?:includes?|including|contains?|covers?|ha(?:ve|s)|consists? of|comprises?|needs?|states?|mentions?|lists?|describes?|provides?|answers?|address(?:es)?|add|gives?|outlines?|explains?|identif(?:y|ies)|parts|sections|elements|components)\b/iu;
const BANS = /\b(?:avoid|never|do not|don['’]t|should not|shouldn['’]t|must not|leave out)\b[^.]{0,40}:$/iu;
const SAMPLE = /\b(?:for example|for instance|examples?|e\.g\.|such as|sample|compare|here (?:is|are) (?:an?|some|one)|resources|links)\b/iu;
const MAX_POINT_WORDS = 24;

/** What a paragraph that ends with a colon says of the list below it. */
export function leadInOf(paragraph: string, { isWhole }: Reader): LeadIn | undefined {
  const last = paragraph.trimEnd().split(/(?<=[.!?])\s+/u).at(-1) ?? '';
  if (!last.endsWith(':')) return undefined;
  const ofText = words(last).some((word) => isWhole(word) || isTextPart(word)) || /\b(?:should|must|following|include)\b/iu.test(last);
  return {
    includes: INCLUDES.test(last) && ofText,
    bans: BANS.test(last),
    isSample: SAMPLE.test(last) && !/\bquestions?\b/iu.test(last),
  };
}

/** The advice of an item that is no sentence of advice by itself, or undefined. */
export function pointOfItem(
  item: string,
  over: { readonly includes: boolean; readonly asks: boolean },
  section: Pick<Section, 'bans' | 'faults'>,
  reader: Reader,
): string | undefined {
  const bare = item.trim().replace(/[.;,:]+$/u, '').replace(/^[^\p{L}\p{N}“"‘'(]+/u, '');
  if (wordCount(bare) > MAX_POINT_WORDS) return undefined;
  if (item.endsWith('?')) return over.asks && !section.faults ? questionOf(item, reader) : undefined;
  const [first = ''] = bare.split(' ');
  const isVerb = (word: string): boolean => TEXT_ACTS.has(word) || WORK_ACTS.has(word) || reader.tag(`to ${word}`)[1]?.is('Infinitive') === true;
  if (section.bans || section.faults) {
    if (baseOfGerund(first.toLowerCase(), isVerb) !== undefined) return `Avoid ${lowerFirst(bare)}.`;
    if (section.bans && isNounPhrase(bare, reader)) return `Avoid ${lowerFirst(bare)}.`;
    return undefined;
  }
  if (!over.includes || !isNounPhrase(bare, reader)) return undefined;
  return standsAfterVerb(bare, reader) ? `Include ${lowerFirst(bare)}.` : `Cover the point “${bare.replaceAll(/[“”"]/gu, '’')}”.`;
}

function questionOf(item: string, reader: Reader): string | undefined {
  const question = item.trim();
  const demand = readDemand(question, reader);
  if (demand?.form !== 'order') return demand === undefined ? undefined : question;
  const order = `${demand.verb} ${demand.rest}`;
  return `${order.charAt(0).toUpperCase()}${order.slice(1)}.`;
}

/** No finite verb before a relative clause, and no order. */
function isNounPhrase(text: string, reader: Reader): boolean {
  const all = reader.tag(maskQuotes(text).text);
  const [first] = all;
  if (first === undefined || first.is('Pronoun') || first.is('Conjunction') || first.is('Preposition') || first.is('QuestionWord')) return false;
  const relative = all.findIndex((word) => /^(?:that|which|who|whose|where|how|what|why|when)$/u.test(word.lower));
  const head = relative === -1 ? all : all.slice(0, relative);
  if (head.some((word) => word.is('Copula') || word.is('Modal'))) return false;
  if (readDemand(text, reader)?.form === 'order' && !first.is('Determiner')) return false;
  return head.some((word) => word.is('Noun')) && !head.slice(1).some((word) => word.is('PresentTense') && !word.is('Infinitive') && !word.is('Gerund'));
}

/** "Include a title" reads well, "include summary of causes" does not. */
function standsAfterVerb(text: string, { tag }: Reader): boolean {
  if (/[:–—]/u.test(text)) return false;
  const all = tag(maskQuotes(text).text);
  const [first] = all;
  if (first?.is('Determiner') === true || first?.is('Value') === true || first?.is('Possessive') === true || /^(?:any|all|each|your|how|what|who|why|where|when)$/u.test(first?.lower ?? '')) return true;
  const end = all.findIndex((word, index) => index > 0 && (word.is('Preposition') || word.is('Conjunction') || word.after.trim() !== ''));
  return all.slice(0, end === -1 ? undefined : end + (all[end]?.after.trim() === '' ? 0 : 1)).at(-1)?.is('Plural') === true;
}
