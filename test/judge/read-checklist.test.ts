import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChecklistItem, type Checklist } from '../../src/domain/checklist.ts';
import { InputError } from '../../src/domain/errors.ts';
import { parseCheck } from '../../src/domain/parse-check.ts';
import { checklistFromSet } from '../../src/judge/checklist-from-set.ts';
import { curate } from '../../src/judge/curate.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { readItemNote } from '../../src/judge/checklists/item-note.ts';
import { readChecklist } from '../../src/judge/checklists/read-checklist.ts';
import { newItem } from '../../src/judge/new-item.ts';
import { renderChecklist } from '../../src/report/checklist.ts';
import picocolors from 'picocolors';
import { checklist, item } from '../support/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const { set } = criteriaSetFixture();
const LAYOUT = { colors: picocolors.createColors(false), width: 80 };
const asJson = (own: Checklist) => JSON.stringify(own, null, 2);
const textsOf = async (text: string, name: string) => (await readChecklist(text, name)).items.map((own) => own.text);

describe('a checklist from a file', () => {
  const three = ['Is it short?', 'Is it kind?', 'The response should name a date.'];

  it.each([
    ['a JSON array of questions', 'list.json', JSON.stringify(three)],
    ['JSON indented with tabs', 'list.json', JSON.stringify({ items: three }, null, '\t')],
    ['a YAML list', 'list.yaml', three.map((text) => `- ${text}`).join('\n')],
    [
      'YAML items with fields',
      'list.yml',
      'items:\n  - text: Is it short?\n    weight: 20\n  - question: Is it kind?\n  - The response should name a date.\n',
    ],
    ['a Markdown list', 'list.md', `# Ours\n\nText.\n\n${three.map((text) => `- [x] ${text}`).join('\n')}`],
    ['a numbered list', 'list.txt', three.map((text, index) => `${index + 1}. ${text}`).join('\n')],
    ['nested lists', 'list.md', '* Is it **short**?\n  * Is it `kind`?\n\n+ The response should\n  name a date.'],
    ['a list without a name', 'stdin', three.map((text) => `* ${text}`).join('\n')],
    ['JSON without a name', 'stdin', JSON.stringify(three)],
    [
      'a Markdown list with a remark below its title, without a name',
      'stdin',
      `# Ours\n\ncontext: a museum\n\n${three.map((text) => `- ${text}`).join('\n')}`,
    ],
    ['YAML behind comments, without a name', 'stdin', `# Ours\n\n---\n# All\nitems: ${JSON.stringify(three)}\n`],
    ['YAML items without a name', 'stdin', three.map((text) => `- text: ${text}\n  weight: 5`).join('\n')],
    [
      'Markdown behind a heading, without a name',
      'stdin',
      `# [Ours]\n\n${three.map((text) => `- ${text}`).join('\n')}`,
    ],
  ])('reads %s', async (_what, name, text) => {
    expect(await textsOf(text, name)).toEqual(three);
  });

  it('takes what an item says, and makes up nothing', async () => {
    const text = `
instruction: Write a toast
context: A wedding
items:
  - question: Is it short?
    text: The response should be short.
    weight: 30
    categories: [length, concision]
    pinned: true
  - Does it name the couple?
`;
    const read = await readChecklist(text, 'toast.yaml');
    expect(read.task).toEqual({ instruction: 'Write a toast', context: 'A wedding' });
    expect(read.items[0]).toEqual({
      id: 'i1',
      text: 'The response should be short.',
      question: 'Is it short?',
      weight: 30,
      categories: ['length', 'concision'],
      origin: 'user',
      pinned: true,
      from: null,
      formerText: null,
      evidence: [],
    });
    expect(read.items[1]).toMatchObject({ weight: 100, pinned: false });
  });

  it('reads a criteria set', async () => {
    expect(await readChecklist(JSON.stringify(set), 'set.json')).toEqual(checklistFromSet(set));
    const conditional = set.content.criteria.map((each) => ({ ...each, appliesWhen: 'it has a table' }));
    const { items } = checklistFromSet({ ...set, content: { ...set.content, criteria: conditional } });
    expect(new Set(items.map(({ appliesWhen }) => appliesWhen))).toEqual(new Set(['it has a table']));
  });

  it('reads again what it wrote, as JSON and as YAML, whatever is in it', async () => {
    const odd = checklist([
      item(3, { text: 'Say "no": — #1 \u0007 \u2028 – ¿y? ', question: "It's: {a: 1}?", formerText: '- x' }),
      item(12, { text: '  - [ ] * 😀', question: 'yes', categories: ['tone'], weight: 0.5, pinned: true }),
      item(13, { check: { rule: parseCheck('all(phrase "a: #", words <= 5)'), decides: 'part' } }),
    ]);
    for (const own of [odd, checklistFromSet(set)]) {
      expect(await readChecklist(asJson(own), 'a.json')).toEqual(own);
      expect(await readChecklist(await renderChecklist(own, 'yaml', LAYOUT), 'a.yaml')).toEqual(own);
    }
  });
});

describe('YAML for people', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
  const checks = ['words 40..120', 'phrase " - \\"a\\\\ #" = 0', 'any(json fields "a" "b", not(case upper))'].map(
    parseCheck,
  );
  const anyCheck = fc.oneof(
    fc.constantFrom(...checks),
    // Its written form is read without the spaces, or is too long to be read.
    fc.constantFrom(' x ', 'x'.repeat(1_500)).map((words) => ({ kind: 'heading' as const, text: words })),
  );
  const level = (label: string, value: number) => ({ label, description: `It is ${label}`, value });
  const anyItem = fc.record({
    text,
    question: maybe(text),
    weight: maybe(fc.constantFrom(100, 0.5, -30)),
    importance: maybe(fc.constantFrom('essential' as const, 'pitfall' as const)),
    levels: maybe(fc.constantFrom([level('1', 0), level('2', 1)], [level('bad', 0), level('good', 0.5)])),
    categories: maybe(fc.constantFrom([], ['tone' as const])),
    origin: maybe(fc.constantFrom('user' as const, 'model' as const)),
    pinned: maybe(fc.boolean()),
    appliesWhen: maybe(text),
    fault: maybe(fc.constant(true as const)),
    formerText: maybe(text),
    check: maybe(fc.record({ rule: anyCheck, decides: fc.constantFrom('all' as const, 'part' as const) })),
  });
  const anyChecklist = fc
    .record({
      items: fc.array(anyItem, { minLength: 1, maxLength: 4 }),
      numbers: fc.oneof(fc.constant([1, 2, 3, 4]), fc.shuffledSubarray([1, 2, 3, 4, 5, 21], { minLength: 4 })),
      task: fc.constantFrom(null, { instruction: 'Write', context: null }),
      leftOut: fc.constantFrom<Checklist['leftOut']>([], [{ text: 'x', reason: 'i9 was dropped.' }]),
    })
    .map(({ items, numbers, ...of }) => {
      const told = items.map(({ question, ...more }, at) => ({
        ...newItem(numbers[at] ?? 0, { text: more.text, origin: 'user', weight: more.weight, question }),
        ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
      }));
      return checklist(
        told.map((each) => ChecklistItem.parse(each)),
        of,
      );
    });

  it('is read again as the same checklist, whatever it leaves out', async () => {
    await fc.assert(
      fc.asyncProperty(anyChecklist, async (own) => {
        expect(await readChecklist(await renderChecklist(own, 'yaml', LAYOUT), 'a.yaml')).toEqual(own);
      }),
    );
  });

  it('stays readable when lines are added by hand: what has an id keeps it', async () => {
    const place = fc.nat(4);
    await fc.assert(
      fc.asyncProperty(anyChecklist, fc.array(place, { minLength: 1, maxLength: 3 }), async (own, places) => {
        const rows: unknown[] = own.items.map(({ id, text: wording }) => ({ id, text: wording }));
        for (const at of places) rows.splice(at, 0, 'Added.');
        const file = JSON.stringify({ checklistVersion: 2, items: rows });
        const { items } = await readChecklist(file, 'a.yaml');
        expect(new Set(items.map(({ id }) => id)).size).toBe(rows.length);
        expect(items).toMatchObject(rows.map((row) => (row === 'Added.' ? { text: row } : row)) as object[]);
      }),
    );
    const dropped = curate(await readChecklist('- One.\n- Two.\n- Three.', 'a.yaml'), { drop: ['i1'] });
    const written = await renderChecklist(dropped, 'yaml', LAYOUT);
    const { items } = await readChecklist(written.replace('leftOut:', '  - Four.\nleftOut:'), 'a.yaml');
    expect(items.map(({ id }) => id)).toEqual(['i2', 'i3', 'i4']);
  });

  it('takes items as every list has them: a question alone, and what a check decides beside it', async () => {
    const rows = [
      '  - question: Is it warm?',
      '  - text: It is short.',
      '    check: words <= 50',
      '    decides: part',
    ].join('\n');
    const own = await readChecklist(`checklistVersion: 2\nitems:\n${rows}`, 'a.yaml');
    expect(own).toEqual(await readChecklist(`items:\n${rows}`, 'a.yaml'));
    const lost = readChecklist(`checklistVersion: 2\nitems:\n${rows.replace('check: words <= 50', '')}`, 'a.yaml');
    await expect(lost).rejects.toThrow('items.1.decides');
  });

  it('leaves out what is at its default, and writes checks and levels as people do', async () => {
    const lines = [
      'checklistVersion: 2',
      'items:',
      '  - Is it warm?',
      '  - text: It is short.',
      '    weight: 50',
      '    check: words <= 50',
      '  - id: i7',
      '    text: How well does it greet?',
      '    levels:',
      '      - Not at all',
      '      - By name',
      '',
    ];
    const own = await readChecklist(lines.join('\n'), 'a.yaml');
    expect(own.items.map(({ id }) => id)).toEqual(['i1', 'i2', 'i7']);
    expect(await renderChecklist(own, 'yaml', LAYOUT)).toBe(lines.join('\n'));
  });
});

describe('checks', () => {
  const rule = parseCheck('words <= 50');

  it('may be written into a checklist of our own form', async () => {
    const text = asJson(checklist([item(1), item(2)])).replace(
      '"evidence": []',
      '"evidence": [], "check": "words <= 50"',
    );
    const { items } = await readChecklist(text, 'a.json');
    expect(items.map(({ check }) => check)).toEqual([{ rule, decides: 'all' }, undefined]);
  });

  it('are written into Markdown as they are read from it, whatever marks stand in them', async () => {
    const own = ['words <= 50', 'phrase "a; `b`" = 0', 'wrapped in code fence'].map((written, index) =>
      item(index + 1, {
        origin: 'user',
        check: { rule: parseCheck(written), decides: index === 1 ? 'part' : 'all' },
      }),
    );
    const markdown = await renderChecklist(checklist(own), 'markdown', LAYOUT);
    const { items } = await readChecklist(markdown, 'a.md');
    expect(items.map(({ check }) => check)).toEqual(own.map(({ check }) => check));
  });

  it.each([
    ['It is short. `check: words <= 50`.', {}],
    ['It is short. `Check: words <= 50` ', {}],
    ['It is short. `check: words <= 50` `essential`', { importance: 'essential' }],
    ['It is short. `weight 5; tone` `check: words <= 50`', { weight: 5, categories: ['tone'] }],
    ['It is short. `check: words <= 50; weight 5` \n- Another.', { weight: 5 }],
    ['It is short. `check: words <= 50`\n\n  - nested', {}],
    ['It is short.\n\n  `check: words <= 50`', {}],
    ['### It is short.\n  `check: words <= 50` `weight 5`', { weight: 5 }],
  ])('are read wherever they stand at the end, beside other notes: %s', async (line, more) => {
    const { items } = await readChecklist(`- ${line}`, 'a.md');
    expect(items[0]).toMatchObject({ text: 'It is short.', check: { rule, decides: 'all' }, ...more });
  });

  it.each([
    ['Its `check: words <= 50` holds.', 'the check is not read.'],
    ['`check: words <= 50`', 'a.md, line 1: the item is a check alone.'],
    ['***\n\n  `check: words <= 50`.', 'a.md, line 1: the item is a check alone.'],
    ['**It is short. `check: words <= 50`**', 'the check is not read.'],
    ['It is short. `check: words <= 50`\n\n  And kind.', 'the check is not read.'],
    ['It is short (check: words <= 50).', 'a.md, line 1: “It is short (check: words <= 50).”: the check is not read.'],
    ['It is not long. check: not(phrase "x")', 'a.md, line 1: “It is not long. check: not(phrase "x")”: the check'],
    ['It is short. `check: words <= 50` `check: words >= 10`', 'a.md, line 1: check is given twice.'],
    ['It is short. `check: words <= 50; check: words >= 10`', 'check is given twice.'],
    ['It is short. `weight 5; weight 6`', 'a.md, line 1, note: weight is given twice.'],
    ['It is short. `tone; pinned; length`', 'categories is given twice.'],
    ['It is kind. `check: not contains "thrilled"`', 'that words are nowhere is phrase "thrilled" = 0'],
    ['It is short. `check words >= 1`', 'a.md, line 1: “check words >= 1” is nearly a note'],
    ['It is short. `weight: 50 points`', '“weight: 50 points” is nearly a note'],
    ['It is short. `Check: words >= 1; weight: 50 points`', 'is nearly a note'],
    ['It is short. `applies when it has "x"`.', 'is nearly a note'],
  ])('are never lost without a word: %s', async (line, message) => {
    await expect(readChecklist(`- ${line}`, 'a.md')).rejects.toThrow(message);
  });

  it('of YAML, unquoted with a colon in their words, are told to stand in quotes', async () => {
    const broken = readChecklist("- text: It dates.\n  check: pattern 'Next: x'\n", 'a.yaml');
    await expect(broken).rejects.toThrow('a.yaml, line 2, column 10: A value that holds “: ” must stand in quotes');
  });

  it('are read in one pass, whatever quotes are left open', () => {
    expect(readItemNote(`"${String.raw`\"`.repeat(300_000)}`)).toBeNull();
  });

  it('say a condition with any marks in it', async () => {
    const appliesWhen = 'it says "a; b", “c”, \'d\' or C:\\';
    const markdown = await renderChecklist(checklistOfItems([{ text: 'So.', appliesWhen }]), 'markdown', LAYOUT);
    expect((await readChecklist(markdown, 'a.md')).items).toMatchObject([{ text: 'So.', appliesWhen }]);
  });

  it.each([
    'It uses the word `important`.',
    'The label says `essential`, `pinned`.',
    'It ends with `;`',
    'It says `weight`',
    'Use `check out`',
  ])('leave words in code as they are: %s', async (line) => {
    const { items } = await readChecklist(`- ${line}`, 'a.md');
    expect(items).toMatchObject([{ text: line.replaceAll('`', '') }]);
  });

  it('stand at the end of items of several paragraphs, whose words stay apart', async () => {
    const { items } = await readChecklist('- **Clear**\n\n  Is it **short**? `check: words <= 50`\n\n- Next.', 'a.md');
    expect(items.map(({ text }) => text)).toEqual(['Clear Is it short?', 'Next.']);
    expect(items[0]?.check).toEqual({ rule, decides: 'all' });
  });

  it.each([
    '### Clear\n  Is it short?',
    'Clear\n  > Is it short?',
    'Clear\n  ***\n  Is it short?',
    'Clear\n  ```\n  Is it short?\n  ```',
    '> ### Clear\n  > Is it short?',
  ])('leave blocks of an item apart: %j', async (blocks) => {
    const { items } = await readChecklist(`- ${blocks}\n- Next.`, 'a.md');
    expect(items.map(({ text }) => text)).toEqual(['Clear Is it short?', 'Next.']);
  });

  it('may be added with an item', async () => {
    const added = curate(checklist([item(1)]), { add: ['It is short. `check: words <= 50`', 'Does it name `x`?'] });
    expect(added.items.slice(1)).toMatchObject([
      { text: 'It is short.', check: { rule, decides: 'all' } },
      { text: 'Does it name `x`?' },
    ]);
    expect(curate(checklist([item(1)]), { add: ['It has a fact check: dates'] }).items).toHaveLength(2);
    expect(curate(checklist([item(1)]), { add: ['It is kind. `important`'] }).items[1]?.text).toBe(
      'It is kind. `important`',
    );
    for (const lost of [
      'Its `check: words <= 50` holds.',
      'Short (check: words <= 50)',
      'It is short. `check: words <= 50` `check: words >= 10`',
    ])
      expect(() => curate(checklist([item(1)]), { add: [lost] })).toThrow('the check is not read');
    for (const weight of [-500, 500]) {
      const added = `It is kind. \`weight ${weight}; check: words <= 50\``;
      expect(() => curate(checklist([item(1)]), { add: [added] })).toThrow(`the weight is ${weight}`);
    }
    const five = checklist([1, 2, 3, 4, 5].map((number) => item(number)));
    const merged = curate(five, { merge: { ids: ['i1', 'i2'], text: 'Both.' } });
    expect(curate(curate(merged, { drop: ['i5'] }), { add: ['More.'] }).items.at(-1)?.id).toBe('i6');
  });

  it('are not lost where they are nearly written with an added item', () => {
    for (const code of ['check words <= 50', 'weight: 50 points; check: words <= 50'])
      expect(() => curate(checklist([item(1)]), { add: [`It is short. \`${code}\`.`] })).toThrow('is nearly a note');
  });

  it('are no part of code that is a part of the wording', async () => {
    const { items } = await readChecklist('- Does it say `check it; twice`', 'a.md');
    expect(items).toMatchObject([{ text: 'Does it say check it; twice' }]);
    expect(items[0]?.check).toBeUndefined();
  });
});

it('a set that was changed since it was made grounds nothing, and the list says so', async () => {
  const evidenceOf = async (text: string) => {
    const { items, leftOut } = await readChecklist(text, 'set.json');
    return { pieces: items.flatMap(({ evidence }) => evidence).length, reasons: leftOut.map(({ reason }) => reason) };
  };
  const json = JSON.stringify(set);
  expect((await evidenceOf(json)).pieces).toBeGreaterThan(0);
  const [quote = ''] = set.content.criteria.flatMap(({ evidence }) => evidence.map((each) => each.quote));
  expect(await evidenceOf(json.replaceAll(JSON.stringify(quote), '"Forged."'))).toEqual({
    pieces: 0,
    reasons: [
      expect.stringContaining('the contrary of c2'),
      'set.json was changed since it was made: what it quotes is no proof any more.',
    ],
  });
});

it('reads as Markdown what has the name of a field among other words', async () => {
  const { items } = await readChecklist('Look at these\nitems:\n\n- text: size\n- Is it?\n', 'a.txt', undefined);
  expect(items.map(({ text }) => text)).toEqual(['text: size', 'Is it?']);
});

describe('what cannot be read', () => {
  const version = asJson(checklist([item(1), item(2)]));

  it.each([
    ['an empty file', 'a.md', ' \n', /a\.md is empty/u],
    ['prose', 'a.md', 'Just prose.\n', /a\.md has no list items/u],
    [
      'broken JSON',
      'a.json',
      '{\n  "items": [\n    "Is it?"\n',
      /a\.json, line 4, column 1: (?:Expected|Unexpected end)/u,
    ],
    [
      'JSON without its last bracket',
      'a.json',
      '{"items":[{"text":"a"},{"text":"b"]}',
      /column 35: Expected ',' or '\}'/u,
    ],
    ['JSON with a comma too many', 'a.json', '["Is it?",,]', /line 1, column \d+: Unexpected token ','\.$/u],
    [
      'YAML as text',
      'a.txt',
      'items:\n  - text: It is short.\n    check: words <= 50\n',
      /a\.txt .*is a list in YAML/u,
    ],
    [
      'YAML of plain and other items as text',
      'a.md',
      'items:\n  - text: It is short.\n  - Is it?\n',
      /is a list in YAML/u,
    ],
    ['a YAML list as text', 'a.txt', '- text: It is short.\n  check: words <= 50\n', /a\.txt .*is a list in YAML/u],
    ['broken YAML', 'a.yaml', 'items:\n  - "Is it?\n  - b\n', /a\.yaml, line \d+, column \d+: /u],
    [
      'a wrong field',
      'a.json',
      '{\n "items": [\n  "Is it?",\n  {"text": "Is it?",\n   "weight": 120}\n ]\n}',
      /line 5, items\.1\.weight: must be at most 100/u,
    ],
    ['a wrong item of an array', 'a.json', '["Is it?",\n\n 7]', /line 3, items\.1: /u],
    ['an unknown field', 'a.yaml', 'items:\n  - txt: Is it?\n', /line 2, items\.0: .*txt/u],
    ['a misspelt field', 'a.yaml', '- text: Is it?\n  chek: words = 5\n', /“chek” \(nearest: “check”\)/u],
    ['an item without words', 'a.yaml', 'items:\n  - weight: 3\n', /items\.0: An item needs a text/u],
    ['no items', 'a.json', '{"items": []}', /items: must not be empty/u],
    ['an unknown category', 'a.yaml', '- text: Is it?\n  categories: [size]\n', /line 2, items\.0\.categories\.0/u],
    ['a decision without a check', 'a.yaml', '- text: Is it?\n  decides: part\n', /items\.0\.decides: .*no “check”/u],
    [
      'a wrong check',
      'a.yaml',
      '- Is it?\n- text: Is it?\n  check: wrods = 5\n',
      /line 3, items\.1\.check: “wrods = 5” is no check/u,
    ],
    ['a number', 'a.json', '7', /the whole: /u],
    ['a newer version', 'a.json', '{"checklistVersion": 99}', /newer groundrule/u],
    ['one id twice', 'a.json', version.replace('"i2"', '"i1"'), /two items with the id i1/u],
    ['an id of another form', 'a.json', version.replace('"i2"', '"x"'), /items\.1\.id/u],
    ['an endless unfolding', 'a.yaml', bomb(), /a\.yaml cannot be read: Excessive alias count/u],
    ['lists 2,500 deep', 'a.md', lists(2_500), /a\.md cannot be read as a Markdown list/u],
    ['links that never close', 'a.md', `- ${'[x]('.repeat(2_000)}`, /as a Markdown list: it took longer than 5000 ms/u],
    ['a weight below its bound', 'a.md', '- a\n- b `weight -500`\n', /a\.md, line 2: the weight is -500/u],
    ['a weight above its bound', 'a.md', '- a\n- b `weight 500`\n', /a\.md, line 2: the weight is 500/u],
    ['an item of any length', 'a.md', `- a\n- ${'b'.repeat(5_001)}\n`, /line 2: the item has 5001 characters/u],
  ])('%s: says where and why', async (_what, name, text, says) => {
    const reading = readChecklist(text, name);
    await expect(reading).rejects.toBeInstanceOf(InputError);
    await expect(reading).rejects.toThrow(says);
  });
});

function lists(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item`).join('\n');
}

function bomb(): string {
  const rows = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level <= 8; level += 1)
    rows.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
  return rows.join('\n');
}
