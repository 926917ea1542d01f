import { describe, expect, it } from 'vitest';
import { lineageProblems } from '../../src/discover/lineage.ts';
import { CriteriaSetContent } from '../../src/domain/criteria-set.ts';

type Content = Parameters<typeof lineageProblems>[0];

const parts = CriteriaSetContent.pick({
  advice: true,
  modelPoints: true,
  criteria: true,
  removals: true,
  sources: true,
});

/** A content with one kept source, the given advice, and where each piece of it ends. */
function content(advice: readonly string[], criteria: readonly string[][], removals: readonly string[][]): Content {
  const extraction = { bytesHash: 'a'.repeat(64), extractorVersion: '1' };
  return parts.parse({
    sources: [
      {
        id: 's1',
        url: 'library:a.html',
        finalUrl: 'library:a.html',
        via: 'library',
        title: null,
        byline: null,
        site: null,
        publishedOn: null,
        language: null,
        extraction,
        hits: [{ queryId: 'q1', rank: 1 }],
        rating: { expertise: 4, relevance: 2, reasons: [] },
        decision: 'kept',
        reason: '',
      },
    ],
    advice: advice.map((id) => ({
      id,
      sourceId: 's1',
      queryIds: ['q1'],
      text: 'Be brief.',
      quote: 'Be brief.',
      start: 0,
      end: 9,
      pageNumber: null,
    })),
    modelPoints: [],
    criteria: criteria.map((adviceIds, index) => ({
      id: `c${index + 1}`,
      text: 'The response should be brief.',
      question: 'Is the response brief?',
      origin: 'source',
      alsoFrom: [],
      relevance: { status: 'unscored', reason: 'not asked' },
      explicit: false,
      conflicts: [],
      adviceIds,
      evidence: [],
      grounding: null,
      support: { sources: 1, sites: 1 },
      heldBack: null,
    })),
    removals: removals.map((adviceIds) => ({ step: 'filtering', text: 'x', adviceIds, reason: 'y' })),
  });
}

describe('lineageProblems', () => {
  it('finds none where each piece of advice ends in one place', () => {
    expect(lineageProblems(content(['a1', 'a2', 'a3'], [['a1', 'a2']], [['a3']]))).toEqual([]);
  });

  it.each([
    ['lost', content(['a1', 'a2'], [['a1']], []), 'a2 ends in no criterion'],
    ['doubled', content(['a1'], [['a1'], ['a1']], []), 'a1 ends in more than one place: c1, c2'],
    ['doubled across kinds', content(['a1'], [['a1']], [['a1']]), 'c1, removal 1'],
    ['invented', content(['a1'], [['a1', 'a9']], []), 'names advice a9, which does not exist'],
  ])('finds advice that is %s', (_name, broken, problem) => {
    expect(lineageProblems(broken).join(' ')).toContain(problem);
  });

  it('finds advice from a source that was not kept', () => {
    const broken = content(['a1'], [['a1']], []);
    const sources = broken.sources.map((source) => ({ ...source, decision: 'outranked' as const }));
    expect(lineageProblems({ ...broken, sources }).join(' ')).toContain('s1, which was not kept');
  });
});
