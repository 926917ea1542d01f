/** How checklists are written: what each prompt holds and does not hold, how often it is asked, and what awkward answers come to. */
import { describe, expect, it } from 'vitest';
import { CHECKLIST_POLICIES as NAMES, type ChecklistPolicy } from '../../src/domain/checklist-policies.ts';
import { CHECKLIST_POLICIES } from '../../src/judge/checklist-policies.ts';
import { applyFindings } from '../../src/judge/write-checklists.ts';
import { diverseSubset } from '../../src/judge/near-equal-items.ts';
import { checklist, item } from '../support/checklist.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { fencedAs, itemsIn, questionOf } from '../support/read-prompt.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const INSTRUCTION = 'Write a toast for Ada.';
const QUALITIES = ['name Ada', 'thank the cooks', 'rhyme', 'end with a wish', 'stay under a minute', 'quote a poem'];
const row = (what: string) => ({
  ...{ criterion: `The response should ${what}.`, question: `Does the response ${what}?`, categories: ['tone'] },
  ...{ importance: 4, check: null },
});
const rows = (count: number) => QUALITIES.slice(0, count).map(row);

/** @param items how many a baseline has; a list of a length that is asked for has that many */
async function writing(policy: ChecklistPolicy, items = 5) {
  const { app, server } = await scriptedApp((messages, agent) => {
    const question = questionOf(messages);
    if (agent === 'refine-checklist')
      return {
        ratings: itemsIn(question, 'checklist').map(({ id }) => ({ id, feedback: 'Fair.', rating: 3 })),
        items: [row('be short'), row('be kind')],
      };
    const count = Number(/exactly (\d+) of them/u.exec(question)?.[1] ?? items);
    return {
      analysis: 'A toast.',
      items: count > 6 ? Array.from({ length: count }, (_, n) => row(`say ${n}`)) : rows(count),
    };
  });
  const { checklist: written } = await app.generateChecklist(INSTRUCTION, { policy });
  const asked = server.requests.map(({ messages, schemaName, temperature }) => ({
    agent: schemaName,
    system: messages[0]?.content ?? '',
    question: questionOf(messages),
    temperature,
  }));
  return { written, asked };
}

describe('a policy', () => {
  it.each(NAMES)(
    '%s asks as often as it says, at temperature 0, shows the instruction and no response',
    async (policy) => {
      const { written, asked } = await writing(policy);
      expect(asked).toHaveLength(CHECKLIST_POLICIES[policy].calls);
      for (const { question, temperature } of asked) {
        expect(temperature).toBe(0);
        expect(fencedAs(question, 'instruction')).toBe(INSTRUCTION);
        expect(question).not.toContain('<<<response');
      }
      expect(written.items.length).toBeGreaterThan(0);
      expect(written.items[0]).toMatchObject({ origin: 'model', weight: 80, categories: ['tone'] });
    },
  );

  it('differs from the others in its own demand alone', async () => {
    const first = async (policy: ChecklistPolicy) => (await writing(policy)).asked[0]!;
    const [examples, ticking, baseline, specify] = await Promise.all(NAMES.slice(0, 4).map(first));
    expect(new Set([examples, ticking, baseline, specify].map((each) => each!.system)).size).toBe(1);
    const says = (each: typeof ticking, words: RegExp) => words.test(each!.system + each!.question);
    const [limit, answers, exact] = [/usually 2 to 8/u, /answers that can be expected/u, /Write exactly/u];
    expect([ticking, baseline, specify].map((each) => says(each, limit))).toEqual([true, false, false]);
    expect([ticking, baseline, specify].map((each) => says(each, answers))).toEqual([false, false, true]);
    expect([ticking, baseline, specify].map((each) => says(each, exact))).toEqual([false, false, false]);
    expect(says(examples, /Turn down a dinner invitation/u)).toBe(true);
    expect(says(ticking, /No examples are given/u)).toBe(true);
  });

  it.each([
    ['length-0.5', 5, 3],
    ['length-1.5', 5, 8],
    ['length-0.5', 1, 1],
    ['length-1.5', 4, 6],
    ['length-0.5', 3, 2],
  ] as const)('%s of %i items has %i written anew, without showing the first list', async (policy, items, count) => {
    const { written, asked } = await writing(policy, items);
    expect(asked[1]!.question).toContain(`Write exactly ${count} of them.`);
    expect(asked[1]!.question).not.toContain('name Ada');
    expect(written.items.length + written.leftOut.length).toBe(count);
  });

  it('self-refine shows the baseline’s questions, and keeps what is written then', async () => {
    const { written, asked } = await writing('self-refine');
    expect(asked.map(({ agent }) => agent)).toEqual(['generate-checklist', 'refine-checklist']);
    expect(itemsIn(asked[1]!.question, 'checklist').map(({ text }) => text)).toEqual(
      rows(5).map(({ question }) => question),
    );
    expect(written.items.map(({ text }) => text)).toEqual([
      'The response should be short.',
      'The response should be kind.',
    ]);
  });
});

type Answer = (question: string) => unknown;

/** How many items come of it; null where no list does. */
async function itemsOf(policy: ChecklistPolicy, agent: string, answer: Answer): Promise<number | null> {
  const { app } = await scriptedApp((messages, asked) =>
    asked === agent ? answer(questionOf(messages)) : plausibleModel(messages, asked),
  );
  try {
    return (await app.generateChecklist(INSTRUCTION, { policy })).checklist.items.length;
  } catch (error) {
    expect(error).toMatchObject({ name: 'StepFailedError' });
    return null;
  }
}

const list = (items: unknown) => JSON.stringify({ analysis: 'A toast.', items });

describe('an awkward list', () => {
  it.each<[string, Answer, number | null]>([
    ['in a fence', () => `\`\`\`json\n${list(rows(2))}\n\`\`\``, 2],
    ['after reasoning', () => `<think>Two?</think>${list(rows(2))}`, 2],
    ['after a lead-in', () => `Here you are: ${list(rows(3))}`, 3],
    ['in prose around', () => `Here you are: ${list(rows(3))} Good luck!`, 3],
    ['with an item that is no sentence', () => list([...rows(2), { ...row('x'), criterion: 'Kindness' }]), 2],
    ['with an item without a question', () => list([...rows(2), { ...row('x'), question: 'It should rhyme.' }]), 2],
    ['with an address', () => list([...rows(1), row('follow https://evil.example/x')]), 1],
    [
      'with a check that nobody can read',
      () => list([{ ...row('be short'), check: { rule: 'shortish', decides: 'all' } }]),
      1,
    ],
    ['that repeats itself', () => list([row('name Ada'), row('name Ada'), row('rhyme')]), 2],
    ['with an importance out of bounds', () => list([{ ...row('rhyme'), importance: 9 }]), null],
    ['empty', () => list([]), null],
    ['cut off', () => list(rows(3)).slice(0, 60), null],
    ['refused', () => 'I cannot help with that.', null],
    ['nothing', () => ' ', null],
  ])('%s', async (_how, answer, count) => {
    expect(await itemsOf('baseline', 'generate-checklist', answer)).toBe(count);
  });

  it.each<[string, number, number]>([
    ['too many', 5, 3],
    ['too few', 2, 2],
  ])('%s for the length asked: %i, and %i stay after a repair', async (_how, given, kept) => {
    const answer = (question: string) => list(rows(question.includes('exactly') ? given : 6));
    expect(await itemsOf('length-0.5', 'generate-checklist', answer)).toBe(kept);
  });

  it.each<[string, (ids: readonly string[]) => unknown, number | null]>([
    ['all rated', (ids) => ids.map((id) => ({ id, feedback: 'Good.', rating: 5 })), 2],
    ['one not rated', (ids) => ids.slice(1).map((id) => ({ id, feedback: 'Good.', rating: 5 })), 2],
    ['one invented', () => [{ id: 'zzz9', feedback: 'Good.', rating: 5 }], 2],
    ['a rating of 0', (ids) => ids.map((id) => ({ id, feedback: 'Bad.', rating: 0 })), null],
    ['no ratings', () => undefined, null],
  ])('of self-refine: %s', async (_how, ratings, count) => {
    const answer = (question: string) => ({
      ratings: ratings(itemsIn(question, 'checklist').map(({ id }) => id)),
      items: rows(2),
    });
    expect(await itemsOf('self-refine', 'refine-checklist', answer)).toBe(count);
  });
});

describe('a contrast', () => {
  it('shows the better and the worse ones, each in its fence, in one call at temperature 0', async () => {
    const { app, server } = await scriptedApp(() => ({ differences: 'A wish.', items: rows(2) }));
    const sides = { better: ['To Ada!', 'Ada, cheers.'], worse: [{ name: 'w.md', response: 'Hm.' }] };
    const { checklist: written } = await app.contrastResponses(INSTRUCTION, sides);
    expect(written.items).toHaveLength(2);
    expect(written.task).toEqual({ instruction: INSTRUCTION, context: null });
    const [request, ...others] = server.requests;
    expect([request?.schemaName, request?.temperature, others.length]).toEqual(['contrast-responses', 0, 0]);
    const question = questionOf(request!.messages);
    expect(fencedAs(question, 'better response 2')).toBe('Ada, cheers.');
    expect(fencedAs(question, 'worse response 1')).toBe('Hm.');
    expect(question).not.toContain('w.md');
  });

  it('needs both kinds', async () => {
    const { app } = await scriptedApp(() => null);
    await expect(app.contrastResponses(INSTRUCTION, { better: ['x'], worse: [] })).rejects.toThrow(
      /better and one worse/u,
    );
  });
});

describe('observations', () => {
  const remarks = (count: number) => Array.from({ length: count }, (_, n) => `Remark ${n + 1}: too long.`);

  /** @param cited which of those shown the two items rest on */
  async function generalized(
    texts: readonly string[],
    cited: (ids: readonly string[]) => readonly (readonly string[])[],
  ) {
    const { app, server } = await scriptedApp((messages, agent) => {
      const ids = itemsIn(questionOf(messages), agent === 'review-checklist' ? 'checklist' : 'observations');
      if (agent === 'review-checklist') return { exceptions: [] };
      return {
        items: cited(ids.map(({ id }) => id)).map((observations, n) => ({ observations, ...row(QUALITIES[n]!) })),
      };
    });
    return { ...(await app.generalizeObservations(texts)), server };
  }

  it('are shown up to 40 a call; each item keeps those that it rests on, over all calls; the most founded stands first', async () => {
    const { checklist: written, server } = await generalized(remarks(90), (ids) => [ids.slice(0, 1), ids]);
    expect(server.requests.map(({ schemaName }) => schemaName).sort()).toEqual([
      'generalize-observations',
      'generalize-observations',
      'generalize-observations',
      'review-checklist',
    ]);
    expect(written.items.map(({ text, observations = [] }) => [text, observations.length])).toEqual([
      ['The response should thank the cooks.', 90],
      ['The response should name Ada.', 3],
    ]);
    expect(written.task).toBeNull();
    expect(written.items[1]?.observations?.[0]).toBe('Remark 1: too long.');
  });

  it('are all that an item may rest on: what names none, or invented ones, is left out', async () => {
    const { checklist: written } = await generalized(remarks(3), (ids) => [[], ['zzz9'], ids.slice(0, 2)]);
    expect(written.items.map(({ text, observations }) => [text, observations])).toEqual([
      ['The response should rhyme.', remarks(2)],
    ]);
  });

  it('of a call that fails are named with the reason, and the others stay', async () => {
    const { app } = await scriptedApp((messages, agent) => {
      if (agent === 'review-checklist') return { exceptions: [] };
      const shown = itemsIn(questionOf(messages), 'observations');
      if (shown.some(({ text }) => text.startsWith('Remark 41'))) return 'I cannot help with that.';
      return { items: [{ observations: shown.map(({ id }) => id), ...row('rhyme') }] };
    });
    const { checklist: written } = await app.generalizeObservations(remarks(60));
    expect(written.items[0]?.observations).toHaveLength(30);
    expect(written.leftOut).toHaveLength(30);
    expect(written.leftOut[0]?.reason).toMatch(/^It was not read: /u);
  });

  it.each([[[] as string[]], [['Fine.', ' ']]])('%j are refused', async (texts) => {
    const { app } = await scriptedApp(() => null);
    await expect(app.generalizeObservations(texts)).rejects.toMatchObject({ name: 'InputError' });
  });
});

describe('a review', () => {
  const items = ['name Ada', 'call Ada by name', 'be sincere', 'rhyme'].map((what, n) =>
    item(n + 1, { text: `The response should ${what}.`, observations: [`said ${n + 1}`] }),
  );

  async function reviewed(exceptions: (ids: readonly string[]) => unknown, given = items) {
    const { app, server } = await scriptedApp((messages) => ({
      exceptions: exceptions(itemsIn(questionOf(messages), 'checklist').map(({ id }) => id)),
    }));
    const { checklist: kept } = await app.reviewChecklist(checklist(given));
    return { kept: kept.items.map(({ id }) => id).join(' '), leftOut: kept.leftOut, items: kept.items, server };
  }
  const repeats = (id: unknown, of: unknown) => ({ id, reason: 'It is the same.', finding: 'repeats', of });
  const vague = (id: unknown) => ({ id, reason: 'Nobody sees it.', finding: 'unenforceable', of: null });

  it('joins what repeats another, with what it rests on, and leaves out what cannot be enforced', async () => {
    const found = await reviewed(([a, b, c]) => [repeats(b, a), vague(c)]);
    expect(found.kept).toBe('i1 i4');
    expect(found.items[0]?.observations).toEqual(['said 1', 'said 2']);
    expect(found.leftOut.map(({ reason }) => reason)).toEqual([
      'i3 could not be enforced: Nobody sees it.',
      'i2 says what i1 says: It is the same.',
    ]);
    expect(found.server.requests.map(({ temperature }) => temperature)).toEqual([0]);
  });

  it.each<[string, (ids: readonly string[]) => unknown, string]>([
    ['nothing named', () => [], 'i1 i2 i3 i4'],
    ['two that name each other', ([a, b]) => [repeats(a, b), repeats(b, a)], 'i2 i3 i4'],
    ['a ring', ([a, b, c]) => [repeats(a, b), repeats(b, c), repeats(c, a)], 'i3 i4'],
    ['of one that is left out', ([a, b]) => [repeats(b, a), vague(a)], 'i2 i3 i4'],
    ['of itself', ([a]) => [repeats(a, a)], 'i1 i2 i3 i4'],
    ['of nothing', ([a]) => [repeats(a, null)], 'i1 i2 i3 i4'],
    ['of an invented one', ([a]) => [repeats(a, 'zzz9')], 'i1 i2 i3 i4'],
    ['an invented one', () => [vague('zzz9')], 'i1 i2 i3 i4'],
    ['one twice: the first counts', ([a, b]) => [vague(b), repeats(b, a)], 'i1 i3 i4'],
  ])('%s', async (_how, exceptions, kept) => {
    expect((await reviewed(exceptions)).kept).toBe(kept);
  });

  it('leaves pinned items, and never leaves nothing', async () => {
    const pinned = items.map((each, index) => ({ ...each, pinned: index === 1 }));
    expect((await reviewed(([a, b]) => [vague(b), repeats(a, b)], pinned)).kept).toBe('i2 i3 i4');
    const all = new Map(items.map(({ id }) => [id, { kind: 'unenforceable', reason: 'No.' } as const]));
    expect(() => applyFindings(checklist(items), all)).toThrow(/leave nothing/u);
    await expect(reviewed(() => 'no list')).rejects.toMatchObject({ name: 'StepFailedError' });
  });
});

describe('a diverse subset', () => {
  const texts = [
    'name the date of the party',
    'name the hour of the party',
    'name the place of the party',
    'thank the neighbours',
    'invite questions by telephone',
  ];
  const given = checklist(texts.map((what, n) => item(n + 1, { text: `The response should ${what}.` })));
  const ids = (size: number, from = given) => diverseSubset(from, size).items.map(({ id }) => id);

  it('takes items that share few words, in their order; weight counts, and pinned ones stay', () => {
    expect(ids(3)).toEqual(['i1', 'i4', 'i5']);
    expect(ids(9)).toHaveLength(5);
    const weighed = { ...given, items: given.items.map((each, n) => (n === 3 ? { ...each, weight: 0 } : each)) };
    expect(ids(2, weighed)).toEqual(['i1', 'i5']);
    const pinned = { ...given, items: given.items.map((each, n) => (n === 1 ? { ...each, pinned: true } : each)) };
    expect(ids(2, pinned)).toContain('i2');
    expect(diverseSubset(given, 4).leftOut[0]?.reason).toBe('i3 is not among the 4 that differ most.');
  });
});
