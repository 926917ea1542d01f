/** Of lists: what making one took, step by step: calls, tokens of a call, and USD (EvalAgent, table 6). */
import { figureOf } from '../../measure/figure.ts';
import { StepName } from '../../domain/step-name.ts';
import type { ModelUsage } from '../../domain/model.ts';
import { usdOf } from '../../domain/usd-of.ts';
import { ratio } from '../../metrics/mean.ts';
import type { Metric } from './metric.ts';

/** A step, or what several take; the bulk of a discovery is the rating of pages. */
const PARTS: readonly { readonly name: string; readonly has: (step: StepName) => boolean }[] = [
  ...StepName.options.map((name) => ({ name, has: (step: StepName) => step === name })),
  { name: 'total', has: () => true },
  { name: 'total without rating', has: (step) => step !== 'rating' },
];
const WHAT = {
  calls: 'Calls',
  in: 'Tokens in, of a call',
  out: 'Tokens out, of a call',
  allIn: 'Tokens in',
  allOut: 'Tokens out',
  usd: 'USD',
} as const;
const WHAT_NAMES = ['calls', 'in', 'out', 'allIn', 'allOut', 'usd'] as const;

export const cost: Metric = {
  title: 'What making a list took',
  needs: [],
  measures: () =>
    Object.fromEntries(
      PARTS.flatMap(({ name }) => WHAT_NAMES.map((what) => [`${name} ${what}`, `${WHAT[what]}, ${name}`])),
    ),
  measure: ({ experiment: { resamples, seed }, systems }) => {
    const cells = systems.flatMap(({ name: system, cost: took }) => {
      if (took === null || took.usage.length === 0) return [];
      return PARTS.flatMap(({ name, has }) => {
        const lists = took.usage.map((usage) => sumsOf(usage.filter(({ step }) => has(step))));
        return WHAT_NAMES.map((what) => {
          const value = (drawn: readonly Sums[]) => ({ value: OF_LISTS[what](drawn) });
          return { system, measure: `${name} ${what}`, figure: figureOf(lists, value, { resamples, seed }) };
        });
      });
    });
    return Promise.resolve({ cells });
  },
};

type Sums = Readonly<Record<'calls' | 'in' | 'out' | 'usd', number | null>>;

/** Of one list. */
function sumsOf(usage: readonly ModelUsage[]): Sums {
  const sum = (count: (each: ModelUsage) => number) => usage.reduce((all, each) => all + count(each), 0);
  return {
    calls: sum(({ calls }) => calls),
    in: sum(({ inputTokens }) => inputTokens),
    out: sum(({ outputTokens }) => outputTokens),
    usd: usdOf(usage),
  };
}

/** Null: nothing was asked, or a price is unknown. */
const OF_LISTS: Readonly<Record<keyof typeof WHAT, (lists: readonly Sums[]) => number | null>> = {
  calls: (lists) => perOne(sumOver(lists, 'calls'), lists.length),
  in: (lists) => perOne(sumOver(lists, 'in'), sumOver(lists, 'calls')),
  out: (lists) => perOne(sumOver(lists, 'out'), sumOver(lists, 'calls')),
  allIn: (lists) => perOne(sumOver(lists, 'in'), lists.length),
  allOut: (lists) => perOne(sumOver(lists, 'out'), lists.length),
  usd: (lists) => perOne(sumOver(lists, 'usd'), lists.length),
};

function sumOver(lists: readonly Sums[], name: keyof Sums): number | null {
  return lists.reduce<number | null>(
    (sum, { [name]: value }) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

function perOne(sum: number | null, count: number | null): number | null {
  return sum === null || count === null ? null : ratio(sum, count);
}
