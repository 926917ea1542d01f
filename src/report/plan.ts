/** What a discovery would do, and what it may cost. */
import type { DiscoveryPlan, PricedPlan } from '../client/plan-discovery.ts';
import type { Mode } from '../domain/criteria-set.ts';
import type { Task } from '../domain/task.ts';
import { printableLine } from '../text/printable.ts';
import { paragraph, type Layout } from './grid.ts';
import { limitsText, plannedCallsGrid, sumOf } from './planned-calls.ts';
import { amount, plural, usdText } from './words.ts';

const MODES: Readonly<Record<Mode, string>> = {
  web: 'criteria from sources',
  full: 'criteria from sources, merged with those of the model alone',
  model: 'a checklist of the model alone, not grounded',
  'model-n': 'a number of criteria of the model alone, not grounded',
  instruction: 'the demands that the instruction states',
  'model-answers': 'criteria from the model’s own answers to queries, not grounded',
};

export function renderPlan(
  task: Task,
  { mode, parameters, searches, model }: DiscoveryPlan,
  layout: Layout,
): string {
  const { colors, width } = layout;
  const line = (text: string) => paragraph(text, width);
  const { queries, resultsPerQuery, keepPerQuery, rounds, urls = [] } = parameters;
  const asked = `${plural(queries, 'query', 'queries')} × ${plural(resultsPerQuery, 'result')}`;
  const inRounds = rounds > 1 ? `, in up to ${rounds} rounds` : '';
  return [
    line(colors.bold(printableLine(task.instruction))),
    line(`mode ${mode}: ${MODES[mode]}`),
    ...(searches.length === 0
      ? []
      : [line(`search ${searches.join(' + ')}: ${asked}, ${keepPerQuery} pages kept per query${inRounds}`)]),
    ...(urls.length === 0 ? [] : [line(`given: ${plural(urls.length, 'page')}, read for every query`)]),
    ...(model === null
      ? [line('engine offline: no model is asked, and nothing costs anything')]
      : [
          '\n',
          line('Model calls, at most:'),
          plannedCallsGrid(model.planned.rows, layout),
          '\n',
          ...(model.everyQueryTwice === null ? [] : [line(ifReworded(model.everyQueryTwice))]),
          line(
            'Repairs of unusable answers come on top, and up to 6 small calls that find out how a server gives JSON. Answers that are kept already cost nothing. Tokens are estimates.',
          ),
          line(limitsText(model.limits)),
        ]),
  ].join('');
}

function ifReworded(plan: PricedPlan): string {
  const { calls, inputTokens, outputTokens, usd } = sumOf(plan.rows);
  return `A query that keeps fewer than 2 pages is asked once more in other words. Should that befall every one: at most ${amount(calls)} calls, ${amount(inputTokens)} tokens in and ${amount(outputTokens)} out, ${usd === null ? 'at an unknown price' : `${usdText(usd)} USD`}.`;
}
