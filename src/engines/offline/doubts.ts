/** Why a demand cannot be held against one finished text, in words; null where nothing speaks against it. */
import { contentStems, wordCount, words } from '../../text/words.ts';
import { clauseOf, type Demand, type Order, type Reader } from './demand-types.ts';
import { isReceiver, isTextPart, TEXT_ACTS, WORK_ACTS } from './lexicon.ts';
import { maskQuotes } from './masked-quotes.ts';
import { refersBack } from './refers-back.ts';

const PEOPLE_OUTSIDE =
  /\bfeedback\b|\b(?:ask|have|get|let|show|send|hand)\b.{0,30}\b(?:colleagues?|friends?|stranger|mentor|peer|supervisor|advis[eo]r|proofreader|someone|somebody|coworkers?)\b|\bsecond pair of eyes|fresh eyes/iu;
const DELIVERY =
  /\b(?:aloud|out loud|by heart|overnight|the next (?:day|morning)|the day before|before (?:you|writing|sending|submitting|publishing|starting)|after (?:you|writing|drafting)|while (?:you|writing|drafting)|when you (?:write|revise|edit|finish|start|rehearse)|(?:the|your|each|an?|first|rough|final|next) drafts?|from memory|(?:write|jot|note) (?:\w+ ){0,3}down|spell-?check(?:er)?|word processor|software|eye contact|body language|posture|microphone|rehears\w+|deadline|inbox|in the margin|on (?:screen|paper)|social media|google|search engines?|online tool|in mind|(?:begin|start) \w+ing)\b/iu;
/** The page speaks of itself, its links or its maker. */
const ABOUT_PAGE =
  /\b(?:click|download|subscribe|sign up|newsletter|our (?:guide|template|templates|course|service|services|tool|app|website|team|blog|free)|(?:this|the next|previous|last) (?:article|guide|post|page|section|chapter|tutorial|handout|checklist|video|example)|(?:see|listed|described|mentioned|shown|explained|discussed|as) (?:above|below)|(?:above|below)$|the (?:above|following|below)|following (?:\w+ )?(?:tips|steps|rules|points|examples?|list|table|questions|template|structure|format|guidelines)|these (?:tips|steps|rules|points|examples|questions|guidelines)|read on|et cetera|and so on|coupon|discount|free trial)\b/iu;
const FIRST_PERSON = /\b(?:I|I'm|I've|my|me|we|we're|our|us|let's)\b/u;
/** Advice for a case that not every text of the kind has. */
const SPECIAL_CASE = /^(?:if|when|where|once|unless|as|while|after|before|because) /iu;
const MAKES = /^(?:write|create|draft|produce|make|prepare|compose|craft)$/u;
const NEEDS_OBJECT = /^(?:add|fill|include|put|use|place|insert|attach|set|give|provide|substitute)$/u;
const MAX_WORDS = 38;

export function doubtOf(demand: Demand, { tag, isWhole }: Reader): string | null {
  const clause = clauseOf(demand);
  const said = maskQuotes(clause).text;
  const order = demand.form === 'order' ? demand : null;
  if (wordCount(clause) > MAX_WORDS) return 'It is too long to be held against a text at once.';
  if (saysTooLittle(demand)) return 'It says too little to be held against a text.';
  if (isBroken(clause)) return 'It is only a part of what its page says.';
  if (SPECIAL_CASE.test(order?.lead ?? '')) return 'It holds in a special case only.';
  if (ABOUT_PAGE.test(said)) return 'It speaks of the page that it stands on.';
  if (FIRST_PERSON.test(said)) return 'It speaks of its author.';
  if (PEOPLE_OUTSIDE.test(said)) return 'It needs other people; the text alone cannot show it.';
  if (DELIVERY.test(said))
    return 'It is about the work on the text or its delivery; the text alone cannot show it.';
  if (order?.ofText === false && WORK_ACTS.has(order.verb))
    return 'It asks for something the writer does or thinks; the text alone cannot show it.';
  const isOfText = order === null ? demand.form !== 'kept' : order.ofText || TEXT_ACTS.has(order.verb);
  if (!isOfText && !namesText(said, isWhole)) return 'Nothing in it shows that it is about the text.';
  const isAct = order === null || (TEXT_ACTS.has(order.verb) && !MAKES.test(order.verb));
  if (!isAct && isWhole(objectOf(order.rest))) return 'It asks for the text itself, or for work on it.';
  if (order !== null && NEEDS_OBJECT.test(order.verb) && tag(order.rest)[0]?.is('Preposition') === true)
    return 'It does not say what.';
  const whole = order?.ofText === true ? `the text should ${said}` : said;
  return refersBack(tag(whole), demand.form === 'question') ? 'It refers to something said before it.' : null;
}

/** Both by its verb and by what it names. */
export function isAboutText(order: Order, { isWhole }: Reader): boolean {
  return TEXT_ACTS.has(order.verb) && namesText(clauseOf(order), isWhole);
}

function namesText(said: string, isWhole: (nounPhrase: string) => boolean): boolean {
  return words(said).some(
    (word) =>
      isTextPart(word) || isReceiver(word) || isWhole(word) || /^(?:writ|read|quotation\d)/u.test(word),
  );
}

/** "Write the sentence": beside the verb there is one notion at most, and nothing is ruled out. */
function saysTooLittle(demand: Demand): boolean {
  if (demand.form !== 'order' || demand.negative || demand.verb === 'avoid') return false;
  return contentStems(`${demand.verb} ${demand.adverb} ${demand.rest}`).length < 2;
}

/** A sentence that ends inside a quotation or a bracket. */
function isBroken(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length;
  return count('“') !== count('”') || count('(') !== count(')');
}

/** The noun phrase after the verb, up to what is said of it. */
function objectOf(rest: string): string {
  return rest.split(/ (?:to|for|of|that|which|with|in|about|on)\b|[,;:.]/u)[0] ?? '';
}
