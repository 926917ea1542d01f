/** Of lists: what they bring a judge, used always or only where it wavers (checklist study, figure 3, tables 1, 2, 5 to 7). */
import { plainFigure, type Figure } from '../../measure/figure.ts';
import {
  measurePolicies,
  STUDY_THRESHOLDS,
  type MeasuredCases,
  type PolicyFigures,
} from '../../measure/measure-policies.ts';
import { ratio } from '../../metrics/mean.ts';
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
  }),
  measure: async (given) => {
    const judged = await judgeWithLists(given);
    if (judged === null) return { cells: [] };
    const { resamples, seed, unread, k: thresholds } = given.experiment;
    const measured = measurePolicies(judged.verdicts, { resamples, seed, unread, thresholds });
    return { cells: cellsOf(measured), detail: { policies: measured }, agents: judged.agents };
  },
};

/** From the greatest k, at which the checklist is used least. */
function headsOf({ k }: Pick<Experiment, 'k'>, key: string, head: (k: number) => string) {
  const thresholds = k ?? [...STUDY_THRESHOLDS.pairwise, ...STUDY_THRESHOLDS.direct];
  return Object.fromEntries([...thresholds].sort((a, b) => b - a).map((each) => [`${key}${each}`, head(each)]));
}

function cellsOf({ none, cases, policies: measured }: MeasuredCases): readonly Cell[] {
  return measured.flatMap((of) =>
    Object.entries({ none, ...figuresOfUse(of, cases), ...figuresOfLists(of, cases) }).map(([measure, figure]) => ({
      ...{ system: of.policy, measure, figure },
    })),
  );
}

function figuresOfUse({ settings }: PolicyFigures, cases: number): Readonly<Record<string, Figure>> {
  return Object.fromEntries(
    settings.flatMap(({ k, figure, used }) =>
      k === 'all'
        ? [['all', figure]]
        : [
            [`k${k}`, figure],
            [`used${k}`, plainFigure(used / cases, cases)],
          ],
    ),
  );
}

function figuresOfLists({ sizes, verified, effects }: PolicyFigures, cases: number): Readonly<Record<string, Figure>> {
  const counts = (['min', 'max', 'mean', 'deviation', 'sum'] as const).map(
    (name) => [name, plainFigure(sizes?.[name] ?? null, sizes?.lists ?? 0)] as const,
  );
  const shares = (['helps', 'neutral', 'harms'] as const).map((effect) => {
    const count = effects.filter((each) => each.effect === effect).length;
    return [effect, plainFigure(ratio(count, effects.length), effects.length, cases - effects.length)] as const;
  });
  return {
    ...Object.fromEntries([...counts, ...shares]),
    verified: plainFigure(verified.items, verified.of),
    verifiedShare: plainFigure(ratio(verified.items, verified.of), verified.of),
  };
}
