/** Runs the commands of README.md that need no key, and writes their outputs into it: `npm run docs:readme`. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** What stands for the id of the set that was made last. */
const ANY_SET = 'cs_1a2b3c';
/** A model, a text of the user's, or a terminal to end it from. */
const NEEDS_MORE = /--(?:model|search) |letter\.md| (?:view|serve)$/u;

export interface DocumentedRun {
  readonly command: string;
  readonly code: number | null;
  readonly stderr: string;
}

/**
 * Runs the `npx groundrule` lines of code blocks one after the other, in an empty home folder that holds the examples.
 * @returns the documents with what each line after `$ ` prints now
 */
export async function runDocuments(documents: readonly string[]) {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-readme-'));
  const runs: DocumentedRun[] = [];
  const run = (args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: join(home, 'data'), COLUMNS: '142' };
    return spawnSync(process.execPath, [join(ROOT, 'dist/bin/main.js'), ...args], { cwd: home, env, encoding: 'utf8' });
  };
  const lastSet = () => /cs_\w+/u.exec(run(['list', '--limit', '1', '--format', 'json']).stdout)?.[0] ?? ANY_SET;
  const blockNow = (block: string) =>
    block.replace(/^(\$ )?(npx groundrule .+)\n((?:(?!\$ |npx |```).*\n)*)/gmu, (whole, shown, command: string) => {
      if (NEEDS_MORE.test(command)) return whole;
      const set = command.includes(ANY_SET) ? lastSet() : ANY_SET;
      const words = command.replace(ANY_SET, set).match(/"[^"]*"|\S+/gu) ?? [];
      const { status, stdout, stderr } = run(words.slice(2).map((word) => word.replaceAll('"', '')));
      runs.push({ command, code: status, stderr });
      return shown === undefined ? whole : `$ ${command}\n${stdout.trimEnd().replaceAll(set, ANY_SET)}\n`;
    });
  try {
    await cp(join(ROOT, 'examples'), join(home, 'examples'), { recursive: true });
    const texts = documents.map((text) => text.replace(/^```\n[^]*?^```$/gmu, blockNow));
    return { texts, runs };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('readme-outputs.ts') === true) {
  const path = join(ROOT, 'README.md');
  const { texts } = await runDocuments([await readFile(path, 'utf8')]);
  await writeFile(path, texts.join(''));
}
