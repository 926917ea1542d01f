/** Further texts that one request asks for: "a cover letter and a CV". */
import { words } from '../../text/words.ts';
import { DETERMINER, nounPhrasesAt, PHRASE_END } from './noun-phrase.ts';

/** One of them is wanted, not all. */
const ALTERNATIVE = /\bor\b/iu;
const AND = /,?\s+and\s+/iu;

/**
 * Noun phrases coordinated with the first, before any preposition: what follows one may be the topic ("a poem about letters and
 * reports").
 * @param object of the request, from its article on
 */
export function furtherTexts(object: string): readonly string[] {
  const list = beforePreposition(object);
  if (ALTERNATIVE.test(list)) return [];
  return list
    .split(AND)
    .flatMap((joined) =>
      // "A poem, title included": between commas only what has an article of its own is another text.
      joined.split(/,\s+/u).filter((item, index) => index === 0 || /^an?\s/iu.test(item)),
    )
    .slice(1)
    .flatMap((item) => nounPhrasesAt(item).slice(0, 1))
    .map(({ phrase }) => phrase);
}

function beforePreposition(object: string): string {
  const sentence = /^[^.;:!?()\n\u2013\u2014]*/u.exec(object)?.[0] ?? '';
  const all = sentence.split(/\s+/u);
  const end = all.findIndex((token) => {
    const [word = ''] = words(token);
    return PHRASE_END.has(word) && word !== 'and' && word !== 'or' && !DETERMINER.test(word);
  });
  return all.slice(0, end === -1 ? undefined : end).join(' ');
}
