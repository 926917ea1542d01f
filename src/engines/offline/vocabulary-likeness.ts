/** How alike pages are in their vocabulary: tf-idf vectors and their cosine. */
import { contentStems } from '../../text/words.ts';

export type Vocabulary = readonly ReadonlyMap<string, number>[];

/** One unit vector per text; stems of `left out` do not count. */
export function vocabularyOf(texts: readonly string[], leftOut: ReadonlySet<string>): Vocabulary {
  const counts = texts.map((text) => {
    const terms = new Map<string, number>();
    for (const stem of contentStems(text))
      if (!leftOut.has(stem)) terms.set(stem, (terms.get(stem) ?? 0) + 1);
    return terms;
  });
  const documents = new Map<string, number>();
  for (const terms of counts)
    for (const stem of terms.keys()) documents.set(stem, (documents.get(stem) ?? 0) + 1);
  return counts.map((terms) => {
    const weighted = new Map(
      [...terms].map(([stem, count]) => [
        stem,
        (1 + Math.log(count)) * Math.log(1 + texts.length / (documents.get(stem) ?? 1)),
      ]),
    );
    const length = Math.hypot(...weighted.values()) || 1;
    return new Map([...weighted].map(([stem, weight]) => [stem, weight / length]));
  });
}

/** The greatest cosine with any of the others; 0 where there are none. */
export function likenessTo(vocabulary: Vocabulary, index: number, others: readonly number[]): number {
  const own = [...(vocabulary[index] ?? [])];
  const cosine = (other: number): number =>
    own.reduce((sum, [stem, weight]) => sum + weight * (vocabulary[other]?.get(stem) ?? 0), 0);
  return Math.max(0, ...others.map(cosine));
}
