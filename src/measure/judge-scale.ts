/** What kind of verdicts a file holds, and what people as a whole say. */
import { humanPreference, type Preference } from '../metrics/preferences.ts';
import { majority } from '../metrics/kappa.ts';
import type { Pair } from '../metrics/accuracy.ts';
import { mean } from '../metrics/mean.ts';
import { InputError } from '../domain/errors.ts';
import { Answer } from '../domain/judgement.ts';
import type { JudgeRow, Said, Scale } from '../data/judge-row.ts';

const PREFERENCES: ReadonlyMap<Said, Preference> = new Map<Said, Preference>([
  ...(['a', 'win', 'first'] as const).map((word) => [word, 'win'] as const),
  ...(['b', 'loss', 'second'] as const).map((word) => [word, 'loss'] as const),
  ['tie', 'tie'],
]);

/** The same verdict in one word, whatever the file calls it; other values as they are. */
const SAME: Readonly<Partial<Record<Scale, ReadonlyMap<Said, Said>>>> = {
  preference: PREFERENCES,
  category: new Map([['n/a', 'not-applicable']]),
};

/** Of items: their rates are taken where no other category is given. */
export const ANSWERS: ReadonlyMap<Said, Answer> = new Map(Answer.options.map((answer) => [answer, answer]));

/** So that two words for one verdict, of the judge or of people, agree. */
export function inOneWord(rows: readonly JudgeRow[], scale: Scale): readonly JudgeRow[] {
  const words = SAME[scale];
  if (words === undefined) return rows;
  const one = <Value extends Said | null | undefined>(value: Value) =>
    value == null ? value : (words.get(value) ?? value);
  return rows.map((row) => ({
    ...row,
    predicted: one(row.predicted),
    labels: row.labels.map(one),
    samples: row.samples.map(one),
    swapped: one(row.swapped),
    unswapped: one(row.unswapped),
    afterDoubt: one(row.afterDoubt),
  }));
}

/** By the judge's verdicts: people may rate in numbers what the judge prefers. */
export function scaleOf(rows: readonly JudgeRow[]): Scale {
  const given = (values: readonly (Said | null | undefined)[]) => values.filter((value) => value != null);
  const byJudge = given(rows.flatMap(verdictsOfJudge));
  const said = byJudge.length > 0 ? byJudge : given(rows.flatMap(({ labels }) => labels));
  if (said.length > 0 && said.every((value) => typeof value === 'number')) return 'score';
  return said.length > 0 && said.every((value) => PREFERENCES.has(value)) ? 'preference' : 'category';
}

export function verdictsOfJudge({ predicted, samples, swapped, afterDoubt }: JudgeRow) {
  return [predicted, swapped, afterDoubt, ...samples];
}

/** What the judge says in the end, beside what people say as a whole. */
export function verdictsOf({ predicted, samples, labels }: JudgeRow, scale: Scale): Pair<Said> {
  switch (scale) {
    case 'preference':
      return {
        predicted: preferenceOf(predicted) ?? preferenceOfSamples(samples),
        gold: preferenceOfPeople(labels),
      };
    case 'score':
      return { predicted: scoreOf(predicted) ?? meanScore(samples), gold: meanScore(labels) };
    case 'category':
      return { predicted: predicted ?? majority(samples), gold: majority(labels) };
  }
}

/** What a verdict adds to the accuracy: 1, 0, or ½ for a tie where people prefer one; null where either is missing. */
export function pointsOf(predicted: Said | null, gold: Said | null, scale: Scale): number | null {
  if (predicted === null || gold === null) return null;
  if (scale === 'score') return rounded(scoreOf(predicted)) === rounded(scoreOf(gold)) ? 1 : 0;
  if (predicted === gold) return 1;
  return scale === 'preference' && predicted === 'tie' ? 0.5 : 0;
}

export function preferenceOf(value: Said | null): Preference | null {
  return value === null ? null : (PREFERENCES.get(value) ?? null);
}

export function scoreOf(value: Said | null): number | null {
  return typeof value === 'number' ? value : null;
}

export function bothSides<Label>(
  { predicted, gold }: Pair<Said>,
  of: (said: Said | null) => Label | null,
): Pair<Label> {
  return { predicted: of(predicted), gold: of(gold) };
}

/** The scores of both sides. */
export function scoresOf(pair: Pair<Said>): readonly [number | null, number | null] {
  return [scoreOf(pair.predicted), scoreOf(pair.gold)];
}

/** Whole scores, halves going up (checklist study). */
export function rounded(score: number | null): number | null {
  return score === null ? null : Math.floor(score + 0.5);
}

/** One of several scores; null where there is none. */
export function meanScore(values: readonly (Said | null)[]): number | null {
  return mean(values.flatMap((value) => scoreOf(value) ?? []));
}

/** An even split of samples is a tie, of people no majority. */
export function preferenceOfSamples(samples: readonly (Said | null)[]): Preference | null {
  const readable = samples.flatMap((sample) => preferenceOf(sample) ?? []);
  return readable.length === 0 ? null : (majority(readable) ?? 'tie');
}

/** Ratings from 1 to 5 are averaged into a preference (TICK), words go by majority. */
function preferenceOfPeople(labels: readonly (Said | null)[]): Preference | null {
  const ratings = labels.flatMap((label) => scoreOf(label) ?? []);
  return ratings.length > 0 ? humanPreference(ratings) : majority(labels.map(preferenceOf));
}

/** @param called what stands before a row's id in messages @throws InputError where a value is not of the scale */
export function requireScale(rows: readonly JudgeRow[], scale: Scale, called = 'Row'): void {
  if (scale === 'category') return;
  const isOf = (value: Said) => (scale === 'score' ? typeof value === 'number' : PREFERENCES.has(value));
  const isRating = (value: Said) => scale === 'preference' && typeof value === 'number' && value >= 1 && value <= 5;
  for (const row of rows) {
    const { id, labels } = row;
    const foreign =
      verdictsOfJudge(row).find((value) => value != null && !isOf(value)) ??
      labels.find((label) => label !== null && !isOf(label) && !isRating(label));
    if (foreign == null) continue;
    const wanted = scale === 'score' ? 'a number' : 'a, b or tie (or win, loss), or of people a rating from 1 to 5';
    throw new InputError(`${called} ${id}: “${foreign}” is no ${scale}: it should be ${wanted}.`, {
      advice: 'Give --scale for another kind of verdict, or --value to say what a value means, such as --value 1=a.',
    });
  }
}
