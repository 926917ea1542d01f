/** Precision, recall and F1 where an item may have several labels (TICK, table 7). */
import { completePairs, type CompletePair, type Pair } from './accuracy.ts';
import { mean, ratio, requireSome } from './mean.ts';

/** Labels of one side are all different. */
export type LabelSets = Pair<readonly string[]>;

export interface PrecisionRecall {
  /** Null where nothing was predicted. */
  readonly precision: number | null;
  /** Null where nothing is to be found. */
  readonly recall: number | null;
  /** 2 · both / (predicted + gold); null where both are empty. */
  readonly f1: number | null;
}

interface MultiLabel extends PrecisionRecall {
  readonly scored: number;
  /** Items without predicted labels or without any true one. */
  readonly missing: number;
}

export interface LabelScore extends PrecisionRecall {
  readonly label: string;
  readonly predicted: number;
  readonly gold: number;
}

/**
 * Means over items of the item's own figures (Godbole and Sarawagi 2004; "samples" of scikit-learn): an item for which no
 * label was named has precision 0.
 * @throws InputError without items
 */
export function multiLabel(items: readonly LabelSets[]): MultiLabel {
  requireSome(items, 'items');
  const scores = complete(items).map((item) => scoreOf([item]));
  return {
    precision: mean(scores.map(({ precision }) => precision ?? 0)),
    recall: mean(scores.map(({ recall }) => recall ?? 0)),
    f1: mean(scores.map(({ f1 }) => f1 ?? 0)),
    scored: scores.length,
    missing: items.length - scores.length,
  };
}

/** Each label by itself over all items, by how often it is true. */
export function byLabel(items: readonly LabelSets[]): readonly LabelScore[] {
  const usable = complete(items);
  const labels = [...new Set(usable.flatMap(({ predicted, gold }) => [...gold, ...predicted]))];
  return labels
    .map((label) => {
      const only = (given: readonly string[]) => given.filter((each) => each === label);
      const own = usable.map(({ predicted, gold }) => ({ predicted: only(predicted), gold: only(gold) }));
      const count = (side: 'predicted' | 'gold') => own.reduce((sum, each) => sum + each[side].length, 0);
      return { label, ...scoreOf(own), predicted: count('predicted'), gold: count('gold') };
    })
    .sort((a, b) => b.gold - a.gold);
}

/** Over all labels of all items together (micro average). */
export function pooled(items: readonly LabelSets[]): PrecisionRecall {
  return scoreOf(complete(items));
}

function complete(items: readonly LabelSets[]) {
  return completePairs(items).filter(({ gold }) => gold.length > 0);
}

function scoreOf(items: readonly CompletePair<readonly string[]>[]): PrecisionRecall {
  let [both, predicted, gold] = [0, 0, 0];
  for (const item of items) {
    both += item.predicted.filter((label) => item.gold.includes(label)).length;
    predicted += item.predicted.length;
    gold += item.gold.length;
  }
  return { precision: ratio(both, predicted), recall: ratio(both, gold), f1: ratio(2 * both, predicted + gold) };
}
