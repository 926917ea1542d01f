/** The engine that the settings ask for. A model runs only where one is named: a key alone never spends money. */
import { join } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { Engine } from '../domain/engine.ts';
import type { ModelClient } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import { modelByRole, modelSpec } from './model-by-role.ts';

export interface LoadedEngine {
  readonly engine: Engine;
  /** Null for the offline engine. */
  readonly model: ModelClient | null;
}

export async function createEngine(
  settings: Settings,
  secrets: Secrets,
  store: StorePort,
  clock: Clock,
): Promise<LoadedEngine> {
  if (settings.model === null) {
    const { createOfflineEngine } = await import('../engines/offline/engine.ts');
    return { engine: createOfflineEngine(), model: null };
  }
  const [{ createModelClient }, { loadPrompts }, { loadPrices }, { createModelEngine }, { answerCache }] =
    await Promise.all([
      import('../llm/client.ts'),
      import('../llm/prompt.ts'),
      import('../llm/price.ts'),
      import('../engines/model/engine.ts'),
      import('../store/answer-cache.ts'),
    ]);
  const prompts = await loadPrompts(join(packageInfo().root, 'prompts'), settings.prompts);
  const modelNames = modelByRole(settings.model, settings.modelByRole, prompts);
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = settings;
  const model = createModelClient({
    model: modelSpec(settings.model, settings, secrets),
    modelsByRole: Object.fromEntries(
      Object.entries(settings.modelByRole).map(([role, name]) => [role, modelSpec(name, settings, secrets)]),
    ),
    cache: answerCache(store.kept),
    limits: { maxUsd, maxCalls, maxTokens, maxSeconds },
    prices: await loadPrices(settings.prices),
    maxConcurrency: settings.modelConcurrency,
    timeoutMs: settings.modelTimeoutMs,
    clock,
  });
  return { engine: createModelEngine({ model, prompts, modelNames }), model };
}
