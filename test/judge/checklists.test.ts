/** What is done with checklists: from a set, cut, curated, cleared of repetitions, and looked at. */
import { describe, expect, it } from 'vitest';
import { CriteriaSetId } from '../../src/domain/ids.ts';
import { checklistFromSet } from '../../src/judge/checklist-from-set.ts';
import { curate, describeEdits, type Edits } from '../../src/judge/curate.ts';
import { topOf } from '../../src/judge/top-of.ts';
import { withoutNearEqual } from '../../src/judge/near-equal-items.ts';
import { checklist, item } from '../support/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { criterion } from '../support/criteria.ts';

const { set } = criteriaSetFixture();

const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id).join(' ');

describe('a checklist of a set', () => {
  it('keeps origin, evidence and weight of each criterion, and its place in the set', () => {
    const made = checklistFromSet(set);
    expect(made.task).toEqual(set.content.task);
    for (const own of made.items) {
      const source = set.content.criteria.find(({ id }) => id === own.from?.criterion);
      expect(own).toMatchObject({
        text: source?.text,
        question: source?.question,
        origin: source?.origin,
        evidence: source?.evidence,
        from: { set: set.id },
      });
    }
  });

  it('takes one of two that contradict each other, and says which it left out and why', () => {
    const content = {
      ...set.content,
      criteria: [
        criterion(1, { score: 9.5 }),
        criterion(2, { conflicts: [{ with: criterion(1).id, reason: 'One forbids it.' }] }),
        criterion(3, { score: null }),
        criterion(4, { conflicts: [{ with: 'instruction', reason: 'It asks for the contrary.' }] }),
      ],
    };
    const made = checklistFromSet({ id: CriteriaSetId.parse(set.id), content });
    expect(made.items.map(({ from, weight }) => [from?.criterion, weight])).toEqual([
      ['c1', 95],
      ['c3', 50],
    ]);
    expect(made.leftOut.map(({ reason }) => reason)).toEqual([
      'It asks for the contrary of c1: One forbids it.',
      'It asks for the contrary of the instruction: It asks for the contrary.',
    ]);
  });

  it('has what a draft gains much by as essential, also where few drafts miss it', () => {
    const weighed = (number: number, value: number, missed: number) => ({
      ...criterion(number, { support: { sites: 2, sources: 2 } }),
      relevance: { status: 'scored' as const, score: 5, reason: 'By what is missed.', value, missed, agreed: 9 },
    });
    const content = { ...set.content, criteria: [weighed(1, 9, 2), weighed(2, 7, 5), weighed(3, 5, 10)] };
    expect(checklistFromSet({ id: set.id, content }).items.map(({ importance }) => importance)).toEqual([
      'essential',
      'important',
      'optional',
    ]);
  });

  it('without criteria is refused', () => {
    const content = { ...set.content, criteria: [] };
    expect(() => checklistFromSet({ id: set.id, content })).toThrow(/has no criteria to judge by/u);
  });
});

describe('the best items', () => {
  it('are the heaviest, of equals the first; pinned ones stay, and so does the order', () => {
    const list = checklist([item(1), item(2), item(3), item(4, { pinned: true, weight: 10 })]);
    const cut = topOf(list, 2);
    expect(ids(cut)).toBe('i1 i4');
    expect(cut.leftOut.map(({ reason }) => reason)).toEqual([
      'i2 is not among the best 2.',
      'i3 is not among the best 2.',
    ]);
    expect(ids(topOf(checklist([30, 90, 60, 90].map((weight, index) => item(index + 1, { weight }))), 3))).toBe(
      'i2 i3 i4',
    );
    expect(ids(topOf(checklist([item(1, { pinned: true }), item(2, { pinned: true })]), 1))).toBe('i1 i2');
    expect(topOf(list, 10)).toEqual(list);
  });
});

describe('curating', () => {
  const list = checklistFromSet(set);

  it('pins, drops, rewords, reweights and adds; where items came from stays', () => {
    const [first, second, third] = list.items;
    const edited = curate(list, {
      pin: ['i1'],
      drop: ['i2'],
      reword: new Map([['i1', 'The response should have at most 90 words.']]),
      weight: new Map([['i3', 12.5]]),
      add: [' Does the response name a price? '],
    });
    expect(edited.items[0]).toMatchObject({
      id: 'i1',
      text: 'The response should have at most 90 words.',
      question: 'Is this true of the response? The response should have at most 90 words.',
      origin: 'user',
      pinned: true,
      formerText: first?.text,
      from: first?.from,
      evidence: first?.evidence,
      categories: [],
    });
    expect(edited.items[1]).toEqual({ ...third, weight: 12.5 });
    expect(edited.items.at(-1)).toMatchObject({
      id: `i${list.items.length + 1}`,
      text: 'Does the response name a price?',
      origin: 'user',
      from: null,
    });
    expect(edited.leftOut.at(-1)).toEqual({ text: second?.text, reason: 'i2 was dropped by a person.' });
    const again = curate(edited, { reword: new Map([['i1', 'Is it short?']]), unpin: ['i1'] });
    expect(again.items[0]).toMatchObject({
      formerText: first?.text,
      question: 'Is it short?',
      pinned: false,
    });
  });

  it('reads a check and a weight behind new words; without one the check goes', () => {
    const short = curate(list, { reword: new Map([['i1', 'It is short. `weight 50; check: words <= 9`']]) });
    const [item] = short.items;
    expect(item).toMatchObject({ text: 'It is short.', weight: 50 });
    expect(item?.check?.rule).toEqual({ kind: 'count', unit: 'words', min: null, max: 9 });
    expect(curate(short, { reword: new Map([['i1', 'It is very short.']]) }).items[0]?.check).toBeUndefined();
    expect(() => curate(list, { reword: new Map([['i1', 'It is rude. `weight -50; check: words <= 9`']]) })).toThrow(
      /cannot go from/u,
    );
  });

  it('takes all that a note behind new words says, also in a merge', () => {
    const note = '`weight 30; essential; pinned; applies when: "it is a note"; check: words <= 9`';
    const said = {
      text: 'It is short.',
      weight: 30,
      importance: 'essential',
      pinned: true,
      appliesWhen: 'it is a note',
    };
    const typed = `It is short. ${note}`;
    expect(curate(list, { reword: new Map([['i1', typed]]) }).items[0]).toMatchObject(said);
    const merged = curate(list, { merge: { ids: ['i1', 'i2'], text: typed } }).items[0];
    expect(merged).toMatchObject({ ...said, check: { decides: 'all' } });
  });

  it('says of each item that its check went with its wording', () => {
    const checked = ['i1', 'i2', 'i3'].map((id) => [id, 'It is short. `check: words <= 9`'] as const);
    const before = curate(list, { reword: new Map(checked) });
    const goneBy = (edits: Edits) =>
      describeEdits(before, edits, curate(before, edits)).flatMap(
        (line) => /^(\S+) has no check any more/u.exec(line)?.[1] ?? [],
      );
    expect(goneBy({ reword: new Map([['i1', 'It is brief.']]), drop: ['i2'], pin: ['i3'] })).toEqual(['i1']);
    expect(goneBy({ reword: new Map([['i1', 'It is brief. `check: words <= 8`']]) })).toEqual([]);
    expect(goneBy({ split: new Map([['i1', ['It is brief.', 'It is terse.']]]) })).toEqual(['i1']);
    expect(goneBy({ split: new Map([['i1', ['It is brief.', 'It is terse. `check: words <= 8`']]]) })).toEqual([]);
    expect(goneBy({ merge: { ids: ['i2', 'i3'], text: 'It is brief.' } })).toEqual(['i2', 'i3']);
    expect(goneBy({ merge: { ids: ['i2', 'i3'], text: 'It is brief. `check: words <= 8`' } })).toEqual([]);
  });

  it.each([
    ['an unknown id', { pin: ['i99'] }, /has no item i99/u],
    ['an empty wording', { add: [' '] }, /has no wording/u],
    ['a weight out of bounds', { weight: new Map([['i1', 101]]) }, /weight of i1 is 101.*0 to 100/u],
    ['a weight below its bound', { weight: new Map([['i1', -101]]) }, /weight of i1 is -101.*−100 to 100/u],
    ['a weight that is none', { weight: new Map([['i1', NaN]]) }, /weight of i1 is NaN/u],
    ['pinned and dropped', { pin: ['i1'], drop: ['i1'] }, /i1 cannot be dropped and changed/u],
    ['reworded and dropped', { reword: new Map([['i2', 'x']]), drop: ['i2'] }, /i2 cannot be dropped and/u],
    ['pinned and unpinned', { pin: ['i1'], unpin: ['i1'] }, /cannot be pinned and unpinned/u],
    [
      'merged with a text that states a fault',
      { merge: { ids: ['i1', 'i2'], text: 'x' } },
      /some state a fault/u,
      {
        ...list,
        items: list.items.map((each, at) => (at === 1 ? { ...each, fault: true as const, weight: -5 } : each)),
      },
    ],
    [
      'merged faults, of which one text says what is good',
      { merge: { ids: ['i1', 'i2'], text: 'x' } },
      /some state a fault/u,
      {
        ...list,
        items: list.items.map((each, at) => ({ ...each, fault: true as const, weight: at === 1 ? -5 : 5 })),
      },
    ],
    ['nothing left', { drop: list.items.map(({ id }) => id) }, /Nothing would be left/u],
  ])('refuses %s', (_what, edits, says, of = list) => {
    expect(() => curate(of, edits)).toThrow(says);
  });

  it('merges items with the importance and the weight of the one that matters most', () => {
    const items = list.items.map((each, at) => ({
      ...each,
      weight: 5 * (at + 1),
      importance: at === 0 ? ('optional' as const) : ('essential' as const),
    }));
    const [merged] = curate({ ...list, items }, { merge: { ids: ['i1', 'i2'], text: 'Both.' } }).items;
    expect(merged).toMatchObject({ id: 'i1', weight: 10, importance: 'essential' });
  });
});

describe('items that say the same', () => {
  it('go, but for the first or the pinned one; other numbers and negations say something else', () => {
    const texts = [
      'The response should name the date of the party.',
      'The response should name the party’s date.',
      'The response should have at most 50 words.',
      'The response should have at most 60 words.',
      'The response should use humour.',
      'The response should not use humour.',
    ];
    const items = texts.map((text, index) => item(index + 1, { text }));
    const cleared = withoutNearEqual(checklist(items));
    expect(ids(cleared)).toBe('i1 i3 i4 i5 i6');
    expect(cleared.leftOut).toEqual([{ text: texts[1], reason: 'It says what i1 says.' }]);
    const pinned = items.map((own, index) => ({ ...own, pinned: index === 1 }));
    expect(ids(withoutNearEqual(checklist(pinned)))).toBe('i2 i3 i4 i5 i6');
  });

  it('are not those of other responses, nor a demand and a fault', () => {
    const text = 'The response should name the date of the party.';
    const given = [
      { text, appliesWhen: 'it is an offer' },
      { text, appliesWhen: 'it is a receipt' },
      { text, weight: -50 },
      { text },
      { text, appliesWhen: 'it is long' },
    ];
    const items = given.map((own, index) => item(index + 1, own));
    expect(ids(withoutNearEqual(checklist(items)))).toBe('i1 i2 i3 i4');
  });
});
