/** The API over real HTTP: what it answers, to whom, and that it is the same as by library. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { LOCAL_CALLER } from '../../src/service/callers.ts';
import { job } from '../support/job.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { startService } from '../support/service.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import type { Problem } from '../../src/domain/job.ts';
import type { Judgement } from '../../src/domain/judgement.ts';
import type { Scoring } from '../../src/judge/scoring.ts';
import type { JobView } from '../../src/service/schemas.ts';

const TASK = { instruction: 'Write a wedding toast', queries: 1, keep: 2 };

it('discovers the same set as the library, and says what it rests on', async () => {
  const service = await startService();
  const made = await service.post('/v1/sets', TASK);
  expect(made.status).toBe(200);
  const set: CriteriaSet = made.json;
  const { instruction, ...settings } = TASK;
  const byLibrary = await service.client.discover(instruction, settings);
  expect(set.id).toBe(byLibrary.id);
  expect(set.content).toEqual(byLibrary.content);

  const read = await service.ask(`/v1/sets/${set.id}`);
  expect((read.json as CriteriaSet).content).toEqual(set.content);
  const again = await service.ask(`/v1/sets/${set.id}`, {
    headers: { 'if-none-match': String(read.headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, '']);

  const sources: { sources: { source: { id: string }; criteria: string[] }[] } = (
    await service.ask(`/v1/sets/${set.id}/sources`)
  ).json;
  expect(sources.sources.map(({ source }) => source.id)).toEqual(set.content.sources.map(({ id }) => id));
  expect(sources.sources.flatMap(({ criteria }) => criteria).sort()).toContain(set.content.criteria[0]?.id);
  const audit: { verification: { status: string } } = (await service.ask(`/v1/sets/${set.id}/audit`)).json;
  expect(audit.verification.status).toBe('passed');
  expect((await service.ask('/v1/sets/cs_000000000000000000000000')).status).toBe(404);
});

it('takes the beginning of an id, and “last”', async () => {
  const service = await startService();
  const set: CriteriaSet = (await service.post('/v1/sets', TASK)).json;
  for (const reference of [set.id.slice(0, 9), 'last'])
    for (const view of ['', '/sources', '/audit'])
      expect((await service.ask(`/v1/sets/${reference}${view}`)).json).toMatchObject({ id: set.id });
  expect((await service.ask('/v1/sets/newest')).status).toBe(404);
  expect((await service.post('/v1/live-audits', { set: 'last' })).status).toBe(200);

  const newer: CriteriaSet = (await service.post('/v1/sets', { ...TASK, instruction: 'Write a cover letter' })).json;
  expect((await service.ask('/v1/sets/last')).json).toMatchObject({ id: newer.id });
  // As the pages do, or another process on the store.
  await service.client.sets.remove(newer.id);
  expect((await service.ask('/v1/sets/last')).json).toMatchObject({ id: set.id });
  expect((await service.ask(`/v1/sets/${newer.id}`)).status).toBe(404);
});

it('searches the stored sets page by page', async () => {
  const service = await startService();
  for (const kind of ['a wedding toast', 'a cover letter', 'a toast for a retirement'])
    await service.post('/v1/sets', { ...TASK, instruction: `Write ${kind}` });
  interface Page {
    items: { instruction: string }[];
    next: string | null;
  }
  const toasts: Page = (await service.ask('/v1/sets?query=TOAST')).json;
  expect(toasts.items.map(({ instruction }) => instruction)).toEqual([
    'Write a toast for a retirement',
    'Write a wedding toast',
  ]);
  const first: Page = (await service.ask('/v1/sets?limit=2')).json;
  const second: Page = (await service.ask(`/v1/sets?limit=2&cursor=${String(first.next)}`)).json;
  expect([first.items.length, second.items.map(({ instruction }) => instruction), second.next]).toEqual([
    ...[2, ['Write a wedding toast'], null],
  ]);
  expect((await service.ask('/v1/sets?cursor=x')).status).toBe(400);
});

it('judges by questions, and by a stored set', async () => {
  const service = await startService();
  const set: CriteriaSet = (await service.post('/v1/sets', TASK)).json;
  const judged = await service.post('/v1/judgements', {
    response: 'One two three.',
    checklist: [{ text: 'Has it at most 5 words?', check: 'words <= 5' }],
  });
  expect(judged.status).toBe(200);
  expect((judged.json as Judgement).verdicts[0]?.verdict).toMatchObject({
    status: 'scored',
    answer: 'yes',
    by: 'code',
  });
  const bySet = await service.post('/v1/judgements', {
    response: 'To Ada and Ben!',
    checklist: { set: set.id, top: 3 },
  });
  expect((bySet.json as Judgement).checklist.items[0]?.from).toMatchObject({ set: set.id });
  const unknown = await service.post('/v1/judgements', {
    response: 'x',
    checklist: { set: 'cs_000000000000000000000000' },
  });
  expect([unknown.status, (unknown.json as Problem).detail]).toEqual([
    ...[422, 'There is no set cs_000000000000000000000000.'],
  ]);
  // No model: it is said, and nothing is made up.
  const compared = await service.post('/v1/comparisons', { a: 'x', b: 'y', by: 'preference', instruction: 'Write' });
  expect(compared.status).toBe(422);
});

it('reads the cited pages again', async () => {
  const service = await startService();
  const set: CriteriaSet = (await service.post('/v1/sets', TASK)).json;
  const audited = await service.post('/v1/live-audits', { set: set.id });
  expect(audited.status).toBe(200);
  const live: { status: string; counts: Record<string, number> } = audited.json;
  expect(live.status).toBe('passed');
  expect(live.counts['unchanged']).toBeGreaterThan(0);
  expect((await service.post('/v1/live-audits', { set: 'cs_000000000000000000000000' })).status).toBe(422);
});

it('scores and compares by the choices of protocols, and says which one a protocol does not know', async () => {
  const model = await plausibleServer();
  const service = await startService({ flags: { model: 'scripted', baseUrl: model.baseUrl } });
  const asked = { instruction: 'Write a toast.', response: 'To Ada!' };
  const scored = await service.post('/v1/scorings', { ...asked, by: 'score', reference: 'To Ada and Ben!' });
  expect([scored.status, (scored.json as Scoring).aids?.reference]).toEqual([200, 'To Ada and Ben!']);
  const pair = { instruction: 'Write a toast.', a: 'To Ada!', b: 'Cheers.' };
  const compared = await service.post('/v1/comparisons', { ...pair, by: 'preference', bothOrders: false });
  expect(compared.status).toBe(200);
  const refused = await service.post('/v1/comparisons', { ...pair, by: 'pass-rate', reconsider: true });
  expect(refused.status).toBe(422);
  expect((refused.json as Problem).detail).toContain('“reconsider” has no effect with the protocol pass-rate');
});

it('answers a job at once where that is preferred, and what came of it later', async () => {
  const service = await startService();
  const accepted = await service.post('/v1/sets', TASK, { prefer: 'respond-async' });
  const job: JobView = accepted.json;
  expect([accepted.status, accepted.headers.location]).toEqual([202, `/v1/jobs/${job.id}`]);
  await expect
    .poll(async () => ((await service.ask(job.links.self)).json as JobView).status, { timeout: 20_000 })
    .toBe('done');
  const result: CriteriaSet = (await service.ask(job.links.result)).json;
  expect(result.content.criteria.length).toBeGreaterThan(3);
  const listed: { items: JobView[] } = (await service.ask('/v1/jobs?status=done')).json;
  expect(listed.items.map(({ id, resultId }) => [id, resultId])).toEqual([[job.id, result.id]]);
  expect((await service.ask(job.links.self, { method: 'DELETE' })).status).toBe(409);
});

it('streams the steps as events, to the result', async () => {
  const service = await startService();
  const streamed = await service.post('/v1/sets', TASK, { accept: 'text/event-stream' });
  expect(streamed.headers['content-type']).toMatch(/^text\/event-stream/u);
  const events = streamed.text.split('\n\n').map((event) => /^event: (.*)$/mu.exec(event)?.[1]);
  expect(events[0]).toBe('job');
  expect(events).toEqual(expect.arrayContaining(['step-start', 'step-end']));
  expect(events.filter((name) => name !== undefined).at(-1)).toBe('done');

  // Once it has ended, all of it can be read again, or what came after an event.
  const [, self = ''] = /"self":"([^"]+)"/u.exec(streamed.text) ?? [];
  const replayed = async (after: string) =>
    [
      ...(await service.ask(`${self}/events`, { headers: { 'last-event-id': after } })).text.matchAll(/^id: (\d+)$/gmu),
    ].map(([, id]) => Number(id));
  const all = await replayed('0');
  expect(all.length).toBeGreaterThan(10);
  expect(await replayed(String(all[4]))).toEqual(all.slice(5));

  // A result that was removed is none: it is told as the address of the result tells it.
  await service.client.sets.remove((await service.client.sets.list(1))[0]?.id ?? '');
  const { text } = await service.ask(`${self}/events`);
  const gone = (await service.ask(`${self}/result`)).text;
  expect(text.trim().split('\n\n').at(-1)).toBe(`event: failed\ndata: ${gone}`);
});

it('does the same request once by its idempotency key, and refuses another under it', async () => {
  const service = await startService();
  const headers = { 'idempotency-key': 'toast-1', prefer: 'respond-async' };
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => ((await service.post('/v1/sets', TASK, headers)).json as JobView).id),
  );
  expect(new Set(ids).size).toBe(1);
  const other = await service.post('/v1/sets', { ...TASK, instruction: 'Write a eulogy' }, headers);
  expect(other.status).toBe(409);
  expect((await service.post('/v1/sets', TASK, { 'idempotency-key': 'two words' })).status).toBe(400);
});

it('cancels what waits and what runs', async () => {
  const service = await startService({ concurrency: 1 });
  const jobs = await Promise.all(
    [1, 2, 3].map(
      async (n): Promise<JobView> =>
        (await service.post('/v1/sets', { instruction: `Write toast ${n}` }, { prefer: 'respond-async' })).json,
    ),
  );
  for (const { links } of jobs) expect((await service.ask(links.self, { method: 'DELETE' })).status).toBe(200);
  for (const { links } of jobs) {
    expect(((await service.ask(links.self)).json as JobView).status).toBe('cancelled');
    expect((await service.ask(links.result)).status).toBe(409);
  }
  // The place is free again.
  expect((await service.post('/v1/sets', TASK)).status).toBe(200);
});

it('does batches line by line, and names the field of a line that cannot be used', async () => {
  const service = await startService();
  const send = (lines: readonly string[], headers = {}) =>
    service.ask('/v1/batches?of=judgement', {
      ...{ method: 'POST', body: lines.join('\n'), headers: { 'content-type': 'application/jsonl', ...headers } },
    });
  const line = (words: number) =>
    JSON.stringify({
      response: 'word '.repeat(words),
      checklist: [{ text: 'Has it at most 5 words?', check: 'words <= 5' }],
    });
  const wrong = await send([line(1), '{"response":"x","checklist":[]}']);
  expect([wrong.status, (wrong.json as Problem).errors?.[0]?.pointer]).toEqual([422, '/1/checklist']);
  const sent = await send([line(3), line(9)], { 'idempotency-key': 'b' });
  expect(sent.status).toBe(202);
  const { id, links }: { id: string; links: { self: string; results: string } } = sent.json;
  await expect
    .poll(async () => ((await service.ask(links.self)).json as { counts: { done: number } }).counts.done, {
      timeout: 30_000,
    })
    .toBe(2);
  const results = (await service.ask(links.results)).text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as { line: number; result: Judgement });
  expect(results.map((each) => [each.line, each.result.passRate.rate])).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(((await send([line(3), line(9)], { 'idempotency-key': 'b' })).json as { id: string }).id).toBe(id);
  const other: { id: string } = (await send([line(4)])).json;
  const first: { items: { id: string; lines: number }[]; next: string } = (await service.ask('/v1/batches?limit=1'))
    .json;
  const rest: typeof first = (await service.ask(`/v1/batches?limit=1&cursor=${first.next}`)).json;
  expect([...first.items, ...rest.items].map((each) => each.id)).toEqual([id, other.id].sort());
  expect(rest.next).toBe(null);
  expect((await send(Array.from({ length: 1_001 }, () => line(1)))).status).toBe(413);
});

it('answers the first name of sets, too', async () => {
  const service = await startService();
  const made = await service.post('/v1/criteria', TASK);
  const { id }: CriteriaSet = made.json;
  const moved = await service.ask(`/v1/criteria/${id}/audit?x=1`);
  expect([made.status, moved.status, moved.headers.location]).toEqual([200, 308, `/v1/sets/${id}/audit?x=1`]);
  expect((await service.ask('/v1/criteria')).headers.location).toBe('/v1/sets');
  expect((await service.ask('/v1/criteria', { method: 'PUT' })).headers.allow).toBe('POST, GET');
});

it('lists, reads and removes the records of judging, each caller’s own', async () => {
  const service = await startService({ requiresKeys: true, firstKey: true });
  const [ada, ben] = [await service.addKey({ scopes: ['judge'] }), await service.addKey({ scopes: ['judge'] })];
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const ids = [];
  for (const words of [1, 2, 3]) {
    const asked = { response: 'Yes. '.repeat(words), checklist: [{ text: 'It is short', check: 'words <= 5' }] };
    ids.push(((await service.post('/v1/judgements', asked, as(ada.key))).json as { id: string }).id);
  }
  const list = async (key: string, query = '') =>
    (await service.ask(`/v1/judgements${query}`, { headers: as(key) })).json as {
      items: { id: string }[];
      next: string | null;
    };
  const first = await list(ada.key, '?limit=2');
  const second = await list(ada.key, `?limit=2&cursor=${first.next ?? ''}`);
  expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect([second.next, (await list(ben.key)).items]).toEqual([null, []]);
  const path = `/v1/judgements/${ids[0] ?? ''}`;
  const read = await service.ask(path, { headers: as(ada.key) });
  expect((read.json as Judgement).passRate.yes).toBe(1);
  for (const known of [String(read.headers.etag), '*'])
    expect((await service.ask(path, { headers: { ...as(ada.key), 'if-none-match': known } })).status).toBe(304);
  const remove = (key: string) => service.ask(path, { method: 'DELETE', headers: as(key) });
  expect([(await remove(ben.key)).status, (await remove(ada.key)).status, (await remove(ada.key)).status]).toEqual([
    404, 204, 404,
  ]);
  expect((await service.ask('/v1/judgements/none', { headers: as(ada.key) })).status).toBe(404);
  expect((await service.ask('/problems/not-found')).status).toBe(200);
});

it('describes itself: every route, as OpenAPI 3.1, and as a page without scripts', async () => {
  const service = await startService();
  const document: { openapi: string; paths: Record<string, object>; components: { schemas: object } } = (
    await service.ask('/openapi.json')
  ).json;
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/sets', '/v1/sets/{id}/audit', '/v1/judgements', '/v1/batches', '/v1/jobs/{id}']),
  );
  // Every reference leads somewhere.
  for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/gu))
    expect(document.components.schemas).toHaveProperty(name);
  expect(document.components.schemas).toHaveProperty('Check.oneOf');
  const page = await service.ask('/docs');
  expect(page.text).toContain('/v1/sets/{id}/sources');
  expect(page.text).not.toMatch(/<script|style=|\son\w+=/u);
  expect(Buffer.byteLength(page.text)).toBeLessThan(100_000);
  const schemas = new Set([...page.text.matchAll(/href="(\/docs\/schemas\/\w+)"/gu)].map(([, path = '']) => path));
  expect(schemas.size).toBeGreaterThan(20);
  for (const path of schemas) expect([path, (await service.ask(path)).status]).toEqual([path, 200]);
  expect((await service.ask('/docs/schemas/toString')).status).toBe(404);
});

it('counts requests, jobs and steps for Prometheus', async () => {
  const service = await startService();
  await service.post('/v1/sets', TASK);
  const { text } = await service.ask('/metrics');
  expect(text).toMatch(/groundrule_http_request_seconds_count\{method="POST",route="\/v1\/sets",status="200"\} 1/u);
  expect(text).toMatch(/groundrule_job_seconds_count\{kind="criteria",status="done"\} 1/u);
  expect(text).toMatch(/groundrule_step_seconds_count\{step="[\w-]+"\} 1/u);
});

it('cancels, and gives the results of, all lines of a batch, of which a command queues more than a request', async () => {
  const service = await startService({ limits: { batchLines: 2 } });
  const { store } = service.client;
  const id = `batch_${randomUUID()}`;
  const path = `/v1/batches/${id}`;
  const batch = (line: number) => ({ owner: LOCAL_CALLER.id, setup: 'of a command', batch: { id, line } });
  await store.jobs.add(Array.from({ length: 7 }, (_, line) => job(`job_${line}`, batch(line))));
  // One that was queued again for this batch stands elsewhere than its line.
  await store.jobs.add([job('job_x', { ...batch(9), status: 'failed' }), job('job_y', batch(8))]);
  const ended = { status: 'done', endedAt: '2026-01-01T00:00:00Z', result: { of: 'value', value: 1 } } as const;
  await store.jobs.replace(job('job_0', { ...batch(7), ...ended }), ['queued']);
  const linesOfResults = async () =>
    (await service.ask(`${path}/results`)).text
      .trim()
      .split('\n')
      .map((each) => (JSON.parse(each) as { line: number }).line);
  expect(await linesOfResults()).toEqual([7, 9]);
  const cancelled = await service.ask(path, { method: 'DELETE' });
  expect(cancelled.json).toMatchObject({ lines: 9, counts: { queued: 0, cancelled: 7, done: 1, failed: 1 } });
  expect(await linesOfResults()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const unknown = `/v1/batches/batch_${randomUUID()}`;
  const statuses = [service.ask(`${unknown}/results`), service.ask(unknown, { method: 'DELETE' })];
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404]);
});
