/** Keeps the record of a run over many rows while it goes on, so that others can watch it, and when it has ended. */
import type { ModelUsage } from '../../domain/model.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { recordId } from '../../judge/record-id.ts';
import type { Leaderboard } from '../../measure/leaderboard.ts';
import { shorten } from '../../text/printable.ts';
import { Benchmark, type BenchmarkRow } from '../benchmark.ts';
import type { JudgedRow } from './judged-row.ts';
import type { OutputRow, RowOutput } from './row-output.ts';

/** The record of thousands of rows takes a megabyte. */
const KEEP_EVERY_MS = 3_000;
/** Of the time that a long record takes: a twentieth at most goes into keeping it. */
const PAUSE_FACTOR = 20;
/** Rows may take minutes: so often the record shows that the run lives. */
const BEAT_MS = 30_000;
const MAX_INSTRUCTION_CHARS = 300;
const MAX_RUNS = 50;

export interface AskedOfBenchmark extends Pick<BenchmarkRow, 'id' | 'system' | 'category'> {
  readonly instruction: string;
}

export interface BenchmarkToKeep extends Pick<Benchmark, 'of' | 'name' | 'models' | 'settings' | 'batch'> {
  readonly rows: readonly AskedOfBenchmark[];
  /** What else tells it from others. */
  readonly setup: unknown;
  /** Of this run so far. */
  readonly usage: () => readonly ModelUsage[];
}

export interface KeptBenchmark {
  readonly id: string;
  /** Notes what goes through it. */
  watch<Row extends OutputRow>(output: RowOutput<Row>): RowOutput<Row>;
  /** @throws StoreError */
  end(stoppedBy: Error | null, leaderboard: Leaderboard | null): Promise<void>;
}

type Came = Pick<BenchmarkRow, 'status' | 'reason' | 'result' | 'value' | 'unscored'>;
const OPEN: Came = { status: 'open', reason: null, result: null, value: null, unscored: 0 };

export async function keepBenchmark(
  { store, clock }: { readonly store: StorePort; readonly clock: Clock },
  { rows, setup, usage, ...about }: BenchmarkToKeep,
): Promise<KeptBenchmark> {
  const id = recordId('benchmark', { of: about.of, rows, setup });
  const places = new Map<string, number>();
  const instructions: string[] = [];
  for (const row of rows) {
    if (places.has(placeName(row))) continue;
    places.set(placeName(row), instructions.length);
    instructions.push(shorten(row.instruction, MAX_INSTRUCTION_CHARS));
  }
  const earlier = Benchmark.safeParse((await store.getRecord(id))?.value).data;
  /** A run that is stopped at once takes nothing from what others left. */
  const before = new Map<string, Came>(earlier?.rows.map((row) => [row.id, row]));
  const came = new Map<string, Came>();
  const startedAt = clock.now().toISOString();
  let board: Leaderboard | null = earlier?.leaderboard ?? null;

  async function keep(end: { readonly stoppedBy: Error | null } | null): Promise<void> {
    const now = clock.now().toISOString();
    const endedAt = end === null ? null : now;
    const run = { startedAt, heardAt: now, endedAt, stoppedBy: end?.stoppedBy?.message ?? null, usage: [...usage()] };
    const value: Benchmark = {
      ...about,
      instructions,
      rows: rows.map(({ instruction, ...row }) => ({
        ...row,
        instruction: places.get(placeName({ ...row, instruction })) ?? 0,
        ...(came.get(row.id) ?? before.get(row.id) ?? OPEN),
      })),
      runs: [...(earlier?.runs ?? []), run].slice(-MAX_RUNS),
      leaderboard: board,
    };
    // As JSON has it: figures hold functions. The store covers its secrets.
    const kept = JSON.parse(JSON.stringify(value)) as unknown;
    await store.putRecord({ id, kind: 'benchmark', name: about.name, savedAt: now, value: kept });
  }

  let keptMs = performance.now();
  let pauseMs = KEEP_EVERY_MS;
  let keeping: Promise<void> | null = null;
  const keepAfter = (ms: number): void => {
    if (keeping !== null || performance.now() - keptMs < ms) return;
    const begunMs = performance.now();
    // What a store that is away loses is kept at the end.
    keeping = keep(null)
      .catch(() => undefined)
      .finally(() => {
        keptMs = performance.now();
        pauseMs = Math.max(KEEP_EVERY_MS, (keptMs - begunMs) * PAUSE_FACTOR);
        keeping = null;
      });
  };
  const note = (row: OutputRow, what: Came): void => {
    came.set(row.id, what);
    keepAfter(pauseMs);
  };
  await keep(null);
  const beat = setInterval(() => keepAfter(BEAT_MS), BEAT_MS).unref();

  return {
    id,
    watch: (output) => ({
      ...output,
      earlier: async function* () {
        for await (const row of output.earlier()) {
          came.set(row.id, cameOf(row));
          yield row;
        }
      },
      keepFirst: async (kept) => {
        const valid = [...came].slice(0, kept);
        came.clear();
        for (const [rowId, what] of valid) came.set(rowId, what);
        await output.keepFirst(kept);
      },
      append: async (row) => {
        await output.append(row);
        note(row, cameOf(row));
      },
      ...(output.appendJson && {
        appendJson: async (json: string) => {
          await output.appendJson?.(json);
          const row = headOf(json);
          note(row, { ...OPEN, status: row.status, reason: row.reason ?? null, result: row.set });
        },
      }),
    }),
    end: async (stoppedBy, leaderboard) => {
      clearInterval(beat);
      board = leaderboard ?? board;
      await keeping;
      await keep({ stoppedBy });
    },
  };
}

/** Rows that cannot be read have no instruction: they share none. */
function placeName({ id, instruction }: AskedOfBenchmark): string {
  return instruction === '' ? `row ${id}` : `of ${instruction}`;
}

function cameOf(row: OutputRow & { readonly set?: { readonly id: string } }): Came {
  const { status, reason = null, set } = row;
  const base = { ...OPEN, status, reason, result: set?.id ?? null };
  const { judgement } = row as Partial<Extract<JudgedRow, { status: 'done' }>>;
  if (judgement === undefined) return base;
  const { items, score } = judgement;
  const answers = items.map(({ verdict }) => (verdict.status === 'scored' ? verdict.answer : null));
  const count = (wanted: string | null) => answers.filter((answer) => answer === wanted).length;
  const scored = count('yes') + count('no');
  const rate = scored === 0 ? null : count('yes') / scored;
  return { ...base, result: judgement.id, value: score === undefined ? rate : score.value, unscored: count(null) };
}

const SET = ',"set":{"id":"';

/**
 * Without reading the set: what stands before it holds no unescaped quotation mark. Parsed, since a slice of the text would
 * keep the whole of it in memory.
 */
function headOf(json: string): OutputRow & { readonly set: string } {
  const end = json.indexOf(SET);
  const id = end + SET.length - 1;
  return JSON.parse(`${json.slice(0, end)},"set":${json.slice(id, json.indexOf('"', id + 1) + 1)}}`) as ReturnType<
    typeof headOf
  >;
}
