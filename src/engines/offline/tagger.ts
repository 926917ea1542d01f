/** Part-of-speech tags by `compromise`. It is loaded on first use: that takes a quarter of a second. */
import { createRequire } from 'node:module';
import type { Term } from 'compromise/misc';

export interface TaggedWord {
  /** As written, without the white space and punctuation around it; empty for the second half of a contraction. */
  readonly text: string;
  readonly lower: string;
  /** White space and punctuation before and after, so that all words in a row give the text back. */
  readonly before: string;
  readonly after: string;
  /** Whether it has a tag of compromise's tag set, or any of several. */
  readonly is: (...tags: readonly string[]) => boolean;
}

/** The same text always gets the same tags. */
export type Tagger = (text: string) => readonly TaggedWord[];

/** Tags of known texts, as a file keeps them. */
export interface SavedTags {
  readonly tagSets: readonly (readonly string[])[];
  /** By text: for each word the lengths of what is before it, of itself and of what is after it, and its tag set. */
  readonly texts: Readonly<Record<string, readonly number[]>>;
}

const NUMBERS_PER_WORD = 4;
const MAX_CACHED = 5_000;
const cache = new Map<string, readonly TaggedWord[]>();
const requirePackage = createRequire(import.meta.url);
type Tag = (text: string) => { readonly docs: readonly (readonly Term[])[] };
let loaded: Tag | undefined;

/** @param saved the texts in it are not tagged anew */
export function createTagger(saved: SavedTags | null): Tagger {
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const numbers = saved !== null && Object.hasOwn(saved.texts, text) ? saved.texts[text] : undefined;
    const tagged =
      saved === null || numbers === undefined
        ? termsOf(text).map(({ text: word, pre, post, tags }) => wordOf(word, pre, post, tags))
        : savedWords(text, numbers, saved.tagSets);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, tagged);
    return tagged;
  };
}

/** Only those texts that their words in a row give back. */
export function saveTags(texts: Iterable<string>): SavedTags {
  const numberOfSet = new Map<string, number>();
  const saved = [...texts].flatMap((text): readonly (readonly [string, readonly number[]])[] => {
    const terms = termsOf(text);
    if (terms.map(({ pre, text: word, post }) => `${pre}${word}${post}`).join('') !== text) return [];
    const numbers = terms.flatMap(({ pre, text: word, post, tags }) => {
      const key = [...(tags ?? [])].sort().join(' ');
      if (!numberOfSet.has(key)) numberOfSet.set(key, numberOfSet.size);
      return [pre.length, word.length, post.length, numberOfSet.get(key) ?? 0];
    });
    return [[text, numbers]];
  });
  return { tagSets: [...numberOfSet.keys()].map((key) => key.split(' ')), texts: Object.fromEntries(saved) };
}

function termsOf(text: string): readonly Term[] {
  loaded ??= requirePackage('compromise/two') as Tag;
  return loaded(text).docs.flat();
}

function savedWords(text: string, numbers: readonly number[], tagSets: SavedTags['tagSets']): readonly TaggedWord[] {
  let at = 0;
  const take = (length = 0) => text.slice(at, (at += length));
  return Array.from({ length: numbers.length / NUMBERS_PER_WORD }, (_, index) => {
    const [before, word, after, tagSet = 0] = numbers.slice(index * NUMBERS_PER_WORD);
    const pre = take(before);
    return wordOf(take(word), pre, take(after), new Set(tagSets[tagSet]));
  });
}

function wordOf(text: string, before: string, after: string, tags: ReadonlySet<string> | undefined): TaggedWord {
  return {
    text,
    lower: text.toLowerCase().replaceAll('’', "'"),
    before,
    after,
    is: (...wanted) => wanted.some((tag) => tags?.has(tag) === true),
  };
}
