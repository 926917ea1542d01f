/** How much a sentence reads like advice, by its words alone. Meant to miss little, not to be sure. */
import { STOP_WORDS } from '../../text/stop-words.ts';

// All in lower case, as what they are tried on: ignoring case takes twice the time.
const DEMAND =
  /\b(?:should(?:n['’]t)?|must(?:n['’]t)?|ought to|needs? to|has to|have to|never|always|avoid(?:ing)?|don['’]t|do not|make sure|be sure|ensure|remember to|try to|aim (?:for|to)|no (?:more|longer|fewer|less) than|at (?:least|most)|instead of|rather than|it(?:['’]s| is) (?:best|better|important|essential|crucial|worth|wise|vital|helpful))\b/u;
const VALUATION =
  /\b(?:good|better|best|strong|stronger|weak|weaker|effective|clear|key|rule|tip|mistakes?|readers?|audience|works? (?:well|best)|helps?|recommend(?:ed)?|belongs?|keeps?)\b/u;
/** "Is the request in the first paragraph?" */
const CHECKLIST_QUESTION = /^(?:is|are|do|does|did|has|have|can|could|will|would)\b.*\?["”’)]*$/su;
const SPOKEN_TO = /\b(?:you|your|yours|yourself)\b/u;
const EXACT = /\d|[“"]/u;
/** What guides on writing speak of, and other prose seldom. */
const PART_OF_TEXT =
  /\b(?:abstracts?|adjectives?|adverbs?|bullets?|captions?|chapters?|characters?|claims?|clich[ée]s?|conclusions?|dialogue|drafts?|endings?|evidence|examples?|fonts?|footnotes?|head(?:ing|line)s?|introductions?|jargon|lists?|margins?|metaphors?|openings?|paragraphs?|phrases?|plots?|points?|proofread|quotations?|quotes?|scenes?|sections?|sentences?|spacing|spelling|stanzas?|subheadings?|summar(?:y|ies)|tense|themes?|titles?|tone|typeface|verbs?|viewpoint|wording|words?)\b/u;
/** "400 words", "thirty to sixty words", "five or six lines". */
const LENGTH =
  /\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|half an?)(?: (?:main|short|long|full|further))? (?:words?|pages?|lines?|sentences?|paragraphs?|points?|sections?|examples?|characters?|scenes?|stanzas?|slides?|rows?|figures?)\b/u;
const FEW_WORDS = 6;
/** Bullets and numbers stand before what is said, and so do labels such as "Length:". */
const BULLET = /^[^\p{L}“"]+/u;
const LABEL = /^(?:[\p{L}’'-]+ ){0,3}[\p{L}’'-]+\s?[:–—]\s+/u;
const CLAUSE_START = /^|[,;:–—]\s+(?:and |or |then |so |but )?/u;
/** The first two words, without what may stand before the verb of an order. */
const FIRST_WORDS =
  /^(?:(?:then|first|second|third|next|also|finally|instead|and|or|so|but|always|never|please|only|do(?! (?:you|we|they|i|not)\b)|\p{L}+ly),?\s+)?(\S+)\s+(\S+)/u;

const FREQUENT_VERBS = new Set(
  `add address answer ask assume avoid be begin break bring build check choose cite close compare count cover create cut decide
  define describe drop emphasize end explain express find finish focus follow give group help hold identify include introduce
  keep leave let lead limit link list look make mark match mention move name note offer open order organize place plan point
  prefer present print prove provide put quote read remember remove repeat replace resist review revise say see select set
  shorten show skip spell split start state stay stick stop structure summarize support take tell test think trim try turn
  use vary work write`.split(/\s+/u),
);
/** What follows the verb of an order, and hardly ever a noun that opens a statement. */
const OBJECT =
  /^(?:an?|the|this|that|these|those|your|yourself|its?|them|their|every|each|any|all|no|one|two|only|both|how|what|why|who|where|when|whether|for|with|from|into|out|up|down|against|without|before|after|[\d“"].*)$/u;
const FINITE = /^(?:is|are|was|were|has|had|will|can|may|of)$/u;
const NO_BASE_FORM =
  /^(?:|amid|besides?|beyond|despite|except|inside|long|outside|right|shortly|soon|straight)$|(?:ing|ed|ly|[^s]s|tion|ment|ness)$/u;

/** 0 (nothing speaks for advice) to about 5. */
export function adviceScore(sentence: string): number {
  const lower = sentence.toLowerCase();
  const labelled = lower.replace(BULLET, '');
  const unlabelled = labelled.replace(LABEL, '');
  let score = 0;
  if (opensWithVerb(unlabelled) || opensWithVerb(labelled)) score += 2;
  else if (unlabelled.split(CLAUSE_START).some(opensWithVerb)) score += 1.5;
  if (DEMAND.test(lower)) score += 1.5;
  if (SPOKEN_TO.test(lower)) score += 0.5;
  if (VALUATION.test(lower)) score += 0.5;
  if (CHECKLIST_QUESTION.test(unlabelled)) score += 1.5;
  if (LENGTH.test(lower)) score += 1;
  else if (PART_OF_TEXT.test(lower)) score += 0.5;
  if (unlabelled.split(/\s+/u, FEW_WORDS + 1).length <= FEW_WORDS) score += 0.5;
  return score > 0 && EXACT.test(sentence) ? score + 0.25 : score;
}

/** "use short sentences", "trim the opening": a verb that guides use, or a word with the object of an order after it. */
function opensWithVerb(clause: string): boolean {
  const [, first = '', second = ''] = FIRST_WORDS.exec(clause) ?? [];
  const word = first.replace(/[^\p{L}-]/gu, '');
  if (second === '' || FINITE.test(second)) return false;
  return FREQUENT_VERBS.has(word) || (OBJECT.test(second) && !NO_BASE_FORM.test(word) && !STOP_WORDS.has(word));
}
