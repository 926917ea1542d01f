/** What the members of a panel say together of one item. */
import { expect, it } from 'vitest';
import type { Answer, Verdict } from '../../src/domain/judgement.ts';
import { tallyPanel } from '../../src/judge/panel.ts';
import { isUnread } from '../../src/judge/tally-votes.ts';

function verdictOf(answer: Answer | null): Verdict {
  const votes = { yes: 0, no: 0, notApplicable: 0, unscored: 1 };
  if (answer === null) return { status: 'unscored', reason: 'It is down.', votes };
  return {
    status: 'scored',
    answer,
    by: 'model',
    reason: 'Found.',
    quotes: [],
    votes: null,
    voteShare: 1,
    yesProbability: null,
  };
}

/** @param answers null: the member gave no verdict */
function tallied(answers: readonly (Answer | null)[]): Verdict {
  return tallyPanel(answers.map((answer, index) => ({ model: `m${index}`, verdict: verdictOf(answer) })));
}

it.each([
  [['yes', 'yes', 'no'], 'yes'],
  [['no', null, 'no'], 'no'],
  [['yes', null], 'yes'],
] as const)('of %j is the majority of those that gave a verdict', (answers, answer) => {
  expect(tallied(answers)).toMatchObject({ status: 'scored', answer });
});

it.each([
  [['yes', 'no'], /tied/u],
  [['yes', null, null], /^2 of 3 members of the panel gave no verdict: It is down\.$/u],
  [[null, null], /^2 of 2 members/u],
] as const)('of %j is no verdict', (answers, reason) => {
  const verdict = tallied(answers);
  expect(verdict).toMatchObject({ status: 'unscored', reason: expect.stringMatching(reason) as string });
  expect(verdict.members).toEqual(answers.map((answer, index) => ({ model: `m${index}`, answer })));
  expect(verdict.votes?.unscored).toBe(answers.filter((answer) => answer === null).length);
});

it('a member whose own votes tie abstains, and is not taken for one that could not be read', () => {
  const votes = { yes: 1, no: 1, notApplicable: 0, unscored: 0 };
  const tied = { model: 'tied', verdict: { status: 'unscored', reason: 'The votes are tied.', votes } } as const;
  expect(tallyPanel([tied, tied])).toMatchObject({ status: 'unscored', votes: { unscored: 0 } });
  const unread = { model: 'unread', verdict: verdictOf(null) };
  expect(tallyPanel([tied, unread])).toMatchObject({ status: 'unscored', votes: { unscored: 1 } });
  const read = { model: 'read', verdict: verdictOf('yes') };
  expect([tied, unread].map((other) => isUnread(tallyPanel([read, other])))).toEqual([false, true]);
});
