/** For the tests of a file: a folder with files, a scripted model on loopback, and the command line that asks it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { answering } from './guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from './model-server/server.ts';
import { plausibleModel } from './plausible-model.ts';
import { cli } from './shell.ts';

/** @param files their texts by name */
export function scriptedFolder(files: Readonly<Record<string, string>>, model = plausibleModel) {
  let folder = '';
  let server: ModelServer;
  let before = 0;
  const at = (name: string) => join(folder, name);
  const modelFlags = () => ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
  const env = () => ({ HOME: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundrule-scripted-'));
    server = await startModelServer({ handler: answering(model) });
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    }
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    before = server.requests.length;
  });

  return {
    at,
    env,
    modelFlags,
    server: () => server,
    /** The agents that were asked since the test began. */
    asked: () => server.requests.slice(before).map(({ schemaName }) => schemaName),
    /** By the model, and with a store of its own unless the arguments name one. */
    run: async (...args: readonly string[]) => {
      const store = args.includes('--store') ? [] : ['--store', 'memory'];
      const result = await cli([...args, ...store, ...modelFlags()], { env: env() });
      return { ...result, json: (): unknown => JSON.parse(result.stdout) };
    },
  };
}

/** JSON Lines. */
export function jsonLines(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
