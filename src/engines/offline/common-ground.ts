/** Which nouns a field's guides share: a definite noun that one guide alone uses points back into that guide. */
import type { Advice } from '../../domain/advice.ts';
import { stem, words } from '../../text/words.ts';
import { isReceiver } from './receivers.ts';
import { CLAUSE_EDGE, clean, isTextPart } from './tokens.ts';
import { baseOfThirdPerson } from './verbs.ts';
import { AUXILIARIES, DETERMINERS, MAKERS, PREPOSITIONS, WHOLE_TEXT } from './vocabulary.ts';

export type IsKnown = (noun: string) => boolean;

/** Nouns that are definite wherever they stand. */
const UNIQUE = new Set(
  `world past present future end start beginning middle top bottom left right day moment time rest way language person page matter clock
  year public market price cost date name place fact truth work problem answer reason result sense thing company organisation
  organization team project product event topic subject situation`.split(/\s+/u),
);
/** "The forecast should name the week": what something is demanded of is a part of such texts. */
const DEMANDED = /^(?:the|each|every|an?) (?:\S+ )?(\S+) (?:should|must|needs?|has to)\b/iu;
const MIN_SOURCES = 2;
const MIN_PIECES = 3;
const DETERMINED_BY_ADJECTIVE =
  /^(?:\S+['’]s?|first|second|third|next|final|only|best|worst|most|least|very|right|exact|whole|main|\w+est)$/u;
/** What follows a noun and says which one is meant. */
const DETERMINED_BY_REST =
  /^(?:itself|themselves|of|that|which|who|whose|where|when|how|in|for|to|with|on|from|behind|between|about|under|below|above|around|over|against|at|by|into|it|they|we|he|she|you|\w+ing|\w+ed)$/u;

/** A noun is known where the task, at least two sources, or several pieces of advice have it. */
export function knownNouns(advice: readonly Advice[], asked: ReadonlySet<string>): IsKnown {
  const sources = new Map<string, Set<string>>();
  const pieces = new Map<string, number>();
  const demanded = new Set<string>();
  for (const piece of advice) {
    const subject = DEMANDED.exec(piece.text)?.[1];
    if (subject !== undefined) demanded.add(stem(subject.toLowerCase()));
    for (const word of new Set(
      words(piece.text)
        .flatMap((each) => each.split('-'))
        .map(stem),
    )) {
      sources.set(word, (sources.get(word) ?? new Set()).add(piece.sourceId));
      pieces.set(word, (pieces.get(word) ?? 0) + 1);
    }
  }
  // One source alone cannot tell its own matters from those of the field.
  if (new Set(advice.map((piece) => piece.sourceId)).size < MIN_SOURCES) return () => true;
  return (noun) => {
    const own = stem(noun);
    return (
      asked.has(own) ||
      demanded.has(own) ||
      (sources.get(own)?.size ?? 0) >= MIN_SOURCES ||
      (pieces.get(own) ?? 0) >= MIN_PIECES ||
      isTextPart(noun) ||
      WHOLE_TEXT.has(noun) ||
      MAKERS.has(noun) ||
      isReceiver(noun) ||
      UNIQUE.has(noun.replace(/s$/u, ''))
    );
  };
}

/**
 * Whether a clause speaks of definite things that nothing in it determines and of which none is known:
 * "name the expectation near the start", but not "name the place, the month and the expectation".
 */
export function pointsAtUnknown(clause: string, isKnown: IsKnown): boolean {
  const tokens = clause.split(' ');
  let unknown = false;
  for (const [index, token] of tokens.entries()) {
    if (clean(token) !== 'the') continue;
    const phrase = nounPhraseAt(tokens, index + 1);
    const head = phrase.at(-1);
    if (head === undefined || head.includes('⟦') || UNIQUE.has(head.replace(/s$/u, ''))) continue;
    if (isKnown(head) || phrase.some(isTextPart)) return false;
    const after = tokens[index + 1 + phrase.length];
    const closed = /[,.;:!?]$/u.test(tokens[index + phrase.length] ?? '');
    const determined =
      phrase.some((word) => DETERMINED_BY_ADJECTIVE.test(word)) ||
      (!closed && after !== undefined && DETERMINED_BY_REST.test(clean(after))) ||
      tokens.slice(0, index).some((earlier) => stem(clean(earlier)) === stem(head));
    if (!determined) unknown = true;
  }
  return unknown;
}

/** The nouns and adjectives from `start` on, lower-cased, up to what cannot belong to one noun phrase. */
function nounPhraseAt(tokens: readonly string[], start: number): string[] {
  const phrase: string[] = [];
  for (let index = start; index < tokens.length; index += 1) {
    const word = clean(tokens[index] ?? '');
    if (
      PREPOSITIONS.has(word) ||
      CLAUSE_EDGE.has(word) ||
      AUXILIARIES.has(word) ||
      DETERMINERS.has(word) ||
      /^(?:and|or|but|nor|to|not|it|itself|themselves|they|you|we|he|she|rather|back|hard|straight|cool|closer|open)$|n['’]t$|ly$/u.test(
        word,
      ) ||
      (phrase.length > 0 && (MAKERS.has(phrase[0] ?? '') || isReceiver(phrase[0] ?? ''))) ||
      (phrase.length > 0 && baseOfThirdPerson(word) !== undefined && !isTextPart(word))
    )
      break;
    phrase.push(word);
    if (/[,.;:!?]$/u.test(tokens[index] ?? '')) break;
  }
  return phrase;
}
