import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemVerdict, Verdict } from '../../src/domain/judgement.ts';
import { overallRate, passRateOf, passRatesByCategory } from '../../src/judge/pass-rate.ts';
import { checklist, item } from '../support/checklist.ts';

const ANSWERS = ['yes', 'no', 'not-applicable', 'unscored'] as const;
type Given = (typeof ANSWERS)[number];

function verdict(given: Given): Verdict {
  if (given === 'unscored') return { status: 'unscored', reason: 'Why not.', votes: null };
  const rest = { quotes: [], votes: null, voteShare: null, yesProbability: null };
  return { status: 'scored', answer: given, by: 'model', reason: '', ...rest };
}

function verdictsOf(items: readonly { readonly id: ItemVerdict['itemId'] }[], given: readonly Given[]) {
  return items.map(({ id }, index) => ({ itemId: id, verdict: verdict(given[index] ?? 'unscored') }));
}

describe('the pass rate', () => {
  it('is over the scored items, plain and by weight', () => {
    const items = [10, 30, 0, 60].map((weight, index) => item(index + 1, { weight }));
    const rate = passRateOf(items, verdictsOf(items, ['yes', 'no', 'yes', 'not-applicable']));
    expect(rate).toEqual({
      rate: 2 / 3,
      weightedRate: 0.25,
      yes: 2,
      no: 1,
      notApplicable: 1,
      unscored: 0,
    });
  });

  it('weighs what speaks against a response by its size', () => {
    const items = [10, -30].map((weight, index) => item(index + 1, { weight }));
    expect(passRateOf(items, verdictsOf(items, ['yes', 'no'])).weightedRate).toBe(0.25);
    expect(passRateOf(items, verdictsOf(items, ['no', 'yes'])).weightedRate).toBe(0.75);
  });

  it('is none, and not 0, where nothing was scored or the scored items weigh nothing', () => {
    const items = [item(1, { weight: 0 }), item(2)];
    expect(passRateOf(items, []).rate).toBeNull();
    expect(passRateOf(items, verdictsOf(items, ['yes', 'unscored']))).toMatchObject({
      rate: 1,
      weightedRate: null,
    });
  });

  it('counts every item once, and adds nothing for what is open', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 12 }), (given) => {
        const items = given.map((_, index) => item(index + 1));
        const rate = passRateOf(items, verdictsOf(items, given));
        expect(rate.yes + rate.no + rate.notApplicable + rate.unscored).toBe(items.length);
        const scored = given.filter((answer) => answer === 'yes' || answer === 'no');
        const met = scored.filter((answer) => answer === 'yes').length;
        expect(rate.rate).toBe(scored.length === 0 ? null : met / scored.length);
        expect(rate.weightedRate ?? rate.rate).toBe(rate.rate);
      }),
    );
  });

  it('over several responses weighs items alike, not responses (DRFR)', () => {
    const items = [item(1), item(2), item(3)];
    const rates = [
      passRateOf(items, verdictsOf(items, ['yes', 'yes', 'yes'])),
      passRateOf(items, verdictsOf(items, ['no', 'not-applicable', 'unscored'])),
    ];
    expect(overallRate(rates)).toBe(0.75);
    expect(overallRate([])).toBeNull();
  });

  it('by category counts an item in each of its own', () => {
    const items = [
      item(1, { categories: ['tone', 'length'] }),
      item(2, { categories: ['length'] }),
      item(3, { categories: [] }),
    ];
    const verdicts = verdictsOf(items, ['yes', 'no', 'no']);
    const rates = passRatesByCategory({ checklist: checklist(items), verdicts });
    expect([...rates].map(([category, { rate }]) => [category, rate])).toEqual([
      ['length', 0.5],
      ['tone', 1],
    ]);
  });
});
