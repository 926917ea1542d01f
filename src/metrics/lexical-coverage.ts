/** Lexical estimate of the coverage of criteria, without a model. */
import { contentStems } from '../text/words.ts';
import type { Coverage } from './recall-at-k.ts';

/** Minimum share of a criterion's content stems in the covering criterion. */
const COVERED_SHARE = 0.5;

/** Ignores synonyms and combinations of criteria, so it tends to be lower than human recall. */
export function lexicalCoverage(expected: readonly string[], generated: readonly string[]): Coverage {
  const lists = generated.map(ownStems);
  return expected.map((criterion) => {
    const wanted = [...ownStems(criterion)];
    const covers = (stems: ReadonlySet<string>) =>
      wanted.length > 0 && wanted.filter((stem) => stems.has(stem)).length >= COVERED_SHARE * wanted.length;
    return lists.flatMap((stems, place) => (covers(stems) ? [[place]] : []));
  });
}

/** Without the phrase that all criteria share. */
function ownStems(criterion: string): Set<string> {
  const stems = new Set(contentStems(criterion));
  stems.delete('respons');
  return stems;
}
