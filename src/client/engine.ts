/** The engine that the settings ask for. A model runs only where one is named: a key alone never spends money. */
import { join } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import { MODEL_KEY_VARIABLES, type Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { ModelLimits, Taken } from '../domain/budget.ts';
import type { Engine } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import type { LoadedPrompt, Sampling, SamplingByRole } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Clock, RunEvent } from '../domain/run-context.ts';
import type { ModelClientOptions } from '../llm/client.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { isAskedOfOpenAi, type ModelSpec } from '../llm/model-spec.ts';

export interface LoadedEngine {
  readonly engine: Engine;
  /** Null: no model is named. */
  readonly agents: AgentModel | null;
}

export async function createEngine(
  settings: Settings,
  secrets: Secrets,
  proxy: ProxySettings | null,
  store: StorePort,
  clock: Clock,
  onEvent: (event: RunEvent) => void = () => undefined,
  takenBefore?: Taken,
): Promise<LoadedEngine> {
  if (settings.model === null) {
    const [{ createOfflineEngine }, { readPreparedGuides }, { bundledKinds }] = await Promise.all([
      import('../engines/offline/engine.ts'),
      import('../engines/offline/prepared-guides.ts'),
      import('../search/library/prepared-library.ts'),
    ]);
    const { root, bundledLibrary } = packageInfo();
    const kinds = await bundledKinds(root, bundledLibrary);
    const preparedOf = (folder: string) => readPreparedGuides(join(root, 'dist', 'guides', `${folder}.json`));
    return { engine: createOfflineEngine(kinds, preparedOf), agents: null };
  }
  const [{ createModelClient }, { loadPrices }, { createModelEngine }] = await Promise.all([
    import('../llm/client.ts'),
    import('../llm/price.ts'),
    import('../engines/model/engine.ts'),
  ]);
  const asked = await askedBy(settings.model, settings);
  await beginSharedBudget(settings, store);
  const specOf = (name: string) => ({ ...modelSpec(name, settings, secrets), proxy });
  const model = createModelClient({
    model: specOf(settings.model),
    modelsByRole: Object.fromEntries(Object.entries(settings.modelByRole).map(([role, name]) => [role, specOf(name)])),
    sampling: asked.sampling,
    specOf,
    kept: store.kept,
    limits: limitsOf(settings),
    takenBefore,
    budgets: store.budgets,
    rateLimits: settings,
    rates: store.rates,
    prices: await loadPrices(settings.prices),
    maxConcurrency: settings.modelConcurrency,
    timeoutMs: settings.modelTimeoutMs,
    batching: batchingOf(settings, onEvent),
    retryPolicy: { maxRetryAfterMs: settings.maxRetrySeconds * 1_000 },
    clock,
  });
  const agents = { model, ...asked };
  return { engine: createModelEngine(agents), agents };
}

function batchingOf({ batchApi }: Settings, onEvent: (event: RunEvent) => void): ModelClientOptions['batching'] {
  if (batchApi === null || batchApi === 'never') return undefined;
  return { fallsBack: batchApi === 'where-possible', onEvent };
}

export async function promptsOf(settings: Settings): Promise<ReadonlyMap<string, LoadedPrompt>> {
  const { loadPrompts } = await import('../llm/prompt.ts');
  return loadPrompts(join(packageInfo().root, 'prompts'), settings.prompts);
}

/** With which prompts, which model for each role, and how its answers are drawn. */
export async function askedBy(model: string, settings: Settings) {
  const prompts = await promptsOf(settings);
  const modelNames = modelByRole(model, settings.modelByRole, prompts);
  return { prompts, modelNames, sampling: samplingByRole(settings, prompts) };
}

/** On the model calls of all work of a client together. */
export function limitsOf({ maxUsd, maxCalls, maxTokens, maxSeconds }: Settings): ModelLimits {
  return { maxUsd, maxCalls, maxTokens, maxSeconds };
}

/** The limits that are set now are those of the budget from now on; without any, it keeps those that it has. */
async function beginSharedBudget(settings: Settings, { budgets }: StorePort): Promise<void> {
  const { sharedBudget, maxUsd, maxCalls, maxTokens } = settings;
  const limits = { maxUsd, maxCalls, maxTokens };
  const isGiven = Object.values(limits).some((limit) => limit !== null);
  if (sharedBudget !== null && isGiven) await budgets.put(sharedBudget, limits);
}

/** How a model is asked. */
export function modelSpec(name: string, settings: Settings, { modelKey, openaiKey }: Secrets): ModelSpec {
  const spec: ModelSpec = {
    name,
    baseUrl: settings.baseUrl,
    apiKey: modelKey,
    capability: settings.modelFormat,
  };
  // Many have OPENAI_API_KEY set for other programs: it is not for whatever server a base URL names.
  if (modelKey !== null) return { ...spec, keyVariable: MODEL_KEY_VARIABLES.modelKey };
  if (openaiKey === null) return spec;
  return {
    ...spec,
    ...(isAskedOfOpenAi(spec) ? { apiKey: openaiKey } : {}),
    keyVariable: MODEL_KEY_VARIABLES.openaiKey,
  };
}

/** The model of every role, in the order of their names. */
function modelByRole(
  model: string,
  byRole: Settings['modelByRole'],
  prompts: ReadonlyMap<string, LoadedPrompt>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(rolesOf(prompts, Object.keys(byRole)).map((role) => [role, byRole[role] ?? model]));
}

/** How the answers of roles are drawn, where settings say so. */
function samplingByRole(
  { temperature, topP, modelSeed: seed }: Pick<Settings, 'temperature' | 'topP' | 'modelSeed'>,
  prompts: ReadonlyMap<string, LoadedPrompt>,
): SamplingByRole {
  const chosen = { temperature, topP, seed };
  const named = Object.values(chosen).flatMap((byRole) => Object.keys(byRole).filter((role) => role !== 'all'));
  const byRole = rolesOf(prompts, named).map((role): [string, Sampling] => [
    role,
    Object.fromEntries(
      Object.entries(chosen).flatMap(([name, numbers]) => {
        const number = numbers[role] ?? numbers['all'];
        return number === undefined ? [] : [[name, number] as const];
      }),
    ),
  ]);
  return Object.fromEntries(byRole.filter(([, sampling]) => Object.keys(sampling).length > 0));
}

function rolesOf(prompts: ReadonlyMap<string, LoadedPrompt>, named: readonly string[]): readonly string[] {
  const roles = [...new Set([...prompts.values()].map(({ role }) => role))].sort();
  const unknown = named.find((role) => !roles.includes(role));
  if (unknown !== undefined)
    throw new InputError(`There is no role “${unknown}”.`, { advice: `Roles are ${roles.join(', ')}.` });
  return roles;
}
