/** What a discovery would do and cost at most, from the settings alone: nothing is asked, nothing is opened. */
import { join } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import { modeOf, searchesOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { SOURCED_MODES, type DiscoveryParameters, type Mode } from '../domain/criteria-set.ts';
import type { LoadedPrompt, ModelLimits } from '../domain/model.ts';
import type { Task } from '../domain/task.ts';
import type { CallPlan, PlannedCalls } from '../model-engine/plan-calls.ts';
import { discoveryParameters } from './discovery-parameters.ts';
import { modelByRole, modelSpec } from './model-in-use.ts';

export interface PricedCalls extends PlannedCalls {
  readonly model: string;
  /** At most; null where the price is unknown. */
  readonly usd: number | null;
}

export interface DiscoveryPlan {
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  /** None where the mode asks the model alone, or only pages are given. */
  readonly searches: readonly string[];
  /** Null for the offline engine, which costs nothing. */
  readonly model: {
    readonly limits: ModelLimits;
    readonly planned: PricedPlan;
    /** Should every query find too little and be asked once more in other words; null where nothing is searched. */
    readonly everyQueryTwice: PricedPlan | null;
  } | null;
}

export interface PricedPlan extends Omit<CallPlan, 'rows'> {
  readonly rows: readonly PricedCalls[];
}

/** @throws InputError where the prompts, the prices, a role or the base URL cannot be used */
export async function planDiscovery(
  task: Task,
  settings: Settings,
  secrets: Secrets,
): Promise<DiscoveryPlan> {
  const mode = modeOf(settings);
  const isSourced = SOURCED_MODES.has(mode);
  const parameters = discoveryParameters(settings);
  const searches = isSourced ? searchesOf(settings) : [];
  const common = { mode, parameters, searches };
  if (settings.model === null) return { ...common, model: null };
  const [{ loadPrompts }, { costUsd, findPrice, loadPrices }, { resolveModel }, planning, { DEFAULT_SIZES }] =
    await Promise.all([
      import('../llm/prompt.ts'),
      import('../llm/price.ts'),
      import('../llm/model-spec.ts'),
      import('../model-engine/plan-calls.ts'),
      import('../model-engine/sizes.ts'),
    ]);
  const prompts = await loadPrompts(join(packageInfo().root, 'prompts'), settings.prompts);
  const prices = await loadPrices(settings.prices);
  const models = modelByRole(settings.model, settings.modelByRole, prompts);
  const frameTokens = await measureFrames(task, prompts);

  const priced = (everyQueryTwice: boolean): PricedPlan => {
    const assumptions = {
      hasSearch: searches.length > 0,
      everyQueryTwice,
      frameTokens: (agent: string) => frameTokens.get(agent) ?? 0,
    };
    const { rows, ...counts } = planning.planCalls(parameters, mode, DEFAULT_SIZES, assumptions);
    return {
      ...counts,
      rows: rows.map((row) => {
        const role = prompts.get(row.role)?.role ?? row.role;
        const resolved = resolveModel(modelSpec(models[role] ?? '', settings, secrets));
        const price = findPrice(prices, resolved.priceList, resolved.model);
        return { ...row, model: resolved.model, usd: costUsd(price, { ...row, cachedInputTokens: 0 }) };
      }),
    };
  };
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = settings;
  return {
    ...common,
    model: {
      limits: { maxUsd, maxCalls, maxTokens, maxSeconds },
      planned: priced(false),
      everyQueryTwice: searches.length > 0 ? priced(true) : null,
    },
  };
}

/** The form of an answer, as a schema: 100 to 300 tokens. */
const ANSWER_FORM_TOKENS = 300;

/** By agent: its prompt, the task and the form of the answer. */
async function measureFrames(
  task: Task,
  prompts: ReadonlyMap<string, LoadedPrompt>,
): Promise<ReadonlyMap<string, number>> {
  const [{ countTokens }, { fenceTask }] = await Promise.all([
    import('../llm/count-tokens.ts'),
    import('../llm/agent-kit/fence-task.ts'),
  ]);
  const taskTokens = await countTokens(fenceTask(task));
  const entries = [...prompts].map(async ([agent, { messages }]) => {
    const text = messages.map(({ template }) => template).join('\n');
    return [agent, (await countTokens(text)) + taskTokens + ANSWER_FORM_TOKENS] as const;
  });
  return new Map(await Promise.all(entries));
}
