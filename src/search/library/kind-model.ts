/**
 * A model of how people ask for each kind of text, whether or not they name it: softmax regression over the words and word
 * pairs of names and example requests.
 */
import { stem, words } from '../../text/words.ts';
import { valueAt } from './keyed-lines.ts';

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
export const SCALE = 20;
const SHORT_WORDS = 12;
/** Share of the words of a text. Below it stands another language: four in five English words are known. */
const MIN_KNOWN = 0.5;
export const OTHER = 'other';

/** Figures are all alike. */
function stemsOf(text: string): readonly string[] {
  return words(text)
    .flatMap((word) => word.split('-').filter((part) => part !== ''))
    .map((word) => (/^\p{N}/u.test(word) ? '#' : stem(word)));
}

/** Each once: stems, pairs of stems, how it begins, and whether it is short. */
function featuresOfStems(stems: readonly string[]): readonly string[] {
  const pairs = stems.slice(1).map((word, index) => `${stems[index] ?? ''} ${word}`);
  const beginning = stems.slice(0, 2).map((word) => `^${word}`);
  return [...new Set([...stems, ...pairs, ...beginning, ...(stems.length < SHORT_WORDS ? ['^short'] : [])])];
}

export const featuresOf = (text: string): readonly string[] => featuresOfStems(stemsOf(text));

export function normalized(values: readonly number[]): readonly number[] {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / Math.max(length, 1e-9));
}

/** Probabilities of the kinds. */
export function softmax(sums: Float64Array, columns: KindModel['columns']): Float64Array {
  // Loops, since training asks for it 150,000 times.
  const powers = new Float64Array(columns.length);
  let most = -Infinity;
  for (let kind = 0; kind < powers.length; kind += 1) {
    let score = 0;
    for (const column of columns[kind] ?? []) score += sums[column] ?? 0;
    powers[kind] = score;
    most = Math.max(most, score);
  }
  let total = 0;
  for (let kind = 0; kind < powers.length; kind += 1) {
    const power = Math.exp((powers[kind] ?? 0) - most);
    powers[kind] = power;
    total += power;
  }
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
  const found = new Map(featuresOfStems(stems).map((feature) => [feature, valueAt(features, feature)]));
  const known = [...found.values()].flatMap((numbers) =>
    numbers === undefined ? [] : [numbers.split(',').map(Number)],
  );
  if (knownShare(model, text) <= MIN_KNOWN) return new Map();
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
