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
  ['what always applies', undefined, 'it is a letter', [['c1', undefined]]],
  ['one condition', 'it is a letter', 'It is a letter.', [['c1', 'it is a letter']]],
  [
    'what always applies, into less',
    'it is a letter',
    undefined,
    [
      ['c1', 'it is a letter'],
      ['c2', undefined],
    ],
  ],
  [
    'another condition',
    'it is a letter',
    'it is long',
    [
      ['c1', 'it is a letter'],
      ['c2', 'it is long'],
    ],
  ],
] as const)('a duplicate neither loses nor spreads a condition: %s', (_name, kept, duplicate, expected) => {
  const under = (id: string, appliesWhen: string | undefined): DraftedCriterion => ({
    ...draft(id, `The response should greet as ${id} does.`),
    ...(appliesWhen === undefined ? {} : { appliesWhen }),
  });
  const partOf = { id: CriterionId.parse('c1'), kind: 'duplicate' } as const;
  const verdicts = new Map([
    ['c2', done<FilterVerdict>({ applies: false, reason: 'Both greet.', conflicts: [], partOf })],
  ]);
  const reviewed = applyReview([under('c1', kept), under('c2', duplicate)], verdicts, new Map());
  expect(reviewed.kept.map(({ id, appliesWhen }) => [id, appliesWhen])).toEqual(expected);
});

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
