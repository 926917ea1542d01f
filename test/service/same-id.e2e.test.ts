/** The same task by command line and by HTTP is the same set, with one store between them. */
import { expect, it, onTestFinished } from 'vitest';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { ended, runBuiltCli, startBuiltCli } from '../support/built-cli.ts';
import { askAt } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INSTRUCTION = 'Write a wedding toast';

it(
  'gives one id at both doors, ends when it is told to, and keeps its keys to itself',
  { timeout: 120_000 },
  async () => {
    const home = await temporaryFolder();
    const child = startBuiltCli(['serve', '--port', '0'], { home });
    onTestFinished(() => void child.kill('SIGKILL'));
    const end = ended(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    await expect.poll(() => /http:\/\/[\d.:]+/u.exec(said)?.[0], { timeout: 60_000 }).toBeDefined();
    const url = /http:\/\/[\d.:]+/u.exec(said)?.[0] ?? '';
    const made = await askAt(url, '/v1/sets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instruction: INSTRUCTION }),
    });
    const byCli = await runBuiltCli(['discover', INSTRUCTION, '--format', 'json'], { home });
    expect((made.json as CriteriaSet).id).toBe((JSON.parse(byCli.stdout) as CriteriaSet).id);

    const added = await runBuiltCli(['keys', 'add', 'ci', '--scopes', 'read'], { home });
    const key = added.stdout.trim();
    expect(key).toMatch(/^grk_[0-9a-f]{16}_[\w-]{43}$/u);
    const listed = await runBuiltCli(['keys', 'list', '--format', 'json'], { home });
    expect(listed.stdout).toContain('"name": "ci"');
    expect(listed.stdout).not.toContain(key.slice(-43));
    expect(listed.stdout).not.toContain('hash');
    const asKey = (path: string) => askAt(url, path, { headers: { authorization: `Bearer ${key}` } });
    expect([(await asKey('/v1/sets')).status, (await asKey('/metrics')).status]).toEqual([200, 403]);
    const id = /grk_([0-9a-f]+)_/u.exec(key)?.[1] ?? '';
    expect((await runBuiltCli(['keys', 'revoke', id], { home })).code).toBe(0);
    expect((await asKey('/v1/sets')).status).toBe(401);

    child.kill('SIGTERM');
    expect((await end).code).toBe(0);
    const refused = await runBuiltCli(['serve', '--host', '0.0.0.0', '--port', '0', '--store', 'other.sqlite'], {
      home,
    });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('there is no API key')]);
  },
);
