/** Of lists: what they bring a judge, used always or only where it wavers (checklist study, figure 3, tables 1, 2, 5 to 7). */
import { figureOf, NO_INTERVALS, plainFigure, type Figure, type FigureOptions } from '../../measure/figure.ts';
import { meanFigure, totalFigure } from '../../measure/mean-of-groups.ts';
import {
  measurePolicies,
  STUDY_THRESHOLDS,
  type MeasuredCases,
  type PolicyFigures,
} from '../../measure/measure-policies.ts';
import { listSizes } from '../../metrics/list-sizes.ts';
import type { Experiment } from '../experiment-file.ts';
import { requireHumanJudged } from '../human-judged.ts';
import { judgeWithLists } from '../judge-with-lists.ts';
import type { Cell, Metric } from './metric.ts';

export const policies: Metric = {
  title: 'What checklists bring a judge',
  needs: ['responses'],
  requires: requireHumanJudged,
  measures: (experiment) => ({
    none: 'None',
    ...headsOf(experiment, 'k', (k) => `k = ${k}`),
    all: 'All',
    ...headsOf(experiment, 'used', (k) => `Used at k = ${k}`),
    ...{ min: 'Fewest items', max: 'Most', mean: 'Mean', deviation: 'Deviation', sum: 'All items' },
    ...{ verified: 'Verified', verifiedShare: 'Share of verified' },
    ...{ helps: 'Lists that help', neutral: 'Neutral lists', harms: 'Lists that harm' },
    ...{ standing: 'Best (1) or worst (−1)', noneStanding: 'No list: best (1) or worst (−1)' },
    ...{ gains: 'Selective use gains significantly', gainCases: 'Policies whose selective use gains significantly' },
  }),
  measure: async (given) => {
    const judged = await judgeWithLists(given);
    if (judged === null) return { cells: [] };
    const { resamples, seed, unread, k: thresholds } = given.experiment;
    const measured = measurePolicies(judged.verdicts, { resamples, seed, unread, thresholds });
    return { cells: cellsOf(measured, { resamples, seed }), detail: { policies: measured }, agents: judged.agents };
  },
};

/** From the greatest k, at which the checklist is used least. */
function headsOf({ k }: Pick<Experiment, 'k'>, key: string, head: (k: number) => string) {
  const thresholds = k ?? [...STUDY_THRESHOLDS.pairwise, ...STUDY_THRESHOLDS.direct];
  return Object.fromEntries([...thresholds].sort((a, b) => b - a).map((each) => [`${key}${each}`, head(each)]));
}

function cellsOf(measured: MeasuredCases, options: FigureOptions): readonly Cell[] {
  const { none, cases, policies: each } = measured;
  const ofAll = { none, noneStanding: standingOf(measured, 'none'), gainCases: gainCases(measured) };
  return each.flatMap((of) =>
    Object.entries({
      ...ofAll,
      standing: standingOf(measured, of.policy),
      gains: decision(gains(of), cases),
      ...figuresOfUse(of, cases, options),
      ...figuresOfLists(of, cases, options),
    }).map(([measure, figure]) => ({ system: of.policy, measure, figure })),
  );
}

function decision(value: number | null, cases: number): Figure {
  return plainFigure(value, cases, 0, NO_INTERVALS.decision);
}

/** Study, tables 1 and 2: 1 where it is best of no list and every policy’s lists for all, −1 where it is worst. */
function standingOf({ best, worst, cases }: MeasuredCases, name: string): Figure {
  if (best.length === 0) return plainFigure(null, cases);
  return decision((best.includes(name) ? 1 : 0) - (worst.includes(name) ? 1 : 0), cases);
}

/** Study, appendix A.3: 1 where the paired bootstrap finds a gain over no list at some k; null where nothing was drawn. */
function gains({ settings }: PolicyFigures): number | null {
  const selective = settings.flatMap(({ k, overNone }) => (k === 'all' || overNone === null ? [] : [overNone]));
  if (selective.length === 0) return null;
  return selective.some(({ isSignificant, difference }) => isSignificant && (difference ?? 0) > 0) ? 1 : 0;
}

function gainCases({ policies: each, cases }: MeasuredCases): Figure {
  const found = each.flatMap((of) => gains(of) ?? []);
  if (found.length === 0) return plainFigure(null, cases);
  return decision(found.filter((gain) => gain === 1).length, cases);
}

/** Of units of which so many have something: each is drawn as one or the other. */
function shareOf(count: number, all: number, options: FigureOptions): Figure {
  return meanFigure(
    Array.from({ length: all }, (_, at) => ({ sum: at < count ? 1 : 0, count: 1 })),
    { ...options, isShare: true },
  );
}

function figuresOfUse(
  { settings }: PolicyFigures,
  cases: number,
  options: FigureOptions,
): Readonly<Record<string, Figure>> {
  return Object.fromEntries(
    settings.flatMap(({ k, figure, used }) =>
      k === 'all'
        ? [['all', figure]]
        : [
            [`k${k}`, figure],
            [`used${k}`, shareOf(used, cases, options)],
          ],
    ),
  );
}

function figuresOfLists(
  { lists, effects }: PolicyFigures,
  cases: number,
  options: FigureOptions,
): Readonly<Record<string, Figure>> {
  const counts = (['min', 'max', 'mean', 'deviation', 'sum'] as const).map((name) => {
    const items = lists.map((list) => list.items);
    const size = (drawn: readonly number[]) => ({ value: listSizes(drawn)?.[name] ?? null });
    return [name, figureOf(items, size, options)] as const;
  });
  const shares = (['helps', 'neutral', 'harms'] as const).map((effect) => {
    const count = effects.filter((each) => each.effect === effect).length;
    return [effect, { ...shareOf(count, effects.length, options), missing: cases - effects.length }] as const;
  });
  const verified = lists.map(({ items, isVerified }) => ({ sum: isVerified ? items : 0, count: items }));
  const total = totalFigure(
    verified.map(({ sum }) => sum),
    options,
  );
  const verifiedShare = meanFigure(verified, { ...options, isShare: true });
  return {
    ...Object.fromEntries([...counts, ...shares]),
    verified: { ...total, scored: verifiedShare.scored },
    verifiedShare,
  };
}
