/** Part-of-speech tags by `compromise`. It is loaded on first use: its import costs a quarter of a second. */
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

export type Tagger = (text: string) => readonly TaggedWord[];

const MAX_CACHED = 5_000;
const cache = new Map<string, readonly TaggedWord[]>();
let loading: Promise<Tagger> | undefined;

/** The tagger; the same text always gets the same tags. */
export function loadTagger(): Promise<Tagger> {
  loading ??= import('compromise/two').then(({ default: nlp }) => (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const tagged = nlp(text).docs.flat().map(wordOf);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, tagged);
    return tagged;
  });
  return loading;
}

function wordOf({ text, pre, post, tags }: Term): TaggedWord {
  return {
    text,
    lower: text.toLowerCase().replaceAll('’', "'"),
    before: pre,
    after: post,
    is: (...wanted) => wanted.some((tag) => tags?.has(tag) === true),
  };
}
