/** A process that is killed while its batch is under way, with PostgreSQL as the store: the next one takes the replies. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ended, runBuiltCli, startBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { GOOD_BATCHES } from '../support/model-server/batches.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { hasPostgres } from '../support/postgres.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RESPONSES = Array.from({ length: 6 }, (_, index) => ({
  id: `t${index}`,
  instruction: 'Write a note about the party',
  criteria: ['Does the response name an hour?', 'Does it mention fireworks?'],
  response: `Dear neighbours, the party begins at ${index + 1}. Ada`,
}));

describe.skipIf(!hasPostgres)('with PostgreSQL', () => {
  it('nothing is sent again after a kill', { timeout: 120_000 }, async () => {
    const home = await temporaryFolder();
    const { makeDatabase } = await sharedPostgres();
    const batches = { ...GOOD_BATCHES, looks: 1e9 };
    const server = await startModelServer({ handler: answering(plausibleModel), batches });
    onTestFinished(() => server.close());
    await writeFile(join(home, 'data.jsonl'), RESPONSES.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const args = ['judge', '--data', 'data.jsonl', '--rows', 'rows.jsonl', '--batch-api', 'always'].concat(
      ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'],
      ...['--store', await makeDatabase()],
    );

    const child = startBuiltCli(args, { home });
    child.stdin.end();
    const result = ended(child);
    await expect.poll(() => server.batchSizes().length, { timeout: 60_000 }).toBe(1);
    const [calls] = server.batchSizes();
    expect(calls).toBeGreaterThanOrEqual(RESPONSES.length);
    child.kill('SIGKILL');
    expect(await result).toMatchObject({ signal: 'SIGKILL' });

    server.endBatches();
    const { code, stderr } = await runBuiltCli(args, { home });
    expect(code, stderr).toBe(0);
    expect(server.batchSizes()).toEqual([calls]);
    expect(server.requests).toHaveLength(calls ?? 0);
  });
});
