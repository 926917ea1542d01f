/** The clients that are made of the service's description do a whole job: create, follow, result, list, delete. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const CLIENTS = join(import.meta.dirname, '..', '..', 'dist', 'clients');
const TASK = 'Write a press release announcing the merger of two local food banks';

const TYPESCRIPT = `
import { createServiceClient } from ${JSON.stringify(join(CLIENTS, 'client.js'))};
const [url, key] = process.argv.slice(2);
const client = createServiceClient({ url, key });
const { data: job } = await client.POST('/v1/sets', {
  body: { instruction: ${JSON.stringify(TASK)} },
  headers: { prefer: 'respond-async' },
});
const names = [];
for await (const { event } of client.events(job.id)) names.push(event);
const { data: set } = await client.GET('/v1/jobs/{id}/result', { params: { path: { id: job.id } } });
const params = { path: { id: set.id } };
const listed = (await client.GET('/v1/sets', { params: { query: { query: 'food banks' } } })).data.items.map(({ id }) => id);
const removed = (await client.DELETE('/v1/sets/{id}', { params })).response.status;
const { error } = await client.GET('/v1/sets/{id}', { params });
console.log(JSON.stringify({ first: names[0], last: names.at(-1), id: set.id, listed, removed, missing: error.status }));
`;

const PYTHON = `
import json, sys
sys.path.insert(0, ${JSON.stringify(CLIENTS)})
from groundrule_client import Client, ServiceError
client = Client(sys.argv[1], key=sys.argv[2])
job = client.create_set({"instruction": ${JSON.stringify(TASK)}}, prefer="respond-async")
names = [name for name, data in client.events(job["id"])]
found = client.get_job_result(job["id"])
listed = [each["id"] for each in client.list_sets(query="food banks")["items"]]
removed = client.delete_set(found["id"])
try:
    client.get_set(found["id"])
except ServiceError as error:
    missing = error.status
print(json.dumps({"first": names[0], "last": names[-1], "id": found["id"], "listed": listed, "removed": 204 if removed is None else removed, "missing": missing}))
`;

it.each([
  ['TypeScript', process.execPath, 'use.mjs', TYPESCRIPT],
  ['Python', 'python3', 'use.py', PYTHON],
])('%s', async (_language, program, file, code) => {
  const service = await startService({ requiresKeys: true, firstKey: true });
  const { key } = await service.addKey();
  const path = join(await temporaryFolder(), file);
  await writeFile(path, code);
  const { stdout, stderr } = await run(program, [path, service.url, key]);
  expect(stderr).toBe('');
  const seen = JSON.parse(stdout) as Record<string, unknown>;
  expect(seen).toMatchObject({ first: 'job', last: 'done', removed: 204, missing: 404 });
  expect(seen['listed']).toEqual([seen['id']]);
  expect(seen['id']).toMatch(/^cs_[0-9a-f]{24}$/u);
});

const FOLLOWED: readonly (readonly [string, string, string, string])[] = [
  [
    'TypeScript',
    process.execPath,
    'follow.mjs',
    `
import { createServiceClient } from ${JSON.stringify(join(CLIENTS, 'client.js'))};
const seen = [];
for await (const { event } of createServiceClient({ url: process.argv[2] }).events('job_1')) seen.push(event);
console.log(JSON.stringify(seen));
`,
  ],
  [
    'Python',
    'python3',
    'follow.py',
    `
import json, sys
sys.path.insert(0, ${JSON.stringify(CLIENTS)})
from groundrule_client import Client
print(json.dumps([name for name, data in Client(sys.argv[1]).events("job_1")]))
`,
  ],
];

it.each(FOLLOWED)('%s follows a job over a stream that ends, and a service that starts again', async (...language) => {
  const [, program, file, code] = language;
  const asked: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    asked.push(headers['last-event-id'] as string | undefined);
    if (asked.length === 2) return response.writeHead(503).end('Starting.');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end(`id: ${asked.length}\nevent: ${asked.length === 1 ? 'cost' : 'done'}\ndata: {}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const path = join(await temporaryFolder(), file);
  await writeFile(path, code);
  const { port } = server.address() as AddressInfo;
  const { stdout } = await run(program, [path, `http://127.0.0.1:${port}`]);
  expect(JSON.parse(stdout)).toEqual(['cost', 'done']);
  expect(asked).toEqual([undefined, '1', '1']);
});
