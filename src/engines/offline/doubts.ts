/** Reasons why a demand cannot be checked in a finished text; null if there are none. */
import { contentStems, wordCount, words } from '../../text/words.ts';
import { clauseOf, type Demand, type Order, type Reader } from './demand-types.ts';
import { baseOfGerund, isReceiver, isTextPart, NOTES, singular, TEXT_ACTS, VAGUE, WORK_ACTS } from './lexicon.ts';
import { maskQuotes } from './sentence-text.ts';
import { refersBack } from './refers-back.ts';
import { tag } from './tagger.ts';

const PEOPLE_OUTSIDE =
  /\bfeedback\b|\b(?:ask|have|get|let|show|send|hand)\b.{0,30}\b(?:colleagues?|friends?|stranger|mentor|peer|supervisor|advis[eo]r|proofreader|someone|somebody|coworkers?)\b|\bsecond pair of eyes|fresh eyes/iu;
const DELIVERY =
  /\b(?:aloud|out loud|by heart|overnight|the next (?:day|morning)|the day before|before (?:you|writing|sending|submitting|publishing|starting)|after (?:you|writing|drafting)|while (?:you|writing|drafting)|when you (?:write|revise|edit|finish|start|rehearse)|(?:the|your|each|an?|first|rough|final|next) drafts?|from memory|(?:write|jot|note) (?:\w+ ){0,3}down|spell-?check(?:er)?|word processor|software|eye contact|body language|posture|microphone|rehears\w+|deadline|follow-?ups?|inbox|in the margin|on (?:screen|paper)|social media|google|search engines?|online tool|in mind|(?:begin|start) \w+ing)\b/iu;
/** About the page itself, its links or its author. */
const ABOUT_PAGE =
  /\b(?:click|download|subscribe|sign up|newsletter|our (?:guide|template|templates|course|service|services|tool|app|website|team|blog|free)|(?:this|the next|previous|last) (?:article|guide|post|page|section|chapter|tutorial|handout|checklist|video|example)|(?:see|listed|described|mentioned|shown|explained|discussed|as) (?:above|below)|(?:above|below)$|the (?:above|following|below)|following (?:\w+ )?(?:tips|steps|rules|points|examples?|list|table|questions|template|structure|format|guidelines)|these (?:tips|steps|rules|points|examples|questions|guidelines)|read on|et cetera|and so on|coupon|discount|free trial)\b/iu;
/** About layout. */
const LAYOUT =
  /\b(?:fonts?|typefaces?|type size|in type|white space|margins?|sheets?|paper|bold(?:face)?|underlin\w+|page numbers?|number (?:\w+ )?pages?|points in size|\d+ points)\b/iu;
/** About other texts, rules or the writer's thoughts. */
const OUTSIDE =
  /\b(?:follow|meet|obey|observe|comply with|adhere to)\b.{0,20}\b(?:instructions|guidelines|requirements|rules)\b|\bstyle (?:guide|manual|sheet)s?\b|\b(?:identical|consistent|same|similar|aligned|standard\w*)\b.{0,40}\b(?:across|in your)\b|\byou(?:['’]ve| have| had| haven['’]t)? (?:(?:not|really|honestly|never|actually) )*(?:believe|think|thought|feel|felt|seen|saw|heard|opened|read|remember)\b|\b(?:accurate(?:ly)?|truthful(?:ly)?|all available|but you|for your own use)\b/iu;
/** About an attitude, not about words. */
const ATTITUDE =
  /^(?:afraid|aware|careful|certain|confident|fair|frank|generous|honest|kind|mindful|open|patient|prepared|ready|sure|wary|willing)\b/iu;
/** "Say you repair bicycles", "say that the beach is narrow": what the guide's own example says. */
const EXAMPLE =
  /^say (?:you (?!would)|(?:that )?the \w+ (?:is|are|was|were) )|^(?:write|say) quotation\d.*quotation\d/iu;
/** "Put a number on it": what is put there is not what "it" means. */
const OWN_ANTECEDENT = /^\w+ (?:an?|the|your) \w+ (?:about|for|from|in|into|of|on|to|with) (?:it|them)\b/iu;
/** "Wish her luck as “old friend”", "greet them by name". */
const IN_TEXT = /[“"‘`]|\bby (?:\w+ )?name\b/iu;
/** A later step, or an order of steps. */
const STEP = /\b(?:write|draft) [^,]{1,40} (?:first|last|early|later)(?:,|$)/iu;
const NEXT_ACT = /(?:, | and | or | then )(?:then )?(\w+)/giu;
/** "The title should add something", "as though she might read it". */
const INDEFINITE =
  /^(?:(?!\b(?:unless|if|when)\b|:).)*\b(?:something|anything|somewhere|somehow)$|\bas (?:though|if)\b/iu;
/** "Use long sentences, and the reader will stop" warns. */
const CONSEQUENCE =
  /,? and (?:(?:you|it|they|we|nobody|no one|readers|people|(?:the|your) \w+) (?:will|won['’]t)|(?:you|the reader|nobody|no one) [a-z]+)\b/iu;
const FIRST_PERSON = /\b(?:I|I'm|I've|my|me|we|we're|our|us|let's)\b/u;
/** Conditional advice: not every text of the kind has the case. */
const SPECIAL_CASE = /^(?:if|when|where|once|unless|as|while|after|before|because|with|in an?) /iu;
const MAKES = /^(?:write|create|draft|produce|make|prepare|compose|craft)$/u;
const NEEDS_OBJECT = /^(?:add|fill|include|put|use|place|insert|attach|set|give|provide|substitute)$/u;
const MAX_WORDS = 38;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [ABOUT_PAGE, 'It speaks of the page that it stands on.'],
  [FIRST_PERSON, 'It speaks of its author.'],
  [PEOPLE_OUTSIDE, 'It needs other people; the text alone cannot show it.'],
  [DELIVERY, 'It is about the work on the text or its delivery; the text alone cannot show it.'],
  [STEP, 'It is about steps of the work; the text alone cannot show it.'],
  [LAYOUT, 'It is about the look of the page, which the text alone does not show.'],
  [OUTSIDE, 'It depends on what the text alone does not show.'],
  [CONSEQUENCE, 'It says what follows when it is done, which may be a warning.'],
  [OWN_ANTECEDENT, 'It refers to something said before it.'],
];

export function doubtOf(demand: Demand, reader: Reader): string | null {
  const { isWhole } = reader;
  const clause = clauseOf(demand);
  const unquoted = maskQuotes(clause).text;
  const order = demand.form === 'order' ? demand : null;
  if (wordCount(clause) > MAX_WORDS) return 'It is too long to be held against a text at once.';
  if (
    isBroken(clause) ||
    (order?.verb === 'avoid' && order.rest.includes(' ') && tag(order.rest)[0]?.is('Infinitive') === true)
  )
    return 'It is only a part of what its page says.';
  if (SPECIAL_CASE.test(order === null ? clause : (order.lead ?? ''))) return 'It holds in a special case only.';
  const sign = SIGNS.find(([pattern]) => pattern.test(unquoted));
  if (sign !== undefined) return sign[1];
  if ([...unquoted.matchAll(NEXT_ACT)].some(([, verb = '']) => isWork(verb.toLowerCase())))
    return 'It is about steps of the work; the text alone cannot show it.';
  if (EXAMPLE.test(unquoted) && order?.negative !== true) return 'It is an example of what to say.';
  if (order !== null && !isActOfText(order, reader))
    return 'Its verb names nothing that a finished text can be seen to do.';
  if (demand.form === 'kept' && !namesText(unquoted, isWhole)) return 'Nothing in it shows that it is about the text.';
  if (INDEFINITE.test(unquoted) || isVague(demand, isWhole)) return 'It says nothing definite.';
  const isAct = order === null || (TEXT_ACTS.has(order.verb) && !MAKES.test(order.verb));
  if (!isAct && isWhole(objectOf(order.rest))) return 'It asks for the text itself, or for work on it.';
  if (order !== null && NEEDS_OBJECT.test(order.verb) && tag(order.rest)[0]?.is('Preposition') === true)
    return 'It does not say what.';
  const whole = order?.ofText === true ? `the text should ${unquoted}` : unquoted;
  return refersBack(tag(whole), demand.form === 'question') ? 'It refers to something said before it.' : null;
}

/** "…, then rewrite the title": a second order, about the work. */
function isWork(verb: string): boolean {
  return WORK_ACTS.has(verb) && tag(`the ${verb}`)[1]?.is('Noun') !== true;
}

/** In a user's guide a verb that is not listed counts, too, where what follows names a place in a text, or its words. */
function isActOfText({ verb, rest, ofText }: Order, { isOfUser }: Reader): boolean {
  if (verb === 'be') return !ATTITUDE.test(rest);
  if (verb === 'avoid') return baseOfGerund(rest.split(' ')[0] ?? '', (base) => WORK_ACTS.has(base)) === undefined;
  if (WORK_ACTS.has(verb)) return ofText && TEXT_ACTS.has(verb);
  if (TEXT_ACTS.has(verb) || (ofText && verb === 'have')) return true;
  return isOfUser && (ofText || NOTES.has(verb) || IN_TEXT.test(rest) || words(rest).some(isTextPart));
}

/** Beside words of praise there is no content word. */
function isVague(demand: Demand, isWhole: Reader['isWhole']): boolean {
  if (demand.form === 'question') return false;
  // "Be ironic", "write the sentence": beside the verb there is one notion at most.
  if (demand.form === 'order' && (demand.verb === 'be' || !(demand.negative || demand.verb === 'avoid')))
    if (contentStems(`${demand.verb} ${demand.adverb} ${demand.rest}`).length < 2) return true;
  const content = 'verb' in demand ? demand.rest : 'predicate' in demand ? demand.predicate : demand.sentence;
  return (
    !/[“\d]/u.test(content) &&
    words(content).every(
      (word) => contentStems(word).length === 0 || VAGUE.has(singular(word)) || word.endsWith('ly') || isWhole(word),
    )
  );
}

export function namesText(text: string, isWhole: (nounPhrase: string) => boolean): boolean {
  return words(text).some(
    (word) => isTextPart(word) || isReceiver(word) || isWhole(word) || /^(?:writ|read|quotation\d)/u.test(word),
  );
}

/** A sentence that ends inside a quotation or a bracket. */
function isBroken(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length;
  return count('“') !== count('”') || count('(') !== count(')');
}

/** The noun phrase after the verb, without modifiers after it. */
function objectOf(rest: string): string {
  return rest.split(/ (?:to|for|of|that|which|with|in|about|on)\b|[,;:.]/u)[0] ?? '';
}
