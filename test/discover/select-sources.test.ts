import { describe, expect, it } from 'vitest';
import { selectSources } from '../../src/discover/rate-sources.ts';
import type { DiscoveryParameters } from '../../src/domain/criteria-set.ts';
import { QueryId, SourceId } from '../../src/domain/ids.ts';
import type { Source } from '../../src/domain/source.ts';

const parameters: DiscoveryParameters = {
  queries: 2,
  resultsPerQuery: 10,
  keepPerQuery: 2,
  minExpertise: 3,
  minRelevance: 1,
  language: 'eng',
  rounds: 1,
  modelCriteria: 30,
  moreModelCriteria: 0,
};
const [q1, q2] = [QueryId.parse('q1'), QueryId.parse('q2')];

function source(
  number: number,
  rating: { relevance: number; expertise: number } | null,
  hits: readonly (readonly [QueryId, number])[] = [[q1, number]],
): Source {
  return {
    id: SourceId.parse(`s${number}`),
    url: `library:${number}.html`,
    finalUrl: `library:${number}.html`,
    via: 'library',
    title: null,
    byline: null,
    site: null,
    publishedOn: null,
    language: 'eng',
    extraction: null,
    hits: hits.map(([queryId, rank]) => ({ queryId, rank })),
    rating: rating && { ...rating, reasons: [] },
    decision: 'unrated',
    reason: 'Not rated.',
  };
}

function decisions(sources: readonly Source[], changed: Partial<DiscoveryParameters> = {}): string[] {
  return selectSources(sources, [q1, q2], { ...parameters, ...changed }).map(({ decision }) => decision);
}

describe('selectSources', () => {
  it('wants relevance above 0 and expertise above 2', () => {
    expect(
      decisions([
        source(1, { relevance: 2, expertise: 3 }),
        source(2, { relevance: 0, expertise: 5 }),
        { ...source(3, { relevance: 2, expertise: 2 }), via: 'bundled' },
        { ...source(4, { relevance: 2, expertise: 2 }), via: 'web' },
      ]),
    ).toEqual(['kept', 'not-relevant', 'low-expertise', 'low-expertise']);
  });

  it('reads what lies in the user’s own folder whatever its expertise, and ranks it', () => {
    expect(
      decisions([
        source(1, { relevance: 2, expertise: 1 }),
        source(2, { relevance: 0, expertise: 1 }),
        source(3, { relevance: 2, expertise: 2 }),
        source(4, { relevance: 2, expertise: 4 }),
      ]),
    ).toEqual(['outranked', 'not-relevant', 'kept', 'kept']);
  });

  it('sorts by relevance, then expertise, then rank, and keeps the best few', () => {
    expect(
      decisions([
        source(1, { relevance: 1, expertise: 5 }),
        source(2, { relevance: 2, expertise: 3 }),
        source(3, { relevance: 2, expertise: 4 }),
        source(4, { relevance: 2, expertise: 4 }),
      ]),
    ).toEqual(['outranked', 'outranked', 'kept', 'kept']);
  });

  it('keeps for each query its own best, and a page kept for one query is kept', () => {
    expect(
      decisions([
        source(1, { relevance: 2, expertise: 5 }),
        source(2, { relevance: 2, expertise: 5 }),
        source(3, { relevance: 2, expertise: 3 }, [
          [q1, 3],
          [q2, 1],
        ]),
      ]),
    ).toEqual(['kept', 'kept', 'kept']);
  });

  it('keeps nothing where all that was found is general advice', () => {
    expect(decisions([source(1, { relevance: 1, expertise: 5 }), source(2, { relevance: 1, expertise: 4 })])).toEqual([
      'not-relevant',
      'not-relevant',
    ]);
  });

  it('keeps the best of whatever was found where nothing is asked of relevance and expertise, as the paper does', () => {
    const general = [source(1, { relevance: 0, expertise: 1 }), source(2, { relevance: 1, expertise: 1 })];
    const found = [...general, source(3, { relevance: 1, expertise: 2 })];
    expect(decisions(found, { minRelevance: 0, minExpertise: 1 })).toEqual(['outranked', 'kept', 'kept']);
    expect(decisions(general, { minRelevance: 0, minExpertise: 1 })).toEqual(['kept', 'kept']);
  });

  it('leaves a source without a rating as it is', () => {
    expect(decisions([source(1, null), source(2, { relevance: 2, expertise: 4 })])).toEqual(['unrated', 'kept']);
  });
});
