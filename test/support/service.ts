/** The service on loopback, as tests ask it over real HTTP. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { openGroundrule, type Groundrule } from '../../src/groundrule.ts';
import { openQueue } from '../../src/jobs/queue/open-queue.ts';
import { makeKey, type NewKey } from '../../src/service/callers.ts';
import { runHere } from '../../src/service/run-here.ts';
import { isPostgresAddress } from '../../src/store/open-store.ts';
import { serve, type RunningService, type ServeOptions } from '../../src/service/serve.ts';

export interface TestService extends RunningService {
  readonly client: Groundrule;
  readonly logged: readonly string[];
  readonly ask: (path: string, options?: AskOptions) => Promise<Answer>;
  /** Sends JSON. */
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly addKey: (overrides?: Partial<NewKey>) => Promise<{ readonly key: string; readonly id: string }>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of JSON. */
  readonly json: never;
}

export interface StartOptions extends Partial<Omit<ServeOptions, 'client' | 'log'>> {
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Where keys are asked for, one has to be there when the service starts. */
  readonly firstKey?: boolean;
}

export async function startService({ flags = {}, firstKey, ...options }: StartOptions = {}): Promise<TestService> {
  const config = await loadConfig({ flags: { store: 'memory', ...flags }, env: {}, configFile: null });
  const client = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  const logged: string[] = [];
  const addKey = async (overrides: Partial<NewKey> = {}) => {
    const asked = { name: 'test', scopes: ['admin'] as NewKey['scopes'], requestsPerMinute: 100_000, maxUsd: null };
    const { key, record } = makeKey({ ...asked, expiresAt: null, ...overrides }, systemClock);
    await client.store.apiKeys.put(record);
    return { key, id: record.id };
  };
  if (firstKey === true) await addKey({ name: 'first' });
  const { store: address } = config.settings;
  const queue =
    address !== null && isPostgresAddress(address)
      ? await openQueue({
          ...{ store: client.store, clock: systemClock, log: (line) => logged.push(line) },
          setup: { ...(await client.discoverySetup()), judging: {}, version: 'test' },
        })
      : undefined;
  const service = await serve({
    ...{ client, queue, runner: runHere(client), port: 0, log: (line) => logged.push(line) },
    ...options,
  });
  onTestFinished(async () => {
    await service.close();
    await client.close();
  });
  const ask = (path: string, asked: AskOptions = {}) => askAt(service.url, path, asked);
  return {
    ...service,
    ...{ client, logged, ask, addKey },
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Not by `fetch`, which refuses headers and paths that others would send. */
export function askAt(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: AskOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = (response.headers['content-type'] ?? '').endsWith('json');
        const json = (isJson && text !== '' ? JSON.parse(text) : null) as never;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
