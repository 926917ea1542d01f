/** How far a judge can be trusted: its verdicts beside the labels of people. Pure. */
import { accuracy, type Pair } from '../metrics/accuracy.ts';
import { bestOfN } from '../metrics/best-of-n.ts';
import { calibration, type Calibration } from '../metrics/calibration.ts';
import { checklistSimilarity } from '../metrics/checklist-similarity.ts';
import { cohenKappa, fleissKappa, quadraticKappa } from '../metrics/kappa.ts';
import { clusteredError } from '../metrics/clustered-error.ts';
import { drfr } from '../metrics/drfr.ts';
import { flipRate } from '../metrics/flip-rate.ts';
import { groupsBy } from '../domain/groups.ts';
import { kendallTau } from '../metrics/kendall-tau.ts';
import { krippendorffAlpha, type Level } from '../metrics/krippendorff-alpha.ts';
import { meanOf, requireSome } from '../metrics/mean.ts';
import { pearson, spearman } from '../metrics/correlation.ts';
import { preferenceAccuracy, preferenceDistance } from '../metrics/preferences.ts';
import { selfConsistency } from '../metrics/self-consistency.ts';
import { byCluster, withinClusters, type Measure as MeasureOf } from './clusters.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';
import type { JudgeRow, Said, Scale } from '../data/judge-row.ts';
import * as scales from './judge-scale.ts';
import { triesFigures, type TriesFigure, type TriesWanted } from './tries-figures.ts';

/** What can be measured of a judge, each with a short name for a table's column. */
export const JUDGE_MEASURES = {
  ...{ accuracy: 'Accuracy', accuracyError: 'Standard error', cohenKappa: 'Kappa', quadraticKappa: 'Quadratic kappa' },
  ...{ alphaNominal: 'Nominal alpha', alphaOrdinal: 'Ordinal alpha', alphaInterval: 'Interval alpha' },
  ...{ pearson: 'Pearson', spearman: 'Spearman', kendall: 'Kendall' },
  ...{ pearsonWithin: 'Pearson by task', spearmanWithin: 'Spearman by task', kendallWithin: 'Kendall by task' },
  ...{ pld0: 'PLD-0', pld1: 'PLD-1', pld2: 'PLD-2', wpld: 'WPLD' },
  ...{ drfr: 'DRFR', drfrOfPeople: 'DRFR of people', fleissOfPeople: 'Fleiss of people' },
  ...{ alphaOfPeople: 'Alpha of people', selfConsistency: 'Self-consistency', flipRate: 'Flip rate' },
  ...{
    orderAgreement: 'Agreement of orders',
    unchangedAfterDoubt: 'Unchanged',
    accuracyAfterDoubt: 'Accuracy, asked again',
  },
  ...{ selectionPrecision: 'Precision', selectedScore: 'True score', randomScore: 'At random' },
  ...{ bleu: 'BLEU', rouge1: 'ROUGE-1', rouge2: 'ROUGE-2', rougeL: 'ROUGE-L', countError: 'Count error' },
  lengthCorrelation: 'Length and score',
} as const;
export type JudgeFigureName = keyof typeof JUDGE_MEASURES;

/** Those that are means of what lies between no and yes for every row. */
const SHARES: ReadonlySet<JudgeFigureName> = new Set([
  ...(['accuracy', 'pld0', 'pld1', 'pld2', 'drfr', 'drfrOfPeople', 'selfConsistency', 'flipRate'] as const),
  ...(['orderAgreement', 'unchangedAfterDoubt', 'accuracyAfterDoubt', 'selectionPrecision'] as const),
]);

export interface JudgeFigure extends Figure {
  readonly name: JudgeFigureName;
}

export interface JudgeFigures {
  readonly scale: Scale;
  readonly rows: number;
  /** Rows without a label, where others have one; they count in no figure against people. */
  readonly unlabelled: number;
  /** Of rows that have a label, by which the standard error is clustered; null: no row says which it belongs to. */
  readonly clusters: number | null;
  /** Only those that the rows have something for. */
  readonly figures: readonly JudgeFigure[];
  /** Of several tries at one task: pass@k and at-least-k, for each k that is asked for. */
  readonly tries: readonly TriesFigure[];
  /** Null where no row says how sure the judge was of a verdict that people have a label for. */
  readonly calibration: (Calibration & { readonly scored: number }) | null;
}

type Measure = MeasureOf<JudgeFigureName>;

interface JudgeMeasuring extends FigureOptions, TriesWanted {
  /** Default: by the verdicts. */
  readonly scale?: Scale | undefined;
}

/** @throws InputError where there are no rows, or a value is not of the scale */
export function measureJudge(
  given: readonly JudgeRow[],
  { scale = scales.scaleOf(given), passAt, atLeast, ...options }: JudgeMeasuring = {},
): JudgeFigures {
  requireSome(given, 'rows');
  scales.requireScale(given, scale);
  const rows = scales.inOneWord(given, scale);
  const measured: Measure = (name, items, measure) =>
    items.length === 0 ? [] : [{ name, ...figureOf(items, measure, { ...options, isShare: SHARES.has(name) }) }];

  const candidates = rows.filter(({ group }) => group !== null);
  const others = candidates.length > 0 ? [] : rows;
  const labelled = others.filter(isLabelled);
  const pairs = labelled.map((row) => scales.verdictsOf(row, scale));
  const rated = others.map(({ labels }) => labels).filter(({ length }) => length > 1);
  const sampled = others.map(({ samples }) => samples).filter(({ length }) => length > 1);
  const inBothOrders = others.flatMap(({ predicted, unswapped = predicted, swapped }) =>
    swapped === undefined ? [] : [[unswapped, swapped] as const],
  );
  const clusters = labelled.flatMap(({ cluster }) => cluster ?? []);
  return {
    scale,
    rows: rows.length,
    unlabelled: labelled.length === 0 ? 0 : others.length - labelled.length,
    clusters: clusters.length === 0 ? null : new Set(clusters).size,
    figures: [
      ...againstPeople(pairs, scale, byCluster(labelled, measured)),
      ...(scale === 'score' ? withinClusters(labelled, pairs, measured) : []),
      ...errorOfAccuracy(labelled, scale, measured),
      ...amongPeople(rated, measured),
      ...measured('selfConsistency', sampled, selfConsistency),
      ...measured('flipRate', inBothOrders, flipRate),
      ...measured('orderAgreement', inBothOrders, orderAgreement),
      ...afterDoubt(others, scale, measured),
      ...selectionFigures(candidates, measured),
      ...similarityFigures(rows, measured),
      ...lengthFigures(rows, measured),
    ],
    tries: triesFigures(rows, { passAt, atLeast }, options),
    calibration: calibrationOf(labelled, scale),
  };
}

const isLabelled = ({ labels }: JudgeRow) => labels.some((label) => label !== null);

function errorOfAccuracy(labelled: readonly JudgeRow[], scale: Scale, measured: Measure): readonly JudgeFigure[] {
  const points = labelled.map((row) => {
    const { predicted, gold } = scales.verdictsOf(row, scale);
    return { value: scales.pointsOf(predicted, gold, scale), cluster: row.cluster ?? null };
  });
  const clusters = [...groupsBy(points, (point) => point.cluster ?? point).values()];
  return measured('accuracyError', clusters, (drawn) =>
    // A cluster that is drawn twice counts as two.
    clusteredError(drawn.flatMap((cluster, at) => cluster.map((point) => ({ ...point, cluster: String(at) })))),
  );
}

function againstPeople(pairs: readonly Pair<Said>[], scale: Scale, measured: Measure): readonly JudgeFigure[] {
  if (scale === 'score') return scoreFigures(pairs, measured);
  const inWords = pairs.map((pair) => words(sides(pair)));
  const common = [
    ...measured('cohenKappa', pairs, cohenKappa),
    ...measured('alphaNominal', inWords, (drawn) => krippendorffAlpha(drawn, 'nominal')),
  ];
  if (scale === 'category')
    return [...measured('accuracy', pairs, accuracy), ...common, ...yesNoFigures(pairs, measured)];
  const preferences = pairs.map((pair) => scales.bothSides(pair, scales.preferenceOf));
  return [
    ...measured('accuracy', preferences, preferenceAccuracy),
    ...common,
    ...([0, 1, 2] as const).flatMap((at) =>
      measured(`pld${at}`, preferences, (drawn) => {
        const { shares, ...counted } = preferenceDistance(drawn);
        return { ...counted, value: shares?.[at] ?? null };
      }),
    ),
    ...measured('wpld', preferences, (drawn) => {
      const { weighted, ...counted } = preferenceDistance(drawn);
      return { ...counted, value: weighted };
    }),
  ];
}

/** Exact agreement is taken of whole scores, correlation of the scores as they are. */
function scoreFigures(pairs: readonly Pair<Said>[], measured: Measure): readonly JudgeFigure[] {
  const exact = pairs.map(scales.scoresOf);
  const whole = pairs.map((pair) => scales.bothSides(pair, (said) => scales.rounded(scales.scoreOf(said))));
  const alpha = (level: Level) => (drawn: readonly Pair<number>[]) => krippendorffAlpha(drawn.map(sides), level);
  return [
    ...measured('accuracy', whole, accuracy),
    ...measured('quadraticKappa', whole, quadraticKappa),
    ...measured('alphaOrdinal', whole, alpha('ordinal')),
    ...measured('alphaInterval', whole, alpha('interval')),
    ...measured('pearson', exact, pearson),
    ...measured('spearman', exact, spearman),
    ...measured('kendall', exact, kendallTau),
  ];
}

/** Rates over items, where the verdicts are yes and no. */
function yesNoFigures(pairs: readonly Pair<Said>[], measured: Measure): readonly JudgeFigure[] {
  const said = pairs.flatMap(sides).filter((value) => value !== null);
  if (!said.every((value) => scales.ANSWERS.has(value))) return [];
  const rate = (drawn: readonly (Said | null)[]) => {
    const { rate: value, scored, unscored } = drfr([drawn.map((each) => scales.ANSWERS.get(each ?? '') ?? null)]);
    return { value, scored, missing: unscored };
  };
  const [ofJudge, ofPeople] = [pairs.map(({ predicted }) => predicted), pairs.map(({ gold }) => gold)];
  return [...measured('drfr', ofJudge, rate), ...measured('drfrOfPeople', ofPeople, rate)];
}

/** Numbers are taken as ordered: people may agree on scores without ever giving the same. */
function amongPeople(rated: readonly JudgeRow['labels'][], measured: Measure): readonly JudgeFigure[] {
  const areScores = rated.flat().every((label) => typeof label !== 'string');
  const [inWords, scores] = [rated.map(words), rated.map((labels) => labels.map(scales.scoreOf))];
  return [
    ...measured('fleissOfPeople', inWords, fleissKappa),
    ...(areScores
      ? measured('alphaOfPeople', scores, (drawn) => krippendorffAlpha(drawn, 'ordinal'))
      : measured('alphaOfPeople', inWords, (drawn) => krippendorffAlpha(drawn, 'nominal'))),
  ];
}

/** CAMIEval, table 6. */
function orderAgreement(verdicts: Parameters<typeof flipRate>[0]) {
  const { value, ...counted } = flipRate(verdicts);
  return { ...counted, value: value === null ? null : 1 - value };
}

/** CAMIEval, table 7. */
function afterDoubt(rows: readonly JudgeRow[], scale: Scale, measured: Measure): readonly JudgeFigure[] {
  const doubted = rows.filter((row) => row.afterDoubt !== undefined);
  const again = doubted.map((row) => ({ ...row, predicted: row.afterDoubt ?? null, samples: [] }));
  const stays = doubted.map(({ predicted }, at) => ({ predicted: again[at]?.predicted ?? null, gold: predicted }));
  const pairs = again.filter(isLabelled).map((row) => scales.verdictsOf(row, scale));
  return [
    ...measured('unchangedAfterDoubt', stays, accuracy),
    ...againstPeople(pairs, scale, (name, items, measure) =>
      name === 'accuracy' ? measured('accuracyAfterDoubt', items, measure) : [],
    ),
  ];
}

function selectionFigures(candidates: readonly JudgeRow[], measured: Measure): readonly JudgeFigure[] {
  const groups = [...groupsBy(candidates, ({ group }) => group).values()].map((group) =>
    group.map(({ predicted, samples, labels, items }) => ({
      score: scales.scoreOf(predicted) ?? scales.meanScore(samples),
      truth: scales.meanScore(labels),
      items,
    })),
  );
  const ofGroups = (name: JudgeFigureName, field: 'precision' | 'trueScore' | 'randomScore') =>
    measured(name, groups, (drawn) => {
      const { [field]: value, groups: scored, missingGroups: missing } = bestOfN(drawn);
      return { value, scored, missing };
    });
  return [
    ...ofGroups('selectionPrecision', 'precision'),
    ...ofGroups('selectedScore', 'trueScore'),
    ...ofGroups('randomScore', 'randomScore'),
  ];
}

function similarityFigures(rows: readonly JudgeRow[], measured: Measure): readonly JudgeFigure[] {
  const similarities = rows.flatMap(({ generated, human }) =>
    human === null || generated.length === 0 ? [] : [checklistSimilarity(generated, human)],
  );
  const names = ['bleu', 'rouge1', 'rouge2', 'rougeL', 'countError'] as const;
  return names.flatMap((name) => measured(name, similarities, (drawn) => meanOf(drawn.map((each) => each[name]))));
}

/** How the lengths of generated lists go together with what responses are worth (TICK, appendix B.2). */
function lengthFigures(rows: readonly JudgeRow[], measured: Measure): readonly JudgeFigure[] {
  const pairs = rows.flatMap(({ generated, labels }) => {
    const [list] = generated;
    const isScored = labels.some((label) => typeof label === 'number');
    return list === undefined || !isScored ? [] : [[list.length, scales.meanScore(labels)] as const];
  });
  return measured('lengthCorrelation', pairs, pearson);
}

function calibrationOf(labelled: readonly JudgeRow[], scale: Scale): JudgeFigures['calibration'] {
  const forecasts = labelled.flatMap((row) => {
    const { predicted, gold } = scales.verdictsOf(row, scale);
    const { confidence } = row;
    const points = scales.pointsOf(predicted, gold, scale);
    return confidence === null || points === null ? [] : [{ confidence, isRight: points === 1 }];
  });
  return forecasts.length === 0 ? null : { ...calibration(forecasts), scored: forecasts.length };
}

function sides<Label>({ predicted, gold }: Pair<Label>): readonly (Label | null)[] {
  return [predicted, gold];
}

function words(values: readonly (Said | null)[]): readonly (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)));
}
