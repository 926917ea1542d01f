/** Further texts that one request asks for: "a cover letter and a CV". */
import { words } from '../../text/words.ts';
import { PLAIN_ADJECTIVES } from './lexicon.ts';
import { DETERMINER, nounPhrasesAt, PHRASE_END } from './noun-phrase.ts';

/** One of them is wanted, not all. */
const ALTERNATIVE = /\bor\b/iu;
const AND = /,?\s+(?:and|&|plus|as well as)(?:\s+also)?\s+/iu;

/** Of an order: "and title it", "and list how they met". */
const OBJECT = /^(?:it|them|me|us|him|what|how|why|whether|back)$/u;

/**
 * Noun phrases coordinated with the first, before any preposition: what follows one may be the topic ("a poem about letters and
 * reports").
 * @param object of the request, from its article on
 */
export function furtherTexts(object: string): readonly string[] {
  const sentence = (/^[^.;:!?()\n\u2013\u2014]*/u.exec(object)?.[0] ?? '').split(/\s+/u);
  const end = prepositionIn(sentence);
  const list = sentence.slice(0, end).join(' ');
  if (ALTERNATIVE.test(list)) return [];
  const joined = list.split(AND);
  const isList = joined.length > 1 && nounPhrasesAt(joined.at(-1) ?? '').length > 0;
  const items = joined.flatMap((part, place) =>
    // "A poem, title included": between commas without "and" only what has an article of its own is another text; "a warm,
    // brief and sincere toast" is one.
    part
      .split(/,\s+/u)
      .filter(
        (item, index) =>
          index === 0 ||
          /^an?\s/iu.test(item) ||
          (isList && place < joined.length - 1 && !PLAIN_ADJECTIVES.has(item.toLowerCase())),
      ),
  );
  const rest = sentence.slice(end).join(' ');
  return items
    .map((item, index) => (index === items.length - 1 ? `${item} ${rest}` : item))
    .slice(1)
    .filter((item) => !isOrder(item))
    .flatMap((item) => nounPhrasesAt(item).slice(0, 1))
    .map(({ phrase }) => phrase);
}

function prepositionIn(sentence: readonly string[]): number {
  const end = sentence.findIndex((token) => {
    const [word = ''] = words(token);
    return PHRASE_END.has(word) && word !== 'and' && word !== 'or' && !DETERMINER.test(word);
  });
  return end === -1 ? sentence.length : end;
}

/** A noun without an article before an object: "list your sources"; "an article that explains" is none. */
function isOrder(item: string): boolean {
  const [first = '', next = ''] = words(item);
  if (DETERMINER.test(first)) return false;
  return OBJECT.test(next) || (DETERMINER.test(next) && next !== 'that');
}
