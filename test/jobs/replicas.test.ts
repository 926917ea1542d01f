/** Two replicas of the service on one PostgreSQL: what the one is asked either does, and both know of. */
import { expect, it } from 'vitest';
import type { JobView } from '../../src/service/schemas.ts';
import { hasPostgres, START_MS } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const LINES = 6;

it.runIf(hasPostgres)(
  'share their jobs, hear of ends and cancel for each other',
  { timeout: 4 * START_MS },
  async () => {
    const server = await sharedPostgres();
    const flags = { store: await server.makeDatabase(), queries: 1, keep: 1 };
    const one = await startService({ flags, concurrency: 1 });
    const other = await startService({ flags, concurrency: 1 });

    const body = Array.from({ length: LINES }, (_, line) =>
      JSON.stringify({ instruction: `Write a wedding toast for guest ${line}` }),
    );
    const sent = await one.ask('/v1/batches?of=criteria', {
      ...{ method: 'POST', body: body.join('\n'), headers: { 'content-type': 'application/jsonl' } },
    });
    expect(sent.status).toBe(202);
    const { links }: { links: { self: string; results: string } } = sent.json;
    const last: { items: JobView[] } = (await other.ask('/v1/jobs?limit=1')).json;
    const [waiting] = last.items;
    expect((await other.ask(waiting?.links.self ?? '', { method: 'DELETE' })).status).toBe(200);

    const counts = async (service: typeof one) =>
      ((await service.ask(links.self)).json as { counts: Record<string, number> }).counts;
    await expect
      .poll(() => counts(other), { timeout: 2 * START_MS, interval: 500 })
      .toMatchObject({ done: LINES - 1, cancelled: 1, queued: 0, running: 0 });
    expect(await counts(one)).toEqual(await counts(other));
    const results = await Promise.all([one, other].map(async (service) => (await service.ask(links.results)).text));
    expect(results[0]).toBe(results[1]);

    // Whoever does it, the one that was asked answers.
    const asked = await one.post('/v1/sets', { instruction: 'Write a eulogy' });
    expect(asked.status).toBe(200);
    expect([...one.logged, ...other.logged]).toEqual([]);
  },
);
