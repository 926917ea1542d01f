/** What a discovery is expected to take: the median of the caller's last ones with the same settings and models. */
import type { Job } from '../domain/job.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { usdOf } from '../domain/usd-of.ts';
import { REQUESTS } from '../service/requests.ts';
import type { Service } from '../service/service.ts';
import { canonicalJson } from '../text/hash.ts';

export interface ExpectedCost {
  /** Null: the price is unknown. */
  readonly usd: number | null;
  readonly elapsedMs: number;
}

const LOOKED_AT = 30;

/** @returns null: none was there before */
export async function expectedCost(
  { client: { store } }: Pick<Service, 'client'>,
  { owner, input }: Job,
): Promise<ExpectedCost | null> {
  const settings = settingsOf(input);
  const before = await store.jobs.list({ owner, statuses: ['done'] }, LOOKED_AT);
  const ids = before.flatMap(({ kind, input: other, result }) =>
    kind === 'criteria' && result?.of === 'set' && settingsOf(other) === settings ? [result.id] : [],
  );
  const byId = await store.getSetRuns(ids);
  // Answers that were kept cost nothing and take no time.
  const runs = ids.flatMap((id) => byId.get(id) ?? []).filter(({ model }) => model.some(({ calls }) => calls > 0));
  const [latest] = runs;
  if (latest === undefined) return null;
  const alike = runs.filter((run) => modelsOf(run) === modelsOf(latest));
  const costs = alike.map(({ model }) => usdOf(model));
  const known = costs.filter((usd) => usd !== null);
  return {
    usd: known.length < costs.length ? null : middleOf(known),
    elapsedMs: middleOf(alike.map(({ elapsedMs }) => elapsedMs)),
  };
}

/** Null where another version wrote the row. */
function settingsOf(input: unknown): string | null {
  const request = REQUESTS.criteria.safeParse(input).data;
  return request === undefined
    ? null
    : canonicalJson({ ...request, instruction: undefined, context: undefined, budget: undefined });
}

/** @param all one at least */
function middleOf(all: readonly number[]): number {
  const middle = [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
  if (middle === undefined) throw new Error('There is no middle of nothing.');
  return middle;
}

function modelsOf({ model }: CriteriaSet['run']): string {
  return [...new Set(model.map((usage) => usage.model))].sort().join(' ');
}
