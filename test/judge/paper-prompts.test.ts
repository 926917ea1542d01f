/** A paper's prompts in a folder of one's own: the example of docs/protocols.md runs, and what does not fit is told. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../src/llm/prompt.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { scriptedApp } from '../support/scripted-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BUNDLED = join(import.meta.dirname, '../../prompts');
const DOCS = await readFile(join(import.meta.dirname, '../../docs/protocols.md'), 'utf8');
const [, EXAMPLE = ''] = /```markdown\n(---\nid: compare-responses\n.*?)```/su.exec(DOCS) ?? [];
const A = 'A toast to Ada, who built the first engine and kept it running for forty years.';
const B = 'Cheers.';

async function folderWith(path: string, text: string): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  return folder;
}

/** @param path in the folder of prompts */
async function appWith(path: string, text: string, answer?: unknown) {
  return scriptedApp(
    (messages, agent) => answer ?? plausibleModel(messages, agent),
    {},
    {
      prompts: await folderWith(path, text),
    },
  );
}

describe('the example of the documentation', () => {
  it('asks for its protocol alone, and shows what it shows and no more', async () => {
    const { app, server } = await appWith('compare-responses/vanilla.md', EXAMPLE, { choice: 'A' });
    const compare = (by: 'vanilla' | 'cot') =>
      app.compare(A, B, { instruction: 'Write a toast.', by, bothOrders: false });
    const { result, comparers } = await compare('vanilla');
    expect(result).toMatchObject({ status: 'scored', winner: 'a' });
    const [request] = server.requests.filter(({ messages }) => messages.length > 1);
    expect(request?.messages[0]?.content).toMatch(/^The paper's first lines/u);
    expect(request?.messages[1]?.content).toContain('The first output:\n<<<response A');
    expect(request?.messages[1]?.content).not.toMatch(/Manner|No reference|first time/u);
    const ours = await loadPrompts(BUNDLED);
    expect(comparers['compare-responses']?.promptHash).not.toBe(ours.get('compare-responses')?.hash);
  });

  it.each([
    ['Decision: [[Output (a)]]', 'a'],
    ['[[B]]', 'b'],
    ['Both are short. Response 2 is better.', 'b'],
    ['2', null],
  ])('reads prose: %s', async (raw, winner) => {
    const { app } = await appWith('compare-responses/vanilla.md', EXAMPLE, raw);
    const { result } = await app.compare(A, B, { instruction: 'Write a toast.', by: 'vanilla', bothOrders: false });
    expect(result.status === 'scored' ? result.winner : null).toBe(winner);
  });

  it('is refused where a run has what it leaves out', async () => {
    const { app } = await appWith('compare-responses/vanilla.md', EXAMPLE);
    const given = { instruction: 'Write a toast.', by: 'vanilla' } as const;
    await expect(app.compare(A, B, { ...given, reference: 'To Ada.' })).rejects.toThrow(
      'The prompt compare-responses/vanilla does not show {{reference}}, and this run has it to show.',
    );
    await expect(app.compare(A, B, { ...given, reconsider: true })).rejects.toThrow('{{earlier}}');
  });
});

describe('a folder of prompts', () => {
  it.each([
    ['a file of no protocol', 'compare-responses/vanila.md', EXAMPLE, /vanila\.md is of no protocol.*/u],
    ['a variable too few', 'compare-responses/metrics.md', EXAMPLE, /metrics\.md does not show \{\{questions\}\}/u],
    [
      'an unknown variable',
      'compare-responses/cot.md',
      EXAMPLE.replace('second\n', 'second, message\n').replace('{{task}}', '{{task}} {{message}}'),
      /cot\.md has the unknown variable \{\{message\}\}; there are manner, choices, task/u,
    ],
    [
      'a prompt of another agent',
      'score-response/score.md',
      EXAMPLE,
      /score\.md must have the id score-response; it has compare-responses/u,
    ],
  ])('with %s is refused', async (_what, path, text, says) => {
    await expect(loadPrompts(BUNDLED, await folderWith(path, text))).rejects.toThrow(says);
  });
});

describe('the prompts of the papers’ protocols', () => {
  it.each([
    ['preference', 'Two that differ in content are never near-identical'],
    ['checklist-preference', 'compare the two by what you answered'],
    ['vanilla', 'that the response does what the instruction asks, exactly'],
  ] as const)('%s: %s', async (by, says) => {
    const { app, server } = await scriptedApp(plausibleModel);
    const checklist = by === 'checklist-preference' ? { checklist: ['Is it a toast?'] } : {};
    await app.compare(A, B, { instruction: 'Write a toast.', by, ...checklist });
    const systems = server.requests.filter(({ messages }) => messages.length > 1).map(({ messages }) => messages[0]);
    for (const system of systems) expect(system?.content).toContain(says);
    const rules = systems.filter((system) => system?.content.includes('What counts, in this order'));
    expect(rules).toHaveLength(by === 'vanilla' ? systems.length : 0);
  });
});
