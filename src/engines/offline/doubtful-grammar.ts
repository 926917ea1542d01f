/** Signs in a composed demand that its sentence was read wrongly or cut: then it is not repaired but left out. */
import { clean, isPlural } from './tokens.ts';
import { baseOfGerund, baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from './vocabulary.ts';

const CUT = 'It is only part of a sentence.';
const SPLICED = 'It joins two orders that do not belong together.';

/** An auxiliary, a conjunction or a preposition that leads to nothing. */
const STRANDED =
  /(?<!\bas [^,]*)\b(?:can|could|may|might|must|should|will|would)$|(?<!\b(?:they|it|he|she|you|who|what)) (?:is|are|was|were|has|have|had|does|and|or|but|nor|into|than|as|because|if|whether|the|an?)$/u;
/** "Not use a bar chart simply": what the adverb led to was cut. */
const LOST_REASON =
  /\b(?:simply|merely|solely|mainly|mostly|chiefly|largely|partly|especially|particularly|primarily|just|only|even)$/u;
/** "Keep accurate apart from precise", "measure instead of judging": words where things should be. */
const NO_THINGS =
  /^(?:not )?\w+ (?:instead of|rather than) \w+(?:ing)?$|\bto (?!be\b)\w+, (?:or |and )?to \w+/u;
const TOLD_APART = /^(?:not )?(?:keep|tell|set|distinguish|separate) (\S+) (?:apart |separate )?from (\S+)$/u;
/** "The results show … and says": verbs of one subject, of two numbers. */
const SUBJECT_VERB = /^(?:not )?(?:ensure that|have) (.+)$/u;
/** "…, and before the writer names anyone": a conjunction whose clause never comes. */
const LOST_CLAUSE = /, (?:and|or|but) (?:before|after|if|when|because|while|unless|until|although)\b[^,]*$/u;
/** What may follow a comma without a conjunction: a contrast, a circumstance, a relative clause, an apposition of size. */
const AFTERTHOUGHT =
  /^(?:and|or|but|nor|so|then|not|never|no|rather|instead|even|only|preferably|ideally|usually|normally|often|always|perhaps|especially|particularly|mainly|at|in|on|by|with|without|within|for|from|to|of|under|over|before|after|during|through|between|until|like|such|as|if|when|where|unless|because|while|once|which|who|whom|whose|what|how|why|that|each|every|all|both|either|neither|one|two|three|including|namely|less|more|at|once|twice|the first time|\w+ly|\w+ing|\w+ed)\b/u;
const PRONOUN_NEXT = /^(?:it|them|him|her|us|me|you|yourself|what|how|why|who|whether)$/u;
/** "Never write careless, should have known": wording without its quotation marks. */
const BARE_WORDING = /, (?:should|must|could|would) (?:have|not|be)\b/u;
const HALF_VERB = /\b(?:has|have|had) \w+ing (?:into|with|of|by|at|on|to|from)\b/u;

/** A sentence of comment that stands behind the order, mostly after a quotation that ends in a full stop. */
const SECOND_SENTENCE = /(?:[.!?…][”"’)]*|⟧) \p{Lu}[\p{L}’']* \p{Ll}/u;
/** "The thinking is actual thinking": it says nothing. */
const SAYS_ITSELF = /\bthe (\w{4,}) (?:is|are) (?:\w+ )?\1\b/u;

/** Null where the demand (what follows "The response should", quotations masked) reads as one whole order. */
export function doubtfulGrammar(demand: string): string | null {
  if (
    [
      STRANDED,
      LOST_REASON,
      SAYS_ITSELF,
      NO_THINGS,
      LOST_CLAUSE,
      BARE_WORDING,
      HALF_VERB,
      NEEDS_OBJECT,
      COUNT_AT_END,
      OWNER_BARE,
      PUT_NOWHERE,
      DISAGREES,
    ].some((sign) => sign.test(demand))
  )
    return CUT;
  if (SECOND_SENTENCE.test(demand) || /(?:,| and| or| but) (?:do not|don['’]t) /u.test(demand))
    return SPLICED;
  const segments = demand.split(/, /u);
  if (segments.slice(1).some((segment, index) => isSecondOrder(segment, segments.slice(index + 2))))
    return SPLICED;
  // After a colon, as in "no filler: very, really", the list needs no end.
  if (
    segments.length > 1 &&
    !demand.includes(': ') &&
    !isParallel(segments) &&
    isOpenEnd(segments.at(-1) ?? '')
  )
    return CUT;
  const apart = TOLD_APART.exec(demand)?.slice(1) ?? [];
  if (apart.length > 0 && apart.every((word) => !isNounAlone(word))) return CUT;
  if (changesNumber(demand)) return CUT;
  if (lacksObject(demand) || lacksArticle(demand) || hasBareSubject(demand)) return CUT;
  return null;
}

/** "Thank the reader, sign with a name": no "and" joins the orders. */
function isSecondOrder(segment: string, later: readonly string[]): boolean {
  const [first = '', next = ''] = segment.split(' ').map(clean);
  if (!isBaseVerb(first) || PREPOSITIONS.has(first)) return false;
  if (!DETERMINERS.has(next) && !PRONOUN_NEXT.test(next)) return false;
  return !later.some((other) => /^(?:and|or|then)\b/u.test(other));
}

/** "Date and time, exact place": a list that was to go on. */
function isOpenEnd(last: string): boolean {
  return !AFTERTHOUGHT.test(last) && !/ (?:and|or) /u.test(last) && !/^[⟦\d]/u.test(last);
}

/** "Full names for officials, first names for relatives". */
function isParallel(segments: readonly string[]): boolean {
  const [before = '', last = ''] = segments.slice(-2);
  return last.split(' ').some((word) => PREPOSITIONS.has(word) && before.split(' ').includes(word));
}

/** "Answer in the first sentence", "attend into …": what is answered or attended, a text cannot show. */
const NEEDS_OBJECT =
  /^(?:not )?(?:answer|summari[sz]e|repeat|thank|attend|explain|define|state|give|show|mention|use|have|contain|include|avoid|leave out|put|place|describe|quote|cite|present|offer|provide|introduce|justify|translate|compare|raise|cover|treat|restate|list|add|set|separate) (?:in|on|at|with|for|from|into|as|by|through|about|under|of|during|across|over)\b(?! (?:most|least)\b)(?!.*\b(?:what|who|how|why|whether)\b)/u;
/** "Aim at two or three": of what? */
const COUNT_AT_END =
  /(?<!\b(?:page|section|first|than|never|not|under|below|exceed|to|of|about) |-|\b(?:instead of|rather than|not|never) (?:\w+ing )?)\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)(?: or (?:two|three|four|five|six|seven|eight|nine|ten|twelve))?$/u;
/** "Put exact times and amounts": where? */
const PUT_NOWHERE =
  /^(?:not )?(?:put|place) (?!.*\b(?:in|into|on|onto|at|first|last|before|after|under|above|below|beside|near|next|where|within|between|together|early|behind|out|down|forward|over|to|up|side|by|around)\b)/u;
/** "Have narrator's vocabulary": an owner who lacks an article. */
const OWNER_BARE = /^(?:not )?(?:have|use|give|include|keep|contain|add) [a-z]+[’']s [a-z]/u;
/** "Shows that the writer expects a reason and are ready": two verbs of one subject disagree. */
const DISAGREES =
  /\bthe writer \w+s\b[^,;]*\band (?:are|have|do)\b|\b(?:everything|nothing|everybody|nobody) \w+ (?:come|go|have|are|do|make|show|tell)\b/u;

function isNounAlone(word: string): boolean {
  return /^[⟦\d]/u.test(word) || isPlural(word) || MASS.test(word);
}

/** After a verb in one number, "and" with a verb in the other that has its own object. */
function changesNumber(demand: string): boolean {
  const tokens = SUBJECT_VERB.exec(demand)?.[1]?.split(' ') ?? [];
  const verbs = tokens.map((token, index) => numberOfVerb(clean(token), clean(tokens[index + 1] ?? '')));
  const first = verbs.findIndex((number, index) => index > 0 && number !== undefined);
  return verbs.some(
    (number, index) =>
      index > first &&
      number === 'singular' &&
      verbs[first] === 'plural' &&
      isPlural(clean(tokens[first - 1] ?? '')) &&
      /^(?:and|or)$/u.test(tokens[index - 1] ?? ''),
  );
}

function numberOfVerb(word: string, next: string): 'singular' | 'plural' | undefined {
  if (
    !DETERMINERS.has(next) &&
    !PREPOSITIONS.has(next) &&
    !/^(?:data|what|how|why|that|it|them)$/u.test(next)
  )
    return undefined;
  if (baseOfThirdPerson(word) !== undefined) return 'singular';
  return isBaseVerb(word) ? 'plural' : undefined;
}

/** "Date and time, …", "describe or …": two words joined, and nothing that either is done to. */
function lacksObject(demand: string): boolean {
  const [first = '', joint = '', second = '', third] = demand.replace(/^not /u, '').split(' ');
  if (!/^(?:and|or)$/u.test(joint) || first.endsWith(',')) return false;
  return !isBaseVerb(clean(second)) || /[,;]$/u.test(second) || third === undefined;
}

/** Nouns that need no article; further ones are told by their ending. */
const MASS =
  /(?:ness|ity|ism|ance|ence|age|ship|ment|tion|sion|ture|ing|ics|hood|dom|cy|th|logy|phy)$|^(?:evidence|information|advice|detail|text|dialogue|jargon|slang|proof|praise|flattery|time|money|space|order|work|colou?r|humou?r|weight|material|evidence|data|context|background|credit|care|speech|prose|verse|rhyme|rhythm|fact|opinion|conduct|character|suspense|tension|conflict|action|substance|content|value|cost|size|scale|pity|blame|guilt|hope|need|room|use|interest|respect|trust|doubt|fear|love|joy|pain|grief|news|law|theory|practice|research|science|history|form|style|tone|voice|sense|reason|change|progress|success|failure|risk|danger|safety|health|food|drink|water|heat|light|sound|music|art|life|death|nature|power|force|energy|sarcasm|irony|gossip|trivia|fluff|filler|padding|hype|spin|tense|people|type|print|capitals|italics|price|symbolism|passive|active|effort|point|course|purpose|self-\w+|feedback|language|business|salary|leave|pay|access|contact|support|help|stock|title|page|date|place|name|grammar|spelling|punctuation|syntax|vocabulary|diction)$/u;

/** "Avoid missing contact line": a thing that can be counted, with neither article nor plural. */
function lacksArticle(demand: string): boolean {
  const words = demand.replace(/^not /u, '').split(' ');
  const start = words[0] === 'avoid' && baseOfGerund(clean(words[1] ?? '')) !== undefined ? 2 : 1;
  if (start >= words.length) return false;
  for (let index = start; index < words.length; index += 1) {
    const token = words[index] ?? '';
    const word = clean(token);
    if (!/^[a-z-]+$/u.test(word) || DETERMINERS.has(word) || PREPOSITIONS.has(word) || AUXILIARIES.has(word))
      return false;
    const next = words[index + 1];
    const ends = next === undefined || /[,;:]$/u.test(token) || PREPOSITIONS.has(clean(next));
    if (!ends) continue;
    // A comma or "and" makes a list, and lists may do without articles.
    if (/[,;:]$/u.test(token)) return false;
    return isCountable(word);
  }
  return false;
}

function isCountable(word: string): boolean {
  return (
    COUNTABLE.has(word) ||
    (!isPlural(word) && !MASS.test(word) && /(?:line|list|link|sheet|label)$/u.test(word))
  );
}

const COUNTABLE = new Set(
  'sentence paragraph section word line phrase example question answer headline heading list table figure chart picture image reader writer person object item step task part story scene chapter letter number verb noun adjective claim argument idea'.split(
    ' ',
  ),
);

/** "Ensure that heat has the same care", "ensure that dialogue goes too". */
function hasBareSubject(demand: string): boolean {
  const match = /^(?:not )?ensure that (\S+) (\S+)/u.exec(demand);
  if (match?.[1] === undefined || match[2] === undefined) return false;
  const [subject, verb] = [clean(match[1]), clean(match[2])];
  return (
    !DETERMINERS.has(subject) &&
    !isPlural(subject) &&
    !/^(?:nobody|nothing|everybody|everything|everyone|anyone|somebody|someone|something|it|⟦.*)$/u.test(
      subject,
    ) &&
    baseOfThirdPerson(verb) !== undefined &&
    (verb !== 'is' || !MASS.test(subject))
  );
}
