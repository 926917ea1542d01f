/** The board of a benchmark: how systems stand beside each other, each instruction by each system, and how far the run has come. */
import type { SetSummary } from '../domain/ports.ts';
import { Benchmark } from '../jobs/benchmark.ts';
import { sumOf } from '../jobs/queue/steer.ts';
import { renderLeaderboard } from '../report/leaderboard.ts';
import type { Mount } from '../service/service.ts';
import { idOf, ownRecord, pagesOf } from './answer.ts';
import { benchmarkPage, BoardFilter, rowsShown } from './benchmark-page.ts';
import { filled } from './set-routes.ts';

export const benchmarkRoutes: Mount = (app, service) => {
  const { store } = service.client;
  const { clock } = service;
  const { get } = pagesOf(app);

  /** Of its batch: how its jobs stand, and how many of them living workers hold. */
  async function queueOf(batch: string | null) {
    if (batch === null) return null;
    const [counts, held] = await Promise.all([
      store.jobs.count({ batch }),
      store.jobs.count({ batch, statuses: ['queued', 'running'], held: true }),
    ]);
    return { counts: sumOf(counts), held: held.reduce((sum, { count }) => sum + count, 0) };
  }

  get('/benchmarks/:id', async (c) => {
    const { id, value } = await ownRecord(c, service, idOf(c), 'benchmark');
    const benchmark = Benchmark.parse(value);
    const filter = BoardFilter.parse(filled(c.req.query()));
    const shown = rowsShown(id, benchmark, filter);
    const sets =
      benchmark.of === 'responses' ? [] : shown.items.flatMap(({ rows }) => rows.flatMap((row) => row.result ?? []));
    const [queue, board, summaries] = await Promise.all([
      queueOf(benchmark.batch),
      benchmark.leaderboard === null ? null : renderLeaderboard.report(benchmark.leaderboard),
      Promise.all(sets.map((set) => store.getSetSummary(set))),
    ]);
    const found = summaries.filter((summary): summary is SetSummary => summary !== null);
    return benchmarkPage({
      id,
      benchmark,
      filter,
      shown,
      queue,
      board,
      now: clock.now(),
      sets: new Map(found.map((set) => [set.id, set])),
    });
  });
};
