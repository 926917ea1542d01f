/** Why a demand cannot be held against one finished text, in words; null where nothing speaks against it. */
import { wordCount, words } from '../../text/words.ts';
import type { Demand } from './demand.ts';
import { isReceiver, isTextPart, TEXT_ACTS, WORK_ACTS } from './lexicon.ts';
import { maskQuotes } from './masked-quotes.ts';
import type { TaggedWord, Tagger } from './tagger.ts';

const PEOPLE_OUTSIDE =
  /\b(?:feedback|(?:a|another|some|your) (?:colleagues?|friends?|stranger|mentor|peer|supervisor|advis[eo]r|proofreader)|someone (?:else|you)|second pair of eyes|fresh eyes|coworkers?)\b/iu;
const DELIVERY =
  /\b(?:aloud|out loud|by heart|overnight|the next (?:day|morning)|the day before|before (?:you|writing|sending|submitting|publishing|starting)|after (?:you|writing|drafting)|while (?:you|writing|drafting)|when you (?:write|revise|edit|finish|start|rehearse)|first draft|rough draft|final draft|from memory|spell-?check(?:er)?|word processor|software|eye contact|body language|posture|microphone|rehears\w+|deadline|inbox|in the margin|on (?:screen|paper)|social media|google|search engines?|online tool)\b/iu;
/** The page speaks of itself, its links or its maker. */
const ABOUT_PAGE =
  /\b(?:click|download|subscribe|sign up|newsletter|our (?:guide|template|templates|course|service|services|tool|app|website|team|blog|free)|(?:this|the next|previous|last) (?:article|guide|post|page|section|chapter|tutorial|handout|checklist|video|example)|(?:see|listed|described|mentioned|shown|explained|discussed|as) (?:above|below)|(?:above|below)$|the (?:above|following|below)|following (?:\w+ )?(?:tips|steps|rules|points|examples?|list|table|questions|template|structure|format|guidelines)|these (?:tips|steps|rules|points|examples|questions|guidelines)|read on|et cetera|and so on|coupon|discount|free trial)\b/iu;
const FIRST_PERSON = /\b(?:I|I'm|I've|my|me|we|we're|our|us|let's)\b/u;
const MAX_WORDS = 38;
const MIN_WORDS = 2;

export function doubtOf(demand: Demand, tag: Tagger, isWhole: (nounPhrase: string) => boolean): string | null {
  const said = maskQuotes(textOf(demand)).text;
  const count = wordCount(textOf(demand));
  if (count > MAX_WORDS) return 'It is too long to be held against a text at once.';
  if (count < MIN_WORDS) return 'It says too little to be held against a text.';
  if (ABOUT_PAGE.test(said)) return 'It speaks of the page that it stands on.';
  if (FIRST_PERSON.test(said)) return 'It speaks of its author.';
  if (PEOPLE_OUTSIDE.test(said)) return 'It needs other people; the text alone cannot show it.';
  if (DELIVERY.test(said)) return 'It is about the work on the text or its delivery; the text alone cannot show it.';
  if (demand.form === 'order' && WORK_ACTS.has(demand.verb))
    return 'It asks for something the writer does or thinks; the text alone cannot show it.';
  if (demand.form === 'order' && !TEXT_ACTS.has(demand.verb) && !namesText(said, isWhole))
    return 'Nothing in it shows that it is about the text.';
  if (demand.form === 'kept' && !namesText(said, isWhole)) return 'Nothing in it shows that it is about the text.';
  return refersBack(tag(said), demand.form === 'question');
}

function textOf(demand: Demand): string {
  switch (demand.form) {
    case 'order':
      return `${demand.lead === null ? '' : `${demand.lead}, `}${demand.verb} ${demand.rest}`.trim();
    case 'part':
      return `the ${demand.subject} should ${demand.predicate}`;
    case 'reader':
      return `${demand.reader} should ${demand.predicate}`;
    case 'question':
      return demand.question;
    case 'kept':
      return demand.sentence;
  }
}

function namesText(said: string, isWhole: (nounPhrase: string) => boolean): boolean {
  return words(said).some((word) => isTextPart(word) || isReceiver(word) || isWhole(word) || /^(?:writ|read|quotation\d)/u.test(word));
}

const BACK = 'It refers to something said before it.';

/** Pronouns need a noun before them in the same sentence; "this" and the like always point out of it. */
function refersBack(all: readonly TaggedWord[], isQuestion: boolean): string | null {
  let hasNoun = false;
  for (const [index, word] of all.entries()) {
    const next = all[index + 1];
    if (/^(?:this|these|those|such)$/u.test(word.lower) && !(word.lower === 'such' && next?.lower === 'as') && !(word.lower === 'those' && /^(?:who|that|which|of|in|with)$/u.test(next?.lower ?? '')))
      return BACK;
    if (/^(?:here|above|below|former|latter|aforementioned)$/u.test(word.lower)) return BACK;
    if (/^(?:it|its|they|them|their|theirs|he|she|him|her|his)$/u.test(word.lower) && !hasNoun && !isExpletive(word, all[index - 1], next) && !isQuestion)
      return BACK;
    if (word.lower === 'that' && isDemonstrative(all, index)) return BACK;
    if (/^(?:one|ones|another|others|both|either|neither)$/u.test(word.lower) && (next === undefined || word.after.trim() !== '') && index > 0 && !hasNoun)
      return BACK;
    if (word.is('Noun') && !word.is('Pronoun')) hasNoun = true;
  }
  return null;
}

/** "Make it clear that". */
function isExpletive(word: TaggedWord, before: TaggedWord | undefined, next: TaggedWord | undefined): boolean {
  return word.lower === 'it' && (/^(?:make|makes|whether|if|when|because|that|find)$/u.test(before?.lower ?? '') && (next?.is('Adjective') === true || next?.lower === 'is'));
}

/** "Do that", "in that case": neither a conjunction nor a relative pronoun. */
function isDemonstrative(all: readonly TaggedWord[], index: number): boolean {
  const [before, word, next] = [all[index - 1], all[index], all[index + 1]];
  if (next === undefined || (word?.after.trim() ?? '') !== '') return true;
  return before?.is('Preposition') === true && next.is('Noun') && !next.is('Pronoun') && !next.is('Plural') && all[index + 2]?.is('Verb') !== true;
}
