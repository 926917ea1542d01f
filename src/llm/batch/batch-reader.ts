/** Begins the batch of a file that was sent, waits for its end, and reads the replies. */
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import type { RunEvent } from '../../domain/run-context.ts';
import { sleep } from '../../web/abort.ts';
import { foundOrMade } from '../../web/found-or-made.ts';
import { toEndpointError } from '../endpoint-error.ts';
import { addReplies, type BatchReply } from './batch-replies.ts';
import type { Batch, BatchServer } from './batch-server.ts';
import type { BatchTiming } from './batch-timing.ts';

export interface BatchReaderOptions {
  readonly server: BatchServer;
  /** Of the server, in messages. */
  readonly name: string;
  readonly kept: KeptRecords;
  readonly timing: BatchTiming;
  readonly onEvent: (event: RunEvent) => void;
}

const ENDED: ReadonlySet<Batch['status']> = new Set(['completed', 'failed', 'expired', 'cancelled']);
/** Of failed looks at a batch: the next one may do. */
const PASSING: ReadonlySet<unknown> = new Set(['rate-limited', 'server', 'timeout', 'connection', 'cut']);

const KeptFile = z.object({ batch: z.string() }).nullable();

/** To begin a batch: nothing is billed, where after other errors it may have begun all the same. */
export function isRefusal(error: unknown): boolean {
  const status = toEndpointError(error, new Date()).status ?? 0;
  return status === 501 || (status >= 400 && status < 500 && status !== 408);
}

export function createBatchReader({ server, name, kept, timing, onEvent }: BatchReaderOptions) {
  /** @returns its id */
  async function begin(file: string, signal: AbortSignal): Promise<string> {
    const { id } = await server.start(file, signal);
    await kept.put('model-batch', file, { batch: id });
    return id;
  }

  /** Of all processes with calls in the file one begins its batch. @returns its id; null: the server does not take the file any more */
  function batchOf(file: string, signal: AbortSignal): Promise<string | null> {
    return foundOrMade({
      kept,
      kind: 'model-batch',
      key: file,
      read: (value) => KeptFile.parse(value)?.batch ?? null,
      make: async () => {
        const found = await server.find(file, signal);
        if (found !== null) return found.id;
        return begin(file, signal).catch((error: unknown) => {
          if (isRefusal(error)) return null;
          throw error;
        });
      },
      signal,
    });
  }

  /** Tries at growing intervals until there is a result. Null: the server does not know the file or its batch any more. */
  async function patiently<Result>(
    signal: AbortSignal,
    attempt: () => Promise<Result | 'not yet'>,
  ): Promise<Result | null> {
    const [firstPauseMs, lastPauseMs] = timing.pollMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, lastPauseMs)) {
      try {
        const result = await attempt();
        if (result !== 'not yet') return result;
      } catch (error) {
        if (signal.aborted) throw error;
        const { status, kind, message } = toEndpointError(error, new Date());
        if (status === 404) return null;
        if (!PASSING.has(kind)) throw error;
        // The answers are paid for, and wait at the server.
        onEvent({ type: 'warning', message: `A batch of ${name} cannot be begun or read for now: ${message}` });
      }
      await sleep(pauseMs, signal);
    }
  }

  return {
    begin,
    /** The batch of the file when it has ended; null: the server does not know it any more. */
    endOf: (file: string, signal: AbortSignal): Promise<Batch | null> =>
      patiently(signal, async () => {
        const id = await batchOf(file, signal);
        if (id === null) return null;
        const batch = await server.get(id, signal);
        const { completed = 0, total = 0 } = batch.request_counts ?? {};
        onEvent({ type: 'batch', server: name, batch: batch.id, status: batch.status, done: completed, calls: total });
        return ENDED.has(batch.status) ? batch : 'not yet';
      }),
    /** By call; null: the server does not know them any more. */
    repliesIn: (batch: Batch, signal: AbortSignal): Promise<Map<string, BatchReply> | null> =>
      patiently(signal, async () => {
        const byCall = new Map<string, BatchReply>();
        for (const each of [batch.output_file_id, batch.error_file_id])
          if (each != null) await addReplies(byCall, await server.download(each, signal));
        return byCall;
      }),
  };
}
