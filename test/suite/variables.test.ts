/** Prompts × variables: a case for each row, and every table that gives none. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';

async function loaded(suite: string, files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  for (const [name, text] of Object.entries({ ...files, 'a.yaml': suite })) await writeFile(join(folder, name), text);
  const reader = {
    stdin: process.stdin,
    signal: new AbortController().signal,
    env: {},
    findChecklist: () => Promise.reject(new Error('unused')),
  };
  return loadSuite(reader, join(folder, 'a.yaml'), []);
}

const SOURCES = 'sources: [{ id: drafts, files: "{task}.txt", min: 0.2 }, { id: app, command: [node] }]';
const suiteOf = (variables: string) => `
min: 0.9
tasks:
  - id: letter
    instruction: Write a {{tone}} letter about {{ topic }}.
    context: For {{reader}}.
    min: 0.5
    checklist:
      - text: It names {{topic}}.
        check: phrase "{{topic}}" >= 1
    variables: ${variables}
  - id: plain
    instruction: Write a note.
    checklist: [Is it short?]
${SOURCES}`;

const ROWS = '[{ topic: rain, tone: warm, reader: Ann }, { id: wind, topic: $& wind, tone: 7, reader: Bob }]';

it('makes a case of each row, by its id or its number, with the minimum of its task', async () => {
  const { cells, minimumOf } = await loaded(suiteOf(ROWS));
  expect(cells.map(({ name }) => name)).toEqual([
    ...['letter-1/drafts', 'letter-1/app', 'letter-wind/drafts', 'letter-wind/app', 'plain/drafts', 'plain/app'],
  ]);
  expect(cells[2]?.task.task).toEqual({ instruction: 'Write a 7 letter about $& wind.', context: 'For Bob.' });
  expect(cells[2]?.checklist).toMatchObject({
    items: [{ text: 'It names $& wind.', check: { rule: { kind: 'phrase', text: '$& wind' } } }],
  });
  expect([minimumOf('letter-wind', 'drafts'), minimumOf('letter-wind', 'app'), minimumOf('plain', 'app')]).toEqual([
    ...[0.2, 0.5, 0.9],
  ]);
});

it.each([
  ['rows.csv', 'topic,tone,reader\nrain,warm,Ann\n"wind, snow",cold,Bob\n'],
  [
    'rows.jsonl',
    '{"topic":"rain","tone":"warm","reader":"Ann"}\n{"topic":"wind, snow","tone":"cold","reader":"Bob"}\n',
  ],
])('reads them from %s', async (name, text) => {
  const { cells } = await loaded(suiteOf(name), { [name]: text });
  expect(cells[2]?.task.task.instruction).toBe('Write a cold letter about wind, snow.');
});

it('shares the table of the suite with the tasks that name some of it', async () => {
  const tasks =
    'tasks: [{ id: a, instruction: "On {{topic}}" }, { id: b, instruction: "Of {{topic}}" }, { id: c, instruction: On it }]';
  const { cells } = await loaded(
    `checklist: [Is it kind?]\nvariables: [{ topic: rain }, { topic: wind }]\n${tasks}\n${SOURCES}`,
  );
  expect([...new Set(cells.map(({ task }) => task.id))]).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'c']);
});

it.each([
  [
    'a variable that a row lacks',
    '[{ topic: rain, tone: warm }]',
    /row 1 of variables: the variable “reader” of the task “letter” is missing/u,
  ],
  ['an empty one', '[{ topic: rain, tone: "", reader: Ann }]', /“tone” .* is missing/u],
  ['one of Object', '[{ topic: rain, tone: warm, toString: x }]', /“reader”/u],
  [
    'the same id twice',
    '[{ id: 1, topic: a, tone: b, reader: c }, { id: 1, topic: a, tone: b, reader: c }]',
    /Two cases .* “letter-1”/u,
  ],
  ['an id that leaves the folder', '[{ id: ../x, topic: a, tone: b, reader: c }]', /cannot be the id/u],
  ['no rows', '[]', /variables/u],
  ['a value that is no text', '[{ topic: [a], tone: b, reader: c }]', /variables/u],
  ['a file that is not there', 'gone.csv', /gone\.csv/u],
])('refuses %s', async (_what, variables, why) => {
  await expect(loaded(suiteOf(variables))).rejects.toThrow(why);
});

it('refuses variables of a task that names none, and one file for all cases', async () => {
  const plain = 'tasks: [{ id: a, instruction: On rain, variables: [{ topic: x }], checklist: [Is it kind?] }]';
  await expect(loaded(`${plain}\n${SOURCES}`)).rejects.toThrow(/names none of its variables/u);
  const shared = 'tasks: [{ id: a, instruction: "On {{topic}}", variables: [{ topic: x }], checklist: [Is it kind?] }]';
  await expect(loaded(`${shared}\nsources: [{ id: drafts, files: a.txt }]`)).rejects.toThrow(/\{task\}/u);
});

it('refuses a case with the id of another task', async () => {
  const [kind, topic] = ['checklist: [Is it kind?]', 'instruction: "On {{topic}}", variables: [{ topic: x }]'];
  const tasks = `tasks: [{ id: a-1, instruction: On rain, ${kind} }, { id: a, ${topic}, ${kind} }]`;
  await expect(loaded(`${tasks}\n${SOURCES}`)).rejects.toThrow(/Two cases .* “a-1”/u);
});

it('makes no cases of braces that name no variable, wherever they stand', async () => {
  const tasks = `tasks:
  - { id: a, instruction: "Explain {{ of templates", context: "and }} beside it", checklist: [Is it kind?] }
  - { id: b, instruction: On rain, checklist: [{ text: No marks are left., check: "not(phrase '{{')" }] }`;
  const { cells } = await loaded(`variables: [{ topic: rain }, { topic: wind }]\n${tasks}\n${SOURCES}`);
  expect([...new Set(cells.map(({ task }) => task.id))]).toEqual(['a', 'b']);
});

it('takes the number of a row whose id is empty', async () => {
  const csv = 'id,topic,tone,reader\n,rain,warm,Ann\nw,wind,cold,Bob\n ,snow,cold,Bob\n';
  const { cells } = await loaded(suiteOf('rows.csv'), { 'rows.csv': csv });
  expect([...new Set(cells.map(({ task }) => task.id))]).toEqual(['letter-1', 'letter-w', 'letter-3', 'plain']);
});

it.each([
  ['a check’s words', '"  "', `phrase "{{topic}}"`, /row 1 of variables: Item 1 of the checklist: check/u],
  ['a pattern', 'z-a', `pattern "[{{topic}}]"`, /row 1 of variables: Item 1 of the checklist: .*regular expression/u],
])('refuses a row that makes %s unusable', async (_what, topic, check, why) => {
  const items = `checklist: [{ text: It is there., check: '${check}' }]`;
  const tasks = `tasks: [{ id: a, instruction: On it, variables: [{ topic: ${topic} }], ${items} }]`;
  await expect(loaded(`${tasks}\n${SOURCES}`)).rejects.toThrow(why);
});
