/** Why a demand cannot be held against one finished text, in words; null where nothing speaks against it. */
import { wordCount, words } from '../../text/words.ts';
import { clauseOf, type Demand, type Reader } from './demand-types.ts';
import { isReceiver, isTextPart, TEXT_ACTS, WORK_ACTS } from './lexicon.ts';
import { maskQuotes } from './masked-quotes.ts';
import { refersBack } from './refers-back.ts';

const PEOPLE_OUTSIDE =
  /\b(?:feedback|(?:a|another|some|your) (?:colleagues?|friends?|stranger|mentor|peer|supervisor|advis[eo]r|proofreader)|someone (?:else|you)|second pair of eyes|fresh eyes|coworkers?)\b/iu;
const DELIVERY =
  /\b(?:aloud|out loud|by heart|overnight|the next (?:day|morning)|the day before|before (?:you|writing|sending|submitting|publishing|starting)|after (?:you|writing|drafting)|while (?:you|writing|drafting)|when you (?:write|revise|edit|finish|start|rehearse)|first draft|rough draft|final draft|from memory|(?:write|jot|note) (?:\w+ )?down|spell-?check(?:er)?|word processor|software|eye contact|body language|posture|microphone|rehears\w+|deadline|inbox|in the margin|on (?:screen|paper)|social media|google|search engines?|online tool)\b/iu;
/** The page speaks of itself, its links or its maker. */
const ABOUT_PAGE =
  /\b(?:click|download|subscribe|sign up|newsletter|our (?:guide|template|templates|course|service|services|tool|app|website|team|blog|free)|(?:this|the next|previous|last) (?:article|guide|post|page|section|chapter|tutorial|handout|checklist|video|example)|(?:see|listed|described|mentioned|shown|explained|discussed|as) (?:above|below)|(?:above|below)$|the (?:above|following|below)|following (?:\w+ )?(?:tips|steps|rules|points|examples?|list|table|questions|template|structure|format|guidelines)|these (?:tips|steps|rules|points|examples|questions|guidelines)|read on|et cetera|and so on|coupon|discount|free trial)\b/iu;
const FIRST_PERSON = /\b(?:I|I'm|I've|my|me|we|we're|our|us|let's)\b/u;
/** Advice for a case that not every text of the kind has. */
const SPECIAL_CASE = /^(?:if|when|where|once|unless|as|while|after|before|because) /iu;
const MAX_WORDS = 38;
const MIN_WORDS = 2;

export function doubtOf(demand: Demand, { tag, isWhole }: Reader): string | null {
  const said = maskQuotes(clauseOf(demand)).text;
  const count = wordCount(clauseOf(demand));
  if (count > MAX_WORDS) return 'It is too long to be held against a text at once.';
  if (count < MIN_WORDS) return 'It says too little to be held against a text.';
  if (demand.form === 'order' && SPECIAL_CASE.test(demand.lead ?? ''))
    return 'It holds in a special case only.';
  if (ABOUT_PAGE.test(said)) return 'It speaks of the page that it stands on.';
  if (FIRST_PERSON.test(said)) return 'It speaks of its author.';
  if (PEOPLE_OUTSIDE.test(said)) return 'It needs other people; the text alone cannot show it.';
  if (DELIVERY.test(said))
    return 'It is about the work on the text or its delivery; the text alone cannot show it.';
  if (demand.form === 'order' && WORK_ACTS.has(demand.verb))
    return 'It asks for something the writer does or thinks; the text alone cannot show it.';
  if (demand.form === 'order' && !TEXT_ACTS.has(demand.verb) && !namesText(said, isWhole))
    return 'Nothing in it shows that it is about the text.';
  if (demand.form === 'kept' && !namesText(said, isWhole))
    return 'Nothing in it shows that it is about the text.';
  return refersBack(tag(said)) ? 'It refers to something said before it.' : null;
}

function namesText(said: string, isWhole: (nounPhrase: string) => boolean): boolean {
  return words(said).some(
    (word) =>
      isTextPart(word) || isReceiver(word) || isWhole(word) || /^(?:writ|read|quotation\d)/u.test(word),
  );
}
