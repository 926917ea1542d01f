/** One precompute by four workers on PostgreSQL, which are killed again and again, beside an undisturbed run of one process. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runBuiltCli, startBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { startPostgres } from '../support/postgres.ts';

export interface FaultyRunOptions {
  readonly instructions: number;
  readonly share: 'none' | 'kind';
  /** Every so often one of the workers is killed and started again. */
  readonly killEveryMs: number;
  readonly killForMs: number;
  readonly latencyMs: number;
  /** For all to be done. */
  readonly withinMs: number;
}

export interface FaultyRun {
  readonly kills: number;
  readonly seconds: number;
  /** By status: rows of jobs at the end. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Rows of sets in the store, and of guides to kinds of text. */
  readonly sets: number;
  readonly guides: number;
  /** The highest number of times that a job was begun. */
  readonly mostAttempts: number;
  /** Whole answers that the model's server gave: disturbed, and undisturbed. */
  readonly calls: number;
  readonly undisturbedCalls: number;
  /** 429 that the workers were answered. */
  readonly refused: number;
  /** What `--out` wrote: that of the workers is that of the one process on SQLite. */
  readonly sameBytes: boolean;
  readonly rows: number;
  /** A plain `precompute` on the same store afterwards asked the model so often. */
  readonly callsAfterwards: number;
}

export const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a policy brief', 'a product review'];
const WORKERS = 4;
/** However long each takes on a busy machine. */
export const MIN_KILLS = 2;

export async function faultyRun(options: FaultyRunOptions): Promise<FaultyRun> {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-queue-'));
  const server = await startPostgres();
  const { latencyMs, share } = options;
  const model = await startModelServer({ handler: answering(plausibleModel), latencyMs });
  const workers: ReturnType<typeof startBuiltCli>[] = [];
  try {
    const store = await server.makeDatabase();
    const lines = Array.from({ length: options.instructions }, (_, number) =>
      JSON.stringify({
        id: `t${number}`,
        instruction: `Write ${KINDS[number % KINDS.length] ?? ''} for reader ${number}`,
      }),
    );
    await writeFile(join(home, 'tasks.jsonl'), `${lines.join('\n')}\n`);
    const asked = [
      '--model',
      'scripted',
      '--base-url',
      model.baseUrl,
      '--queries',
      '1',
      '--keep',
      '1',
      '--share',
      share,
    ];
    const run = async (...args: readonly string[]) => {
      const ended = await runBuiltCli([...args, ...asked], { home });
      if (ended.code !== 0) throw new Error(`${args.join(' ')} ended with ${String(ended.code)}: ${ended.stderr}`);
    };

    await run('precompute', 'tasks.jsonl', '--store', join(home, 'one.sqlite'), '--out', 'one.jsonl');
    const undisturbedCalls = model.delivered.length;

    model.behave({ burst: { everyRequests: 50, length: 8 }, retryAfterSeconds: 1 });
    await run('precompute', 'tasks.jsonl', '--store', store, '--queue');
    const startMs = performance.now();
    const start = (index: number): void => {
      workers[index] = startBuiltCli(['worker', '--store', store, '--concurrency', '2', ...asked], { home });
      for (const stream of [workers[index].stdout, workers[index].stderr]) stream.resume();
    };
    for (let index = 0; index < WORKERS; index += 1) start(index);
    const counts = async () => {
      const rows = await server.query(store, 'select status, count(*)::int as count from jobs group by status');
      return Object.fromEntries((rows as { status: string; count: number }[]).map((row) => [row.status, row.count]));
    };
    let kills = 0;
    let hasRestarted = false;
    for (;;) {
      await delay(options.killEveryMs);
      const elapsedMs = performance.now() - startMs;
      if (elapsedMs > options.withinMs) throw new Error(`Not done in time: ${JSON.stringify(await counts())}`);
      if (elapsedMs <= options.killForMs || kills < MIN_KILLS) {
        const worker = workers[kills % WORKERS];
        worker?.kill('SIGKILL');
        if (worker !== undefined) await once(worker, 'exit');
        start(kills % WORKERS);
        kills += 1;
      }
      if (!hasRestarted && elapsedMs > options.killForMs / 2) {
        hasRestarted = true;
        await server.stop('fast');
        await delay(1_000);
        await server.start();
      }
      const { queued = 0, running = 0 } = await counts();
      if (queued + running === 0 && hasRestarted) break;
    }
    const seconds = (performance.now() - startMs) / 1_000;
    const calls = model.delivered.length - undisturbedCalls;
    const refused = model.statistics().byStatus[429] ?? 0;
    await run('precompute', 'tasks.jsonl', '--store', store, '--queue', '--out', 'many.jsonl');
    await run('precompute', 'tasks.jsonl', '--store', store, '--out', 'again.jsonl');
    const [one, many, again] = await Promise.all(
      ['one.jsonl', 'many.jsonl', 'again.jsonl'].map((name) => readFile(join(home, name), 'utf8')),
    );
    const [{ sets, guides, attempts }] = (await server.query(
      store,
      `select (select count(*)::int from sets where guide_to = '') as sets,
              (select count(*)::int from sets where guide_to <> '') as guides,
              (select max((json::json ->> 'attempts')::int) from jobs) as attempts`,
    )) as [{ sets: number; guides: number; attempts: number }];
    return {
      ...{
        kills,
        seconds,
        jobs: await counts(),
        sets,
        guides,
        mostAttempts: attempts,
        calls,
        undisturbedCalls,
        refused,
      },
      sameBytes: one === many && one === again,
      rows: many?.trim().split('\n').length ?? 0,
      callsAfterwards: model.delivered.length - undisturbedCalls - calls,
    };
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all([model.close(), server.close()]);
    await rm(home, { recursive: true, force: true });
  }
}
