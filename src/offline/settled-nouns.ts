/** Definite nouns that need no introduction: parts that a text has once, and what a field's guides call "the" as a rule. */
import type { Advice } from '../domain/advice.ts';
import { stem } from '../text/words.ts';
import { nounPhraseAt } from './common-ground.ts';
import { isReceiver } from './receivers.ts';
import { CLAUSE_EDGE, clean, isPlural, isTextPart } from './tokens.ts';
import { DETERMINERS, MAKERS, PREPOSITIONS, WHOLE_TEXT } from './vocabulary.ts';

/** @param brought whether the text itself is to bring the thing: then a few uses in the guides are enough */
export type IsSettled = (noun: string, brought?: boolean) => boolean;

/** What any text, or the world, has once. */
const ONCE = new Set(
  `abstract background beginning body bottom bibliography client close closing ear eye conclusion content contents date diction direction end ending
  evidence finding form future gist grammar headline introduction intro language layout lead length line-up main material message middle mood
  name outset past present point-of-view purpose response rest rhythm scope sense setting spelling start structure style subject subtitle
  summary syntax tense theme thesis title tone top topic truth vocabulary voice way whole wording world year reader writer author audience
  text time day month week clock public market opening greeting salutation sign-off signature signoff sender facts facts default imperative
  passive active singular plural problem company organisation organization person team project product result situation event issue price cost matter case margin`.split(
    /\s+/u,
  ),
);
/** Which one is meant is said by what follows. */
const DETERMINED_BY_REST =
  /^(?:itself|themselves|of|that|which|who|whose|where|when|they|he|she|you|\w+ing|\w+ed|needed|it|for|behind|between|from|about|under)$/u;
const DETERMINED_BY_ADJECTIVE =
  /^(?:\S+['’]s?|first|second|third|last|next|final|prior|wide|only|best|worst|most|least|very|right|exact|main|own|present|past|active|passive|whole|\w{3,}est|opening|closing|top|bottom|same|strongest)$/u;

/** What these verbs act on is what the text is to bring: "state the position" says itself which. */
const BRINGING =
  /^(?:state|name|give|say|tell|show|put|include|mention|explain|describe|define|identify|present|set|list|quote|cite|open|lead|end|close|begin|answer|attach|add|address|thank|pose|summari[sz]e|avoid|use|have|carries|names|gives|states|says|shows|includes|describes|and|or|not)$/u;
/** Of these, those that do not themselves say which thing is meant. */
const HANDLING = /^(?:name|give)$/u;
/** What "includes" or "states" something is a part of a text. */
const TEXT_DOES =
  /(?<!-)\b(?:includes?|contains?|states?|names?|lists?|describes?|explains?|says?|sets? out)\b/u;
const CONTRASTED = /\b(?:not|rather than|instead of|than)(?: (?:by|with|in|from|at|on|to))?$/u;
const MIN_SOURCES = 2;
const MIN_USES = 3;
const MIN_MENTIONS = 2;
/** Nouns that the guides hardly ever call "the" are many in a text. */
const MIN_DEFINITE_SHARE = 0.45;

/** @param asked stems of the task */
export function settledNouns(advice: readonly Advice[], asked: ReadonlySet<string>): IsSettled {
  const uses = new Map<string, { all: number; definite: number; sources: Set<string> }>();
  for (const { text, sourceId } of advice) {
    const tokens = text.split(/\s+/u).map(clean);
    for (const [index, word] of tokens.entries()) {
      if (word === '' || DETERMINERS.has(word) || PREPOSITIONS.has(word)) continue;
      const use = uses.get(stem(word)) ?? { all: 0, definite: 0, sources: new Set<string>() };
      use.all += 1;
      use.definite += Number(/^(?:the|your)$/u.test(tokens[index - 1] ?? ''));
      use.sources.add(sourceId);
      uses.set(stem(word), use);
    }
  }
  return (noun, brought = false) => {
    const use = uses.get(stem(noun));
    // Of the many words of a text none are "the words".
    if (noun === 'words') return false;
    if (
      asked.has(stem(noun)) ||
      ONCE.has(noun) ||
      WHOLE_TEXT.has(noun) ||
      MAKERS.has(noun) ||
      isReceiver(noun) ||
      (isPlural(noun) && isTextPart(noun))
    )
      return true;
    if (brought) return use !== undefined && use.all >= MIN_MENTIONS;
    return (
      use !== undefined &&
      (use.all >= MIN_USES || use.sources.size >= MIN_SOURCES) &&
      use.definite / use.all >= MIN_DEFINITE_SHARE
    );
  };
}

/** A definite noun of the demand that nothing determines and that is not settled, or null. */
export function unsettledNoun(demand: string, isSettled: IsSettled): string | null {
  const tokens = demand.split(' ');
  for (const [index, token] of tokens.entries()) {
    if (clean(token) !== 'the') continue;
    const near = clean(tokens[index - 1] ?? '');
    const before = /^(?:with|out|up)$/u.test(near) ? clean(tokens[index - 2] ?? '') : near;
    const isGivenTo =
      before === 'give' && /\bthe (?:[\w-]+ ){1,3}an? /u.test(tokens.slice(index, index + 5).join(' '));
    // "Name the switch", "ensure that the host …": to bring a thing or to demand something of it presupposes that it is known.
    const brought =
      (HANDLING.test(before) && !isGivenTo) ||
      (tokens.slice(0, index).join(' ') === 'ensure that' && !TEXT_DOES.test(demand));
    // The subject of a clause, what a list goes on with, and the other side of a contrast need no naming.
    if (
      !brought &&
      (before === 'of' ||
        (BRINGING.test(before) && !isGivenTo) ||
        CLAUSE_EDGE.has(before) ||
        (tokens[index - 1] ?? '').endsWith(','))
    )
      continue;
    if (CONTRASTED.test(tokens.slice(0, index).join(' '))) continue;
    const phrase = nounPhraseAt(tokens, index + 1);
    const head = phrase.at(-1);
    if (head === undefined || head.includes('⟦') || phrase.some((word) => DETERMINED_BY_ADJECTIVE.test(word)))
      continue;
    if (isSettled(head, brought) || phrase.some((word) => ONCE.has(word))) continue;
    const last = tokens[index + phrase.length] ?? '';
    const after = clean(tokens[index + 1 + phrase.length] ?? '');
    if (tokens[index + 2 + phrase.length] === 'which') continue;
    const said = tokens.slice(0, index).some((earlier) => stem(clean(earlier)) === stem(head));
    if (!said && (/[,.;:!?]$/u.test(last) || after === '' || !DETERMINED_BY_REST.test(after))) return head;
  }
  return null;
}
