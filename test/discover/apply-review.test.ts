import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Advice } from '../../src/domain/advice.ts';
import type { DraftedCriterion } from '../../src/discover/discovery.ts';
import { applyReview } from '../../src/discover/apply-review.ts';
import type { RelevanceScore } from '../../src/domain/criterion.ts';
import type { FilterVerdict } from '../../src/domain/engine.ts';
import { AdviceId, CriterionId, SourceId } from '../../src/domain/ids.ts';
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
  const reviewed = applyReview([under('c1', kept), under('c2', duplicate)], verdicts, new Map(), new Map());
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
  const reviewed = applyReview(drafts, verdicts, new Map(), new Map());
  expect(reviewed.kept.map(({ id }) => id)).toEqual(ids);
  expect([...reviewed.nearTo]).toEqual(near);
});

it('keeps a figure beside a wording on pages that has none', () => {
  const piece: Advice = {
    ...{ id: AdviceId.parse('a1'), sourceId: SourceId.parse('s1'), queryIds: [], pageNumber: null },
    ...{ text: 'Be concise.', quote: 'Be concise.', start: 0, end: 11 },
  };
  const partOf = { id: CriterionId.parse('c1'), kind: 'duplicate' } as const;
  const verdicts = new Map([
    ['c2', done<FilterVerdict>({ applies: false, reason: 'Both ask for brevity.', conflicts: [], partOf })],
  ]);
  const [concise, ...others] = drafts;
  const reviewed = applyReview([{ ...concise!, advice: [piece] }, ...others], verdicts, new Map(), new Map());
  expect(reviewed.kept.map(({ id }) => id)).toEqual(['c1', 'c2']);
  expect([...reviewed.nearTo]).toEqual([['c2', 'c1']]);
});

const scoredAs = (value: number, missed: number, agreed: number): RelevanceScore => ({
  ...{ status: 'scored', score: 5, reason: `${agreed} agree.` },
  ...{ value, missed, agreed },
});
const agreement = (id: string, agreed: number) => [id, scoredAs(5, 5, agreed)] as const;
const sameAs = (id: string) => ({ id: CriterionId.parse(id), kind: 'duplicate' }) as const;
const says = (partOf: FilterVerdict['partOf']) =>
  done<FilterVerdict>({ applies: partOf === undefined, reason: 'Alike.', conflicts: [], ...(partOf && { partOf }) });

it('keeps the sharper of two that say the same, and says what readers would disagree on', () => {
  const both = [draft('c1', 'The response should be warm.'), draft('c2', 'The response should thank the reader.')];
  const verdicts = new Map([
    ['c1', says(undefined)],
    ['c2', says(sameAs('c1'))],
  ]);
  const reviewed = applyReview(both, verdicts, new Map(), new Map([agreement('c1', 4), agreement('c2', 9)]));
  expect(reviewed.kept.map(({ id }) => id)).toEqual(['c2']);
  expect([...reviewed.unclear]).toEqual([['c1', '4 agree.']]);
});

it.each([
  [8, 6, false, 0],
  [6, 6, true, 0],
  [7, 6, false, 1],
  [7, 5, true, 1],
  [5, 6, true, 1],
  [6, 7, false, 0],
])('value %i, on which %i of 10 agree, chosen: %s, unclear: %i', (value, agreed, isPicked, unclear) => {
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ applies: true, reason: 'It stays.', conflicts: [], isPicked })],
  ]);
  const scores = new Map([['c1', scoredAs(value, 5, agreed)]]);
  const reviewed = applyReview([draft('c1', 'The response should be warm.')], verdicts, new Map(), scores);
  expect(reviewed.unclear.size).toBe(unclear);
});

it('keeps, of two that say the same, the one that some drafts miss before what every draft meets', () => {
  const both = [draft('c1', 'The response should be warm.'), draft('c2', 'The response should thank the reader.')];
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ applies: true, reason: 'It stays.', conflicts: [], isPicked: true })],
    ['c2', says(sameAs('c1'))],
  ]);
  const scored = (id: string, missed: number) => [id, scoredAs(6, missed, 8)] as const;
  const keptOf = (first: number, second: number) =>
    applyReview(both, verdicts, new Map(), new Map([scored('c1', first), scored('c2', second)])).kept[0]?.id;
  expect([keptOf(0, 4), keptOf(1, 4), keptOf(0, 0)]).toEqual(['c2', 'c1', 'c1']);
});

it('asks for more agreement on a page’s words where criteria were written for the text', () => {
  const [page, own] = [draft('c1', 'The response should be warm.'), draft('c2', 'The response should thank Hanna.')];
  const [piece] = [{ id: AdviceId.parse('a1'), quote: 'Be warm.' }] as unknown as DraftedCriterion['advice'];
  const onPage = { ...page, advice: [piece!] };
  const inOwnWords = {
    ...onPage,
    modelPoints: [{ text: page.text }] as unknown as DraftedCriterion['modelPoints'],
  };
  const unclearOf = (drafts: DraftedCriterion[], agreed: number) => [
    ...applyReview(drafts, new Map(), new Map(), new Map([agreement('c1', agreed)])).unclear.keys(),
  ];
  expect(unclearOf([onPage, own], 7)).toEqual(['c1']);
  expect(unclearOf([onPage, own], 8)).toEqual([]);
  expect(unclearOf([onPage], 7)).toEqual([]);
  expect(unclearOf([inOwnWords, own], 7)).toEqual([]);
});

it.each([
  ['c1', 8, [], 'c1', 'full'],
  ['c2', 8, [], 'c2', 'full'],
  ['c2', 10, [], 'c1', 'unchecked'],
  ['c2', 8, ['c1'], 'c1', 'unchecked'],
  ['c2', 7, ['c1'], 'c1', 'unchecked'],
  ['c2', 6, ['c1'], 'c2', 'full'],
  ['c2', 10, ['c2'], 'c2', 'full'],
] as const)(
  'of %s, on a page, and a model’s own that says the same, on which %i of 10 agree (chosen: %j), the sharper stays: %s',
  (grounded, agreed, picked, staying, grounds) => {
    const both = [draft('c1', 'The response should be warm.'), draft('c2', 'The response should thank the reader.')];
    const [piece] = [{ id: AdviceId.parse('a1'), quote: 'Be warm.' }] as unknown as DraftedCriterion['advice'];
    const full = { status: 'checked', verdict: 'full', added: null, formerText: null } as const;
    const onPage = both.map((each) => (each.id === grounded ? { ...each, advice: [piece!], grounding: full } : each));
    const own = grounded === 'c1' ? 'c2' : 'c1';
    const chosen = (id: string) => ({ isPicked: picked.some((each) => each === id) });
    const verdicts = new Map([
      ['c1', done<FilterVerdict>({ applies: true, reason: 'It stays.', conflicts: [], ...chosen('c1') })],
      [
        'c2',
        done<FilterVerdict>({ applies: false, reason: 'Alike.', conflicts: [], partOf: sameAs('c1'), ...chosen('c2') }),
      ],
    ]);
    const scores = new Map([agreement(grounded, 8), [own, scoredAs(5, 5, agreed)]]);
    const reviewed = applyReview(onPage, verdicts, new Map(), scores);
    expect(reviewed.kept.map(({ id }) => id)).toEqual([staying]);
    expect(reviewed.kept[0]?.advice).toEqual([piece]);
    const { grounding } = reviewed.kept[0]!;
    expect(grounding?.status === 'checked' ? grounding.verdict : grounding?.status).toBe(grounds);
    expect([...reviewed.picked]).toEqual(picked.length > 0 ? [staying] : []);
  },
);

const onPage = (id: string, text: string, grounding: DraftedCriterion['grounding']): DraftedCriterion => ({
  ...draft(id, text),
  grounding,
  advice: [
    {
      ...{ id: AdviceId.parse(`a${id.slice(1)}`), sourceId: SourceId.parse('s1'), queryIds: [], pageNumber: null },
      ...{ text, quote: text, start: 0, end: text.length },
    },
  ],
});
const checked = (verdict: 'full' | 'part', rest: { added?: string; formerText?: string; said?: string } = {}) =>
  ({ status: 'checked', verdict, added: null, formerText: null, ...rest }) as const;

it.each([
  ['all that it asks for', null, checked('full'), checked('full')],
  ['all, after it was cut back', null, checked('part', { added: 'x', formerText: 'More.' }), checked('full')],
  [
    'all, with something of a model’s',
    null,
    checked('part', { added: 'x', said: 'Less.' }),
    checked('part', { added: 'x', said: 'Less.' }),
  ],
  [
    'a part of it',
    'in the first line',
    checked('full'),
    checked('part', { added: 'in the first line', said: 'The response should name the date.' }),
  ],
  [
    'a part of it, with something of a model’s',
    'in the first line',
    checked('part', { added: 'x', said: 'Less.' }),
    checked('part', { added: 'in the first line', said: 'Less.' }),
  ],
] as const)('puts the quotes of what was not chosen behind a model’s own that was: %s', (_name, added, from, to) => {
  const own = draft('c1', 'The response should name the date in the first line.');
  const proof = onPage('c2', 'The response should name the date.', from);
  const stays = { applies: true, reason: 'It stays.', conflicts: [] };
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
    ['c2', done<FilterVerdict>({ ...stays, isPicked: false, proves: { id: own.id, added } })],
  ]);
  const { kept, removals } = applyReview([own, proof], verdicts, new Map(), new Map());
  expect(kept).toMatchObject([{ id: 'c1', text: own.text, advice: [{ id: 'a2' }], grounding: to }]);
  expect(removals).toMatchObject([{ text: proof.text, adviceIds: [] }]);
});

it('takes what a page asks for under a condition for no proof of what is asked for always', () => {
  const own = draft('c1', 'The response should name the date.');
  const proof = { ...onPage('c2', 'The response should be dated.', checked('full')), appliesWhen: 'it is a letter' };
  const stays = { applies: true, reason: 'It stays.', conflicts: [] };
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
    ['c2', done<FilterVerdict>({ ...stays, isPicked: false, proves: { id: own.id, added: null } })],
  ]);
  const said = 'The response should be dated. (Applies when it is a letter.)';
  expect(applyReview([own, proof], verdicts, new Map(), new Map()).kept).toMatchObject([
    { id: 'c1', grounding: { verdict: 'part', said } },
  ]);
});

it('keeps what proves a part, near to it where a page says the whole, by itself where what it proves is unclear', () => {
  const stays = { applies: true, reason: 'It stays.', conflicts: [] };
  const proof = onPage('c2', 'The response should name the date.', checked('full'));
  const own = draft('c1', 'The response should be vivid.');
  const grounded = onPage('c1', 'The response should be dated in its first line.', checked('full'));
  for (const [target, scores, near] of [
    [grounded, new Map<string, never>(), [['c2', 'c1']]],
    [own, new Map([['c1', scoredAs(8, 5, 3)]]), []],
  ] as const) {
    const verdicts = new Map([
      ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
      ['c2', done<FilterVerdict>({ ...stays, isPicked: false, proves: { id: target.id, added: 'more' } })],
    ]);
    const { kept, nearTo } = applyReview([target, proof], verdicts, new Map(), scores);
    expect(kept).toEqual([target, proof]);
    expect([...nearTo]).toEqual(near);
  }
});

it('what proves a part is near to it and to nothing else, and so is what it is merged into as its duplicate', () => {
  const stays = { applies: true, reason: 'It stays.', conflicts: [] };
  const whole = onPage('c1', 'The response should name the date in its first line.', checked('full'));
  const proof = onPage('c2', 'The response should name the date.', checked('full'));
  const other = onPage('c3', 'The response should give a date.', checked('full'));
  const nearAfter = (kind: 'duplicate' | 'special-case', agreed: number) => {
    const partOf = { id: other.id, kind };
    const verdicts = new Map([
      ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
      ['c2', done<FilterVerdict>({ ...stays, applies: false, partOf, proves: { id: whole.id, added: 'where' } })],
      ['c3', done<FilterVerdict>({ ...stays, isPicked: false })],
    ]);
    const scores = new Map([
      ['c1', scoredAs(8, 5, 9)],
      ['c2', scoredAs(8, 5, agreed)],
      ['c3', scoredAs(8, 5, 8)],
    ]);
    return [...applyReview([whole, proof, other], verdicts, new Map(), scores).nearTo];
  };
  expect(nearAfter('duplicate', 8)).toEqual([['c3', 'c1']]);
  expect(nearAfter('special-case', 8)).toEqual([]);
  // Sharper than the general one, it stays.
  expect(nearAfter('special-case', 10)).toEqual([['c2', 'c1']]);
});

const stays = { applies: true, reason: 'It stays.', conflicts: [] };

it('what proves a chosen criterion draws nobody else into it, and is drawn into nobody else with it', () => {
  const own = draft('c1', 'The response should name the date in the first line.');
  const proof = onPage('c2', 'The response should give exact facts.', checked('full'));
  const other = onPage('c3', 'The response should give the facts without rounding.', checked('full'));
  const lent = { isPicked: false, proves: { id: own.id, added: 'in the first line' } };
  for (const kind of ['duplicate', 'special-case'] as const) {
    const partOf = (id: string) => ({ applies: false, partOf: { id: CriterionId.parse(id), kind } });
    for (const [byProof, byOther] of [
      [{}, partOf('c2')],
      [partOf('c3'), {}],
    ]) {
      const verdicts = new Map([
        ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
        ['c2', done<FilterVerdict>({ ...stays, ...lent, ...byProof })],
        ['c3', done<FilterVerdict>({ ...stays, isPicked: false, ...byOther })],
      ]);
      const { kept } = applyReview([own, proof, other], verdicts, new Map(), new Map());
      expect(kept.map(({ id }) => id)).toEqual(['c1', 'c3']);
      expect(kept[0]?.advice).toEqual(proof.advice);
    }
  }
});

it('a conflict of what proves a part is no conflict of what it proves', () => {
  const own = draft('c1', 'The response should name the date in the first line.');
  const proof = onPage('c2', 'The response should give all facts in 50 words.', checked('full'));
  const reason = 'It asks for 300 words.';
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
    [
      'c2',
      done<FilterVerdict>({
        ...{ ...stays, isPicked: false, proves: { id: own.id, added: null } },
        conflicts: [{ with: 'instruction', reason }],
      }),
    ],
  ]);
  const { conflicts } = applyReview([own, proof], verdicts, new Map(), new Map());
  expect(conflicts.get(own.id)).toEqual([]);
});

it('quotes for the contrary of a criterion do not stand behind it', () => {
  const own = draft('c1', 'The response should name the date in the first line.');
  const proof = onPage('c2', 'The response should name the date in the last line.', checked('full'));
  const conflicts = [{ with: own.id, reason: 'First and last.' }];
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, isPicked: true })],
    ['c2', done<FilterVerdict>({ ...stays, conflicts, isPicked: false, proves: { id: own.id, added: null } })],
  ]);
  const { kept } = applyReview([own, proof], verdicts, new Map(), new Map());
  expect(kept).toEqual([own, proof]);
});

it('what proves a chosen criterion does not let it yield to a page’s wording that was not chosen', () => {
  const own = draft('c1', 'The response should name the date in the first line.');
  const proof = onPage('c2', 'The response should name the date.', checked('full'));
  const vaguer = onPage('c3', 'The response should give a date early.', checked('full'));
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, applies: false, isPicked: true, partOf: sameAs('c3') })],
    ['c2', done<FilterVerdict>({ ...stays, isPicked: false, proves: { id: own.id, added: null } })],
    ['c3', done<FilterVerdict>({ ...stays, isPicked: false })],
  ]);
  for (const drafts of [
    [own, vaguer],
    [own, vaguer, proof],
  ]) {
    const { kept, picked } = applyReview(drafts, verdicts, new Map(), new Map());
    expect(kept.map(({ id }) => id)).toEqual(['c1']);
    expect([...picked]).toEqual(['c1']);
  }
});

const PLAIN = 'The response should thank Hanna.';
it.each([
  ['an editor would strike', { ...scoredAs(9, 8, 8), strike: 'arbitrary' }],
  ['readers would disagree on', scoredAs(7, 8, 6)],
  ['hardly anybody would insist on', scoredAs(3, 8, 8)],
  ['every ordinary draft meets', scoredAs(9, 0, 8)],
] as const)('does not lose a criterion to its double that %s', (_name, score) => {
  const verdicts = new Map([
    ['c1', says(sameAs('c2'))],
    ['c2', says(undefined)],
  ]);
  const scores = new Map<string, RelevanceScore>([
    ['c1', scoredAs(9, 8, 8)],
    ['c2', score],
  ]);
  const { kept, unclear } = applyReview([draft('c1', PLAIN), draft('c2', 'x')], verdicts, new Map(), scores);
  expect(kept.map(({ text }) => text)).toEqual([PLAIN]);
  expect(unclear.has(kept[0]!.id)).toBe(false);
});

it.each(['duplicate', 'special-case'] as const)(
  'what is contrary to the instruction is no %s of what is not',
  (kind) => {
    const against = {
      ...stays,
      applies: false,
      conflicts: [{ with: 'instruction', reason: 'It forbids it.' }],
    } as const;
    const verdicts = new Map([
      ['c1', done<FilterVerdict>({ ...against, partOf: { id: CriterionId.parse('c2'), kind } })],
      ['c2', done<FilterVerdict>(stays)],
    ]);
    const { kept, conflicts } = applyReview([draft('c1', 'x'), draft('c2', PLAIN)], verdicts, new Map(), new Map());
    expect(kept.map(({ id }) => [id, conflicts.get(id)?.length])).toEqual([
      ['c1', 1],
      ['c2', 0],
    ]);
  },
);

it('merges no two that are contrary to each other, also by way of a third', () => {
  const contrary = { conflicts: [{ with: CriterionId.parse('c1'), reason: 'First and last.' }] };
  const double = { ...stays, applies: false, partOf: sameAs('c3') };
  const verdicts = new Map([
    ['c1', done<FilterVerdict>(double)],
    ['c2', done<FilterVerdict>({ ...double, ...contrary })],
    ['c3', done<FilterVerdict>(stays)],
  ]);
  const three = [draft('c1', 'x'), draft('c2', 'y'), draft('c3', 'z')];
  const { kept, conflicts } = applyReview(three, verdicts, new Map(), new Map());
  expect(kept.map(({ id }) => id)).toEqual(['c2', 'c3']);
  expect(conflicts.get(kept[1]!.id)).toMatchObject([{ with: 'c2' }]);
});

it.each(['duplicate', 'special-case'] as const)('keeps a score where what it is a %s of has none', (kind) => {
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, applies: false, partOf: { id: CriterionId.parse('c2'), kind } })],
    ['c2', done<FilterVerdict>(stays)],
  ]);
  const scores = new Map<string, RelevanceScore>([
    ['c1', scoredAs(9, 9, 7)],
    ['c2', { status: 'unscored', reason: 'No answer.' }],
  ]);
  const { kept } = applyReview([draft('c1', PLAIN), draft('c2', 'x')], verdicts, new Map(), scores);
  expect(kept.map(({ text }) => text)).toContain(PLAIN);
});

it('lets nothing vanish as a proof of what is held back, and loses no advice on the way', () => {
  const proves = (id: string) => ({ isPicked: false, proves: { id: CriterionId.parse(id), added: null } });
  const verdicts = new Map([
    ['c1', done<FilterVerdict>({ ...stays, ...proves('c2') })],
    ['c2', done<FilterVerdict>({ ...stays, ...proves('c3') })],
    ['c3', done<FilterVerdict>({ ...stays, isPicked: true })],
  ]);
  const all = ['c1', 'c2', 'c3'].map((id) => onPage(id, `${PLAIN} ${id}`, null));
  const idsOf = (scores: ReadonlyMap<string, RelevanceScore>) =>
    applyReview(all, verdicts, new Map(), scores).kept.map(({ advice }) => advice.map(({ id }) => id).sort());
  expect(idsOf(new Map())).toEqual([['a1', 'a2', 'a3']]);
  const struck: RelevanceScore = { ...scoredAs(9, 9, 9), strike: 'arbitrary' } as RelevanceScore;
  expect(idsOf(new Map([['c3', struck]]))).toEqual([['a1', 'a2'], ['a3']]);
});

const IDS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const;
const anyReview = fc.tuple(
  ...IDS.map((id) =>
    fc.record({
      of: fc.option(fc.constantFrom(...IDS.filter((other) => other !== id)), { nil: undefined }),
      kind: fc.constantFrom('duplicate' as const, 'special-case' as const),
      isPicked: fc.boolean(),
      isOnPage: fc.boolean(),
      weights: fc.option(
        fc.tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 5, max: 9 })),
        { nil: undefined },
      ),
      text: fc.constantFrom('Be brief.', 'At most 150 words.', 'At most 150 words in 3 parts.'),
    }),
  ),
);

it('comes to the same whatever the order of the criteria, and every removal names what is there', () => {
  fc.assert(
    fc.property(anyReview, fc.shuffledSubarray([...IDS], { minLength: IDS.length }), (all, order) => {
      const of = (id: string) => all[IDS.findIndex((other) => other === id)]!;
      const drafts = IDS.map((id) => {
        const text = `${id}: ${of(id).text}`;
        return of(id).isOnPage ? onPage(id, text, null) : draft(id, text);
      });
      const verdicts = new Map(
        IDS.map((id) => {
          const { of: other, kind, isPicked } = of(id);
          const partOf = other === undefined ? {} : { partOf: { id: CriterionId.parse(other), kind } };
          return [id, done<FilterVerdict>({ ...stays, applies: other === undefined, isPicked, ...partOf })] as const;
        }),
      );
      const scores = new Map(
        IDS.flatMap((id) => {
          const { weights } = of(id);
          return weights === undefined ? [] : [[id, scoredAs(...weights)] as const];
        }),
      );
      const shuffled = order.flatMap((id) => drafts.filter((each) => each.id === id));
      const [first, second] = [drafts, shuffled].map((list) => applyReview(list, verdicts, new Map(), scores));
      const summary = ({ kept, nearTo, picked }: NonNullable<typeof first>) => ({
        kept: kept.map(({ id, advice }) => [id, advice.map((piece) => piece.id).sort()]).sort(),
        nearTo: [...nearTo].sort(),
        picked: [...picked].sort(),
      });
      expect(summary(second!)).toEqual(summary(first!));
      const texts = first!.kept.map(({ text }) => `“${text}”`);
      for (const { reason } of first!.removals)
        expect(
          texts.some((text) => reason.includes(text)),
          reason,
        ).toBe(true);
    }),
  );
});
