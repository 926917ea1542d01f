/** Aggregations on crafted answers, worked out with fractions on paper: gaps (null), ties and groups of unequal size. */
import { expect, it } from 'vitest';
import { preferenceOfSamples } from '../../src/measure/judge-scale.ts';
import { POLICY_SCALES } from '../../src/measure/policy-scale.ts';
import { checklistEffect, effectBySign, itemEffect } from '../../src/metrics/ablation.ts';
import { bestOfN } from '../../src/metrics/best-of-n.ts';
import { pairedBootstrap } from '../../src/metrics/bootstrap.ts';
import { clusteredError } from '../../src/metrics/clustered-error.ts';
import { pearson } from '../../src/metrics/correlation.ts';
import { drfr } from '../../src/metrics/drfr.ts';
import { cohenKappa, fleissKappa, majority } from '../../src/metrics/kappa.ts';
import { krippendorffAlpha } from '../../src/metrics/krippendorff-alpha.ts';
import { mcNemar } from '../../src/metrics/mcnemar.ts';
import { mean } from '../../src/metrics/mean.ts';
import { permutationTest } from '../../src/metrics/permutation-test.ts';
import { preferenceDistance, type Preference } from '../../src/metrics/preferences.ts';
import { atLeastK, passAtK } from '../../src/metrics/repeated-passes.ts';

/** `yn?`: yes, no, no verdict. */
const signs = (text: string) => Array.from(text, (sign) => (sign === '?' ? null : sign));
const passes = (text: string) => signs(text).map((sign) => (sign === null ? null : sign === 'y'));
const pairs = (...texts: readonly string[]) =>
  texts.map(signs).map(([predicted = null, gold = null]) => ({ predicted, gold }));
const repeated = (count: number, text: string) => Array<string>(count).fill(text);
const judged = (text: string) =>
  signs(text).map((sign): Preference | null =>
    sign === null ? null : sign === 'a' ? 'win' : sign === 'b' ? 'loss' : 'tie',
  );

/** One of four is missing: 1, 1, −½, –. */
const FIRST = [1, 1, 0, null];
const SECOND = [0, 0, 0.5, 1];
const meanOf = (values: readonly (number | null)[]) => mean(values.filter((value) => value !== null));
const CLUSTERS = { t1: [1, 1, 0], t2: [0], t3: [1, null] };
const ORDINAL = [
  [1, 2, null],
  [3, 3, 3],
  [2, 3, null],
  [1, null, null],
];
/** People: the first. Without a list a quarter of the votes is theirs, with it three quarters. */
const ABLATED = {
  ...{ gold: 1, none: [1, 2, 2, 2], all: [1, 1, 1, 2] },
  without: new Map([
    ['harms', [1, 1, 1, 1]],
    ['helps', [1, 1, 2, 2]],
    ['neutral', [2, 1, 1, 1]],
    ['unread', []],
  ]),
};
const PICKS = [
  [
    { score: 0.5, truth: 1 },
    { score: 1, truth: 0.5 },
    { score: 1, truth: 1 },
  ],
  [
    { score: 0, truth: 1 },
    { score: 0, truth: 1 },
    { score: 1, truth: 1 },
  ],
  [{ score: null, truth: 1 }],
];

it.each<[what: string, value: number | null | undefined, byHand: number | null]>([
  [
    'DRFR: yes yes no; yes – no no yes',
    drfr(
      [signs('yyn'), signs('y?nny')].map((all) =>
        all.map((sign) => (sign === null ? null : sign === 'y' ? 'yes' : 'no')),
      ),
    ).rate,
    4 / 7,
  ],
  ['pass@3 of 2 in 8', passAtK([passes('yynnnnnn')], 3).value, 1 - 20 / 56],
  ['pass@2 of unequal tries', passAtK([passes('yyn'), passes('yn?'), passes('nnn'), passes('y??')], 2).value, 2 / 3],
  ['at least 2 of them', atLeastK([passes('yyn'), passes('yn?'), passes('nnn'), passes('y??')], 2).value, 1 / 3],
  [
    'McNemar: 1 and 6',
    mcNemar(
      [...repeated(1, 'yn'), ...repeated(6, 'ny'), 'yy', 'y?'].map((both) => {
        const [one = null, other = null] = passes(both);
        return [one, other] as const;
      }),
    ).exact,
    (2 * (1 + 7)) / 128,
  ],
  ['permutation: 1, 1, −½, 0', permutationTest([1, 1, 0, 2], [0, 0, 0.5, 2], mean).p, 1 / 2],
  ['difference of means with a gap', pairedBootstrap(FIRST, SECOND, meanOf).difference, 2 / 3 - 3 / 8],
  [
    'clustered error: .2, −.6, .4',
    clusteredError(Object.entries(CLUSTERS).flatMap(([cluster, values]) => values.map((value) => ({ cluster, value }))))
      .value,
    Math.sqrt((0.56 * 3) / 2) / 5,
  ],
  ['Cohen’s kappa', cohenKappa(pairs('yy', 'yy', 'yn', 'nn', 'ny', 'n?')).value, 1 / 6],
  ['Fleiss’ kappa', fleissKappa([signs('yyy'), signs('yyn'), signs('nnn'), signs('y?n')]).value, 22 / 40],
  [
    'nominal alpha',
    krippendorffAlpha(
      [
        [1, 1],
        [1, 0],
        [0, 0],
        [1, null],
      ],
      'nominal',
    ).value,
    4 / 9,
  ],
  ['ordinal alpha', krippendorffAlpha(ORDINAL, 'ordinal').value, 4 / 7],
  ['interval alpha', krippendorffAlpha(ORDINAL, 'interval').value, 7 / 13],
  [
    'WPLD',
    preferenceDistance(
      pairs('aa', 'at', 'ba', 'tt', '?a').map(({ predicted, gold }) => ({
        predicted: judged(predicted ?? '?')[0] ?? null,
        gold: judged(gold ?? '?')[0] ?? null,
      })),
    ).weighted,
    3 / 4,
  ],
  ['best of three: precision', bestOfN(PICKS).precision, 2 / 3],
  ['its true score', bestOfN(PICKS).trueScore, (3 / 4 + 1) / 2],
  [
    'Pearson’s r',
    pearson([
      [0, 0],
      [0.5, 1],
      [1, 0.5],
      [null, 1],
    ]).value,
    1 / 2,
  ],
  ['effect of a list', checklistEffect([ABLATED], 0.3).delta, 3 / 4 - 1 / 4],
  ['of an item that harms', itemEffect([ABLATED], 'harms').delta, 1 / 4],
  ['of one that helps', itemEffect([ABLATED], 'helps').delta, -1 / 4],
  ['of one that does neither', itemEffect([ABLATED], 'neutral').delta, 0],
  ['of one without a readable judgement', itemEffect([ABLATED], 'unread').delta, null],
])('%s', (_what, value, byHand) => {
  if (byHand === null) expect(value).toBeNull();
  else expect(value).toBeCloseTo(byHand, 12);
});

it('has effects by their sign, and a list’s by the threshold', () => {
  expect(['harms', 'helps', 'neutral', 'unread'].map((id) => effectBySign(itemEffect([ABLATED], id).delta))).toEqual([
    'harms',
    'helps',
    'neutral',
    null,
  ]);
  expect(checklistEffect([ABLATED], 0.5).effect).toBe('helps');
  expect(checklistEffect([ABLATED], 0.51).effect).toBe('neutral');
});

it.each([
  ['yyn', 'y'],
  ['yn', null],
  ['yn?', null],
  ['y??', 'y'],
])('the majority of %s is %s', (votes, expected) => {
  expect(majority(signs(votes))).toBe(expected);
});

it.each([
  ['aab', 'win'],
  ['at', 'tie'],
  ['aatb', 'win'],
  ['aabb', 'tie'],
  ['a?', 'win'],
  ['??', null],
])('preferences %s are %s together', (votes, expected) => {
  expect(preferenceOfSamples(judged(votes))).toBe(expected);
});

it.each([
  [[3, 3, 4, 4], 4],
  [[2, 3], 3],
  [[2, 2, 3], 2],
])('scores %j are %d together, halves going up', (scores, expected) => {
  expect(POLICY_SCALES.direct.outcomeOf(scores, 1).predicted).toBe(expected);
});

it('draws an interval from 0 to 1 of the differences 0 and 1, and none wider than a constant one', () => {
  expect(pairedBootstrap([1, 1], [1, 0], meanOf)).toMatchObject({ difference: 1 / 2, interval: { low: 0, high: 1 } });
  expect(pairedBootstrap([3, 2], [2, 1], meanOf)).toMatchObject({ interval: { low: 1, high: 1 } });
});
