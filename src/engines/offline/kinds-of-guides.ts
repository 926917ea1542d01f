/** The kinds of text of a user's own library: those that the titles of its guides name. */
import { kindOfUser, type GuideKind, type KindFinder } from '../../domain/guide-kind.ts';
import { words } from '../../text/words.ts';
import { singular } from './lexicon.ts';
import { isSort } from './page-fit.ts';

/** A bundled kind that no title names is none of them, however like the request is to it: its guides are not read. */
export function kindsOfGuides(kinds: KindFinder, titles: readonly string[]): KindFinder {
  const titleWords = titles.map(singularWords);
  const isNamed = (name: string) => titleWords.some((title) => names(title, singularWords(name)));
  const hasGuide = ({ name, synonyms }: GuideKind) => [name, ...synonyms].some(isNamed);
  return {
    ...kinds,
    all: kinds.all.filter(hasGuide),
    isOfUser: true,
    nearest: (instruction) => kinds.nearest(instruction).filter(hasGuide),
    find: (instruction, requests) => {
      const found = kinds.find(instruction, requests);
      if (found !== null && isNamed(found.kind.name)) return found;
      const name = requests.flatMap(({ phrases }) => phrases.flatMap(endingsOf)).find(isNamed);
      if (name !== undefined) return { kind: kindOfUser(name), by: 'name' };
      return found !== null && hasGuide(found.kind) ? found : null;
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
function names(title: readonly string[], name: readonly string[]): boolean {
  return title.some((_, index) => {
    const isThere = name.every((word, offset) => title[index + offset] === word);
    return isThere && (name.length > 1 || !isSort(title[index - 1] ?? ''));
  });
}
