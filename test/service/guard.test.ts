/** Attacks on the service: none gets in, and none gets more than a problem to read. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/api-key.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import type { Problem } from '../../src/domain/job.ts';
import type { JobView } from '../../src/service/schemas.ts';
import { serve } from '../../src/service/serve.ts';
import { runHere } from '../../src/service/run-here.ts';
import { startService, type AskOptions } from '../support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const TASK = { instruction: 'Write a wedding toast', queries: 1, keep: 1 };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('where it listens', () => {
  it('refuses any address but loopback without a key, and any name but its own', async () => {
    const { client } = await startService();
    const beyond = (options: object) =>
      serve({ client, runner: runHere(client), port: 0, log: () => undefined, ...options });
    for (const options of [{ host: '0.0.0.0' }, { host: '::' }, { publicHosts: ['criteria.example.org'] }])
      await expect(beyond(options)).rejects.toThrow(/there is no API key/u);
  });
});

describe('keys', () => {
  it('lets nobody in without a key that is right, valid and not revoked', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const { key } = await service.addKey({ scopes: ['read'] });
    const expired = await service.addKey({ expiresAt: '2020-01-01T00:00:00.000Z' });
    const revoked = await service.addKey();
    const record = await service.client.store.apiKeys.get(revoked.id);
    if (record !== null) await service.client.store.apiKeys.put({ ...record, revokedAt: '2020-01-01T00:00:00.000Z' });
    const wrong = [
      ...[`${key}x`, key.slice(0, -1), key.toUpperCase(), key.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'))],
      ...[expired.key, revoked.key, 'grk_0000000000000000_' + 'A'.repeat(43), "' or 1=1 --", '*', '%00', 'null'],
    ];
    for (const each of wrong) {
      const { status, text } = await service.ask('/v1/sets', { headers: bearer(each) });
      expect([each, status]).toEqual([each, 401]);
      expect(text).not.toContain(each);
    }
    const others: AskOptions['headers'][] = [
      {},
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${key} ${key}` },
      { cookie: `key=${key}` },
      { 'x-api-key': key },
      { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' },
    ];
    for (const headers of others) expect((await service.ask('/v1/sets', { headers: headers ?? {} })).status).toBe(401);
    for (const path of ['/v1/jobs', '/metrics', '/v1/batches/x', `/v1/sets?key=${key}`, '/V1/criteria', '//v1/sets'])
      expect([401, 404, 422]).toContain((await service.ask(path)).status);
    expect((await service.ask('/v1/sets', { headers: bearer(key) })).status).toBe(200);
    expect(JSON.stringify(service.logged)).not.toContain(key);
  });

  it('slows down whoever tries keys', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1)
      statuses.push((await service.ask('/v1/jobs', { headers: bearer(`grk_${count}`) })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8);
  });

  it('lets each key do what its scopes say, as often as it may', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const may = async (scopes: Scope[]) => {
      const headers = { ...bearer((await service.addKey({ scopes })).key), prefer: 'respond-async' };
      return {
        read: (await service.ask('/v1/sets', { headers })).status,
        discover: (await service.post('/v1/sets', TASK, headers)).status,
        judge: (await service.post('/v1/judgements', { response: 'x', checklist: ['Is it x?'] }, headers)).status,
        admin: (await service.ask('/metrics', { headers })).status,
      };
    };
    expect(await may(['read'])).toEqual({ read: 200, discover: 403, judge: 403, admin: 403 });
    expect(await may(['discover'])).toEqual({ read: 403, discover: 202, judge: 403, admin: 403 });
    expect(await may(['judge'])).toEqual({ read: 403, discover: 403, judge: 202, admin: 403 });
    expect(await may(['admin'])).toEqual({ read: 200, discover: 202, judge: 202, admin: 200 });

    const { key } = await service.addKey({ requestsPerMinute: 2 });
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await service.ask('/v1/jobs', { headers: bearer(key) }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    for (const [at, { headers }] of answers.entries()) {
      expect(headers['ratelimit-policy']).toBe('"key";q=2;w=60');
      expect(headers['ratelimit']).toMatch(new RegExp(`^"key";r=${Math.max(0, 1 - at)};t=(?:29|30|5\\d|60)$`, 'u'));
    }
    expect((await service.ask('/healthz')).headers['ratelimit']).toBeUndefined();
  });

  it('queues nothing of a batch that the rate of its key does not allow', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const { key } = await service.addKey({ requestsPerMinute: 10 });
    const body = `${JSON.stringify(TASK)}\n`.repeat(1_000);
    const headers = { ...bearer(key), 'content-type': 'application/x-ndjson' };
    expect((await service.ask('/v1/batches?of=criteria', { method: 'POST', headers, body })).status).toBe(429);
    const list: { items: JobView[] } = (await service.ask('/v1/jobs', { headers: bearer(key) })).json;
    expect(list.items).toEqual([]);
  });

  it('counts a batch of nothing as a request', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const { key } = await service.addKey({ requestsPerMinute: 2 });
    const headers = { ...bearer(key), 'content-type': 'application/x-ndjson' };
    const statuses: number[] = [];
    while (statuses.length < 3)
      statuses.push((await service.ask('/v1/batches?of=criteria', { method: 'POST', headers, body: '\n' })).status);
    expect(statuses).toEqual([422, 422, 429]);
  });

  it('tells nobody of the jobs of others', async () => {
    const service = await startService({ requiresKeys: true, firstKey: true });
    const [ada, ben] = [await service.addKey(), await service.addKey()];
    const headers = { prefer: 'respond-async', 'idempotency-key': 'same' };
    const ofAda: JobView = (await service.post('/v1/sets', TASK, { ...headers, ...bearer(ada.key) })).json;
    for (const path of [ofAda.links.self, ofAda.links.result, ofAda.links.events])
      expect((await service.ask(path, { headers: bearer(ben.key) })).status).toBe(404);
    const cancelled = await service.ask(ofAda.links.self, { method: 'DELETE', headers: bearer(ben.key) });
    expect(cancelled.status).toBe(404);
    const list: { items: JobView[] } = (await service.ask('/v1/jobs', { headers: bearer(ben.key) })).json;
    expect(list.items).toEqual([]);
    // The same idempotency key of somebody else is another one.
    const ofBen: JobView = (await service.post('/v1/sets', TASK, { ...headers, ...bearer(ben.key) })).json;
    expect(ofBen.id).not.toBe(ofAda.id);
  });
});

describe('browsers elsewhere', () => {
  it('answers to no other name, and to pages of no other origin', async () => {
    const service = await startService();
    const { port } = new URL(service.url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '0.0.0.0',
    ])
      expect([host, (await service.ask('/v1/sets', { headers: { host } })).status]).toEqual([host, 421]);
    for (const head of ['HTTP/1.1\r\nHost:', 'HTTP/1.0'])
      expect(await raw(service.url, `GET /v1/jobs ${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4(?:00|21)|^$/u);
    for (const origin of [
      'http://evil.example',
      'null',
      `http://evil.example:${port}`,
      'http://localhost:1',
      'file://',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'])
        expect([origin, (await service.ask('/v1/sets', { method, headers: { origin } })).status]).toEqual([
          origin,
          403,
        ]);
    const crossSite = { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' };
    expect((await service.post('/v1/sets', TASK, crossSite)).status).toBe(403);
    expect((await service.ask('/v1/sets', { headers: { origin: service.url } })).status).toBe(200);
    const { headers } = await service.ask('/v1/sets');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('answers pages of origins that are named, and no others', async () => {
    const service = await startService({ corsOrigins: ['https://ours.example'] });
    const named = await service.ask('/v1/sets', { headers: { origin: 'https://ours.example' } });
    expect([named.status, named.headers['access-control-allow-origin']]).toEqual([200, 'https://ours.example']);
    expect((await service.ask('/v1/sets', { headers: { origin: 'https://ours.example.evil' } })).status).toBe(403);
  });
});

describe('what is asked', () => {
  it('takes no server, path, proxy or search from a request', async () => {
    const service = await startService();
    const names = [
      ...['model', 'baseUrl', 'library', 'search', 'searxngUrl', 'proxy', 'urls', 'allowHosts', 'store', 'prompts'],
      ...[
        'prices',
        'apiKey',
        'searchKeys',
        'modelByRole',
        'webSearchTool',
        'providerText',
        'signal',
        'onEvent',
        'runId',
      ],
      ...['__proto__', 'constructor', 'maxDocumentBytes', 'modelFormat', 'callFlag', 'configFile'],
    ];
    for (const name of names) {
      const body = `{"instruction":"Write a toast","${name}":"http://169.254.169.254/"}`;
      const { status } = await service.ask('/v1/sets', { method: 'POST', headers: JSON_TYPE, body });
      expect([name, status]).toEqual([name, 422]);
    }
    for (const allowDomains of [['file:///etc/passwd'], ['http://127.0.0.1/'], ['../..']]) {
      const answer = await service.post('/v1/sets', { ...TASK, allowDomains });
      expect([200, 422]).toContain(answer.status);
      expect(answer.text).not.toMatch(/root:|passwd:/u);
    }
  });

  it('reads bodies within limits, and only JSON in UTF-8', async () => {
    const service = await startService({ limits: { bodyBytes: 100_000 } });
    const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
      service.ask('/v1/sets', { method: 'POST', headers, body });
    const valid = JSON.stringify(TASK);
    const cases: [string | Uint8Array, Readonly<Record<string, string>> | undefined, number][] = [
      ['{', undefined, 400],
      ['', undefined, 400],
      [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), undefined, 400],
      ['{"instruction":"\\ud800"}', undefined, 400],
      ['['.repeat(60_000), undefined, 400],
      [`{"instruction":"x","a":${'{"not":'.repeat(70)}1${'}'.repeat(70)}}`, undefined, 400],
      ['x'.repeat(100_001), undefined, 413],
      ['x'.repeat(10_000_000), undefined, 413],
      [valid, { 'content-type': 'text/plain' }, 415],
      [valid, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [valid, {}, 415],
      [gzipSync(valid), { ...JSON_TYPE, 'content-encoding': 'gzip' }, 415],
      ['null', undefined, 422],
      ['[]', undefined, 422],
      ['{"instruction":""}', undefined, 422],
      [`{"instruction":"${'x'.repeat(20_001)}"}`, undefined, 422],
      ['{"instruction":"x","queries":1e9}', undefined, 422],
      ['{"instruction":"x","queries":"1"}', undefined, 422],
    ];
    for (const [body, headers, expected] of cases) {
      // Who is refused while still sending may find the connection closed.
      const { status } = await post(body, headers).catch(() => ({ status: 413 }));
      expect([String(body).slice(0, 60), status]).toEqual([String(body).slice(0, 60), expected]);
    }
    const chunked = await service.ask('/v1/sets', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
      body: 'x'.repeat(200_000),
    });
    expect(chunked.status).toBe(413);
    const named = await service.post('/v1/judgements', { response: 'x', checklist: ['a'], votes: 0, seed: 5 });
    expect((named.json as Problem).errors?.map(({ pointer }) => pointer).sort()).toEqual(['/seed', '/votes']);
    // The others notice nothing.
    expect((await service.ask('/healthz')).status).toBe(200);
  });

  it('is led astray by no path, method or header', async () => {
    const service = await startService();
    const paths: [string, number][] = [
      ['/../../etc/passwd', 404],
      ['/%2e%2e/%2e%2e/etc/passwd', 404],
      ['/docs/../v1/../../etc/passwd', 404],
      ['/v1/sets/..%2f..%2fetc%2fpasswd', 404],
      ["/v1/sets/cs_'%20or%201=1--", 404],
      ['/v1/sets/cs_%00', 404],
      ['/v1/sets/%', 404],
      ['/v1/sets?limit=-1', 422],
      ['/v1/sets?limit=1e9', 422],
      ["/v1/sets?query='%3Bdrop%20table%20sets--", 200],
      ['/v1/sets?query=%00%ff', 200],
      [`/v1/sets?query=${'x'.repeat(201)}`, 422],
      ['/v1/jobs/job_00000000-0000-0000-0000-000000000000', 404],
      ['/v1/jobs?cursor=job_00000000-0000-0000-0000-000000000000', 200],
      ['/__proto__', 404],
    ];
    for (const [path, expected] of paths) expect([path, (await service.ask(path)).status]).toEqual([path, expected]);
    expect((await service.ask('/v1/sets', { method: 'PUT' })).status).toBe(405);
    const parts = ['/openapi.json', '/openapiXjson', '/v1/setsX'];
    const posted = await Promise.all(parts.map((path) => service.ask(path, { method: 'POST' })));
    expect(posted.map(({ status }) => status)).toEqual([405, 404, 404]);
    const overridden = await service.ask('/v1/jobs', { headers: { 'x-http-method-override': 'DELETE' } });
    expect(overridden.status).toBe(200);
    expect((await service.ask('/v1/sets', { headers: { 'x-forwarded-host': 'evil.example' } })).text).not.toContain(
      'evil',
    );
    const injected = await raw(service.url, 'GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n');
    expect(injected).toMatch(/^HTTP\/1\.1 (?:400|421)/u);
    const smuggled =
      'POST /v1/sets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await raw(service.url, `${smuggled}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/u);
    expect(
      await raw(service.url, `GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431|^$/u);
  });

  it('answers what was asked as data alone, and never as a page', async () => {
    const service = await startService();
    const script = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const made = await service.post('/v1/sets', {
      ...TASK,
      instruction: `Write a wedding toast for my sister and her husband to be. ${script}`,
    });
    expect(made.status).toBe(200);
    expect((made.json as CriteriaSet).content.task.instruction).toContain(script);
    const answers = [
      made,
      await service.post('/v1/sets', { instruction: script, [script]: script }),
      await service.ask(`/${encodeURIComponent(script)}`),
      await service.ask(`/v1/sets?query=${encodeURIComponent(script)}`),
    ];
    for (const { headers } of answers) {
      expect(headers['content-type']).toMatch(/json$/u);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

function raw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
  });
}
