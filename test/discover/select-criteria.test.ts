import { describe, expect, it } from 'vitest';
import { checklistOf } from '../../src/discover/select-criteria.ts';
import { CriterionId } from '../../src/domain/ids.ts';
import { criterion } from '../support/criteria.ts';

const against = (id: string) => ({
  with: CriterionId.parse(id),
  reason: 'The one asks for the contrary of the other.',
});
const short = criterion(1, { conflicts: [against('c3')] });
const clear = criterion(2);
const long = criterion(3, { conflicts: [against('c1')] });

describe('checklistOf', () => {
  it('never asks for both of two criteria that contradict each other: the higher-ranked stays', () => {
    const { criteria, heldBack } = checklistOf([short, clear, long]);
    expect(criteria).toEqual([short, clear]);
    const reason = 'It asks for the contrary of c1: The one asks for the contrary of the other.';
    expect(heldBack).toEqual([{ criterion: long, reason, isBelow: false }]);
  });

  it('asks for the other one where the first is not in the list', () => {
    expect(checklistOf([clear, long]).criteria).toEqual([clear, long]);
  });

  it('holds back what contradicts the instruction', () => {
    const contrary = criterion(1, { conflicts: [{ with: 'instruction', reason: 'It asks for 100 words.' }] });
    const { criteria, heldBack } = checklistOf([contrary, clear]);
    expect(criteria).toEqual([clear]);
    expect(heldBack.map(({ reason }) => reason)).toEqual([
      'It asks for the contrary of the instruction: It asks for 100 words.',
    ]);
  });

  it('stops at the number asked for, not counting what is held back', () => {
    expect(checklistOf([short, long, clear], 2).criteria).toEqual([short, clear]);
    expect(checklistOf([short, clear], 1).heldBack).toEqual([
      { criterion: clear, reason: '1 stand above it.', isBelow: true },
    ]);
  });

  it('has all that the instruction states first, beside as many implied ones as are asked for', () => {
    const [first, second] = [criterion(8, { explicit: true }), criterion(9, { explicit: true })];
    expect(checklistOf([clear, first, second], 1).criteria).toEqual([first, second, clear]);
    expect(checklistOf([clear, first, second], 1, 'implied').criteria).toEqual([clear]);
    expect(checklistOf([clear, first, second], 0, 'stated').criteria).toEqual([first, second]);
  });

  it('takes few special cases of one criterion', () => {
    const nearTo = CriterionId.parse('c2');
    const cases = [3, 4, 5].map((number) => criterion(number, { nearTo }));
    const { criteria, heldBack } = checklistOf([clear, ...cases]);
    expect(criteria.map(({ id }) => id)).toEqual(['c2', 'c3']);
    expect(heldBack.map(({ reason }) => reason)).toEqual(Array(2).fill('2 of its kind stand above it.'));
  });
});
