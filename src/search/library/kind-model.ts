/**
 * A model of how people ask for each kind of text, whether or not they name it: softmax regression over the words and word
 * pairs of the example requests. It is trained when the library is built.
 */
import type { GuideKind, Kinds } from '../../domain/guide-kind.ts';
import { stem, words } from '../../text/words.ts';

/**
 * A class is a family (`letters`), or `folder:` with the folder of a kind that has none; `other` holds what no guide is
 * about.
 */
export interface KindModel {
  readonly classes: readonly string[];
  /** Of each feature: its rarity, then the classes that it speaks for or against with a weight: `[rarity, class, weight, …]`. */
  readonly features: Readonly<Record<string, readonly number[]>>;
  readonly bias: readonly number[];
}

/** Weights and rarities are whole numbers of this fraction. */
const SCALE = 20;
/** Smaller weights are left out. */
const MIN_WEIGHT = 4;
const EPOCHS = 16;
const FIRST_RATE = 2;
/** Of the squares of the weights, beside the sum of the losses. */
const PENALTY = 0.02;
/** A feature that only one request has says nothing of others. */
const MIN_REQUESTS = 2;
const SHORT_WORDS = 12;

/** Each once: stems, pairs of stems, how it begins, and whether it is short. Figures are all alike. */
function featuresOf(text: string): readonly string[] {
  const stems = words(text)
    .flatMap((word) => word.split('-').filter((part) => part !== ''))
    .map((word) => (/^\p{N}/u.test(word) ? '#' : stem(word)));
  const pairs = stems.slice(1).map((word, index) => `${stems[index] ?? ''} ${word}`);
  const beginning = stems.slice(0, 2).map((word) => `^${word}`);
  return [...new Set([...stems, ...pairs, ...beginning, ...(stems.length < SHORT_WORDS ? ['^short'] : [])])];
}

/** @returns the same for the same kinds */
export function trainKindModel({ guided, others }: Kinds): KindModel {
  const texts = [
    ...guided.map((kind) => [classOf(kind), [kind.name, ...kind.synonyms, ...kind.requests]] as const),
    ...others.map(({ name, family = OTHER, requests }) => [family, [name, ...requests]] as const),
  ];
  const classes = [...new Set(texts.map(([kind]) => kind))].sort();
  const examples = texts.flatMap(([kind, all]) =>
    all.map((text) => ({ kind: classes.indexOf(kind), features: featuresOf(text) })),
  );
  const requests = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) requests.set(feature, (requests.get(feature) ?? 0) + 1);
  const known = [...requests].filter(([, count]) => count >= MIN_REQUESTS);
  const places = new Map(known.map(([feature], place) => [feature, place]));
  const rarities = known.map(([, count]) => whole(Math.log1p(examples.length / count)));
  const sizes = classes.map((_, kind) => examples.filter((example) => example.kind === kind).length);
  const rows = examples.map(({ kind, features }) => {
    const own = features.flatMap((feature) => places.get(feature) ?? []);
    // The last place is the bias.
    const values = normalized(own.map((place) => rarities[place] ?? 0));
    // Many examples of a class say more of the examples than of what people ask for.
    const share = Math.sqrt(examples.length / classes.length / (sizes[kind] ?? 1));
    return { kind, own: [...own, known.length], values: [...values, 1], share };
  });
  const counts = [...known.map(([, count]) => count), examples.length];
  const weightsOf = fit(rows, counts, classes.length);
  const features = known.map(([feature], place): [string, number[]] => {
    const kept = weightsOf(place).flatMap((weight, at) => (Math.abs(weight) < MIN_WEIGHT ? [] : [at, weight]));
    return [feature, [rarities[place] ?? 0, ...kept]];
  });
  return {
    classes,
    features: Object.fromEntries(features.filter(([, numbers]) => numbers.length > 1)),
    bias: weightsOf(known.length),
  };
}

export const OTHER = 'other';

export function classOf({ family, folder }: Pick<GuideKind, 'family' | 'folder'>): string {
  return family ?? `folder:${folder}`;
}

interface TrainingRow {
  readonly kind: number;
  readonly own: readonly number[];
  readonly values: readonly number[];
  readonly share: number;
}

/**
 * By stochastic gradient descent with weight decay.
 * @param counts how many rows have each feature
 * @returns the weights of a feature by class, as whole numbers
 */
function fit(
  rows: readonly TrainingRow[],
  counts: readonly number[],
  width: number,
): (place: number) => readonly number[] {
  const weights = new Float64Array(counts.length * width);
  const scores = new Float64Array(width);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = FIRST_RATE / (1 + epoch / 3);
    // A stride that shares no factor with most lengths mixes the kinds, in the same order each time.
    for (let turn = 0; turn < rows.length; turn += 1) {
      const { kind, own, values, share } = rows[(turn * 7_919 + epoch) % rows.length] ?? NO_ROW;
      scores.fill(0);
      for (const [index, place] of own.entries())
        for (let at = 0; at < width; at += 1)
          scores[at] = (scores[at] ?? 0) + (values[index] ?? 0) * (weights[place * width + at] ?? 0);
      softmax(scores);
      for (const [index, place] of own.entries()) {
        const kept = 1 - (rate * PENALTY) / (counts[place] ?? 1);
        for (let at = 0; at < width; at += 1) {
          const weight = place * width + at;
          const slope = (values[index] ?? 0) * ((scores[at] ?? 0) - (at === kind ? 1 : 0));
          weights[weight] = kept * (weights[weight] ?? 0) - rate * share * slope;
        }
      }
    }
  }
  return (place) => Array.from({ length: width }, (_, at) => whole(weights[place * width + at] ?? 0));
}

const NO_ROW: TrainingRow = { kind: 0, own: [], values: [], share: 0 };

const whole = (value: number) => Math.round(value * SCALE);

function normalized(values: readonly number[]): readonly number[] {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / Math.max(length, 1e-9));
}

function softmax(scores: Float64Array): void {
  const most = scores.reduce((max, score) => Math.max(max, score), -Infinity);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    scores[at] = Math.exp((scores[at] ?? 0) - most);
    sum += scores[at] ?? 0;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum;
}

/** Probabilities of the classes, in their order. */
function predictKinds({ features, bias }: KindModel, text: string): Float64Array {
  const known = featuresOf(text).flatMap((feature) =>
    Object.hasOwn(features, feature) ? [features[feature] ?? []] : [],
  );
  const values = normalized(known.map(([rarity = 0]) => rarity));
  const scores = Float64Array.from(bias, (weight) => weight / SCALE);
  for (const [index, pairs] of known.entries())
    for (let at = 1; at < pairs.length; at += 2) {
      const kind = pairs[at] ?? 0;
      scores[kind] = (scores[kind] ?? 0) + ((values[index] ?? 0) * (pairs[at + 1] ?? 0)) / SCALE;
    }
  softmax(scores);
  return scores;
}

/** The two likeliest classes, the likelier first. */
export function likeliest(
  model: KindModel,
  text: string,
): readonly { readonly name: string; readonly probability: number }[] {
  const probabilities = predictKinds(model, text);
  return model.classes
    .map((name, at) => ({ name, probability: probabilities[at] ?? 0 }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 2);
}
