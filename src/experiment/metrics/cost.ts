/** Of lists: what making one took, step by step: calls, tokens of a call, and USD (EvalAgent, table 6). */
import { plainFigure } from '../../measure/figure.ts';
import { StepName } from '../../domain/step-name.ts';
import type { ModelUsage } from '../../domain/model.ts';
import { usdOf } from '../../domain/usd-of.ts';
import { ratio } from '../../metrics/mean.ts';
import type { Metric } from './metric.ts';

const TOTAL = 'total';
const WHAT = { calls: 'Calls', in: 'Tokens in, of a call', out: 'Tokens out, of a call', usd: 'USD' } as const;

export const cost: Metric = {
  title: 'What making a list took',
  needs: [],
  measures: () =>
    Object.fromEntries(
      [...StepName.options, TOTAL].flatMap((step) =>
        Object.entries(WHAT).map(([what, head]) => [`${step} ${what}`, `${head}, ${step}`]),
      ),
    ),
  measure: ({ systems }) => {
    const cells = systems.flatMap(({ name: system, cost: took }) => {
      if (took === null || took.lists === 0) return [];
      return [...StepName.options, TOTAL].flatMap((step) => {
        const usage = took.usage.filter((each) => step === TOTAL || each.step === step);
        return Object.entries(ofOneList(usage, took.lists)).map(([what, value]) => ({
          system,
          measure: `${step} ${what}`,
          figure: plainFigure(value, took.lists),
        }));
      });
    });
    return Promise.resolve({ cells });
  },
};

/** Null: nothing was asked, or a price is unknown. */
function ofOneList(usage: readonly ModelUsage[], lists: number): Readonly<Record<keyof typeof WHAT, number | null>> {
  const sum = (count: (each: ModelUsage) => number) => usage.reduce((all, each) => all + count(each), 0);
  const calls = sum((each) => each.calls);
  const usd = usdOf(usage);
  return {
    calls: calls / lists,
    in: ratio(
      sum((each) => each.inputTokens),
      calls,
    ),
    out: ratio(
      sum((each) => each.outputTokens),
      calls,
    ),
    usd: usd === null ? null : usd / lists,
  };
}
