/** The scripted model server, started as its users start it, answers every command that judges, and says whose answers they are. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../support/shell.ts';

const MAIN = new URL('../support/model-server/main.ts', import.meta.url).pathname;
const AUTHORED = 'Scripted answer, no model’s';

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-scripted-'));
  await Promise.all([
    writeFile(at('a.md'), 'Dear Ms Lind, I know SQL.\n'),
    writeFile(at('b.md'), 'It has quality 1.\n'),
    writeFile(at('list.md'), '- Does it name SQL?\n- Is the tone warm?\n'),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startServer(options: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...options], { stdio: 'pipe' });
  const notice = once(child.stderr, 'data');
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const [said] = (await notice) as [Buffer];
  return { child, baseUrl: printed.toString().trim(), notice: said.toString() };
}

describe.each([{ options: [] }, { options: ['--gullible'] }, { options: ['--truth', 'qualities=3'] }])(
  'the scripted model server with %j',
  { timeout: 60_000 },
  ({ options }) => {
    let server: Awaited<ReturnType<typeof startServer>>;
    beforeAll(async () => {
      server = await startServer(options);
    });
    afterAll(() => server.child.kill());

    it('says at its start that it is no model', () => {
      expect(server.notice).toContain('no model’s answer');
    });

    it.each([
      ['judge', ['judge', 'a.md', '--checklist', 'list.md']],
      ['judge --votes', ['judge', 'a.md', '--checklist', 'list.md', '--votes', '3']],
      ['compare', ['compare', 'a.md', 'b.md', '--checklist', 'list.md']],
      ['compare by preference', ['compare', 'a.md', 'b.md', '--by', 'preference']],
      ['compare by score', ['compare', 'a.md', 'b.md', '--by', 'score']],
      ['compare by bare scores', ['compare', 'a.md', 'b.md', '--by', 'score', '--no-analysis']],
      ['refine', ['refine', 'a.md', '--checklist', 'list.md']],
      ['self-critique', ['refine', 'a.md', '--checklist', 'list.md', '--self-critique']],
      ['best-of', ['best-of', '--n', '3', '--instruction', 'Write a haiku about rain']],
      ['actionability', ['actionability', 'a.md', '--checklist', 'list.md']],
    ])('answers %s', async (what, words) => {
      const args = words.map((word) => (word.endsWith('.md') ? at(word) : word));
      const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--store', 'memory'];
      const { code, stdout, stderr } = await cli([...args, ...model, '--format', 'json'], {
        env: { HOME: folder },
      });
      expect(code, stderr).toBe(0);
      expect(stderr).not.toMatch(/unscored|failed/u);
      if (!what.includes('bare')) expect(stdout).toContain(AUTHORED);
    });

    it('discovers, and the record says whose answers it holds, at once and from what is kept', async () => {
      const words = ['discover', 'Write a haiku about rain', '--mode', 'instruction', '--store', at('store.sqlite')];
      const model = ['--model', 'scripted', '--base-url', server.baseUrl];
      for (let times = 0; times < 2; times += 1) {
        const { code, stderr } = await cli([...words, ...model], { env: { HOME: folder } });
        expect([code, stderr]).toEqual([0, expect.stringContaining('warning: The answers of this model server were')]);
      }
    });

    it('writes a checklist', async () => {
      const words = ['checklist', 'generate', 'Write a haiku about rain', '--format', 'json'];
      const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--store', 'memory'];
      const { code, stdout, stderr } = await cli([...words, ...model], { env: { HOME: folder } });
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('haiku');
    });
  },
);
