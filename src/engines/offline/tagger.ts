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

const MAX_CACHED = 5_000;
const cache = new Map<string, readonly TaggedWord[]>();
const requirePackage = createRequire(import.meta.url);
type Tag = (text: string) => { readonly docs: readonly (readonly Term[])[] };
let loaded: Tag | undefined;

/** The same text always gets the same tags. */
export function tag(text: string): readonly TaggedWord[] {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const tagged = termsOf(text).map(({ text: word, pre, post, tags }) => wordOf(word, pre, post, tags));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, tagged);
  return tagged;
}

function termsOf(text: string): readonly Term[] {
  loaded ??= requirePackage('compromise/two') as Tag;
  return loaded(text).docs.flat();
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
