/** `judge --data` and `precompute` as benchmarks of the store: others watch them while they run, and open them later. */
import { basename } from 'node:path';
import { systemClock } from '../client/clock.ts';
import { keepBenchmark, type BenchmarkToKeep } from '../jobs/rows/keep-benchmark.ts';
import type { OutputRow, RowOutput } from '../jobs/rows/row-output.ts';
import type { Leaderboard } from '../measure/leaderboard.ts';
import type { Session } from './session.ts';

interface Ended {
  readonly stoppedBy: Error | null;
  readonly leaderboard?: Leaderboard;
}

/**
 * @param files that the rows were read from
 * @param work writes them to the output that it is given
 */
export async function asBenchmark<Row extends OutputRow, Result extends Ended>(
  session: Session<unknown>,
  files: readonly string[],
  benchmark: Omit<BenchmarkToKeep, 'name' | 'usage'>,
  output: RowOutput<Row>,
  work: (output: RowOutput<Row>) => Promise<Result>,
): Promise<Result> {
  const client = await session.client();
  const kept = await keepBenchmark(
    { store: client.store, clock: systemClock },
    { ...benchmark, name: files.map((file) => basename(file)).join(', '), usage: () => client.usage() },
  );
  try {
    const result = await work(kept.watch(output));
    await kept.end(result.stoppedBy, result.leaderboard ?? null);
    return result;
  } catch (error) {
    // A store that is away can keep nothing of it.
    if (error instanceof Error) await kept.end(error, null).catch(() => undefined);
    throw error;
  }
}
