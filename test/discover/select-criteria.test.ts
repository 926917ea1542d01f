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
    expect(heldBack).toEqual([{ criterion: long, conflictsWith: 'c1', reason: long.conflicts[0]?.reason }]);
  });

  it('asks for the other one where the first is not in the list', () => {
    expect(checklistOf([clear, long]).criteria).toEqual([clear, long]);
  });

  it('holds back what contradicts the instruction', () => {
    const contrary = criterion(1, { conflicts: [{ with: 'instruction', reason: 'It asks for 100 words.' }] });
    const { criteria, heldBack } = checklistOf([contrary, clear]);
    expect(criteria).toEqual([clear]);
    expect(heldBack.map(({ conflictsWith }) => conflictsWith)).toEqual(['instruction']);
  });

  it('stops at the number asked for, not counting what is held back', () => {
    expect(checklistOf([short, long, clear], 2).criteria).toEqual([short, clear]);
  });
});
