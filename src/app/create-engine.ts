/** The engine that the settings ask for. A model runs only where one is named: a key alone never spends money. */
import { join } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { Engine } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import type { CallRecord, ModelClient } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import type { ModelSpec } from '../llm/model-spec.ts';

export interface EngineInUse {
  readonly engine: Engine;
  /** Null for the offline engine. */
  readonly model: ModelClient | null;
  /** Every call made so far, in the order in which they ended. */
  readonly calls: readonly CallRecord[];
}

export async function createEngine(
  settings: Settings,
  secrets: Secrets,
  store: StorePort,
  clock: Clock,
): Promise<EngineInUse> {
  if (settings.model === null) {
    refuseModelSettings(settings);
    const { createOfflineEngine } = await import('../offline/engine.ts');
    return { engine: createOfflineEngine(), model: null, calls: [] };
  }
  const [{ createModelClient }, { loadPrompts }, { loadPrices }, { createModelEngine }, { answerCache }] =
    await Promise.all([
      import('../llm/client.ts'),
      import('../llm/prompt.ts'),
      import('../llm/price.ts'),
      import('../model-engine/create-model-engine.ts'),
      import('../store/answer-cache.ts'),
    ]);
  const prompts = await loadPrompts(join(packageInfo().root, 'prompts'), settings.prompts);
  const spec = (name: string): ModelSpec => ({
    name,
    baseUrl: settings.baseUrl,
    apiKey: secrets.modelKey,
    capability: settings.modelFormat,
    temperature: 'prompt',
    maxOutputTokens: null,
  });
  const roles = [...new Set([...prompts.values()].map(({ role }) => role))].sort();
  const unknownRole = Object.keys(settings.modelByRole).find((role) => !roles.includes(role));
  if (unknownRole !== undefined)
    throw new InputError(`There is no role “${unknownRole}”.`, { advice: `Roles are ${roles.join(', ')}.` });
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = settings;
  const calls: CallRecord[] = [];
  const model = createModelClient({
    model: spec(settings.model),
    modelsByRole: Object.fromEntries(
      Object.entries(settings.modelByRole).map(([role, name]) => [role, spec(name)]),
    ),
    cache: answerCache(store.kept),
    limits: { maxUsd, maxCalls, maxTokens, maxSeconds },
    prices: await loadPrices(settings.prices),
    maxConcurrency: settings.modelConcurrency,
    timeoutMs: settings.modelTimeoutMs,
    clock,
    onCall: (record) => calls.push(record),
  });
  const modelNames = Object.fromEntries(
    roles.map((role) => [role, settings.modelByRole[role] ?? settings.model ?? '']),
  );
  return { engine: createModelEngine({ model, prompts, modelNames }), model, calls };
}

/** Settings that only a model gives a meaning to would otherwise be passed over in silence. */
function refuseModelSettings(settings: Settings): void {
  const given =
    settings.baseUrl !== null
      ? 'baseUrl'
      : Object.keys(settings.modelByRole).length > 0
        ? 'modelByRole'
        : settings.rounds > 1
          ? 'rounds'
          : null;
  if (given !== null)
    throw new InputError(`The setting “${given}” needs a model.`, { advice: 'Name one with --model.' });
}
