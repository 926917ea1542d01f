/** Makes the clients of the service from its own OpenAPI document: `dist/clients`. Needs what `tsc` built. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { createGroundrule } from '../dist/src/index.js';
import { runHere } from '../dist/src/service/run-here.js';
import { serve } from '../dist/src/service/serve.js';
import { pythonClient } from './python-client.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist', 'clients');
const client = await createGroundrule({ store: 'memory' });
const service = await serve({ client, runner: runHere(client), port: 0, log: (line) => process.stderr.write(line) });
const description = await (await globalThis.fetch(`${service.url}/openapi.json`)).json();
await service.close();
await client.close();

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTypescript(withOneProblem(description))));
for (const name of ['client.js', 'client.d.ts']) await copyFile(join(root, 'clients', name), join(folder, name));
await writeFile(join(folder, 'groundrule_client.py'), pythonClient(description));

/** Every refusal is a problem of the same shape: named once for each operation, and not for each status. */
function withOneProblem({ paths, ...rest }) {
  const slim = globalThis.structuredClone(paths);
  for (const operations of Object.values(slim))
    for (const operation of Object.values(operations)) {
      const statuses = Object.entries(operation.responses ?? {});
      const problem = statuses.find(([status]) => Number(status) >= 400)?.[1];
      if (problem === undefined) continue;
      const fine = statuses.filter(([status]) => Number(status) < 400);
      operation.responses = { ...Object.fromEntries(fine), default: { ...problem, description: 'A problem' } };
    }
  return { ...rest, paths: slim };
}
