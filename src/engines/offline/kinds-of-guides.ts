/** The kinds of text of a user's own library: those that the titles of its guides name. */
import { kindOfUser, type KindFinder } from '../../domain/guide-kind.ts';
import { words } from '../../text/words.ts';
import { singular } from './lexicon.ts';
import { isSort } from './page-fit.ts';

/** As the longest name of a bundled kind has. */
const MAX_NAME_WORDS = 8;

/** A bundled kind that no title names is none of them, however like the request is to it: its guides are not read. */
export function kindsOfGuides(kinds: KindFinder, titles: readonly string[]): KindFinder {
  const named = new Set(titles.flatMap(namesIn));
  const isNamed = (name: string) => named.has(singularWords(name).join(' '));
  const all = kinds.all.filter(({ name, synonyms }) => [name, ...synonyms].some(isNamed));
  const own = new Set(all);
  return {
    ...kinds,
    all,
    isOfUser: true,
    nearest: (instruction) => kinds.nearest(instruction).filter((kind) => own.has(kind)),
    find: (instruction, requests) => {
      const found = kinds.find(instruction, requests);
      if (found !== null && isNamed(found.kind.name)) return found;
      const name = requests.flatMap(({ phrases }) => phrases.flatMap(endingsOf)).find(isNamed);
      if (name !== undefined) return { kind: kindOfUser(name), by: 'name' };
      return found !== null && own.has(found.kind) ? found : null;
    },
  };
}

const singularWords = (text: string): readonly string[] => words(text.replaceAll('-', ' ')).map(singular);

/** "Museum wall label", "wall label", "label". */
function endingsOf(phrase: string): readonly string[] {
  const all = phrase.split(' ');
  return all.map((_, index) => all.slice(index).join(' '));
}

/** A title about "geocache pages" names no page of another sort. */
function namesIn(title: string): readonly string[] {
  const all = singularWords(title);
  return all.flatMap((_, start) => {
    const from = all.slice(start, start + MAX_NAME_WORDS);
    const names = from.map((_word, index) => from.slice(0, index + 1).join(' '));
    return isSort(all[start - 1] ?? '') ? names.slice(1) : names;
  });
}
