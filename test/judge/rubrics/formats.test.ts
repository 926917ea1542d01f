/** Every format: what is written is read again, but for what the format names; broken files say what is wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { Checklist } from '../../../src/domain/checklist.ts';
import { InputError } from '../../../src/domain/errors.ts';
import { newChecklist, type NewItem } from '../../../src/judge/new-item.ts';
import { RUBRIC_FORMATS, type RubricFormatName } from '../../../src/judge/rubrics/names.ts';
import { exportRubric, importRubric, RUBRIC_REGISTRY } from '../../../src/judge/rubrics/registry.ts';
import { FEATURES, type Feature } from '../../../src/judge/rubrics/rubric-format.ts';
import { drawnLists, listOf, type DrawnItem } from '../../support/drawn-lists.ts';
import { fuzzing } from '../../support/mangled.ts';

const signal = new AbortController().signal;
const read = (text: string, name: RubricFormatName) => importRubric(text, name, 'rubric.file', signal);

/** What is left of a list in a format that has no room for some of what it says. */
function reduced(items: readonly DrawnItem[], loses: readonly Feature[]): Checklist {
  const has = (feature: Feature) => !loses.includes(feature);
  const kept = items.map(({ text, weight, ...item }): NewItem => ({
    text,
    weight: has('weight') ? weight : Math.sign(weight) * 100,
    origin: 'user',
    ...(has('importance') ? { importance: item.importance } : {}),
    ...(has('levels') ? { levels: item.levels } : {}),
    ...(has('categories') ? { categories: item.categories } : {}),
    ...(has('pinned') ? { pinned: item.pinned } : {}),
  }));
  return newChecklist(has('instruction') ? { instruction: 'Write a note.', context: null } : null, kept);
}

describe.each(RUBRIC_FORMATS)('%s', (name) => {
  it('is read again as it was written, but for what the format names', async () => {
    await fc.assert(
      fc.asyncProperty(drawnLists, async (items) => {
        const { result: text } = exportRubric(listOf(items), name);
        const { result } = await read(text, name);
        const { loses } = RUBRIC_REGISTRY[name];
        const expected = reduced(items, loses);
        expect(result).toEqual(expected);
      }),
      fuzzing(60),
    );
  });

  it('names what it has no room for, and nothing that the list does not say', () => {
    const plain = newChecklist(null, [{ text: 'It is kind.', origin: 'user' }]);
    expect(exportRubric(plain, name).lost).toEqual([]);
    const rich = listOf([
      {
        text: 'It is kind.',
        weight: 40,
        importance: 'essential',
        levels: undefined,
        categories: ['tone'],
        pinned: true,
      },
    ]);
    const { loses } = RUBRIC_REGISTRY[name];
    const said = (['instruction', 'weight', 'importance', 'categories', 'pinned'] as const).filter((each) =>
      loses.includes(each),
    );
    expect(new Set(exportRubric(rich, name).lost)).toEqual(new Set(said.map((each) => FEATURES[each])));
  });

  it('names conditions and remarks, which it has no room for', () => {
    const item: NewItem = { text: 'It is kind.', origin: 'user', appliesWhen: 'it greets', observations: ['Too curt'] };
    expect(new Set(exportRubric(newChecklist(null, [item]), name).lost)).toEqual(
      new Set([FEATURES.appliesWhen, FEATURES.observations]),
    );
  });

  it('broken files: says what is wrong, and keeps nothing half done', async () => {
    const { result: whole } = exportRubric(
      listOf([
        { text: 'It is kind.', weight: 40, importance: undefined, levels: undefined, categories: [], pinned: false },
      ]),
      name,
    );
    const cut = (share: number) => whole.slice(0, Math.floor(whole.length * share));
    const broken = [
      ...[
        '',
        ' ',
        '\n\n',
        '{}',
        '[]',
        'null',
        '42',
        '"text"',
        'true',
        '[[]]',
        '[{}]',
        '[null]',
        '{"rubric": []}',
        '{"a": 1}',
      ],
      ...['{"items": ["Is it kind?"]}', '\u0000', '<html></html>', '{"tests": [{"assert": []}]}', '[{"criterion": 5}]'],
      ...['{"prompt": [], "rubrics": []}', whole.replaceAll('It is kind.', ''), cut(0.3), cut(0.1)],
    ];
    expect(broken.length).toBeGreaterThanOrEqual(20);
    for (const text of broken)
      await expect(read(text, name), JSON.stringify(text)).rejects.toSatisfy(
        (error: unknown) => error instanceof InputError && error.message.length > 20,
      );
  });
});

/** What stands in a file where something else should. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e9, 0.5, '', ' ', 'x', '{{', '0', [], {}, [[]], [{}], { a: 1 }, ['x']),
  fc.string({ maxLength: 5 }),
);
const JUNK_LENGTH = 5_000;

type Path = readonly (string | number)[];
/** Every place in a value but the whole, those of single values first. */
function placesIn(value: unknown, at: Path = []): { readonly leaves: Path[]; readonly others: Path[] } {
  if (typeof value !== 'object' || value === null) return { leaves: [at], others: [] };
  const parts = Object.entries(value).map(([name, each]) =>
    placesIn(each, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  const others = parts.flatMap((part) => part.others);
  return { leaves: parts.flatMap(({ leaves }) => leaves), others: at.length === 0 ? others : [at, ...others] };
}

/** @param changed undefined: the member goes */
function withChange(value: unknown, [first, ...rest]: Path, changed: unknown): unknown {
  if (first === undefined) return changed;
  if (Array.isArray(value))
    return value.flatMap((each, at) => {
      const made = at === first ? withChange(each, rest, changed) : (each as unknown);
      return made === undefined ? [] : [made];
    });
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, each]) => {
      const made = name === first ? withChange(each, rest, changed) : (each as unknown);
      return made === undefined ? [] : [[name, made] as const];
    }),
  );
}

/** A list that can be written and read again, or an error that names the file: nothing between. */
async function readOrRefused(text: string, name: RubricFormatName) {
  const outcome = await read(text, name).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(InputError);
    expect(outcome.message).toContain('rubric.file');
    expect(outcome.message.length).toBeLessThan(2_000);
    return null;
  }
  const carried = outcome as Awaited<ReturnType<typeof read>>;
  expect(Checklist.safeParse(carried.result).error).toBeUndefined();
  return carried;
}

it('refuses a prompt whose levels do not rise by values from 0 to 1', async () => {
  const levels = [0, 0.5, 1].map((value, at) => ({ label: String(at + 1), value, description: `Level ${at}` }));
  const item = { text: 'It is clear.', weight: 1, importance: undefined, levels, categories: [], pinned: false };
  const whole = exportRubric(listOf([item]), 'openai-score-model').result;
  expect((await readOrRefused(whole, 'openai-score-model'))?.result.items[0]?.levels).toEqual(levels);
  expect(await readOrRefused(whole.replace('(0.5)', '(5)'), 'openai-score-model')).toBeNull();
});

describe.each(RUBRIC_FORMATS)('%s: a file that is broken anywhere', (name) => {
  it('in its text is read as a list, or refused by its name', async () => {
    await fc.assert(
      fc.asyncProperty(drawnLists, fc.nat(), fc.nat(40), fc.string({ maxLength: 3 }), async (items, from, cut, put) => {
        const whole = exportRubric(listOf(items), name).result;
        const at = from % whole.length;
        await readOrRefused(whole.slice(0, at) + put + whole.slice(at + cut), name);
      }),
      fuzzing(60),
    );
  });

  it.skipIf(RUBRIC_REGISTRY[name].syntax === 'csv')(
    'in a value keeps every item, names what is lost, or is refused',
    async () => {
      await fc.assert(
        fc.asyncProperty(drawnLists, fc.nat(), fc.boolean(), fc.option(junk), async (items, number, isLeaf, put) => {
          const whole = parseYaml(exportRubric(listOf(items), name).result) as unknown;
          const { leaves, others } = placesIn(whole);
          const places = isLeaf || others.length === 0 ? leaves : others;
          const place = places[number % places.length] ?? [];
          const changed = put ?? 'long '.repeat(JUNK_LENGTH);
          const carried = await readOrRefused(JSON.stringify(withChange(whole, place, changed)), name);
          if (carried === null || !isLeaf) return;
          expect(carried.lost.length > 0 || carried.result.items.length === items.length).toBe(true);
        }),
        fuzzing(120),
      );
    },
  );

  it.skipIf(RUBRIC_REGISTRY[name].syntax === 'csv')(
    'without one of its values is read, or refused by its name',
    async () => {
      await fc.assert(
        fc.asyncProperty(drawnLists, fc.nat(), async (items, number) => {
          const whole = parseYaml(exportRubric(listOf(items), name).result) as unknown;
          const { leaves, others } = placesIn(whole);
          const places = [...leaves, ...others];
          await readOrRefused(JSON.stringify(withChange(whole, places[number % places.length] ?? [], undefined)), name);
        }),
        fuzzing(60),
      );
    },
  );
});

describe('a wording that looks like a template is never one', () => {
  const list = newChecklist({ instruction: 'Explain {{env.KEY}}.', context: null }, [
    { text: 'It keeps {{item.x}}, {% include "x" %} and {# c #}.', origin: 'user' },
  ]);
  /** The tags of a text as the tool would find them, but for its own variables. */
  const templates: readonly (readonly [RubricFormatName, RegExp, readonly string[]])[] = [
    ['promptfoo', /\{\{.*?\}\}|\{%|\{#/gu, ["{{ '{' }}", "{{ '}' }}"]],
    ['openai-score-model', /\{\{.*?\}\}/gu, ['{{item.input}}', '{{sample.output_text}}']],
    ['openai-label-model', /\{\{.*?\}\}/gu, ['{{item.input}}', '{{sample.output_text}}']],
    ['openai-multi', /\{\{.*?\}\}/gu, ['{{item.input}}', '{{sample.output_text}}']],
    ['autoevals', /\{\{.*?\}\}/gu, ['{{=<% %>=}}', '{{ }}', '{{input}}', '{{output}}']],
    ['openevals', /(?<!\{)(?:\{\{)*(\{\w+\})(?!\})/gu, ['{inputs}', '{outputs}']],
  ];

  it.each(templates)('%s', async (name, tag, own) => {
    const { result: text } = exportRubric(list, name);
    const found = [...text.matchAll(tag)].map(([all, only = all]) => only);
    expect(found.filter((each) => !own.includes(each))).toEqual([]);
    expect((await read(text, name)).result.items[0]?.text).toBe(list.items[0]?.text);
  });
});

describe('openai-multi', () => {
  const graders = Object.fromEntries(
    ['a', 'b'].map((name) => [
      name,
      { type: 'score_model', name, model: 'm', input: [{ role: 'user', content: `Criterion: Is ${name} good?` }] },
    ]),
  );
  const readBy = (formula: string) =>
    read(JSON.stringify({ type: 'multi', name: 'n', graders, calculate_output: formula }), 'openai-multi');
  const weightsBy = async (formula: string) => (await readBy(formula)).result.items.map(({ weight }) => weight);

  it.each(['70 * a + 30 * b', '(70 * a + 30 * b) / 100'])('reads the weights of a sum: %s', async (formula) => {
    expect(await weightsBy(formula)).toEqual([70, 30]);
    expect((await readBy(formula)).lost.join()).not.toContain('formula');
  });

  it.each([
    '70 * a - 30 * b',
    'max(20 * a, 80 * b)',
    '1 * a * 5 + 1 * b',
    '(1 * a + 2 * b) if a > 0.5 else 0',
    '1 * a + 2 * b + 3 * b',
    '1 * a',
  ])('says that a formula which is no such sum is lost: %s', async (formula) => {
    expect(new Set(await weightsBy(formula)).size).toBe(1);
    expect((await readBy(formula)).lost).toEqual([expect.stringContaining(formula)]);
  });
});

it('promptfoo: a wording that begins as an address of a file is text', async () => {
  const list = newChecklist({ instruction: 'file://task.md', context: null }, [
    { text: 'file://check.js is run.', origin: 'user' },
    { text: 'package:check is run.', origin: 'user' },
  ]);
  const { result: text } = exportRubric(list, 'promptfoo');
  const { defaultTest } = parseYaml(text) as {
    defaultTest: { vars: Record<string, string>; assert: { value: string }[] };
  };
  const texts = [...Object.values(defaultTest.vars), ...defaultTest.assert.map(({ value }) => value)];
  expect(texts.filter((each) => /^(?:file|package):/u.test(each))).toEqual([]);
  expect((await read(text, 'promptfoo')).result).toEqual(list);
});

it('points beyond the bounds come out within them, whatever the product rounds to', async () => {
  const { result } = await read('criterion,points\nLong,151\nRude,-151\nKind, \n', 'csv');
  expect(result.items.map(({ weight }) => weight)).toEqual([100, -100, 100 * (100 / 151)]);
});

it('CSV: a cell of levels may have the line ends of its file', async () => {
  const { result } = await read('criterion,levels\r\nKind,"0: Not\r\n1: Very"\r\n', 'csv');
  expect(result.items[0]?.levels?.map(({ description }) => description)).toEqual(['Not', 'Very']);
});

describe('CSV: what a spreadsheet may write', () => {
  const worded = '\ufeffcriterion;points;importance\r\n"Kind; always";1.5;\r\n\r\nClear;;essential\r\n';

  it('semicolons between columns, a byte order mark, empty lines and empty cells are read', async () => {
    expect((await read(worded, 'csv')).result.items).toMatchObject([
      { text: 'Kind; always', weight: 1.5 },
      { text: 'Clear', weight: 100, importance: 'essential' },
    ]);
  });

  it.each([
    ['criterion;points\nKind;"1,5"\n', 'line 2, column points: should be a number, such as 1.5 (it is "1,5")'],
    ['criterion,points\n"Kind\nand clear",1\n\nShort,much\n', 'line 5, column points'],
    ['criterion,points\nKind,1\n" ",1\n', 'line 3, column criterion: should be the text'],
    ['criterion,levels\nKind,1\nShort,0: Not\n', 'line 2, column levels: should be lines'],
    ['criterion,categories\nKind,tone\nShort,taste\n', 'line 3, column categories: there is no category “taste”'],
    ['criterion,check\nShort,at most few words\n', 'line 2, column check: '],
    ['Kriterium;Punkte\nKind;1\n', 'line 1 names no column “criterion”, but “Kriterium”, “Punkte”'],
    ['criterion,points,points\nKind,1,2\n', 'line 1 names the column “points” twice'],
    ['criterion,points\nKind,1,5\n', 'columns length is 2, got 3 on line 2'],
  ])('%j: %s', async (text, message) => {
    await expect(read(text, 'csv')).rejects.toThrow(message);
  });
});

it('HealthBench: an importance that there is not is named as not kept', async () => {
  const row = {
    prompt: [{ role: 'user', content: 'Hi' }],
    rubrics: [{ criterion: 'A', points: 1, tags: ['importance:high'] }],
  };
  expect((await read(JSON.stringify(row), 'healthbench')).lost).toEqual(['tags (such as “importance:high”)']);
});

describe('files of others', () => {
  const rows: readonly (readonly [RubricFormatName, unknown, unknown, readonly string[]])[] = [
    [
      'healthbench',
      {
        prompt_id: 'h',
        prompt: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Yes?' },
          { role: 'user', content: 'My head aches.' },
        ],
        rubrics: [
          { criterion: 'Asks since when', points: 5, tags: ['level:example', 'axis:context_awareness'] },
          { criterion: 'Names a dose for a child', points: -7, tags: [] },
        ],
        ideal_completions_data: null,
      },
      {
        task: { instruction: 'My head aches.' },
        items: [
          { text: 'Asks since when', weight: 5 },
          { weight: -7, fault: true, question: 'Is the response free of this fault? Names a dose for a child' },
        ],
      },
      ['the field “ideal_completions_data”', '2 earlier turns of the conversation', 'tags (such as “level:example”)'],
    ],
    [
      'researchrubrics',
      {
        prompt: 'Report',
        sample_id: '1',
        domain: 'AI & ML',
        rubrics: [{ criterion: 'Covers all', weight: 5, axis: 'Instruction Following' }],
      },
      { items: [{ text: 'Covers all', weight: 5 }] },
      ['the field “domain”', 'axes (such as “Instruction Following”)'],
    ],
    [
      'autorubric',
      [
        {
          name: 'a',
          weight: 10,
          requirement: 'How accurate?',
          options: [
            { label: 'High', value: 1 },
            { label: 'Low', value: 0 },
            { label: 'N/A', value: 0, na: true },
          ],
        },
        {
          weight: -15,
          requirement: 'How rude is it?',
          options: [
            { label: 'Not', value: 0 },
            { label: 'Very', value: 1 },
          ],
        },
      ],
      {
        items: [
          {
            weight: 10,
            levels: [
              { description: 'Low', value: 0 },
              { description: 'High', value: 1 },
            ],
          },
          {
            weight: -15,
            levels: [
              { description: 'Very', value: 0 },
              { description: 'Not', value: 1 },
            ],
          },
        ],
      },
      ['options for “cannot assess” (a judge may always say not applicable)'],
    ],
    [
      'rubric',
      {
        rubric: {
          sections: [
            {
              name: 'Facts',
              criteria: [
                { weight: 250, requirement: 'A' },
                { weight: -50, requirement: 'B' },
              ],
            },
          ],
        },
      },
      {
        items: [
          { text: 'A', weight: 100 },
          { text: 'B', weight: -20 },
        ],
      },
      ['sections', 'points beyond 100 (all are multiplied by 0.4)'],
    ],
    [
      'promptfoo',
      {
        description: 'd',
        tests: [
          {
            vars: { topic: 'x' },
            assert: [
              { type: 'contains', value: 'x' },
              { type: 'llm-rubric', value: 'Is not apologetic', threshold: 0.5 },
            ],
          },
        ],
      },
      { items: [{ text: 'Is not apologetic', weight: 1 }] },
      ['assertions of the type “contains”', 'the field “threshold”', 'the field “topic”'],
    ],
    [
      'deepeval',
      [
        {
          name: 'C',
          criteria: 'Is it right?',
          evaluation_steps: ['Read'],
          evaluation_params: ['input'],
          rubric: [
            { score_range: [0, 4], expected_outcome: 'Wrong' },
            { score_range: [5, 10], expected_outcome: 'Right' },
          ],
        },
      ],
      {
        items: [
          {
            text: 'Is it right?',
            levels: [
              { description: 'Wrong', value: 0 },
              { description: 'Right', value: 1 },
            ],
          },
        ],
      },
      ['the field “evaluation_steps”'],
    ],
  ];

  it.each(rows)('%s: what is kept, and what is named as lost', async (name, given, expected, lost) => {
    const carried = await read(JSON.stringify(given), name);
    expect(carried.result).toMatchObject(expected as object);
    expect(carried.lost).toEqual(lost);
  });

  it('several rows, tests without a criterion line, two levels of one value: say what to do', async () => {
    const row = JSON.stringify({ prompt: 'P', rubrics: [{ criterion: 'A', weight: 1 }] });
    await expect(read(`${row}\n${row}`, 'researchrubrics')).rejects.toThrow('has 2 rows; a checklist is of one task');
    await expect(read('[{"feedbackKey": "x", "prompt": "Is it kind? {outputs}"}]', 'openevals')).rejects.toThrow(
      'has no line “Criterion: …”',
    );
    const same = [
      {
        requirement: 'A',
        options: [
          { label: 'a', value: 0.5 },
          { label: 'b', value: 0.5 },
        ],
      },
    ];
    await expect(read(JSON.stringify(same), 'autorubric')).rejects.toThrow('two levels of the value 0.5');
    const csv = 'criterion,points\nIs it kind?,much\n';
    await expect(read(csv, 'csv')).rejects.toThrow('line 2, column points: should be a number');
  });
});

it('exports carry quotes and addresses where there is room', () => {
  const [plain] = newChecklist(null, [{ text: 'It is kind.', origin: 'user' }]).items;
  const evidence = [
    { quote: 'Be kind.', url: 'https://example.org/a' },
  ] as unknown as Checklist['items'][number]['evidence'];
  if (plain === undefined) throw new Error('No item.');
  const list = { ...newChecklist(null, [{ text: 'x', origin: 'user' }]), items: [{ ...plain, evidence }] };
  for (const name of ['healthbench', 'promptfoo', 'inspect', 'csv'] as const) {
    expect(exportRubric(list, name).result).toContain('Be kind.');
    expect(exportRubric(list, name).result).toContain('https://example.org/a');
  }
  expect(parseYaml(exportRubric(list, 'promptfoo').result)).toMatchObject({
    defaultTest: { assert: [{ type: 'llm-rubric', config: { sources: [{ quote: 'Be kind.' }] } }] },
  });
});

it('refuses a file of far too many items before anything is made of them', async () => {
  const many = JSON.stringify(Array.from({ length: 150_000 }, () => ({ requirement: 'It is kind.' })));
  await expect(read(many, 'rubric')).rejects.toThrow('rubric.file: It has 150000 items; at most 1000 are taken.');
}, 30_000);
