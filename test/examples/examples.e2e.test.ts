/** The examples run as they stand. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runBuiltCli } from '../support/built-cli.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

it('discover.mjs prints criteria with their proof and a record that holds', { timeout: 30_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'groundrule-example-'));
  try {
    const { stdout } = await run(process.execPath, ['examples/discover.mjs'], {
      cwd: root,
      env: { ...process.env, XDG_DATA_HOME: data },
    });
    expect(stdout.match(/^The response should /gm)).toHaveLength(5);
    expect(stdout).toMatch(/^ {2}“.+” \(.+\)$/m);
    expect(stdout).toMatch(/(\d+) of \1 quotes compared: passed\n$/);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

it('the suite runs without a key and without a network, and finds what is below its minimum', async () => {
  const { code, stdout } = await runBuiltCli(
    ['test', join(root, 'examples/suite/groundrule.suite.yaml'), '--store', 'memory'],
    { home: root },
  );
  expect(code).toBe(8);
  const table = /^Task [^]*?^all .*$/mu.exec(stdout)?.[0] ?? '';
  expect(table.split('\n')).toHaveLength(5);
  expect(await readFile(join(root, 'docs/suites.md'), 'utf8')).toContain(table);
  expect(stdout).toContain('toast/variants: variants/toast-long.md: 66.7 %');
});

it('the suite with a program runs once it is trusted', async () => {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-example-'));
  const suite = join(root, 'examples/suite/program.suite.yaml');
  try {
    const refused = await runBuiltCli(['test', suite, '--store', 'memory'], { home });
    expect(refused.code).toBe(2);
    expect(refused.stderr.replaceAll(/\s+/gu, ' ')).toContain(`npx groundrule trust ${suite}`);
    expect((await runBuiltCli(['trust', suite], { home })).stdout).toContain('runs node template.mjs');
    const { code, stdout } = await runBuiltCli(['test', suite, '--store', 'memory'], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^apology +100 % ≥ 60 %$/mu);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
