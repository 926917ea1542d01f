/** Metrics of experiments that follow responses and criteria through a data set, by models whose answers are laid down. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { judgeByWords, measureScripted } from '../support/experiment.ts';
import { fencedAs, fencedIn, itemsIn } from '../support/read-prompt.ts';

/** Whose run ends with nothing missing. */
async function runExperiment(...given: Parameters<typeof measureScripted>) {
  const { code, stderr, ...found } = await measureScripted(...given);
  expect(code, stderr).toBe(EXIT.done);
  return found;
}

describe('the categories of criteria', () => {
  it('are named by the model out of those of the data, and measured', async () => {
    const rows = [
      {
        id: 1,
        instruction: 'Write a toast',
        criteria: ['Is it short?', 'Is it kind?'],
        themes: [['Length'], ['Tone']],
      },
      { id: 2, instruction: 'Write a note', criteria: ['Is it long and cold?'], themes: [['Tone', 'Length']] },
    ];
    const { figure } = await runExperiment(
      { name: 'Categories', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['categories'] },
      { 'tasks.jsonl': rows },
      {
        // Always the length: right of the first, wrong of the second, half of the third.
        'name-categories': (question) => ({
          criteria: itemsIn(question, 'criteria').map(({ id }) => ({ id, categories: ['Length'] })),
        }),
      },
    );
    expect(figure('the model', 'categories.precision')).toMatchObject({ value: 2 / 3, scored: 3, missing: 0 });
    expect(figure('the model', 'categories.recall')?.value).toBe(0.5);
    expect(figure('the model', 'categories.f1')?.value).toBeCloseTo((1 + 0 + 2 / 3) / 3, 12);
  });

  it('count where people name one, and a row whose themes are not as many as its criteria is missing', async () => {
    const { figure, stdout } = await measureScripted(
      { name: 'Categories', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['categories'] },
      {
        'tasks.jsonl': [
          { id: 1, instruction: 'Write a toast', criteria: ['Is it short?', 'Is it kind?'], themes: ['Length', null] },
          { id: 2, instruction: 'Write a note', criteria: ['Is it long?', 'Is it cold?'], themes: ['Length'] },
        ],
      },
      {
        'name-categories': (question) => ({
          criteria: itemsIn(question, 'criteria').map(({ id }) => ({ id, categories: ['Length'] })),
        }),
      },
    );
    expect(figure('the model', 'categories.precision')).toMatchObject({ value: 1, scored: 1, missing: 1 });
    expect(JSON.parse(stdout)).toMatchObject({
      missing: [{ what: 'categories', reason: 'The row has not as many themes as criteria.', count: 1 }],
    });
  });
});

describe('criteria that are described', () => {
  it('are restated by the model before anything is measured, a procedure step by step', async () => {
    const rows = [
      {
        ...{
          id: 1,
          instruction: 'Write a toast',
          levels: [{ best: 'Superbly warm.' }, { best: 'First greet. Then toast.' }],
        },
      },
      { id: 2, instruction: 'Write a note', levels: [{ best: 'Superbly short.' }] },
    ];
    const { figure } = await runExperiment(
      {
        ...{ name: 'Levels', modes: [{ id: 'People', given: true }], metrics: ['criteria'] },
        data: [{ id: 'tasks', file: 'tasks.jsonl', fields: { criteria: 'levels.*.best' }, restate: true }],
      },
      { 'tasks.jsonl': rows },
      {
        'restate-criteria': (question) => ({
          descriptions: itemsIn(question, 'descriptions').map(({ id, text }) => ({
            id,
            criteria: text.split('. ').map((step) => `The response should do so: ${step}`),
          })),
        }),
      },
    );
    expect(figure('People', 'criteria.count')?.value).toBe(4);
    expect(figure('People', 'criteria.perTask')?.value).toBe(2);
  });
});

it('what a description comes to keeps its points and when it applies', async () => {
  const asked: string[] = [];
  const criteria = [{ text: 'Superbly alpha.', check: 'words >= 1', appliesWhen: 'it greets', categories: ['tone'] }];
  const { figure } = await runExperiment(
    {
      ...{ name: 'Restated', metrics: ['refinement'], rounds: 1 },
      data: [{ id: 'tasks', file: 'tasks.jsonl', restate: true }],
      refinements: [{ id: 'critique', method: 'self-critique' }],
    },
    { 'tasks.jsonl': [{ id: 1, instruction: 'Write a toast', criteria }] },
    {
      'restate-criteria': (question) => ({
        descriptions: itemsIn(question, 'descriptions').map(({ id }) => ({ id, criteria: ['Does it say alpha?'] })),
      }),
      respond: () => ({ response: 'start' }),
      'critique-response': () => ({ critique: 'It could say alpha.' }),
      'rewrite-response': () => ({ response: 'alpha' }),
      'judge-response': (question) => {
        asked.push(question);
        return judgeByWords(question);
      },
    },
  );
  expect([0, 1].map((round) => figure('critique', `refinement.${round}`)?.value)).toEqual([0, 1]);
  expect(asked.join('\n')).toContain('Applies when: it greets');
});

/** Texts in the order in which they are asked for, by instruction. */
const writing = (texts: Readonly<Record<string, readonly string[]>>) => {
  const asked = new Map<string, number>();
  return (question: string) => {
    const instruction = fencedAs(question, 'instruction');
    const at = asked.get(instruction) ?? 0;
    asked.set(instruction, at + 1);
    return { response: texts[instruction]?.[at] ?? 'nothing more' };
  };
};
const WORDS = [
  {
    ...{ id: 1, instruction: 'Write a toast' },
    criteria: ['Does it say alpha?', 'Does it say beta?', 'Does it say gamma?'],
  },
  { id: 2, instruction: 'Write a note', criteria: ['Does it say alpha?'] },
];

describe('the best of several responses', () => {
  const experiment = {
    ...{ name: 'Best of two', metrics: ['selection'], samples: 2 },
    protocols: [{ id: 'direct', protocol: 'score' }],
    baselines: [
      { id: 'greedy', greedy: true },
      { id: 'reward', scores: 'scores.jsonl' },
    ],
  };
  const scored = (instruction: string, response: string, score: number) => ({ instruction, response, score });
  const SCORES = [
    scored('Write a toast', 'alpha one', 0.2),
    scored('Write a toast', 'alpha beta two', 0.9),
    scored('Write a note', 'none', -1),
    scored('Write a note', 'alpha', 0),
  ];
  const texts = {
    'Write a toast': ['alpha one', 'alpha beta two', 'zero'],
    'Write a note': ['none', 'alpha', 'alpha'],
  };

  it('stands beside greedy decoding and scores from a file, by the items that are met', async () => {
    const { figure, cells } = await runExperiment(
      { ...experiment, data: [{ id: 'tasks', file: 'tasks.jsonl' }] },
      { 'tasks.jsonl': WORDS, 'scores.jsonl': SCORES },
      { respond: writing(texts), 'judge-response': judgeByWords },
    );
    // All score alike, so both are picked: (1 + 2) / 2 of 3 items, (0 + 1) / 2 of 1.
    expect(figure('direct', 'selection.selectionPrecision')?.value).toBe(0.5);
    expect(figure('direct', 'selection.selectedScore')?.value).toBe((1.5 + 0.5) / 4);
    // The better one of each: 2 of 3, and 1 of 1.
    expect(figure('reward', 'selection.selectionPrecision')?.value).toBe(1);
    expect(figure('reward', 'selection.selectedScore')?.value).toBe(3 / 4);
    // 0 of 3, and 1 of 1; there is nothing to pick from.
    expect(figure('greedy', 'selection.selectedScore')?.value).toBe(1 / 4);
    expect(cells.filter(({ system }) => system === 'greedy')).toHaveLength(1);
  });

  it('may be truly best by WB-Score, which is averaged over ties and then over tasks', async () => {
    const { figure } = await runExperiment(
      { ...experiment, baselines: [], data: [{ id: 'tasks', file: 'tasks.jsonl', trueScore: 'wb-score' }] },
      { 'tasks.jsonl': WORDS },
      {
        respond: writing(texts),
        'rate-response': (question) => ({
          analysis: 'Scripted answer, no model’s: words were counted.',
          score: fencedAs(question, 'response').split(' ').length,
        }),
      },
    );
    // Toast: 2 and 3; note: 1 and 1, both of which are best.
    expect(figure('direct', 'selection.selectedScore')?.value).toBe((2.5 + 1) / 2);
    expect(figure('direct', 'selection.selectionPrecision')?.value).toBe(3 / 4);
  });
});

describe('refinement over a data set', () => {
  it('is measured round by round by the data’s criteria, beside self-critique', async () => {
    const data = ['criteria', 'livebench'].map((trueScore) => ({ id: trueScore, file: 'tasks.jsonl', trueScore }));
    const { figure } = await runExperiment(
      {
        ...{ name: 'Refinement', data, metrics: ['refinement'], rounds: 2 },
        refinements: [
          { id: 'STICK', method: 'checklist' },
          { id: 'critique', method: 'self-critique' },
        ],
      },
      { 'tasks.jsonl': WORDS },
      {
        respond: writing({ 'Write a toast': ['start'], 'Write a note': ['alpha delta'] }),
        'judge-response': judgeByWords,
        // Of one item that the data do not have.
        'generate-checklist': () => ({
          analysis: 'Scripted answer, no model’s.',
          items: [
            {
              ...{ criterion: 'The response should say delta.', question: 'Does the response say delta?' },
              ...{ categories: [], importance: 5, check: null },
            },
          ],
        }),
        'refine-response': (question) => ({ plan: 'More.', response: `${fencedAs(question, 'response')} alpha beta` }),
        'critique-response': () => ({ critique: 'It could say less.' }),
        'rewrite-response': () => ({ response: 'gamma' }),
      },
    );
    const rounds = (system: string, measure = '') =>
      [0, 1, 2].map((round) => figure(system, `refinement.${measure}${round}`)?.value);
    // Toast: 0, then 2 of 3 twice. Note: its checklist is met at once, so 1 of 1 stays.
    expect(rounds('STICK')).toEqual([1 / 4, 3 / 4, 3 / 4]);
    expect(rounds('STICK', 'mean ')).toEqual([0.5, (2 / 3 + 1) / 2, (2 / 3 + 1) / 2]);
    // Self-critique goes on: 1 of 3 and 0 of 1.
    expect(rounds('critique')).toEqual([1 / 4, 1 / 4, 1 / 4]);
    expect(figure('critique', 'refinement.2')).toMatchObject({ scored: 2, missing: 0 });
    // Of the last round over the start; resamples of the toast alone gain 2 of 3, of the note alone nothing.
    expect(figure('STICK', 'refinement.gain')).toMatchObject({ value: 1 / 2, interval: { low: 0, high: 2 / 3 } });
    expect(figure('STICK', 'refinement.mean gain')?.value).toBeCloseTo(1 / 3, 12);
    expect(figure('critique', 'refinement.gain')?.value).toBe(0);
    // Toast: 0, then half of 2 of 3, since not all is met. Note: half of all, and half of 1 of 1.
    const liveBench = [0, 1, 2].map((round) => figure('STICK', `refinement.mean ${round}`, 1)?.value);
    expect(liveBench).toEqual([0.5, (1 / 3 + 1) / 2, (1 / 3 + 1) / 2]);
  });
});

describe('refinement that others score', () => {
  const experiment = {
    ...{ name: 'Refinement', metrics: ['refinement'], rounds: 1 },
    data: [{ id: 'tasks', file: 'sums.jsonl', trueScore: { scores: 'scores.jsonl' } }],
    refinements: [
      { id: 'STICK', method: 'checklist' },
      { id: 'critique', method: 'self-critique' },
    ],
  };
  const sums = [
    { id: 1, instruction: 'What is 2 + 2?' },
    { id: 2, instruction: 'What is 3 + 3?' },
  ];
  const answers = {
    respond: writing({ 'What is 2 + 2?': ['five', 'five'], 'What is 3 + 3?': ['six', 'six'] }),
    'judge-response': judgeByWords,
    'generate-checklist': () => ({
      analysis: 'Scripted answer, no model’s.',
      items: [
        {
          ...{ criterion: 'The response should say so.', question: 'Does it say so?' },
          ...{ categories: [], importance: 5, check: null },
        },
      ],
    }),
    'refine-response': () => ({ plan: 'More.', response: 'four' }),
    'critique-response': () => ({ critique: 'It could say less.' }),
    'rewrite-response': () => ({ response: 'nine' }),
  };
  const score = (instruction: string, response: string, value: number) => ({ instruction, response, score: value });

  it('needs no criteria of the data, and takes each round’s score from the file', async () => {
    const scores = [
      ...[score('What is 2 + 2?', 'five', 0), score('What is 2 + 2?', 'four', 1), score('What is 2 + 2?', 'nine', 0)],
      ...[score('What is 3 + 3?', 'six', 1), score('What is 3 + 3?', 'four', 0.25), score('What is 3 + 3?', 'nine', 0)],
    ];
    const { figure } = await runExperiment(experiment, { 'sums.jsonl': sums, 'scores.jsonl': scores }, answers);
    expect(figure('STICK', 'refinement.mean 0')?.value).toBe(1 / 2);
    expect(figure('STICK', 'refinement.mean 1')?.value).toBe((1 + 0.25) / 2);
    expect(figure('critique', 'refinement.mean 1')?.value).toBe(0);
  });

  it('lists what was written where there is no score yet, and says that scores are missing', async () => {
    const { figure, code, stdout } = await measureScripted(experiment, { 'sums.jsonl': sums }, answers);
    expect(code).toBe(EXIT.done);
    expect(figure('STICK', 'refinement.1')).toMatchObject({ value: null, missing: 2 });
    expect(stdout).toContain('"id": "tasks, critique, 2, round 1"');
    expect(stdout).toContain('The file has no score of a response.');
  });
});

describe('what the model is good at', () => {
  it('is the pass rate of each category that it names for the data’s criteria', async () => {
    const { figure } = await runExperiment(
      { name: 'Figure 4', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['capabilities'] },
      { 'tasks.jsonl': WORDS },
      {
        respond: writing({ 'Write a toast': ['alpha gamma'], 'Write a note': ['beta'] }),
        'judge-response': judgeByWords,
        'name-categories': (question) => ({
          criteria: itemsIn(question, 'criteria').map(({ id, text }) => ({
            id,
            categories: text.includes('alpha') ? ['tone'] : ['length', 'tone'],
          })),
        }),
      },
    );
    // Toast: alpha and gamma, not beta; note: not alpha.
    expect(figure('the model', 'capabilities.tone')).toMatchObject({ value: 2 / 4, scored: 4, missing: 0 });
    expect(figure('the model', 'capabilities.length')).toMatchObject({ value: 1 / 2, scored: 2 });
    expect(figure('the model', 'capabilities.classification')).toMatchObject({ value: null, scored: 0 });
  });
});

describe('kinds of tasks', () => {
  it('are named by the model and sorted into the categories of the file, of which the shares are measured', async () => {
    const kindOf: Readonly<Record<string, string>> = { 'Write a toast': 'toast', 'Write an ode': 'ode' };
    const { figure } = await runExperiment(
      {
        ...{ name: 'Figure 6', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['kinds'] },
        taskCategories: [
          { name: 'Creative', definition: 'odes' },
          { name: 'Spoken', definition: 'toasts' },
        ],
      },
      { 'tasks.jsonl': ['Write a toast', 'Write an ode', 'Write it'].map((instruction, id) => ({ id, instruction })) },
      {
        'name-kinds': (question) => ({
          kinds: fencedIn(question).flatMap(({ label, text }) =>
            label.startsWith('task ')
              ? [{ id: label.slice('task '.length), language: 'en', kind: kindOf[text] ?? 'toast', readers: null }]
              : [],
          ),
        }),
        'sort-kinds': (question) => ({
          kinds: itemsIn(question, 'kinds').map(({ id, text }) => ({
            id,
            category: text === 'ode' ? 'Creative' : 'Spoken',
          })),
        }),
      },
    );
    expect(figure('the model', 'kinds.Spoken')).toMatchObject({ value: 2 / 3, scored: 3, missing: 0 });
    expect(figure('the model', 'kinds.Creative')?.value).toBe(1 / 3);
  });
});

describe('the wording of several lists for one task', () => {
  it('is averaged, of lists that are written and of those of other people from a file', async () => {
    const item = (question: string) => ({
      ...{ criterion: `The response should be so: ${question}`, question, categories: [], importance: 5, check: null },
    });
    const lists = [
      ['Is it short?', 'Is it kind?'],
      ['Is it short?', 'Is it kind?', 'Is it true?'],
    ].values();
    const task = { instruction: 'Write a toast', criteria: ['Is it short?', 'Is it kind?'] };
    const { figure } = await runExperiment(
      {
        ...{ name: 'Lists', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['similarity', 'criteria'] },
        modes: [
          { id: 'TICK', checklist: 'ticking', lists: 2 },
          { id: 'others', file: 'others.jsonl' },
        ],
      },
      {
        'tasks.jsonl': [task],
        'others.jsonl': [
          task,
          { ...task, criteria: ['Is it short?'] },
          { ...task, instruction: 'Write something else' },
        ],
      },
      { 'generate-checklist': () => ({ analysis: 'Scripted.', items: (lists.next().value ?? []).map(item) }) },
    );
    // By one question too many, and by none.
    expect(figure('TICK', 'similarity.countError')?.value).toBe(0.5);
    // The same words, F1 1; three of six words, F1 ⅔.
    expect(figure('others', 'similarity.rouge1')?.value).toBeCloseTo((1 + 2 / 3) / 2, 12);
    expect(figure('others', 'similarity.countError')?.value).toBe(0.5);
    // All else is of the first list for each task of the data.
    expect(figure('others', 'criteria.count')?.value).toBe(2);
  });
});

describe('a judge that goes by place', () => {
  it('is shown by the orders, however many votes each has', async () => {
    const pair = { instruction: 'Write a toast', a: 'One.', b: 'Two.', label: 'a' };
    const { figure } = await runExperiment(
      {
        name: 'Orders',
        data: [{ id: 'pairs', file: 'pairs.jsonl' }],
        protocols: [{ id: 'by place', protocol: 'cot', votes: 3 }],
        metrics: ['agreement'],
      },
      { 'pairs.jsonl': [pair, { ...pair, instruction: 'Write an ode' }] },
      { 'compare-responses': () => ({ analysis: 'The first one.', choice: 'A' }) },
    );
    expect(figure('by place', 'agreement.flipRate')).toMatchObject({ value: 1, scored: 2 });
    expect(figure('by place', 'agreement.orderAgreement')).toMatchObject({ value: 0, scored: 2 });
    // Three votes for either side are a tie, which is half right.
    expect(figure('by place', 'agreement.accuracy')).toMatchObject({ value: 0.5, scored: 2 });
  });
});
