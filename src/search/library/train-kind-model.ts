/** Trains the model of how people ask for each kind of text, when the library is built: softmax regression by stochastic gradient descent. */
import { counts } from '../../domain/groups.ts';
import type { Kinds } from '../../domain/guide-kind.ts';
import { seededRandom } from '../../domain/seeded-random.ts';
import { englishShare, words } from '../../text/words.ts';
import { keyedLines } from './keyed-lines.ts';
import { featuresOf, normalized, OTHER, SCALE, softmax, type KindModel } from './kind-model.ts';
import { answeringFolders } from './name-table.ts';
import type { ExampleRequest } from './read-requests.ts';

/** Smaller weights are left out. */
const MIN_WEIGHT = 6;
const EPOCHS = 6;
const FIRST_RATE = 2;
/** Smaller slopes move nothing. */
const MIN_SLOPE = 1e-3;
/** A feature that only one text has says nothing of others; among so many texts, what five have says little. */
const MIN_TEXTS = { few: 2, many: 6 };
const MANY_TEXTS = 2_000;
/** Requests of many sorts, which want no text, would draw in what is short. */
const OTHER_SHARE = 0.7;

/** A part of a text with so many function words is English, and so are the words of so many such parts. */
const SURE = { functionWords: 0.25, texts: 2 };
/** Fewer may be anything. */
const FEW_WORDS = 4;
/** In other languages few words are spelled as in English. */
const KNOWN_SHARE = 0.6;

/** Asks for any text: once for every kind with a guide, it speaks for none of them. */
const ASKING = ['write a', 'can you write a', 'can you draft a', 'could you make a', 'please create a', 'generate a'];

/** @returns the same for the same texts @throws Error for a request of no kind */
export function trainKindModel({ guided, others }: Kinds, requests: readonly ExampleRequest[]): KindModel {
  const kinds = [...guided.map(({ folder }) => folder), OTHER];
  const families = [...new Set(guided.flatMap(({ family }) => family ?? []))];
  const columns = [...guided, { family: undefined }].map(({ family }, kind) => [
    kind,
    ...(family === undefined ? [] : [kinds.length + families.indexOf(family)]),
  ]);
  const answering = answeringFolders(guided);
  const folders = new Map([
    ...guided.map(({ folder }) => [folder, folder] as const),
    ...others.map(({ name, family }) => [name, answering.get(family) ?? OTHER] as const),
  ]);
  const texts = [
    ...guided.flatMap(({ folder, name, synonyms }) =>
      [name, ...synonyms, ...ASKING].map((text) => ({ kind: folder, text })),
    ),
    ...others.map(({ name }) => ({ kind: name, text: name })),
    ...requests,
  ];
  const english = englishPartsAmong(texts.map(({ text }) => text));
  const examples = texts.map(({ kind, text }) => {
    const folder = folders.get(kind);
    if (folder === undefined) throw new Error(`“${kind}” is no kind of text. A request under it: ${text}`);
    return { kind: kinds.indexOf(folder), features: featuresOf(english(text)) };
  });
  const least = examples.length < MANY_TEXTS ? MIN_TEXTS.few : MIN_TEXTS.many;
  const known = [...counts(examples.flatMap(({ features }) => features))].filter(([, count]) => count >= least);
  const places = new Map(known.map(([feature], place) => [feature, place]));
  const rarities = known.map(([, count]) => whole(Math.log1p(examples.length / count)));
  const sizes = kinds.map((_, kind) => examples.filter((example) => example.kind === kind).length);
  const rows = examples.map(({ kind, features }): TrainingRow => {
    const found = features.flatMap((feature) => places.get(feature) ?? []);
    // Many examples of a kind say more of the examples than of what people ask for.
    const share = Math.sqrt(examples.length / kinds.length / (sizes[kind] ?? 1));
    return {
      kind,
      share: kinds[kind] === OTHER ? share * OTHER_SHARE : share,
      // The last place is the bias.
      places: Int32Array.of(...found, known.length),
      values: Float32Array.of(...normalized(found.map((place) => rarities[place] ?? 0)), 1),
    };
  });
  const weightsOf = fit(rows, known.length + 1, columns);
  const features = known.flatMap(([feature], place): [string, string][] => {
    const kept = weightsOf(place).flatMap((weight, column) => (Math.abs(weight) < MIN_WEIGHT ? [] : [column, weight]));
    return kept.length === 0 ? [] : [[feature, [rarities[place] ?? 0, ...kept].join(',')]];
  });
  return { kinds, columns, features: keyedLines(features), bias: weightsOf(known.length) };
}

/**
 * What is to be translated, or said in another language, would teach the words of that language. English for sure is what
 * has enough function words, and so are other parts whose words mostly stand in such.
 */
function englishPartsAmong(texts: readonly string[]): (text: string) => string {
  const isSure = (part: string) => englishShare(part) >= SURE.functionWords;
  const found = counts(texts.flatMap(partsOf).filter(isSure).flatMap(words));
  const isKnown = (word: string) => (found.get(word) ?? 0) >= SURE.texts || /^\p{N}/u.test(word);
  const isEnglish = (part: string) => {
    const own = words(part);
    return own.length < FEW_WORDS || isSure(part) || own.filter(isKnown).length >= own.length * KNOWN_SHARE;
  };
  return (text) => partsOf(text).filter(isEnglish).join(' ');
}

const partsOf = (text: string) => text.split(/[.!?:;\n"“”„«»()]+/u);

interface TrainingRow {
  readonly kind: number;
  readonly share: number;
  readonly places: Int32Array;
  readonly values: Float32Array;
}

/** @returns the weights of a feature by column, as whole numbers */
function fit(
  rows: readonly TrainingRow[],
  height: number,
  columns: KindModel['columns'],
): (place: number) => readonly number[] {
  const width = 1 + Math.max(...columns.flat());
  const weights = new Float32Array(height * width);
  const [sums, slopes] = [new Float64Array(width), new Float64Array(width)];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    // With a rate that stays high, the last texts would count most.
    const rate = FIRST_RATE * (1 - epoch / EPOCHS);
    // The same order each time. Rows of a kind stand together: in such an order, or by strides, each would undo the last.
    for (const { kind, places, values, share } of shuffled(rows, seededRandom(epoch))) {
      sums.fill(0);
      for (let index = 0; index < places.length; index += 1) {
        const [start, value] = [(places[index] ?? 0) * width, values[index] ?? 0];
        for (let column = 0; column < width; column += 1)
          sums[column] = (sums[column] ?? 0) + value * (weights[start + column] ?? 0);
      }
      const errors = softmax(sums, columns);
      errors[kind] = (errors[kind] ?? 0) - 1;
      slopes.fill(0);
      for (let at = 0; at < errors.length; at += 1) {
        const slope = rate * share * (errors[at] ?? 0);
        for (const column of columns[at] ?? []) slopes[column] = (slopes[column] ?? 0) + slope;
      }
      const moved: number[] = [];
      for (let column = 0; column < width; column += 1)
        if (Math.abs(slopes[column] ?? 0) >= MIN_SLOPE) moved.push(column);
      for (let index = 0; index < places.length; index += 1) {
        const [start, value] = [(places[index] ?? 0) * width, values[index] ?? 0];
        for (const column of moved)
          weights[start + column] = (weights[start + column] ?? 0) - value * (slopes[column] ?? 0);
      }
    }
  }
  return (place) => Array.from(weights.subarray(place * width, (place + 1) * width), whole);
}

/** By Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}

const whole = (value: number) => Math.round(value * SCALE);
