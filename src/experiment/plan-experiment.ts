/** What an experiment would ask at most: the experiment itself, by clients whose models only count. */
import type { Secrets } from '../config/environment.ts';
import type { Config } from '../config/load-config.ts';
import type { Settings } from '../config/settings.ts';
import type { PricedModel } from '../client/call-counter.ts';
import { openPlanner } from '../groundrule.ts';
import type { Missing } from './attempts.ts';
import type { LoadedExperiment } from './experiment-data.ts';
import type { ExperimentModel, SampledBy } from './experiment-file.ts';
import { runExperiment, type ExperimentTools } from './run-experiment.ts';

export interface ExperimentPlan {
  readonly name: string;
  /** Of each model; empty where none is named. */
  readonly models: readonly { readonly id: string; readonly plan: PricedModel }[];
  /** What could not be counted. */
  readonly missing: readonly Missing[];
}

/** The settings of a client for one model of an experiment. @param model null: that of the settings */
export function settingsFor(settings: Settings, experiment: SampledBy, model: ExperimentModel | null): Settings {
  const drawn = (name: keyof SampledBy) => ({
    ...settings[name],
    ...byRole(experiment[name]),
    ...byRole(model?.[name]),
  });
  return {
    ...settings,
    modelByRole: { ...settings.modelByRole, ...model?.roles },
    model: model?.model ?? settings.model,
    ...{ temperature: drawn('temperature'), topP: drawn('topP'), modelSeed: drawn('modelSeed') },
  };
}

function byRole(chosen: SampledBy[keyof SampledBy]): Readonly<Record<string, number>> {
  return typeof chosen === 'number' ? { all: chosen } : (chosen ?? {});
}

/** @throws InputError where the prompts, the prices, a role or the base URL cannot be used; CancelledError */
export async function planExperiment(
  experiment: LoadedExperiment,
  config: Config,
  secrets: Secrets,
  tools: Omit<ExperimentTools, 'open'> & { readonly signal: AbortSignal },
): Promise<ExperimentPlan> {
  const { name } = experiment;
  let { data } = experiment;
  const plans: { readonly id: string; readonly plan: PricedModel }[] = [];
  const missing: Missing[] = [];
  for (const model of experiment.models.length === 0 ? [null] : experiment.models) {
    const settings = settingsFor(config.settings, experiment, model);
    if (settings.model === null) continue;
    const planner = await openPlanner({ config: { ...config, settings }, secrets, signal: tools.signal });
    // Figures of made-up lists and verdicts say nothing: none is drawn again and again.
    const onlyThis = { ...experiment, data, models: model === null ? [] : [model], resamples: 0 };
    const result = await runExperiment(onlyThis, { ...tools, open: async () => planner.client });
    const plan = planner.planned();
    if (plan !== null) plans.push({ id: model?.id ?? settings.model, plan });
    missing.push(...result.missing);
    // Rows that no model can use are listed once.
    data = data.map((each) => ({ ...each, unusable: [] }));
  }
  return { name, models: plans, missing };
}
