/** Metrics of experiments on laid-down answers with gaps, ties and groups of unequal size: every figure by hand. */
import { describe, expect, it } from 'vitest';
import { judgeByWords, measureScripted } from '../support/experiment.ts';
import { fencedAs, itemsIn } from '../support/read-prompt.ts';

const near = (value: number) => expect.closeTo(value, 12) as unknown;
/** Nothing that could be read as an answer. */
const UNREADABLE = 'no answer';

const TASKS = [
  {
    ...{ id: 1, instruction: 'Write a toast' },
    criteria: ['Does it say alpha?', 'Does it say beta?', 'Does it say gamma?'],
  },
  { id: 2, instruction: 'Write a note', criteria: ['Does it say alpha?'] },
];
const DATA = [{ id: 'tasks', file: 'tasks.jsonl' }];

/** A first list of each instruction, and then another one. */
function listsInTurn() {
  const asked = new Set<string>();
  return (question: string) => {
    const instruction = fencedAs(question, 'instruction');
    const words = asked.has(instruction) ? ['beta'] : ['alpha', 'beta'];
    asked.add(instruction);
    const items = words.map((word) => ({
      ...{ criterion: `The response should say ${word}.`, question: `Does the response say ${word}?` },
      ...{ categories: [], importance: 5 },
    }));
    return { analysis: 'Laid down.', items };
  };
}

describe('agreement with labels', () => {
  it('leaves out a pair without a verdict, and halves ties', async () => {
    /** By instruction: whom people prefer, and which the judge does, in one order and in the other. */
    const verdicts: Readonly<Record<string, readonly [label: string, inOrder: string, swapped: string]>> = {
      one: ['a', 'A', 'B'],
      two: ['b', 'A', 'A'],
      three: ['tie', 'A', 'B'],
      four: ['a', UNREADABLE, UNREADABLE],
      five: ['a', 'B', 'A'],
    };
    const { figure } = await measureScripted(
      {
        ...{ name: 'Labels', metrics: ['agreement'], data: [{ id: 'pairs', file: 'labelled.jsonl' }] },
        protocols: [{ id: 'plain', protocol: 'vanilla' }],
      },
      {
        'labelled.jsonl': Object.entries(verdicts).map(([instruction, [label]]) => ({
          ...{ id: instruction, instruction, label },
          ...{ a: 'First.', b: 'Second.' },
        })),
      },
      {
        'compare-responses': (question) => {
          const [, inOrder = '', swapped = ''] = verdicts[fencedAs(question, 'instruction')] ?? [];
          return { choice: fencedAs(question, 'response A') === 'First.' ? inOrder : swapped };
        },
      },
    );
    // Right: 1, ½ (a tie), 0, –, 0; distances 0, 1, 1, –, 2. The second pair alone goes with the order.
    const measured = (measure: string) => figure('plain', `agreement.${measure}`);
    expect(measured('accuracy')).toMatchObject({ value: 3 / 8, scored: 4, missing: 1 });
    expect(['pld0', 'pld1', 'pld2', 'wpld'].map((name) => measured(name)?.value)).toEqual([1 / 4, 2 / 4, 1 / 4, 1]);
    expect(measured('flipRate')?.value).toBe(1 / 4);
    // Agreed 1/4; by chance (2 · 2 + 1 · 1 + 1 · 1) / 16.
    expect(measured('cohenKappa')?.value).toEqual(near((4 - 6) / (16 - 6)));
    // Of eight values four are a, two b, two ties: 6 differing pairs, by chance 40 / 7.
    expect(measured('alphaNominal')?.value).toEqual(near(1 - (6 * 7) / 40));
  });
});

describe('pass rates by several lists', () => {
  it('have figures that are averaged over the lists, drawn together', async () => {
    const rows = [1, 2, 3, 4].map((score) => ({
      ...{ id: score, instruction: `Write note ${score}`, score },
      response: score % 2 === 0 ? 'alpha beta' : 'alpha',
    }));
    const { figure, cells } = await measureScripted(
      {
        ...{ name: 'Lists', metrics: ['agreement'], data: [{ id: 'notes', file: 'notes.jsonl' }], batch: 1 },
        protocols: [{ id: 'TICK', protocol: 'pass-rate', checklist: 'ticking', lists: 2 }],
      },
      { 'notes.jsonl': rows },
      { 'judge-response': judgeByWords, 'generate-checklist': listsInTurn() },
    );
    // By alpha and beta: ½, 1, ½, 1; by beta: 0, 1, 0, 1. Both have r = 1 / √5 with 1, 2, 3, 4.
    expect(figure('TICK', 'agreement.pearson')).toMatchObject({ value: near(1 / Math.sqrt(5)), scored: 8, missing: 0 });
    expect(cells.filter(({ measure }) => measure === 'agreement.pearson')).toHaveLength(1);
  });

  it('are written for labelled pairs, too', async () => {
    const pairs = [1, 2].map((id) => ({ id, instruction: `Write note ${id}`, a: 'alpha', b: 'none', label: 'a' }));
    const { figure } = await measureScripted(
      {
        ...{ name: 'Lists', metrics: ['agreement'], data: [{ id: 'pairs', file: 'pairs.jsonl' }], batch: 1 },
        protocols: [{ id: 'TICK', protocol: 'pass-rate', checklist: 'ticking', lists: 2 }],
      },
      { 'pairs.jsonl': pairs },
      { 'judge-response': judgeByWords, 'generate-checklist': listsInTurn() },
    );
    // By alpha and beta: ½ to 0, right; by beta a tie, which is half right.
    expect(figure('TICK', 'agreement.accuracy')).toMatchObject({ value: 3 / 4, scored: 4 });
  });
});

describe('actionability', () => {
  it('counts criteria, of which one whose edit has no verdict is left out before and after', async () => {
    const { figure } = await measureScripted(
      {
        ...{ name: 'Actionability', metrics: ['actionability'], data: DATA, batch: 1 },
        modes: [{ id: 'People', given: true }],
      },
      { 'tasks.jsonl': [...TASKS, { id: 3, instruction: 'Write an ode', criteria: ['Does it say delta?'] }] },
      {
        respond: (question) => ({ response: fencedAs(question, 'instruction') === 'Write a toast' ? 'beta' : 'none' }),
        // The writer never says gamma.
        'refine-response': (question) => {
          const words = [...question.matchAll(/say (alpha|delta)/gu)].map(([, word]) => word);
          return { plan: 'More.', response: [fencedAs(question, 'response'), ...words].join(' ') };
        },
        'judge-response': (question) =>
          fencedAs(question, 'response').includes('delta') ? UNREADABLE : judgeByWords(question),
      },
    );
    // Toast: alpha no → yes, beta yes, gamma no → no; note: alpha no → yes; ode: no → –.
    const measured = (measure: string) => figure('People', `actionability.${measure}`);
    expect(measured('before')).toMatchObject({ value: 1 / 4, scored: 4, missing: 1 });
    expect([measured('after')?.value, measured('delta')?.value]).toEqual([3 / 4, 2 / 4]);
    expect(measured('repairRate')).toMatchObject({ value: 2 / 3, scored: 3 });
    // Of three tasks two have values: drawn three times each the rates are 1/3 and 0, and of the ode there is none.
    expect(measured('before')).toMatchObject({ interval: { low: 0, high: 1 / 3 } });
  });
});

describe('recall and overlap', () => {
  it('average tasks of unequal size, and count criteria; one without an answer is in neither', async () => {
    const lists = [
      { instruction: 'Write a toast', criteria: ['Say beta.', 'Say alpha.'] },
      { instruction: 'Write a note', criteria: ['Say alpha.'] },
    ];
    const { figure } = await measureScripted(
      {
        ...{ name: 'Recall', metrics: ['recall', 'overlap'], at: [1], data: DATA },
        modes: [{ id: 'others', file: 'others.jsonl' }],
      },
      {
        'tasks.jsonl': TASKS.map((task) => ({ ...task, criteria: [...task.criteria, 'Does it say omega?'] })),
        'others.jsonl': lists,
      },
      {
        'check-coverage': (question) => {
          const word = /say (\w+)/iu.exec(fencedAs(question, 'wanted'))?.[1] ?? '';
          if (word === 'omega') return UNREADABLE;
          const covering = itemsIn(question, 'list').filter(({ text }) => text.includes(word));
          return { reason: 'By its word.', alone: covering.map(({ id }) => id), together: [] };
        },
      },
    );
    // Toast: beta of alpha, beta, gamma by the first item, alpha by the second; note: alpha. Omega has no answer twice.
    const measured = (measure: string) => figure('others', measure);
    expect(measured('recall.1')?.value).toEqual(near((1 / 3 + 1) / 2));
    expect(measured('recall.all')).toMatchObject({ value: near((2 / 3 + 1) / 2), scored: 2, missing: 0 });
    expect(measured('overlap.givenInBoth')).toMatchObject({ value: 3, scored: 4, missing: 2 });
    expect(measured('overlap.onlyGiven')?.value).toBe(1);
    // The toast has two of people's criteria, the note one: drawn are 2 + 2, 2 + 1 or 1 + 1.
    expect(measured('overlap.givenInBoth')).toMatchObject({ interval: { low: 2, high: 4 } });
    expect(measured('recall.oracle 1')).toMatchObject({ interval: { high: 1 } });
    expect([measured('overlap.listedInBoth')?.value, measured('overlap.onlyListed')?.value]).toEqual([3, 0]);
  });
});

describe('ablation of given lists', () => {
  it('takes shares of the lists and items that the judge could be read on', async () => {
    /** What the judge says by instruction, and by the number of the list’s items that it is shown; people say 5. */
    const scores: Readonly<Record<string, readonly (number | string)[]>> = {
      helps: [1, 3, 5],
      harms: [5, UNREADABLE, 1],
      neutral: [4, 4, 4],
      unread: [UNREADABLE, 3, 3],
    };
    const { figure } = await measureScripted(
      {
        ...{ name: 'Ablation', metrics: ['ablation'], votes: 2, data: [{ id: 'scored', file: 'rated.jsonl' }] },
        modes: [
          { id: 'People', given: true },
          { id: 'Others', given: true },
        ],
      },
      {
        'rated.jsonl': Object.keys(scores).map((instruction) => ({
          ...{ id: instruction, instruction, response: 'Text.', score: 5 },
          criteria: ['Does it say alpha?', 'Does it say beta?'],
        })),
      },
      {
        'score-response': (question) => {
          const items = itemsIn(question, 'checklist to answer');
          const score = scores[fencedAs(question, 'instruction')]?.[items.length] ?? UNREADABLE;
          return items.length === 0
            ? { analysis: 'Laid down.', score }
            : { answers: items.map(({ id }) => ({ id, answer: 'YES' })), score };
        },
      },
    );
    // Δ of the lists: 4 − 0 helps, 0 − 4 harms, 1 − 1 neutral, –.
    const measured = (measure: string) => figure('People', `ablation.${measure}`);
    expect(measured('helps')).toMatchObject({ value: near(1 / 3), scored: 3, missing: 1 });
    expect(measured('harms')).toMatchObject({ value: near(1 / 3), scored: 3, missing: 1 });
    expect(measured('helps')).toMatchObject({ interval: { low: 0 } });
    // Without either item of the first: 0 − 2, so both help. Of the second nobody can tell.
    expect(measured('helpingItems')).toMatchObject({ value: 1, scored: 2, missing: 0 });
    expect(measured('harmingItems')).toMatchObject({ value: null, scored: 0, missing: 2 });
    const together = (measure: string) => figure('all lists', `ablation.${measure}`);
    expect(together('helps')).toMatchObject({ value: near(1 / 3), scored: 6, missing: 2 });
    expect(together('itemsOfHelping')).toMatchObject({ value: 4, scored: 2 });
    expect(together('helpingItems')).toMatchObject({ value: 1, scored: 4, missing: 0 });
  });
});

describe('lists for a judge who wavers', () => {
  it('are best or worst, and selective use gains where the paired bootstrap says so', async () => {
    const NOTES = Array.from({ length: 6 }, (_, at) => ({
      ...{ id: at, instruction: `Write note ${at}`, a: 'First.', b: 'Second.', label: 'a' },
      criteria: ['Is it the first?'],
    }));
    const { figure } = await measureScripted(
      {
        ...{ name: 'Standing', metrics: ['policies'], votes: 2, k: [1], data: [{ id: 'notes', file: 'notes.jsonl' }] },
        modes: [
          { id: 'People', given: true },
          { id: 'Others', file: 'others.jsonl' },
        ],
      },
      {
        'notes.jsonl': NOTES,
        'others.jsonl': NOTES.map(({ instruction }) => ({ instruction, criteria: ['Is it of no use?'] })),
      },
      {
        // Without a list, and with that of others, whatever is shown first is chosen.
        'compare-responses': (question) => {
          const items = itemsIn(question, 'questions');
          const isFirst = fencedAs(question, 'response A') === 'First.';
          const choice = items.some(({ text }) => text.includes('first')) && !isFirst ? 'B' : 'A';
          if (items.length === 0) return { analysis: 'By its place.', choice };
          return { answers: items.map(({ id }) => ({ id, A: 'YES', B: 'NO' })), choice };
        },
      },
    );
    const measured = (measure: string) =>
      ['People', 'Others'].map((name) => figure(name, `policies.${measure}`)?.value);
    expect(measured('all')).toEqual([1, 0.5]);
    expect([...measured('standing'), ...measured('noneStanding')]).toEqual([1, -1, -1, -1]);
    expect([...measured('gains'), ...measured('gainCases')]).toEqual([1, 0, 1, 1]);
    expect(figure('People', 'policies.gains')).toMatchObject({ interval: null, noInterval: 'a decision' });
  });
});

describe('what a list took', () => {
  it('is calls over lists; what is given took none', async () => {
    const { figure, cells } = await measureScripted({
      ...{ name: 'Cost', metrics: ['cost'], data: [{ id: 'tasks', file: 'tasks.jsonl' }] },
      modes: [
        { id: 'Half', checklist: 'length-0.5' },
        { id: 'People', given: true },
      ],
    });
    // Two lists: of each a baseline, whose items are counted, and the list itself.
    expect(figure('Half', 'cost.checklist calls')).toMatchObject({ value: 2, scored: 2 });
    expect(figure('Half', 'cost.total calls')).toMatchObject({ value: 2, noInterval: 'all alike' });
    expect(cells.filter(({ system }) => system === 'People')).toEqual([]);
  });
});
