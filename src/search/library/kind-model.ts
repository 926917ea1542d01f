/**
 * A model of how people ask for each kind of text, whether or not they name it: softmax regression over the words and word
 * pairs of the names and example requests. It is trained when the library is built.
 */
import type { Kinds } from '../../domain/guide-kind.ts';
import { stem, words } from '../../text/words.ts';
import { keyedLines, valueAt } from './keyed-lines.ts';

export interface KindModel {
  /** Folders of the kinds, and `other` for what no guide is about. */
  readonly kinds: readonly string[];
  /** What a kind shares with others is a column of its own: by kind, the columns that add up to its score. */
  readonly columns: readonly (readonly number[])[];
  /**
   * Keyed lines, of which a request needs few: of each feature its rarity, then the columns that it speaks for or against
   * with a weight, `rarity,column,weight,…`.
   */
  readonly features: string;
  /** By column. */
  readonly bias: readonly number[];
}

/** Weights and rarities are whole numbers of this fraction. */
const SCALE = 20;
/** Smaller weights are left out. */
const MIN_WEIGHT = 6;
const EPOCHS = 8;
const FIRST_RATE = 2;
/** Smaller slopes move nothing. */
const MIN_SLOPE = 1e-3;
/** A feature that only one request has says nothing of others; among so many requests, what two have says little. */
const MIN_REQUESTS = 2;
const MANY_REQUESTS = 2_000;
const SHORT_WORDS = 12;
/** Requests of many sorts, which want no text, would draw in what is short. */
const OTHER_SHARE = 0.7;
/** Share of the words of a text. Below it stands another language: four in five English words are known. */
export const MIN_KNOWN = 0.5;
export const OTHER = 'other';

/** Figures are all alike. */
function stemsOf(text: string): readonly string[] {
  return words(text)
    .flatMap((word) => word.split('-').filter((part) => part !== ''))
    .map((word) => (/^\p{N}/u.test(word) ? '#' : stem(word)));
}

/** Each once: stems, pairs of stems, how it begins, and whether it is short. */
function featuresOf(stems: readonly string[]): readonly string[] {
  const pairs = stems.slice(1).map((word, index) => `${stems[index] ?? ''} ${word}`);
  const beginning = stems.slice(0, 2).map((word) => `^${word}`);
  return [...new Set([...stems, ...pairs, ...beginning, ...(stems.length < SHORT_WORDS ? ['^short'] : [])])];
}

/** @returns the same for the same kinds */
export function trainKindModel({ guided, others }: Kinds): KindModel {
  const answering = new Map(guided.flatMap((kind) => (kind.familyNouns === undefined ? [] : [[kind.family, kind]])));
  const texts = [
    ...guided.map((kind) => [kind.folder, [kind.name, ...kind.synonyms, ...kind.requests]] as const),
    ...others.map(
      ({ name, family, requests }) => [answering.get(family)?.folder ?? OTHER, [name, ...requests]] as const,
    ),
  ];
  const kinds = [...guided.map(({ folder }) => folder), OTHER];
  const families = [...new Set(guided.flatMap(({ family }) => family ?? []))];
  const columns = [...guided, { family: undefined }].map(({ family }, kind) => [
    kind,
    ...(family === undefined ? [] : [kinds.length + families.indexOf(family)]),
  ]);
  const examples = texts.flatMap(([folder, all]) =>
    all.map((text) => ({ kind: kinds.indexOf(folder), features: featuresOf(stemsOf(text)) })),
  );
  const requests = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) requests.set(feature, (requests.get(feature) ?? 0) + 1);
  const least = examples.length < MANY_REQUESTS ? MIN_REQUESTS : MIN_REQUESTS + 1;
  const known = [...requests].filter(([, count]) => count >= least);
  const places = new Map(known.map(([feature], place) => [feature, place]));
  const rarities = known.map(([, count]) => whole(Math.log1p(examples.length / count)));
  const sizes = kinds.map((_, kind) => examples.filter((example) => example.kind === kind).length);
  const rows = examples.map(({ kind, features }) => {
    const found = features.flatMap((feature) => places.get(feature) ?? []);
    // Many examples of a kind say more of the examples than of what people ask for.
    const share =
      Math.sqrt(examples.length / kinds.length / (sizes[kind] ?? 1)) * (kinds[kind] === OTHER ? OTHER_SHARE : 1);
    // The last place is the bias.
    return {
      kind,
      places: [...found, known.length],
      values: [...normalized(found.map((place) => rarities[place] ?? 0)), 1],
      share,
    };
  });
  const weightsOf = fit(rows, known.length + 1, columns);
  const features = known.map(([feature], place): [string, number[]] => {
    const kept = weightsOf(place).flatMap((weight, column) => (Math.abs(weight) < MIN_WEIGHT ? [] : [column, weight]));
    return [feature, [rarities[place] ?? 0, ...kept]];
  });
  return {
    kinds,
    columns,
    features: keyedLines(
      features.flatMap(([feature, numbers]) => (numbers.length > 1 ? [[feature, numbers.join(',')] as const] : [])),
    ),
    bias: weightsOf(known.length),
  };
}

interface TrainingRow {
  readonly kind: number;
  readonly places: readonly number[];
  readonly values: readonly number[];
  readonly share: number;
}

/**
 * By stochastic gradient descent.
 * @returns the weights of a feature by column, as whole numbers
 */
function fit(
  rows: readonly TrainingRow[],
  height: number,
  columns: KindModel['columns'],
): (place: number) => readonly number[] {
  const width = 1 + Math.max(...columns.flat());
  const weights = new Float32Array(height * width);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = FIRST_RATE / (1 + epoch / 3);
    // A stride that shares no factor with most lengths mixes the kinds, in the same order each time.
    for (let turn = 0; turn < rows.length; turn += 1) {
      const { kind, places, values, share } = rows[(turn * 7_919 + epoch) % rows.length] ?? NO_ROW;
      const sums = new Float64Array(width);
      for (const [index, place] of places.entries())
        for (let column = 0; column < width; column += 1)
          sums[column] = (sums[column] ?? 0) + (values[index] ?? 0) * (weights[place * width + column] ?? 0);
      const errors = softmax(sums, columns);
      errors[kind] = (errors[kind] ?? 0) - 1;
      const slopes = new Float64Array(width);
      for (const [at, own] of columns.entries())
        for (const column of own) slopes[column] = (slopes[column] ?? 0) + rate * share * (errors[at] ?? 0);
      const moved = [...slopes.keys()].filter((column) => Math.abs(slopes[column] ?? 0) >= MIN_SLOPE);
      for (const [index, place] of places.entries())
        for (const column of moved) {
          const weight = place * width + column;
          weights[weight] = (weights[weight] ?? 0) - (values[index] ?? 0) * (slopes[column] ?? 0);
        }
    }
  }
  return (place) => Array.from(weights.subarray(place * width, (place + 1) * width), whole);
}

const NO_ROW: TrainingRow = { kind: 0, places: [], values: [], share: 0 };

const whole = (value: number) => Math.round(value * SCALE);

function normalized(values: readonly number[]): readonly number[] {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / Math.max(length, 1e-9));
}

/** Probabilities of the kinds. */
function softmax(sums: Float64Array, columns: KindModel['columns']): Float64Array {
  const scores = Float64Array.from(columns, (own) => own.reduce((sum, column) => sum + (sums[column] ?? 0), 0));
  const most = scores.reduce((max, score) => Math.max(max, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Several requests have the word. */
export const knowsWord = ({ features }: KindModel, word: string): boolean =>
  valueAt(features, stem(word)) !== undefined;

/** Share of the words that several requests have. */
export function knownShare({ features }: KindModel, text: string): number {
  const stems = stemsOf(text);
  return stems.filter((word) => valueAt(features, word) !== undefined).length / Math.max(1, stems.length);
}

/** How likely each kind is, by its folder; empty where too few words are known. */
export function likelihoods(model: KindModel, text: string): ReadonlyMap<string, number> {
  const { kinds, columns, features, bias } = model;
  const stems = stemsOf(text);
  const found = new Map(featuresOf(stems).map((feature) => [feature, valueAt(features, feature)]));
  const known = [...found.values()].flatMap((numbers) =>
    numbers === undefined ? [] : [numbers.split(',').map(Number)],
  );
  if (knownShare(model, text) < MIN_KNOWN) return new Map();
  const values = normalized(known.map(([rarity = 0]) => rarity));
  const sums = Float64Array.from(bias, (weight) => weight / SCALE);
  for (const [index, numbers] of known.entries())
    for (let at = 1; at < numbers.length; at += 2) {
      const column = numbers[at] ?? 0;
      sums[column] = (sums[column] ?? 0) + ((values[index] ?? 0) * (numbers[at + 1] ?? 0)) / SCALE;
    }
  const probabilities = softmax(sums, columns);
  return new Map(kinds.map((folder, at) => [folder, probabilities[at] ?? 0]));
}
