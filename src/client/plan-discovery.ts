/** What a discovery would do and cost at most, from the settings alone: nothing is asked, nothing is opened. */
import { modeOf, OPENAI, searchesOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { SOURCED_MODES, type DiscoveryParameters, type Mode } from '../domain/criteria-set.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { Task } from '../domain/task.ts';
import { limitsOf } from './engine.ts';
import { discoveryParameters } from './options.ts';
import { callPricing, type PricedCalls } from './price-calls.ts';

export interface DiscoveryPlan {
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  /** None where the mode asks the model alone, or only pages are given. */
  readonly searches: readonly string[];
  /** Null for the offline engine, which costs nothing. */
  readonly model: {
    readonly limits: ModelLimits;
    readonly rows: readonly PricedCalls[];
    /** Should every query find too little and be asked once more in other words; null where nothing is searched. */
    readonly everyQueryTwice: readonly PricedCalls[] | null;
  } | null;
}

/**
 * Of all the tasks together.
 * @throws InputError where the prompts, the prices, a role or the base URL cannot be used
 */
export async function planDiscovery(
  tasks: readonly Task[],
  settings: Settings,
  secrets: Secrets,
): Promise<DiscoveryPlan> {
  const mode = modeOf(settings);
  const parameters = discoveryParameters(settings);
  const searches = SOURCED_MODES.has(mode) ? searchesOf(settings) : [];
  const common = { mode, parameters, searches };
  if (settings.model === null) return { ...common, model: null };
  const [pricing, { createCallPlan }, discovery, { countTokens }, { fenceTask }] = await Promise.all([
    callPricing(settings.model, settings, secrets),
    import('../engines/model/plan-calls.ts'),
    import('../discover/plan-discovery.ts'),
    import('../llm/count-tokens.ts'),
    import('../llm/agent-kit/fenced-input.ts'),
  ]);
  let tokensOfAll = 0;
  for (const task of tasks) tokensOfAll += await countTokens(fenceTask(task));

  const priced = (everyQueryTwice: boolean) => {
    // Every task makes as many calls, and each call shows its task: what all take is what the average one takes, times their number.
    const plan = createCallPlan((agent) => pricing.frameTokens(agent) + tokensOfAll / Math.max(1, tasks.length));
    const assumptions = {
      hasSearch: searches.length > 0,
      asksModelToSearch: searches.includes(OPENAI),
      everyQueryTwice,
    };
    discovery.planDiscovery(plan, parameters, mode, assumptions);
    const times = (count: number) => count * tasks.length;
    return pricing.priced(
      plan.rows().map(({ calls, inputTokens, outputTokens, ...row }) => ({
        ...row,
        calls: times(calls),
        inputTokens: times(inputTokens),
        outputTokens: times(outputTokens),
      })),
    );
  };
  return {
    ...common,
    model: {
      limits: limitsOf(settings),
      rows: priced(false),
      everyQueryTwice: searches.length > 0 ? priced(true) : null,
    },
  };
}
