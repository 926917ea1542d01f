/** Criteria whose wording came out the same are one criterion; all their advice stays with it. */
import type { Advice } from '../domain/advice.ts';
import { CriterionId } from '../domain/ids.ts';

interface Worded {
  readonly text: string;
  readonly question: string;
  readonly explicit: boolean;
  readonly advice: readonly Advice[];
}

/** Case, white space and punctuation do not make a difference; anything else does. */
function wordingKey(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** In the order of first appearance, with draft ids c1, c2, …; the first wording stands. */
export function joinEqualCriteria<Item extends Worded>(
  items: readonly Item[],
): (Item & { readonly id: CriterionId })[] {
  const byWording = new Map<string, Item>();
  for (const item of items) {
    const key = wordingKey(item.text);
    const first = byWording.get(key);
    byWording.set(
      key,
      first === undefined
        ? item
        : { ...first, explicit: first.explicit || item.explicit, advice: [...first.advice, ...item.advice] },
    );
  }
  return [...byWording.values()].map((item, index) => ({ ...item, id: CriterionId.parse(`c${index + 1}`) }));
}
