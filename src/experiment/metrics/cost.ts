/** Of lists: what making one took, step by step: calls, tokens of a call, and USD (EvalAgent, table 6). */
import { figureOf } from '../../measure/figure.ts';
import { StepName } from '../../domain/step-name.ts';
import type { ModelUsage } from '../../domain/model.ts';
import { usdOf } from '../../domain/usd-of.ts';
import { ratio, sumBy } from '../../metrics/mean.ts';
import type { Metric } from './metric.ts';

/** A step, or what several take; the bulk of a discovery is the rating of pages. */
const PARTS: readonly { readonly name: string; readonly has: (step: StepName) => boolean }[] = [
  ...StepName.options.map((name) => ({ name, has: (step: StepName) => step === name })),
  { name: 'total', has: () => true },
  { name: 'total without rating', has: (step) => step !== 'rating' },
];

/** What is summed up, over how many lists or calls. */
const WHAT = [
  { name: 'calls', head: 'Calls', of: 'calls', over: 'lists' },
  { name: 'in', head: 'Tokens in, of a call', of: 'in', over: 'calls' },
  { name: 'out', head: 'Tokens out, of a call', of: 'out', over: 'calls' },
  { name: 'allIn', head: 'Tokens in', of: 'in', over: 'lists' },
  { name: 'allOut', head: 'Tokens out', of: 'out', over: 'lists' },
  { name: 'usd', head: 'USD', of: 'usd', over: 'lists' },
] as const;

export const cost: Metric = {
  title: 'What making a list took',
  needs: [],
  measures: () =>
    Object.fromEntries(
      PARTS.flatMap((part) => WHAT.map(({ name, head }) => [`${part.name} ${name}`, `${head}, ${part.name}`])),
    ),
  measure: ({ experiment: { resamples, seed }, systems }) => {
    const cells = systems.flatMap(({ name: system, cost: took }) => {
      if (took === null || took.usage.length === 0) return [];
      return PARTS.flatMap((part) => {
        const lists = took.usage.map((usage) => sumsOf(usage.filter(({ step }) => part.has(step))));
        return WHAT.map(({ name, of, over }) => {
          const value = (drawn: readonly Sums[]) => ({ value: ofLists(drawn, of, over) });
          return { system, measure: `${part.name} ${name}`, figure: figureOf(lists, value, { resamples, seed }) };
        });
      });
    });
    return Promise.resolve({ cells });
  },
};

type Sums = Readonly<Record<'calls' | 'in' | 'out' | 'usd', number | null>>;

/** Of one list. */
function sumsOf(usage: readonly ModelUsage[]): Sums {
  return {
    calls: sumBy(usage, ({ calls }) => calls),
    in: sumBy(usage, ({ inputTokens }) => inputTokens),
    out: sumBy(usage, ({ outputTokens }) => outputTokens),
    usd: usdOf(usage),
  };
}

/** Null: nothing was asked, or a price is unknown. */
function ofLists(lists: readonly Sums[], of: keyof Sums, over: 'lists' | 'calls'): number | null {
  const [sum, count] = [sumOver(lists, of), over === 'lists' ? lists.length : sumOver(lists, over)];
  return sum === null || count === null ? null : ratio(sum, count);
}

function sumOver(lists: readonly Sums[], name: keyof Sums): number | null {
  return lists.reduce<number | null>(
    (sum, { [name]: value }) => (sum === null || value === null ? null : sum + value),
    0,
  );
}
