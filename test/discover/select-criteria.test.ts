import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankCriteria } from '../../src/discover/filter-and-rank.ts';
import { checklistOf, chooseCriteria, isFault } from '../../src/discover/select-criteria.ts';
import { Evidence, type Criterion, type Strike } from '../../src/domain/criterion.ts';
import { CriterionId } from '../../src/domain/ids.ts';
import { criterion } from '../support/criteria.ts';

const against = (id: string) => ({
  with: CriterionId.parse(id),
  reason: 'The one asks for the contrary of the other.',
});
const short = criterion(1, { conflicts: [against('c3')] });
const clear = criterion(2);
const long = criterion(3, { conflicts: [against('c1')] });

describe('chooseCriteria', () => {
  it('never asks for both of two criteria that contradict each other: the higher-ranked stays', () => {
    const { criteria, heldBack } = chooseCriteria([short, clear, long]);
    expect(criteria).toEqual([short, clear]);
    const reason = 'It asks for the contrary of c1: The one asks for the contrary of the other.';
    expect(heldBack).toEqual([{ criterion: long, reason, isBelow: false }]);
  });

  it('asks for the other one where the first is not in the list', () => {
    expect(chooseCriteria([clear, long]).criteria).toEqual([clear, long]);
  });

  it('holds back what contradicts the instruction', () => {
    const contrary = criterion(1, { conflicts: [{ with: 'instruction', reason: 'It asks for 100 words.' }] });
    const { criteria, heldBack } = chooseCriteria([contrary, clear]);
    expect(criteria).toEqual([clear]);
    expect(heldBack.map(({ reason }) => reason)).toEqual([
      'It asks for the contrary of the instruction: It asks for 100 words.',
    ]);
  });

  it('keeps all that the instruction states, whatever is said against it', () => {
    const contrary = [against('c2'), { with: 'instruction', reason: 'It asks for 100 words.' }] as const;
    const stated = criterion(1, { explicit: true, conflicts: [...contrary] });
    const other = criterion(2, { explicit: true, conflicts: [against('c1')] });
    expect(chooseCriteria([stated, other]).criteria).toEqual([stated, other]);
  });

  it('holds back what contradicts a stated criterion, also where none is shown', () => {
    const stated = criterion(1, { explicit: true });
    const contrary = criterion(2, { conflicts: [against('c1')] });
    expect(chooseCriteria([stated, contrary, criterion(3)], 25, 'implied').criteria).toEqual([criterion(3)]);
  });

  it('lists what a review chose and nobody scored', () => {
    const unscored = Array.from({ length: 10 }, (_, index) => criterion(index + 1, { picked: true, score: null }));
    const grounded = Array.from({ length: 10 }, (_, index) =>
      criterion(index + 11, { score: 6, evidence: [evidenceFrom(index)] }),
    );
    expect(chooseCriteria([...grounded, ...unscored]).criteria).toEqual(unscored);
  });

  it('has in a longer list all that is in the default one, and says that a full one is full', () => {
    const ranked = Array.from({ length: 60 }, (_, index) =>
      Object.assign(criterion(index + 1, index % 2 === 0 ? { picked: true } : {}), {
        relevance: { status: 'scored', score: 8, reason: 'By its value.', value: 8, missed: 8, agreed: 8 },
      }),
    );
    const { criteria, heldBack } = chooseCriteria(ranked);
    expect(criteria).toHaveLength(25);
    expect(new Set(heldBack.map(({ reason }) => reason))).toEqual(new Set(['The list of 25 is full.']));
    for (const top of [26, 40]) {
      const longer = chooseCriteria(ranked, top).criteria;
      expect(longer).toHaveLength(top);
      expect(longer).toEqual(expect.arrayContaining([...criteria]));
    }
  });

  it('stops at the number asked for, not counting what is held back', () => {
    expect(chooseCriteria([short, long, clear], 2).criteria).toEqual([short, clear]);
    expect(chooseCriteria([short, clear], 1).heldBack).toEqual([
      { criterion: clear, reason: 'The list of 1 is full.', isBelow: true },
    ]);
  });

  it('has all that the instruction states first, beside as many implied ones as are asked for', () => {
    const [first, second] = [criterion(8, { explicit: true }), criterion(9, { explicit: true })];
    expect(chooseCriteria([clear, first, second], 1).criteria).toEqual([first, second, clear]);
    expect(chooseCriteria([clear, first, second], 1, 'implied').criteria).toEqual([clear]);
    expect(chooseCriteria([clear, first, second], 0, 'stated').criteria).toEqual([first, second]);
  });

  it('lets what a review chose wait for no place because one page says it all', () => {
    const picked = [1, 2, 3, 4].map((number) =>
      criterion(number, { score: 6, picked: true, evidence: [evidenceFrom(1)] }),
    );
    const own = Array.from({ length: 8 }, (_, index) => criterion(index + 5, { score: 9 }));
    const { criteria } = chooseCriteria([...own, ...picked]);
    expect(criteria.filter((each) => each.picked)).toEqual(picked);
    expect(criteria).toHaveLength(8);
  });

  it('takes one of several that say nearly the same', () => {
    const nearTo = CriterionId.parse('c2');
    const cases = [3, 4, 5].map((number) => criterion(number, { nearTo }));
    const { criteria, heldBack } = chooseCriteria([clear, ...cases]);
    expect(criteria.map(({ id }) => id)).toEqual(['c2']);
    expect(chooseCriteria([...cases, clear]).criteria).toEqual(cases);
    expect(heldBack.map(({ reason }) => reason)).toEqual(
      Array(3).fill('c2, which is in the list, says nearly the same.'),
    );
  });
});

it('is by default the list that the record has, whatever the rules are today', () => {
  const [kept, full, out] = [
    criterion(1, { score: 1 }),
    criterion(2, { heldBack: 'The list of 25 is full.' }),
    criterion(3, { heldBack: 'An earlier rule.' }),
  ];
  expect(checklistOf([kept, full, out])).toEqual({
    criteria: [kept],
    heldBack: [
      { criterion: full, reason: 'The list of 25 is full.', isBelow: true },
      { criterion: out, reason: 'An earlier rule.', isBelow: false },
    ],
  });
  expect(checklistOf([kept, clear])).toEqual(chooseCriteria([kept, clear]));
});

const evidenceFrom = (page: number): Evidence =>
  Evidence.parse({
    ...{ adviceId: `a${page}`, sourceId: `s${page}`, via: 'web', url: `https://${page}.example/`, site: null },
    ...{ finalUrl: `https://${page}.example/`, title: null, quote: 'Begin.', start: 0, end: 6, pageNumber: null },
    ...{ extraction: { bytesHash: 'a'.repeat(64), extractorVersion: 'page-6' }, queryIds: ['q1'] },
    ...{ expertise: 4, relevance: 2, link: null },
  });

const weighed = (
  number: number,
  value: number,
  missed: number,
  { agreed = 8, ...rest }: Partial<Criterion> & { readonly agreed?: number },
): Criterion => ({
  ...criterion(number, rest),
  relevance: { status: 'scored', score: 5, reason: 'By its value.', value, missed, agreed },
});

describe('chooseCriteria, whatever was found', () => {
  /** Each by its score and the pages that it rests on: none for the model's own. */
  const found = fc.array(
    fc.record({
      score: fc.integer({ min: 3, max: 10 }),
      pages: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    }),
    { maxLength: 60 },
  );
  const ranked = (rows: readonly { readonly score: number; readonly pages: readonly number[] }[]) =>
    rows
      .toSorted((a, b) => b.score - a.score)
      .map(({ score, pages }, index) => criterion(index + 1, { score, evidence: pages.map(evidenceFrom) }));

  it('lets a criterion on pages wait for the model’s own only where that scores higher', () => {
    fc.assert(
      fc.property(found, fc.integer({ min: 1, max: 30 }), (rows, top) => {
        const all = ranked(rows.map(({ score, pages }) => ({ score, pages: pages.length === 1 ? [] : pages })));
        const { criteria, heldBack } = chooseCriteria(all, top);
        const scoreOf = ({ relevance }: (typeof all)[number]) => (relevance.status === 'scored' ? relevance.score : 0);
        expect(criteria).toHaveLength(Math.min(top, all.length));
        const lowest = Math.min(...criteria.filter(({ evidence }) => evidence.length === 0).map(scoreOf));
        const waiting = heldBack.map(({ criterion }) => criterion).filter(({ evidence }) => evidence.length > 0);
        expect(waiting.every((each) => scoreOf(each) < lowest)).toBe(true);
      }),
    );
  });

  it('lets no page alone fill more than two places, unless nothing else is left', () => {
    fc.assert(
      fc.property(found, fc.integer({ min: 1, max: 30 }), (rows, top) => {
        const all = ranked(rows);
        const { criteria, heldBack } = chooseCriteria(all, top);
        const pageOf = ({ evidence }: (typeof all)[number]) =>
          evidence.length === 1 ? evidence[0]?.sourceId : undefined;
        const numberOf = (page: string) => criteria.filter((each) => pageOf(each) === page).length;
        const crowded = new Set(criteria.flatMap((each) => pageOf(each) ?? []).filter((page) => numberOf(page) > 2));
        // What waits rests on pages that have their two places, too, or is the model's own.
        if (crowded.size > 0)
          for (const { criterion: waiting } of heldBack)
            expect(waiting.evidence.length === 0 || numberOf(pageOf(waiting) ?? '') >= 2).toBe(true);
      }),
    );
  });

  it('keeps a third for faults to avoid, and gives them more only where nothing else waits', () => {
    const rows = fc.array(fc.record({ score: fc.integer({ min: 0, max: 10 }), isFault: fc.boolean() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 30 }), (drawn, top) => {
        const all = rankCriteria(
          drawn.map(({ score, isFault: fault }, index) =>
            criterion(index + 1, { score, evidence: [evidenceFrom(index)], ...(fault && { fault }) }),
          ),
        );
        const wanted = all.filter(({ relevance }) => relevance.status === 'scored' && relevance.score >= 3);
        const { criteria } = chooseCriteria(all, top);
        const [faults, virtues] = [wanted.filter(isFault).length, wanted.filter((each) => !isFault(each)).length];
        const third = Math.floor(top / 3);
        expect(criteria).toHaveLength(Math.min(top, wanted.length));
        expect(criteria.filter(isFault).length).toBe(
          Math.min(faults, Math.max(Math.min(faults, third), top - virtues)),
        );
        // Faults stand together, after all else, in the record as in the list.
        expect(criteria.map(isFault)).toEqual(criteria.map(isFault).toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  it.each([25, 26, 30, 60, 90])('keeps the third in a list of %i, too', (top) => {
    const ranked = Array.from({ length: 124 }, (_, index) =>
      criterion(index + 1, { score: 8, evidence: [evidenceFrom(index)], ...(index >= 100 && { fault: true }) }),
    );
    expect(chooseCriteria(ranked, top).criteria.filter(isFault)).toHaveLength(Math.min(24, Math.floor(top / 3)));
  });

  it('takes what a draft gains most by, and lists it by what ordinary drafts miss', () => {
    const weights = fc.record({
      value: fc.integer({ min: 5, max: 10 }),
      missed: fc.integer({ min: 2, max: 10 }),
      agreed: fc.integer({ min: 6, max: 10 }),
    });
    fc.assert(
      fc.property(fc.array(weights, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (rows, top) => {
        const all = rows
          .toSorted((a, b) => b.missed - a.missed)
          .map((row, index) => ({
            ...criterion(index + 1),
            relevance: {
              status: 'scored' as const,
              score: Math.min(10, row.missed + 1),
              reason: 'By what is missed.',
              ...row,
            },
          }));
        const { criteria, heldBack } = chooseCriteria(all, top);
        const gains = ({ relevance }: Criterion) =>
          relevance.status === 'scored' ? (relevance.value ?? 0) * (relevance.agreed ?? 0) : 0;
        const least = Math.min(...criteria.map(gains));
        for (const { criterion: waiting } of heldBack) expect(gains(waiting)).toBeLessThanOrEqual(least);
        expect(criteria).toEqual(all.filter((each) => criteria.includes(each)));
      }),
    );
  });

  it('says of what every draft has that it decides nothing', () => {
    const common = criterion(1);
    const relevance = { status: 'scored', score: 0, reason: 'Everybody does.', value: 8, missed: 0 } as const;
    expect(chooseCriteria([{ ...common, relevance }]).heldBack).toMatchObject([
      { reason: 'Every ordinary draft meets it.', isBelow: false },
    ]);
    // But for what a review chose.
    expect(chooseCriteria([{ ...common, relevance, picked: true }]).heldBack).toEqual([]);
  });

  it('holds nothing back for the sake of what is not in the list, and calls no list full that is not', () => {
    const row = fc.record({
      score: fc.integer({ min: 0, max: 10 }),
      picked: fc.boolean(),
      isGrounded: fc.boolean(),
      near: fc.integer({ min: -20, max: 40 }),
      against: fc.integer({ min: -40, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 6, maxLength: 40 }), (drawn) => {
        const all = drawn.map(({ score, picked, isGrounded, near }, index) => {
          const number = index + 1;
          const opponents = drawn.flatMap((other, at) =>
            at !== index && (other.against === number || drawn[index]?.against === at + 1) ? [`c${at + 1}`] : [],
          );
          return criterion(number, {
            score,
            conflicts: opponents.map(against),
            ...(picked && { picked }),
            ...(near > 0 && near !== number && { nearTo: CriterionId.parse(`c${near}`) }),
            evidence: isGrounded ? [evidenceFrom(number)] : [],
          });
        });
        const { criteria, heldBack } = chooseCriteria(all);
        expect(criteria.length + heldBack.length).toBe(all.length);
        const listed = new Set<string>(criteria.map(({ id }) => id));
        for (const { reason, isBelow } of heldBack) {
          const named = /^(c\d+), which|contrary of (c\d+)/u.exec(reason);
          const id = named?.[1] ?? named?.[2];
          expect(id === undefined || listed.has(id)).toBe(true);
          expect(isBelow && criteria.length < 25).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is of what a review chose the faults, what a draft is much better for and what some miss; a short list is filled up', () => {
    const rows = fc.array(
      fc.record({
        value: fc.integer({ min: 3, max: 9 }),
        missed: fc.integer({ min: 0, max: 9 }),
        agreed: fc.integer({ min: 7, max: 10 }),
        picked: fc.boolean(),
        unclear: fc.constantFrom(true, false, false, false),
        isFault: fc.constantFrom(true, false, false),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, (drawn) => {
        const all = drawn.map(({ value, missed, agreed, picked, unclear, isFault: fault }, index) =>
          weighed(index + 1, value, missed, {
            agreed,
            ...(picked && { picked }),
            ...(unclear && { unclear: 'Taste.' }),
            ...(fault && { fault }),
          }),
        );
        const valueOf = ({ relevance }: Criterion) => (relevance.status === 'scored' ? Number(relevance.value) : 0);
        const missedOf = ({ relevance }: Criterion) => (relevance.status === 'scored' ? Number(relevance.missed) : 0);
        const agreedOf = ({ relevance }: Criterion) => (relevance.status === 'scored' ? Number(relevance.agreed) : 0);
        const worthOf = (each: Criterion) => valueOf(each) * agreedOf(each);
        const isUsable = (each: Criterion) =>
          each.unclear === undefined &&
          (each.picked === true ? valueOf(each) >= 4 : valueOf(each) >= 5 && missedOf(each) > 0);
        const usable = all.filter(isUsable);
        const picks = usable.filter(({ picked }) => picked);
        const { criteria, heldBack } = chooseCriteria(all);
        if (!all.some(({ picked }) => picked)) return;
        const isMissedBySome = (each: Criterion) =>
          missedOf(each) <= 5 && missedOf(each) >= (agreedOf(each) >= 9 ? 1 : 3);
        const isBest = (each: Criterion) => isFault(each) || valueOf(each) >= 7 || isMissedBySome(each);
        const best = picks.filter(isBest);
        expect(criteria.filter((each) => best.includes(each))).toHaveLength(Math.min(25, best.length));
        // The others, best first, where there are less than eight virtues, then what is worth as much as that of the choice which
        // cannot be used, and what was not chosen, where there are less than eight.
        const virtues = best.filter((each) => !isFault(each)).length;
        const lesser = Math.min(picks.length - best.length, Math.max(0, 8 - virtues), Math.max(0, 25 - best.length));
        const unpicked = usable.filter(({ picked }) => picked !== true);
        const gaps = all.filter((each) => each.picked === true && !isUsable(each)).length;
        const worthMuch = unpicked.filter((each) => valueOf(each) >= 7).length;
        const wanted = Math.max(Math.min(gaps, worthMuch), Math.min(unpicked.length, 8 - best.length - lesser));
        const others = Math.max(0, Math.min(wanted, 25 - best.length - lesser));
        expect(criteria).toHaveLength(Math.min(25, best.length) + lesser + others);
        const least = Math.min(...criteria.filter((each) => each.picked === true && !isBest(each)).map(worthOf));
        for (const { criterion: held } of heldBack)
          if (held.picked === true && isUsable(held) && !isBest(held)) expect(worthOf(held)).toBeLessThanOrEqual(least);
        // A list does not grow by what falls away, and whoever asks for more gets what was left out, too.
        const isLonger = (without: Criterion) =>
          chooseCriteria(all.filter((each) => each !== without)).criteria.length > criteria.length;
        if (all.filter(({ picked }) => picked).length > 1) expect(all.filter(isLonger)).toEqual([]);
        expect(chooseCriteria(all, 26).criteria).toHaveLength(Math.min(26, usable.length));
      }),
    );
  });

  it('has in a shorter list nothing else, a third of it faults, and calls it full for what a longer one has', () => {
    const rows = fc.array(
      fc.record({
        value: fc.integer({ min: 4, max: 9 }),
        missed: fc.integer({ min: 1, max: 9 }),
        isFault: fc.boolean(),
      }),
      { minLength: 20, maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 24 }), (drawn, top) => {
        const all = drawn.map(({ value, missed, isFault: fault }, index) =>
          weighed(index + 1, value, missed, { ...(index % 3 > 0 && { picked: true }), ...(fault && { fault }) }),
        );
        const byDefault = chooseCriteria(all);
        const { criteria, heldBack } = chooseCriteria(all, top);
        expect(criteria).toEqual(byDefault.criteria.filter((each) => criteria.includes(each)));
        const waiting = byDefault.heldBack.flatMap(({ criterion: held, isBelow }) => (isBelow ? [held] : []));
        for (const { criterion: held, isBelow } of heldBack)
          expect(isBelow).toBe([...byDefault.criteria, ...waiting].includes(held));
        const faults = all.filter((each) => each.picked === true && isFault(each)).length;
        expect(criteria.filter(isFault).length).toBeGreaterThanOrEqual(Math.min(faults, Math.floor(top / 3)));
      }),
    );
  });

  it('keeps the share of faults in what fills a short list up, too', () => {
    const picked = weighed(1, 8, 8, { picked: true });
    const others = Array.from({ length: 16 }, (_, index) =>
      weighed(index + 2, index < 8 ? 9 : 8, 8, index < 8 ? { fault: true } : {}),
    );
    const { criteria } = chooseCriteria([picked, ...others]);
    expect([criteria.length, criteria.filter(isFault).length]).toEqual([8, 2]);
  });

  it('says of what a review chose in vain why it is not in the list', () => {
    const [best, lesser] = [
      Array.from({ length: 8 }, (_, index) => weighed(index + 1, 7, 8, { picked: true })),
      weighed(9, 6, 6, { picked: true }),
    ];
    const { criteria, heldBack } = chooseCriteria([...best, lesser, weighed(10, 9, 9, {})]);
    expect(criteria).toEqual(best);
    expect(heldBack.map(({ criterion: { id }, reason, isBelow }) => [id, reason, isBelow])).toEqual([
      ['c9', 'No draft is much better for it, and most do without.', false],
      ['c10', 'The review of the whole list did not choose it.', false],
    ]);
  });

  it('is what a review chose, also where all of that stands with what is stated', () => {
    const given = [1, 2, 3].map((number) => criterion(number, { explicit: true, picked: true }));
    const others = Array.from({ length: 20 }, (_, index) => criterion(index + 4));
    expect(chooseCriteria([...given, ...others]).criteria).toEqual([...given, ...others.slice(0, 8)]);
  });

  it('keeps the order of ranks, and says of every criterion whether it is in', () => {
    fc.assert(
      fc.property(found, (rows) => {
        const all = ranked(rows);
        const { criteria, heldBack } = chooseCriteria(all, 10);
        expect(criteria).toEqual(all.filter((each) => criteria.includes(each)));
        expect(new Set([...criteria, ...heldBack.map(({ criterion: held }) => held)])).toEqual(new Set(all));
      }),
    );
  });

  it('puts a criterion of the model’s own before a grounded one only where it stands clearly above', () => {
    const grounded = [1, 2, 3].map((page) => criterion(page + 1, { score: 7, evidence: [evidenceFrom(page)] }));
    for (const [score, isIn] of [
      [7.5, false],
      [7.6, true],
    ] as const) {
      const other = criterion(1, { score });
      expect(chooseCriteria([other, ...grounded], 3).criteria.includes(other)).toBe(isIn);
    }
  });

  it('holds back what an editor would hardly notice, however many drafts fail it', () => {
    const trifle = (value: number) => ({ status: 'scored', score: 5, reason: 'A trifle.', value, missed: 8 }) as const;
    const [kept, held] = [5, 4].map((value) => ({ ...criterion(value), relevance: trifle(value) }));
    expect(chooseCriteria([kept!, held!])).toMatchObject({
      criteria: [{ id: 'c5' }],
      heldBack: [{ reason: 'Hardly anybody would insist on it: value 4 of 10.', isBelow: false }],
    });
  });

  it('lets stand what a review chose for the whole, though it is worth a little less', () => {
    const worth = (value: number) => ({ status: 'scored', score: 5, reason: 'A little.', value, missed: 5 }) as const;
    const all = [9, 9, 9, 9, 9, 9, 4, 3].map((value, index) => ({
      ...criterion(index + 1, { picked: true }),
      relevance: worth(value),
    }));
    expect(chooseCriteria(all).heldBack.map(({ criterion: held }) => held.id)).toEqual(['c8']);
  });

  it('holds back what an editor would strike, chosen by a review or not, and fills its place', () => {
    const worth = (value: number, strike?: Strike) =>
      ({ status: 'scored', score: 5, reason: 'A part.', value, ...(strike === undefined ? {} : { strike }) }) as const;
    const picked = Array.from({ length: 8 }, (_, index) => ({
      ...criterion(index + 1, { picked: true }),
      relevance: worth(8, index === 4 ? 'arbitrary' : undefined),
    }));
    const others = [10, 11].map((number) => ({
      ...criterion(number),
      relevance: worth(7, number === 10 ? 'unclear' : undefined),
    }));
    const { criteria, heldBack } = chooseCriteria([...picked, ...others]);
    expect(criteria.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3', 'c4', 'c6', 'c7', 'c8', 'c11']);
    expect(heldBack.map(({ criterion: { id }, reason }) => [id, reason])).toEqual([
      ['c5', 'An editor would strike it: a very good text may do otherwise.'],
      ['c10', 'An editor would strike it: readers would often disagree on it.'],
    ]);
  });

  it('holds back what hardly anybody would insist on', () => {
    const { criteria, heldBack } = chooseCriteria([criterion(1, { score: 3 }), criterion(2, { score: 2 })]);
    expect(criteria.map(({ id }) => id)).toEqual(['c1']);
    expect(heldBack).toMatchObject([
      { reason: 'Hardly anybody would insist on it: relevance 2 of 10.', isBelow: false },
    ]);
  });
});
