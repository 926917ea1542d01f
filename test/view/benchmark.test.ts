/** Boards of `judge --data` and `precompute`: kept by the command, watched and opened by page and by API. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { Benchmark, type BenchmarkRow } from '../../src/jobs/benchmark.ts';
import { keepBenchmark } from '../../src/jobs/rows/keep-benchmark.ts';
import { BoardFilter, rowsShown } from '../../src/view/benchmark-page.ts';
import { endedFacts } from '../../src/view/home-list.ts';
import { pageRoutes } from '../../src/view/routes.ts';
import { expectHarmless } from '../support/harmless.ts';
import { job } from '../support/job.ts';
import { HOSTILE } from '../support/page-service.ts';
import { startService } from '../support/service.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const criteria = [
  { text: 'It has at most 5 words.', check: 'words <= 5' },
  { text: 'It mentions “14 June”.', check: 'phrase "14 June"' },
];
const rowOf = (id: string, system: string, response: string, instruction = `Write note ${id}.`) => ({
  ...{ id, system, response, instruction, criteria },
  category: id === 'a' ? 'short' : HOSTILE,
});
const ROWS = [
  rowOf('a', 'alpha', 'On 14 June.'),
  rowOf('a', HOSTILE, 'Some day, I think, some day soon.'),
  rowOf('b', 'alpha', 'Some day, I think, some day soon.', HOSTILE),
  rowOf('b', HOSTILE, 'On 14 June we meet in the park.', HOSTILE),
];

async function judged(rows: readonly object[]) {
  const folder = await temporaryFolder();
  const data = join(folder, 'answers.jsonl');
  const store = join(folder, 'store.sqlite');
  await writeFile(data, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const run = () => cli(['judge', '--data', data, '--rows', join(folder, 'rows.jsonl'), '--store', store]);
  const { code, stderr } = await run();
  expect(code, stderr).toBe(0);
  return { run, folder, store };
}

const onlyBoard = async ({ client }: Awaited<ReturnType<typeof startService>>) => {
  const found = await client.records.list(10, { kind: 'benchmark' });
  expect(found).toHaveLength(1);
  const id = found[0]?.id ?? '';
  return { id, benchmark: Benchmark.parse((await client.records.get(id))?.value) };
};

it('that failed is said beside what has ended', () => {
  const rows = (['failed', 'done', 'failed', 'open', 'no-criteria'] as const).map((status) => ({ status }));
  expect(endedFacts(rows, 'instruction')).toEqual(['4 of 5 instructions', '1 without criteria', '2 failed']);
  expect(endedFacts(rows.slice(1, 2), 'response')).toEqual(['1 of 1 response']);
});

describe('a board', () => {
  it('is listed at the start, and leads from a rate to the verdicts behind it', async () => {
    const { store, run } = await judged(ROWS);
    await run();
    const service = await startService({ flags: { store }, mounts: [pageRoutes] });
    const { id, benchmark } = await onlyBoard(service);
    // The second run of the same rows is one of the same benchmark, and judged nothing.
    expect(benchmark.runs).toHaveLength(2);
    expect(benchmark.rows.map(({ status, value }) => [status, value])).toEqual(
      [1, 0, 0, 0.5].map((value) => ['done', value]),
    );
    expect(benchmark.leaderboard?.systems.map(({ passRate }) => passRate.value)).toEqual([0.5, 0.25]);

    const home = parseHTML((await service.ask('/?kind=benchmark')).text).document;
    const entry = home.querySelector('#sets li');
    expect(entry?.querySelector('a')?.getAttribute('href')).toBe(`/benchmarks/${id}`);
    expect(entry?.textContent).toContain('4 of 4 responses · 2 systems · code alone');

    const page = await service.ask(`/benchmarks/${id}`);
    expect(page.status).toBe(200);
    expectHarmless(page);
    const { document } = parseHTML(page.text);
    expect(document.querySelector('[data-live]')).toBe(null);
    const cells = [...document.querySelectorAll('#lines tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
    );
    expect(cells.flat().filter((text) => text.endsWith('%'))).toEqual(['100 %', '0 %', '0 %', '50 %']);
    const links = [...document.querySelectorAll('#lines a')].map((link) => link.getAttribute('href') ?? '');
    expect(links).toHaveLength(6);
    for (const link of links) {
      const shown = await service.ask(link);
      expect([link, shown.status]).toEqual([link, 200]);
      expectHarmless(shown);
    }
    const rowsOf = async (query: string) =>
      parseHTML((await service.ask(`/benchmarks/${id}?${query}`)).text).document.querySelectorAll('#lines tbody tr')
        .length;
    expect(await rowsOf('category=short')).toBe(1);
    expect(await rowsOf('words=note')).toBe(1);
    expect(await rowsOf('which=open')).toBe(0);
    expect(await rowsOf('which=differs&from=900')).toBe(2);
  });

  it('takes no row without a value for one that differs', () => {
    const row = (system: string, value: number | null): BenchmarkRow => ({
      ...{ instruction: 0, id: 'n', system, category: null, status: value === null ? 'open' : 'done', value },
      ...{ unscored: 0, result: null, reason: null },
    });
    const shownOf = (...rows: BenchmarkRow[]) =>
      rowsShown('bm', { rows, instructions: ['Write a note'] }, BoardFilter.parse({ which: 'differs' })).items.length;
    expect(shownOf(row('a', 1), row('b', 1), row('c', null))).toBe(0);
    expect(shownOf(row('a', 1), row('b', 0), row('c', null))).toBe(1);
  });

  it('says which rows failed, and shows instructions with their sets', async () => {
    const bad = { id: 'c', system: 'alpha', response: 'x' };
    const folder = await temporaryFolder();
    const store = join(folder, 'store.sqlite');
    await writeFile(
      join(folder, 'tasks.jsonl'),
      `{"id":"t","instruction":"Write a wedding toast"}\n${JSON.stringify(bad)}\n`,
    );
    await cli(['precompute', join(folder, 'tasks.jsonl'), '--out', join(folder, 'out.jsonl'), '--store', store]);
    const service = await startService({ flags: { store }, mounts: [pageRoutes] });
    const { id, benchmark } = await onlyBoard(service);
    expect(benchmark.rows.map(({ status }) => status)).toEqual(['done', 'failed']);
    const { document } = parseHTML((await service.ask(`/benchmarks/${id}`)).text);
    const rows = [...document.querySelectorAll('#lines tbody tr')];
    expect(rows[0]?.querySelector('a')?.getAttribute('href')).toBe(`/sets/${benchmark.rows[0]?.result ?? ''}`);
    expect(Number(rows[0]?.querySelector('.right')?.textContent)).toBeGreaterThan(5);
    expect(rows[1]?.textContent).toContain('failed: ');
  });

  it('is live while it runs, and interrupted where its process was killed', async () => {
    const service = await startService({ mounts: [pageRoutes] });
    const shownAt = async (at: Date) => {
      const { id } = await keepBenchmark(
        { store: service.client.store, clock: { ...systemClock, now: () => at } },
        {
          ...{ of: 'responses', name: 'answers.jsonl', models: [], settings: {}, batch: 'batch_x', setup: at },
          rows: [{ id: 'a', system: 's', category: null, instruction: 'Write.' }],
          usage: () => [],
        },
      );
      return (await service.ask(`/benchmarks/${id}`)).text;
    };
    const { jobs } = service.client.store;
    const batch = { id: 'batch_x', line: 0 };
    const others = ['queued', 'done'] as const;
    await jobs.add([
      job('j1', { batch, setup: 's', status: 'running' }),
      ...others.map((status) => job(status, { batch, setup: 's', status })),
    ]);
    const waiting = await shownAt(new Date());
    expect(waiting).toContain('1 queued, 1 running, 1 done; no worker is at it');
    await jobs.claim('j1');
    const running = await shownAt(new Date());
    expect(running).toContain('data-live');
    expect(running).toContain('1 done; workers are at 1');
    const killed = await shownAt(new Date('2026-01-01T00:00:00Z'));
    expect(killed).not.toContain('data-live');
    expect(killed).toContain('The same command does what is missing.');
  });

  it('is read, listed and deleted by the API, by its owner alone', async () => {
    const { store } = await judged(ROWS);
    const service = await startService({ flags: { store }, mounts: [pageRoutes], requiresKeys: true, firstKey: true });
    const { id } = await onlyBoard(service);
    const [mine, theirs] = await Promise.all([service.addKey(), service.addKey()]);
    await service.client.store.kept.put('record-owner', `${id} ${mine.id}`, true);
    const as = ({ key }: { readonly key: string }, path: string, method = 'GET') =>
      service.ask(path, { method, headers: { authorization: `Bearer ${key}` } });
    expect((await as(mine, '/v1/benchmarks')).json).toMatchObject({ items: [{ id }] });
    expect((await as(theirs, '/v1/benchmarks')).json).toMatchObject({ items: [] });
    const read = await as(mine, `/v1/benchmarks/${id}`);
    expect([read.status, (read.json as { id: string }).id]).toEqual([200, id]);
    const signedIn = (path: string, { key }: { readonly key: string }) =>
      service.ask(path, { headers: { cookie: `groundrule_key=${key}`, accept: 'text/html' } });
    expect((await signedIn(`/benchmarks/${id}`, mine)).status).toBe(200);
    expect((await signedIn(`/benchmarks/${id}`, theirs)).status).toBe(404);
    expect((await as(theirs, `/v1/benchmarks/${id}`)).status).toBe(404);
    expect((await as(theirs, `/v1/benchmarks/${id}`, 'DELETE')).status).toBe(404);
    expect((await as(mine, `/v1/benchmarks/${id}`, 'DELETE')).status).toBe(204);
    expect(await service.client.records.get(id)).toBe(null);
  });
});
