/** How far a judge can be trusted: its figures against people's labels, and whether it is right as often as it is sure. */
import type { Figure } from '../measure/figure.ts';
import type { JudgeDifference } from '../measure/judge-differences.ts';
import type { OneSidedCategories } from '../measure/one-sided-categories.ts';
import type { JudgeFigureName, JudgeFigures } from '../measure/measure-judge.ts';
import { betweenText, decimals, differenceText, FIGURE_COLUMNS, figureCells } from './figure.ts';
import { INTERVALS, intervalText, significanceText } from './figure.ts';
import { renderer } from './formats.ts';
import { bar, left, lines, main, paint, right, section, table, type Block, type DataRows } from './report.ts';
import { amount, percent, plural } from './words.ts';

const SECTIONS: readonly (readonly [title: string, figures: Readonly<Partial<Record<JudgeFigureName, string>>>])[] = [
  [
    'The judge and people',
    {
      accuracy: 'Accuracy',
      accuracyError: 'Standard error of the accuracy',
      cohenKappa: 'Cohen’s kappa',
      quadraticKappa: 'Kappa, quadratic weights',
      alphaNominal: 'Krippendorff’s alpha, nominal',
      alphaOrdinal: 'Krippendorff’s alpha, ordinal',
      alphaInterval: 'Krippendorff’s alpha, interval',
      pearson: 'Pearson’s r',
      spearman: 'Spearman’s rho',
      kendall: 'Kendall’s tau-b',
      pearsonWithin: 'Pearson’s r within each task',
      spearmanWithin: 'Spearman’s rho within each task',
      kendallWithin: 'Kendall’s tau-b within each task',
      pld0: 'PLD 0: the same preference',
      pld1: 'PLD 1: a tie on one side',
      pld2: 'PLD 2: the contrary',
      wpld: 'WPLD (0–2, less is better)',
      drfr: 'DRFR, by the judge',
      drfrOfPeople: 'DRFR, by people',
    },
  ],
  ['People among themselves', { fleissOfPeople: 'Fleiss’ kappa', alphaOfPeople: 'Krippendorff’s alpha' }],
  [
    'The judge and itself',
    {
      selfConsistency: 'Self-consistency (two samples agree)',
      flipRate: 'Flip rate (the two orders disagree)',
      orderAgreement: 'Agreement of the two orders',
      unchangedAfterDoubt: 'Unchanged when asked again',
      accuracyAfterDoubt: 'Accuracy when asked again',
    },
  ],
  [
    'What the judge selects',
    {
      selectionPrecision: 'Precision (what was picked is truly best)',
      selectedScore: 'True score of what was picked',
      randomScore: 'True score of one taken at random',
    },
  ],
  [
    'Generated checklists and those of people',
    {
      bleu: 'BLEU-4',
      rouge1: 'ROUGE-1 F1',
      rouge2: 'ROUGE-2 F1',
      rougeL: 'ROUGE-L F1',
      countError: 'Error of the number of questions',
      lengthCorrelation: 'Pearson’s r of the length of generated lists and the score',
    },
  ],
];

/** The figures' names for people. */
export const FIGURE_NAMES: Readonly<Partial<Record<JudgeFigureName, string>>> = Object.fromEntries(
  SECTIONS.flatMap(([, names]) => Object.entries(names)),
);

const SCALES: Readonly<Record<JudgeFigures['scale'], string>> = {
  preference: 'preferences; a tie where people have a preference counts half in the accuracy',
  score: 'scores; people’s are averaged, and exact agreement is of whole scores, halves going up',
  category: 'categories; of several people the majority counts',
};

/** Beside another judge of the same rows, where there is one. */
export const renderMeasuredJudge = renderer<JudgeFigures & { readonly differences?: readonly JudgeDifference[] }>(
  (measured) => ({
    title: `A judge measured on ${plural(measured.rows, 'row')}`,
    blocks: [
      ...judgeBlocks(measured),
      ...(measured.differences === undefined
        ? []
        : [section('Differences over the rows of both', differenceTable(measured.differences))]),
    ],
  }),
  { rows: figureRows },
);

function figureRows({ figures, tries, calibration }: JudgeFigures): DataRows {
  const rows = [...figures, ...tries].map((figure) => ({ figure: figure.name, ...figureCells(figure) }));
  const errors =
    calibration === null ? [] : [{ figure: 'calibrationError', value: calibration.error, scored: calibration.scored }];
  return { columns: ['figure', ...FIGURE_COLUMNS], rows: [...rows, ...errors] };
}

export function judgeBlocks({
  scale,
  unlabelled,
  clusters,
  figures,
  tries,
  calibration,
}: JudgeFigures): readonly Block[] {
  return [
    lines(
      `Verdicts are ${SCALES[scale]}.`,
      unlabelled === 0
        ? null
        : paint.warn(`${plural(unlabelled, 'row has', 'rows have')} no label: figures against people leave them out.`),
      clusters === null ? null : `The standard error is clustered: ${plural(clusters, 'cluster')} of rows.`,
    ),
    ...SECTIONS.map(([title, names]) => section(title, figureTable(figures, names))),
    section('Several tries', figureTable(tries, Object.fromEntries(tries.map(({ name }) => [name, name])))),
    ...(calibration === null ? [] : [section('Is it right as often as it is sure?', ...reliability(calibration))]),
    lines(figures.some(({ interval }) => interval !== null) ? INTERVALS : null),
  ];
}

const MAX_CATEGORIES = 5;

/** Null where there are none. */
export function oneSidedText({ byJudge, byPeople, hideRates }: OneSidedCategories): string | null {
  const named = (categories: OneSidedCategories['byJudge']) => {
    const shown = [...categories]
      .slice(0, MAX_CATEGORIES)
      .map(([category, count]) => `“${category}” (${amount(count)})`);
    const more = categories.size - shown.length;
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  };
  const sides = [
    ...(byPeople.size === 0 ? [] : [`only people give ${named(byPeople)}`]),
    ...(byJudge.size === 0 ? [] : [`only the judge gives ${named(byJudge)}`]),
  ];
  const [category] = [...byPeople.keys(), ...byJudge.keys()];
  if (category === undefined) return null;
  const rates = hideRates ? ' The rates (DRFR) need yes, no and not-applicable alone.' : '';
  return `One side never gives some categories: ${sides.join('; ')}.${rates} If one is misspelt, correct the file, or give its meaning: --value "${category}=…".`;
}

function figureTable(
  figures: readonly (Figure & { readonly name: string })[],
  names: Readonly<Partial<Record<string, string>>>,
): Block {
  return table(
    figures.filter(({ name }) => name in names),
    [
      main('Figure', ({ name }) => names[name] ?? ''),
      right('Value', ({ value }) => paint.strong(decimals(value))),
      right('Interval', (figure) => intervalText(figure)),
      right('Over', ({ scored }) => amount(scored)),
      right('Left out', ({ missing }) => (missing === 0 ? '' : paint.warn(amount(missing)))),
    ],
  );
}

const BAR_COLUMNS = 20;

function reliability({ error, bins, scored }: NonNullable<JudgeFigures['calibration']>): readonly Block[] {
  const filled = bins.flatMap(({ confidence, accuracy, ...bin }) =>
    bin.count === 0 || accuracy === null || confidence === null ? [] : [{ ...bin, confidence, accuracy }],
  );
  return [
    lines(
      `Expected calibration error ${decimals(error)} over ${plural(scored, 'verdict')}: by how much how sure it is and how often it is right differ.`,
    ),
    table(filled, [
      main('Sure', ({ from, to }) => `${percent(from)} – ${percent(to)}`),
      right('Verdicts', ({ count }) => amount(count)),
      right('Sure, mean', ({ confidence }) => percent(confidence)),
      left('', ({ confidence }) => bar(confidence, BAR_COLUMNS)),
      right('Right', ({ accuracy, confidence }) => paint[accuracy < confidence ? 'bad' : 'good'](percent(accuracy))),
      left('', ({ accuracy }) => bar(accuracy, BAR_COLUMNS)),
    ]),
  ];
}

/** Beside other columns there is little room. */
const MEASURES = { ...FIGURE_NAMES, alphaOrdinal: 'Alpha, ordinal' };

/** `p`: of the permutation test; McNemar's are the exact one and the one by χ² with continuity correction. */
export function differenceTable(differences: readonly JudgeDifference[]): Block {
  const hasTest = differences.some(({ mcNemar }) => mcNemar !== null);
  return table(differences, [
    main('Between', betweenText),
    left('Of', ({ measure }) => MEASURES[measure] ?? measure),
    right('Difference', differenceText),
    right('Pairs', ({ pairs }) => amount(pairs)),
    right('p', ({ p }) => decimals(p)),
    hasTest && right('McNemar, exact', ({ mcNemar }) => decimals(mcNemar?.exact ?? null)),
    hasTest && right('corrected', ({ mcNemar }) => decimals(mcNemar?.corrected ?? null)),
    left('', significanceText),
  ]);
}
