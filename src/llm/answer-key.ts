/** The key that an answer is kept under. */
import type { Sampling } from '../domain/model.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { temperatureFor } from './model-spec.ts';
import type { PricedCall } from './price.ts';

export interface KeyedCall extends Pick<PricedCall, 'model' | 'schema' | 'webSearch'> {
  readonly promptHash: string;
  readonly promptTemperature: number | null;
  readonly sampleIndex: number;
  /** In place of the prompt's temperature, and beside it. */
  readonly sampling: Sampling;
}

/** How this answer is drawn; null: not sent. */
export interface Drawn {
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly seed: number | null;
}

export function drawnBy({ model, promptTemperature, sampling, sampleIndex }: KeyedCall): Drawn {
  const { temperature = promptTemperature, topP = null, seed } = sampling;
  return {
    temperature: temperatureFor(model, temperature),
    topP,
    seed: seed === undefined ? null : seed + sampleIndex,
  };
}

/**
 * Hash of everything that can change the answer, and of no secret. The way of asking for JSON is not part of it.
 * Keys of stored answers must stay valid: what is added stands there only where it is set.
 */
export function cacheKey(request: KeyedCall, { temperature, topP, seed }: Drawn, messagesJson: string): string {
  const { model, schema, promptHash, sampleIndex, webSearch } = request;
  const others = canonicalJson({
    model: model.model,
    parameters: {
      ...{ temperature, maxOutputTokens: null },
      ...(topP === null ? {} : { topP }),
      ...(seed === null ? {} : { seed }),
    },
    schema: schema.full,
    promptHash,
    sampleIndex,
    ...(webSearch === undefined ? {} : { webSearch: [webSearch.tool, ...webSearch.domains] }),
  });
  // The canonical JSON of all: both names come before those of the others.
  return sha256Hex(`{"endpoint":${canonicalJson(model.endpoint)},"messages":${messagesJson},${others.slice(1)}`);
}
