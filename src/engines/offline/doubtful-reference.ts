/** Signs in a composed demand that it speaks of something that only its own page has introduced. */
import { clean, isPlural, isTextPart } from './tokens.ts';
import { baseOfParticiple, baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from './vocabulary.ts';

const BACKWARD = 'It refers to something said before it.';

/** "Say so openly", "is so". */
const SO = /\b(?:say|says|saying|think|mean|do|does|is|are) so(?=$|[,.;]| (?!\w+ (?:that|as)\b)\w+ly\b)/u;
/** "What it costs", "how it works out": a clause of its own, in which "it" can only be what came before. */
const WHAT_IT = /\b(?:what|who|whom) it\b(?!['’]s? (?:like|means)\b)/u;
const EACH = /\b(?:each|every|any) (?!of\b)[\w’'-]+/u;
/** "The ten things", "the two numbers": counted before, unless the sentence goes on to say which. */
const COUNTED_BEFORE =
  /\bthe (?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty|seventy|hundred|\d+) (?!or\b)[\w’'-]+(?! (?:that|which|who|of|on|in|to|with|\w+ (?:that|which|who|of))\b)/u;
const ONE_OF_UNSAID =
  /^(?:\S+ )?(?:keep|use|have|add|make|name|give|choose|pick|leave|cut) (?:one|two|three|some|any|each|all|both)(?: (?:only|if|when|unless|at|in|for|to|with|by)\b|$)/u;

/** "The second comes from outside", "the two that belong to her", "for each who would pay", "those that remain". */
const ORDINAL_ALONE =
  /\bthe (?:first|second|third|last|next|two|three|four|five|other|others|former|latter|rest) (?:that|which|who|is|are|has|have|comes?|goes|gets?|belongs?|needs?|should|may|can)\b|\b(?:for|with|to|in|from|of) each (?:who|what|how|that|which|is|are|to|,)|\bthose (?:that|which) \w+$/u;
/** "No more than four with names", "answer one inside the talk": so many of what is not said. */
const COUNT_ALONE =
  /(?<!\b(?:no more than|at most|at least) .*)\b(?:no more than|at most|at least|up to|fewer than|more than|only|just) (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: (?:with|in|on|at|to|for|from|by|inside|of them|that|who|which)\b|$)|^(?:not )?\w+ (?:one|two|three|four|five|\d+)(?: (?:in|inside|with|at|from|by|for|on|of them)\b|$|,)|^(?:not )?\w+ each (?:two|three|four|one|\d+)\b/u;
/** "The second kind of sentence": kinds that were told apart before. */
const KIND_TOLD =
  /\bthe (?:first|second|third|other|former|latter) (?:kind|sort|type|group|case|option|set|column)\b|\bthe middle (?:column|one|group)\b/u;
/** "Show what came", "say what will happen": when, and of what. */
const BARE_WHAT =
  /^(?:\w+) (?:what|who|how|why) (?:is|are|was|were |(?:will|would|may|might|can|could|has|had) )?\w+$/u;
/** "The words the person said": which person? */
const SOMEBODY = /\bthe (?:person|man|woman) (?:said|says|did|does|gave|\w+ed)\b/u;

/** "The other options": other than which? */
const OTHERS = /\bthe other (?!(?:side|party|person|hand|end|half)\b)\p{L}+/u;

/** "The nearest person comes before the organisation": where, or in what, only the page said. */
const ORDER_OF_PARTS =
  /^(?:not )?ensure that (?:(?:the|an?|each|every) )?(.+?) (?:comes?|goes|go|stands?|appears?) (?:before|after|above|below|ahead of) (?:the|an?)\b/u;
/** "Put a fact in its place", "before the words". */
const ITS_PLACE = /\bin (?:its|their) place$|\b(?:before|after) the words\b/u;
/** "The one or two jobs", "what is different", "which versions were affected". */
const TOLD_BEFORE =
  /^ensure that everything (?:afterwards|else|below|after)\b|^(?:not )?\w+ (?:against|from|with|by|to) what (?:is|are|was|were) \w+$|\bthe one or two\b|^(?:\w+ ){1,4}what(?: is|['’]s|['’]re) \w+$|^\w+ which \S+ (?:is|are|was|were) \w+$/u;

/**
 * Null where all that the demand speaks of is named in it. Quotations are masked.
 * @param isLed whether a circumstance comes before the demand, of which it may speak.
 */
export function doubtfulReference(demand: string, isLed: boolean): string | null {
  const ordered = ORDER_OF_PARTS.exec(demand)?.[1];
  if (ordered !== undefined && !ordered.split(' ').some((word) => isTextPart(clean(word)))) return BACKWARD;
  if (
    [ITS_PLACE, OTHERS, TOLD_BEFORE, ORDINAL_ALONE, COUNT_ALONE, BARE_WHAT, SOMEBODY, KIND_TOLD].some(
      (pattern) => pattern.test(demand),
    )
  )
    return BACKWARD;
  if ((!isLed && SO.test(demand)) || COUNTED_BEFORE.test(demand) || ONE_OF_UNSAID.test(demand))
    return BACKWARD;
  const what = WHAT_IT.exec(demand);
  if (what !== null && !EACH.test(demand.slice(0, what.index))) return BACKWARD;
  if (hasThatNoun(demand)) return BACKWARD;
  return null;
}

/** "Reconstruct that sentence by the end": after "that" comes a noun and no verb. */
function hasThatNoun(demand: string): boolean {
  const tokens = demand.split(' ');
  return tokens.some((token, index) => {
    if (token !== 'that') return false;
    const next = clean(tokens[index + 1] ?? '');
    const after = tokens[index + 2];
    const isVerb =
      AUXILIARIES.has(next) ||
      isBaseVerb(next) ||
      baseOfThirdPerson(next) !== undefined ||
      baseOfParticiple(next) !== undefined ||
      /(?:ed|n['’]t)$/u.test(next);
    if (next === '' || isVerb || isPlural(next) || DETERMINERS.has(next) || PREPOSITIONS.has(next))
      return false;
    const closed = /[,;:]$/u.test(tokens[index + 1] ?? '') || after === undefined;
    return closed || PREPOSITIONS.has(clean(after));
  });
}
