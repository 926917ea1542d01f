/**
 * Where two judges differ on the same rows: the paired bootstrap (checklist study, appendix A.3), the paired permutation test,
 * and of accuracy McNemar's test.
 */
import type { JudgeRow, Said, Scale } from '../data/judge-row.ts';
import { InputError } from '../domain/errors.ts';
import type { Pair } from '../metrics/accuracy.ts';
import { pairedBootstrap, type PairedDifference } from '../metrics/bootstrap.ts';
import { pearson, spearman, type NumberPair } from '../metrics/correlation.ts';
import { kendallTau } from '../metrics/kendall-tau.ts';
import { krippendorffAlpha } from '../metrics/krippendorff-alpha.ts';
import { mcNemar, type McNemar } from '../metrics/mcnemar.ts';
import { mean } from '../metrics/mean.ts';
import { permutationTest } from '../metrics/permutation-test.ts';
import { drawOptions, type FigureOptions } from './figure.ts';
import { inOneWord, pointsOf, requireScale, scaleOf, scoreOf, verdictsOf } from './judge-scale.ts';

export interface JudgeDifference extends PairedDifference {
  readonly measure: 'accuracy' | 'alphaOrdinal' | 'pearson' | 'spearman' | 'kendall';
  readonly first: string;
  readonly second: string;
  /** Rows with a label on which both gave a verdict. */
  readonly pairs: number;
  /** Of the permutation test, two-sided; null where the difference is undefined. */
  readonly p: number | null;
  /** A tie where people prefer one is not right here; null: the difference is not of accuracy. */
  readonly mcNemar: McNemar | null;
}

interface NamedRows {
  readonly name: string;
  readonly rows: readonly JudgeRow[];
}

const SCORE_MEASURES = {
  alphaOrdinal: (scores: readonly NumberPair[]) => krippendorffAlpha(scores, 'ordinal').value,
  pearson: (scores: readonly NumberPair[]) => pearson(scores).value,
  spearman: (scores: readonly NumberPair[]) => spearman(scores).value,
  kendall: (scores: readonly NumberPair[]) => kendallTau(scores).value,
} as const;

/**
 * Of every two judges whose verdicts are of one kind.
 * @param options scale: that of all, by default each by its verdicts; 0 resamples: none is measured; by default nothing is drawn over more than 20,000 rows, and McNemar's test stays
 * @throws InputError where a value is not of the scale, or a judge has an id twice
 */
export function differencesOf(
  judges: readonly NamedRows[],
  { scale, ...options }: FigureOptions & { readonly scale?: Scale | undefined },
): readonly JudgeDifference[] {
  if (options.resamples === 0) return [];
  const scaled = judges.map(({ name, rows }) => {
    const own = scale ?? scaleOf(rows);
    requireScale(rows, own, `${name}, row`);
    const named = { name, rows: inOneWord(rows, own) };
    return { ...named, scale: own, byId: rowsById(named) };
  });
  return scaled.flatMap((first, at) => scaled.slice(at + 1).flatMap((second) => between(first, second, options)));
}

interface ScaledRows extends NamedRows {
  readonly scale: Scale;
  readonly byId: ReadonlyMap<string, JudgeRow>;
}

function rowsById({ name, rows }: NamedRows): ReadonlyMap<string, JudgeRow> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const twice = rows.find((row) => byId.get(row.id) !== row);
  if (twice === undefined) return byId;
  throw new InputError(`${name} has the id “${twice.id}” twice.`, {
    advice: 'Two judges are held against each other row by row: give every row an id of its own.',
  });
}

function between(first: ScaledRows, second: ScaledRows, options: FigureOptions): readonly JudgeDifference[] {
  const { scale } = first;
  if (scale !== second.scale) return [];
  const shared = first.rows.flatMap((row) => {
    const match = second.byId.get(row.id);
    const pairs = match === undefined ? [] : [verdictsOf(row, scale), verdictsOf(match, scale)];
    const [one, another] = pairs.filter(({ predicted, gold }) => predicted !== null && gold !== null);
    return one === undefined || another === undefined ? [] : [[one, another] as const];
  });
  if (shared.length < 2) return [];
  const drawing = drawOptions(shared.length, options);
  const named = { first: first.name, second: second.name, pairs: shared.length };
  const compared = <Item>(of: (pair: Pair<Said>) => Item, figure: (drawn: readonly Item[]) => number | null) => {
    const [ofOne, ofOther] = [shared.map(([one]) => of(one)), shared.map(([, another]) => of(another))];
    const { p } = permutationTest(ofOne, ofOther, figure, drawing);
    return { ...pairedBootstrap(ofOne, ofOther, figure, drawing), p };
  };
  if (scale === 'score')
    return Object.entries(SCORE_MEASURES).map(([measure, figure]) => ({
      ...named,
      measure: measure as keyof typeof SCORE_MEASURES,
      ...compared(({ predicted, gold }): NumberPair => [scoreOf(predicted), scoreOf(gold)], figure),
      mcNemar: null,
    }));
  const points = ({ predicted, gold }: Pair<Said>) => pointsOf(predicted, gold, scale) ?? 0;
  const right = shared.map(([one, another]) => [points(one) === 1, points(another) === 1] as const);
  return [{ ...named, measure: 'accuracy', ...compared(points, mean), mcNemar: mcNemar(right) }];
}
