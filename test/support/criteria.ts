/** Criteria for tests, with only what a test cares about spelled out. */
import { Criterion } from '../../src/domain/criterion.ts';

export function criterion(
  number: number,
  overrides: Partial<Omit<Criterion, 'id' | 'relevance'>> & { readonly score?: number | null } = {},
): Criterion {
  const { score = 5, ...rest } = overrides;
  return Criterion.parse({
    id: `c${number}`,
    text: `The response should have quality ${number}.`,
    question: `Does the response have quality ${number}?`,
    origin: 'source',
    alsoFrom: [],
    relevance:
      score === null ? { status: 'unscored', reason: 'timeout' } : { status: 'scored', score, reason: 'for the test' },
    explicit: false,
    conflicts: [],
    adviceIds: [],
    evidence: [],
    grounding: null,
    support: { sources: 1, sites: 1 },
    heldBack: null,
    ...rest,
  });
}
