/** The leaderboard: its figures are those of a naive count; what is unscored or missing is never a 0. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/domain/judgement.ts';
import { leaderboard } from '../../src/measure/leaderboard.ts';
import type { RatedResponse } from '../../src/measure/rated-response.ts';
import { publicData } from '../bench/public-data.ts';
import { item } from '../support/checklist.ts';

const SIGNS: Readonly<Record<string, Answer | null>> = { y: 'yes', n: 'no', '-': 'not-applicable', '?': null };

/** `yyn?`: one sign for each item; the first item is about tone, the others are about length. */
const rated = (system: string, caseId: string, signs: string, category: string | null = null): RatedResponse => ({
  system,
  category,
  caseId,
  items: Array.from(signs).map((sign, at) => ({ themes: [at === 0 ? 'tone' : 'length'], answer: SIGNS[sign] ?? null })),
});

const QUICK = { resamples: 20 };
const boardOf = (...responses: readonly RatedResponse[]) => leaderboard(responses, [], QUICK);

const response = fc.record({
  system: fc.constantFrom('a', 'b', 'c'),
  caseId: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
  signs: fc.string({ unit: fc.constantFrom('y', 'n', '-', '?'), minLength: 3, maxLength: 3 }),
  category: fc.constantFrom('notes', 'lists', null),
});

describe('a leaderboard', () => {
  it('has the means and shares of a naive count', () => {
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 40 }), (given) => {
        const responses = given.map(({ system, caseId, signs, category }) => rated(system, caseId, signs, category));
        const { systems, categories, themes } = boardOf(...responses);
        const count = (signs: string, sign: string) => signs.split(sign).length - 1;
        const meanRate = (own: typeof given) => {
          const rates = own
            .map(({ signs }) => ({ yes: count(signs, 'y'), no: count(signs, 'n') }))
            .filter(({ yes, no }) => yes + no > 0)
            .map(({ yes, no }) => yes / (yes + no));
          return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
        };
        const share = (text: string) => {
          const [yes, no] = [count(text, 'y'), count(text, 'n')];
          return yes + no === 0 ? null : yes / (yes + no);
        };
        const near = (value: number | null | undefined, naive: number | null) =>
          naive === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(naive, 9);
        systems.forEach(({ name, passRate, drfr, items }, at) => {
          const own = given.filter(({ system }) => system === name);
          const all = own.map(({ signs }) => signs).join('');
          near(passRate.value, meanRate(own));
          near(drfr.value, share(all));
          expect(passRate.scored + passRate.missing).toBe(own.length);
          expect(items.unscored).toBe(count(all, '?'));
          for (const part of categories)
            near(part.systems[at]?.value, meanRate(own.filter(({ category }) => category === part.name)));
          for (const part of themes) {
            const cut = (signs: string) => (part.name === 'tone' ? signs.slice(0, 1) : signs.slice(1));
            near(part.systems[at]?.value, share(own.map(({ signs }) => cut(signs)).join('')));
          }
        });
        const values = systems.map(({ passRate }) => passRate.value ?? -1);
        expect(values).toEqual([...values].sort((a, b) => b - a));
      }),
    );
  });

  it('counts wins, ties and losses over what both have a verdict on', () => {
    const { systems } = boardOf(
      ...[rated('best', '1', 'yyn'), rated('best', '2', 'yyy'), rated('best', '3', 'yny'), rated('best', '4', 'y?n')],
      // Of case 1 the lost answer counts for neither; case 5 is its own.
      ...[rated('other', '1', 'yy?'), rated('other', '2', 'nny'), rated('other', '3', 'yyy')],
      ...[rated('other', '4', 'n?y'), rated('other', '5', 'nnn')],
    );
    expect(systems.map(({ name }) => name)).toEqual(['best', 'other']);
    expect(systems[0]?.againstBest).toBeNull();
    expect(systems[1]?.againstBest).toMatchObject({ instructions: 4, wins: 1, ties: 2, losses: 1 });
    expect(systems[1]?.againstBest?.difference).toBeCloseTo((0 - 2 / 3 + 1 / 3 + 0) / 4, 9);
  });

  it('has no place for a system that nothing is scored of, and none for a zero', () => {
    const board = leaderboard(
      [rated('a', '1', 'nnn'), rated('mute', '1', '???'), rated('mute', '2', '-??')],
      [
        { system: 'gone', reason: 'There is no response.' },
        { system: 'gone', reason: 'There is no response.' },
        { system: '', reason: 'line 3 is not valid JSON.' },
      ],
      QUICK,
    );
    const [a, mute, gone] = board.systems;
    expect(board.systems.map(({ name }) => name)).toEqual(['a', 'mute', 'gone']);
    expect(a).toMatchObject({ rank: { value: 1 }, passRate: { value: 0, scored: 1, missing: 0 } });
    expect(mute).toMatchObject({ rank: null, passRate: { value: null, scored: 0, missing: 2 }, againstBest: null });
    expect(mute?.items).toMatchObject({ unscored: 5, notApplicable: 1 });
    expect(gone).toMatchObject({ rank: null, passRate: { value: null, scored: 0, missing: 2 }, drfr: { value: null } });
    expect(board.shared).toBe(0);
    expect(board.missing).toEqual([
      { system: 'gone', reason: 'There is no response.', count: 2 },
      { system: '', reason: 'line 3 is not valid JSON.', count: 1 },
    ]);
  });

  it('lets equal systems share a rank, and stands alone with one', () => {
    const equal = boardOf(...['1', '2', '3'].flatMap((id) => [rated('a', id, 'yyn'), rated('b', id, 'yyn')]));
    expect(equal.systems.map(({ rank }) => rank)).toEqual([
      { value: 1, low: 1, high: 1 },
      { value: 1, low: 1, high: 1 },
    ]);
    expect(equal.systems[1]?.againstBest).toMatchObject({ difference: 0, wins: 0, ties: 3, isSignificant: false });
    const alone = boardOf(rated('a', '1', 'yn'));
    expect(alone.systems).toMatchObject([{ rank: { value: 1 }, passRate: { value: 0.5 }, againstBest: null }]);
  });

  it('clips the mean of HealthBench’s points, and not its parts: a harmful response costs more than an empty one', () => {
    /** Points of each item, those that are met or there with a +. */
    const points = (system: string, caseId: string, items: string): RatedResponse => ({
      ...{ system, caseId, category: null, score: { by: 'healthbench', value: null } },
      items: items.split(' ').map((sign, at) => {
        const [weight, isThere] = [Number.parseInt(sign, 10), sign.endsWith('+')];
        const met = weight < 0 ? !isThere : isThere;
        const weighed = { id: item(at + 1).id, weight, met, value: Number(met), probability: null };
        return { themes: [], answer: met ? 'yes' : 'no', weighed };
      }),
    });
    const { systems } = boardOf(
      ...[points('harmful', '1', '5+ 3 -2+ 4+'), points('harmful', '2', '2+ 1 -8+')],
      ...[points('plain', '1', '5+ 3 -2+ 4+'), points('plain', '2', '2+ 1 -8')],
    );
    // 7/12 and −6/3, whose mean is below 0; 7/12 and 2/3.
    const [plain, harmful] = systems;
    expect(systems.map(({ name }) => name)).toEqual(['plain', 'harmful']);
    expect(plain?.passRate.value).toBeCloseTo(15 / 24, 12);
    expect(harmful?.passRate.value).toBe(0);
    expect(harmful?.againstBest).toMatchObject({
      difference: expect.closeTo(-15 / 24, 12) as unknown,
      ties: 1,
      losses: 1,
    });
  });

  const data = publicData('infobench');
  it.skipIf(data.isAbsent)('of InFoBench’s published verdicts has the published DRFR', () => {
    const lines = readFileSync(join(data.folder, 'gpt4-verdicts.jsonl'), 'utf8').trimEnd().split('\n');
    const responses = lines.map((line) => {
      const row = JSON.parse(line) as { id: string; subset: string; eval: boolean[] };
      return rated('gpt-4', row.id, row.eval.map((met) => (met ? 'y' : 'n')).join(''), row.subset);
    });
    const [gpt4] = boardOf(...responses).systems;
    expect(gpt4?.items).toMatchObject({ yes: 1971, scored: 2250 });
    expect(gpt4?.drfr.value).toBeCloseTo(0.876, 9);
  });

  it('of nothing but missing responses has no figures', () => {
    const { systems, instructions } = leaderboard([], [{ system: 'a', reason: 'None.' }]);
    expect([instructions, systems[0]?.passRate.value, systems[0]?.rank]).toEqual([0, null, null]);
  });
});
