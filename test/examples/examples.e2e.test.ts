/** The examples run as they stand. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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
