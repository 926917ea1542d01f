/** A suite's file: what it means, and where it says what cannot be used. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { readSuite } from '../../src/suite/read-suite.ts';

const SUITE = `
min: 0.8
top: 5
checklist: list.md
tasks:
  - id: toast
    instruction: Write a toast
    min: 0.7
  - id: note
    instruction: Write a note
    context: For the neighbours
    checklist:
      - Is it kind?
      - text: It is short.
        check: words <= 5
    top: 1
sources:
  - id: drafts
    files: drafts/{task}.md
  - id: script
    command: [node, write.mjs]
    min: 0.5
  - id: writer
    model: gpt-4.1-mini
    samples: 3
`;

const edited = (from: string, to: string) => readSuite(SUITE.replace(from, to), 'a.suite.yaml');
const refusal = async (from: string, to: string): Promise<string> => {
  const error: unknown = await edited(from, to).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error(`It was not refused: ${String(error)}`);
  return error.message;
};

describe('a suite', () => {
  it('gives every task its checklist, and every response the nearest minimum', async () => {
    const { tasks, sources, minimumOf } = await readSuite(SUITE, 'a.suite.yaml');
    expect(
      tasks.map(({ checklist, top }) => [typeof checklist === 'string' ? checklist : checklist.length, top]),
    ).toEqual([
      ['list.md', 5],
      [2, 1],
    ]);
    expect(tasks[1]?.task).toEqual({ instruction: 'Write a note', context: 'For the neighbours' });
    expect(sources).toEqual([
      { id: 'drafts', kind: 'files', files: 'drafts/{task}.md' },
      { id: 'script', kind: 'command', command: ['node', 'write.mjs'], env: [], timeoutMs: 60_000 },
      { id: 'writer', kind: 'model', model: 'gpt-4.1-mini', prompt: undefined, samples: 3 },
    ]);
    const minimums = ['toast', 'note'].map((task) => sources.map(({ id }) => minimumOf(task, id)));
    expect(minimums).toEqual([
      [0.7, 0.5, 0.7],
      [0.8, 0.5, 0.8],
    ]);
  });

  it.each([
    ['a minimum out of bounds', ['min: 0.7', 'min: 70'], 'line 8, tasks.0.min: should be at most 1 (it is 70)'],
    ['an unknown field', ['min: 0.7', 'mim: 0.7'], 'line 8, tasks.0: unknown field: “mim” (nearest: “min”)'],
    ['a missing instruction', ['    instruction: Write a toast\n', ''], 'tasks.0.instruction: should be a text'],
    ['an id twice', ['id: note', 'id: toast'], 'line 9, tasks.1.id: stands above already (it is "toast")'],
    ['an id that is no name', ['id: note', 'id: a note'], 'tasks.1.id: should be made of'],
    ['a check that cannot be read', ['words <= 5', 'words <='], 'line 15, tasks.1.checklist.1.check: '],
    ['a checklist of another kind', ['list.md', '7'], 'checklist: should be a file, the id of a set'],
    ['no checklist anywhere', ['checklist: list.md\n', ''], 'tasks.0: has no checklist, nor has the suite'],
    ['a command as one text', ['[node, write.mjs]', 'node write.mjs'], 'sources.1.command: should be a list'],
    [
      'two kinds of source',
      ['    samples: 3', '    files: x'],
      'sources.2: should have one of files, command and model',
    ],
    ['a field of another kind of source', ['min: 0.5', 'samples: 3'], 'sources.1.samples: needs “model” (it is 3)'],
    ['one file for several tasks', ['{task}', 'all'], 'sources.0.files: should hold {task}'],
    ['no list of sources', ['sources:', 'sources: none\nothers:'], 'sources: should be a list (it is "none")'],
    ['broken YAML', ['tasks:', 'tasks: ]'], 'a.suite.yaml, line 5, column 8: '],
  ] as const)('refuses %s, and says where', async (_what, [from, to], message) => {
    const said = await refusal(from, to);
    expect(said).toContain('a.suite.yaml');
    expect(said).toContain(message);
  });
});
