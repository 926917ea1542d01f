import { expect, it } from 'vitest';
import type { DraftedCriterion } from '../../src/discover/discovery.ts';
import { applyReview } from '../../src/discover/apply-review.ts';
import type { FilterVerdict } from '../../src/domain/engine.ts';
import { CriterionId } from '../../src/domain/ids.ts';
import { done } from '../../src/domain/outcome.ts';

const draft = (id: string, text: string): DraftedCriterion => ({
  id: CriterionId.parse(id),
  text,
  question: 'Is it met?',
  explicit: false,
  advice: [],
  modelPoints: [],
  support: { sources: 0, sites: 0 },
  sourceRelevance: 0,
  sourceExpertise: 0,
  instanceIds: new Set(),
  grounding: null,
  disputes: [],
});
const drafts = [
  draft('c1', 'The response should be concise.'),
  draft('c2', 'The response should have 150 words at most.'),
];

it.each([
  ['duplicate', ['c2'], []],
  ['special-case', ['c1', 'c2'], [['c2', 'c1']]],
] as const)('keeps what has a figure where a review names it a %s of what has none', (kind, ids, near) => {
  const stays: FilterVerdict = { applies: true, reason: 'It stays.', conflicts: [] };
  const partOf = { id: CriterionId.parse('c1'), kind };
  const verdicts = new Map([
    ['c1', done(stays)],
    ['c2', done({ ...stays, applies: false, partOf })],
  ]);
  const reviewed = applyReview(drafts, verdicts, new Map());
  expect(reviewed.kept.map(({ id }) => id)).toEqual(ids);
  expect([...reviewed.nearTo]).toEqual(near);
});
