/** Counts the calls of a piece of work that is done on agents which ask nobody, and says what they may cost. */
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { CountedCalls, CountingClient } from '../llm/counting-client.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { askedBy, limitsOf, modelSpec } from './engine.ts';

/** What models would be asked, and the limits on it. */
export interface PricedModel {
  readonly limits: ModelLimits;
  readonly rows: readonly PricedCalls[];
}

export interface PricedCalls extends Omit<CountedCalls, 'model'> {
  readonly model: string;
  /** At most; null where the price is unknown. */
  readonly usd: number | null;
}

export interface CallCounter {
  readonly agents: AgentModel;
  readonly planned: () => PricedModel;
  readonly add: CountingClient['add'];
  /** Counts by itself, with the same agents otherwise. */
  readonly apart: () => Pick<CallCounter, 'agents'> & Pick<CountingClient, 'counted'>;
  readonly tokensOf: (text: string) => number;
}

/** @returns null where no model is named: nothing is asked then */
export async function createCallCounter(settings: Settings, secrets: Secrets): Promise<CallCounter | null> {
  const { model } = settings;
  if (model === null) return null;
  const [{ createCountingClient }, { costUsd, findPrice, loadPrices }, { resolveModel }, { loadTokenCounter }] =
    await Promise.all([
      import('../llm/counting-client.ts'),
      import('../llm/price.ts'),
      import('../llm/model-spec.ts'),
      import('../llm/count-tokens.ts'),
    ]);
  const prices = await loadPrices(settings.prices);
  const asked = await askedBy(model, settings);
  const tokensOf = await loadTokenCounter();
  const { client, counted, add } = createCountingClient(tokensOf);
  const batched = settings.batchApi === 'always' ? ({ isBatched: true } as const) : {};
  const planned: CallCounter['planned'] = () => {
    const rows = counted().map((row) => {
      const resolved = resolveModel(modelSpec(row.model ?? asked.modelNames[row.role] ?? model, settings, secrets));
      const price = findPrice(prices, resolved.priceList, resolved.model);
      return { ...row, model: resolved.model, usd: costUsd(price, { ...row, ...batched, cachedInputTokens: 0 }) };
    });
    return { limits: limitsOf(settings), rows };
  };
  return {
    agents: { model: client, ...asked },
    planned,
    add,
    apart: () => {
      const apart = createCountingClient(tokensOf);
      return { agents: { model: apart.client, ...asked }, counted: apart.counted };
    },
    tokensOf,
  };
}
