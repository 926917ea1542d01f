/**
 * A fetch that sends chat completions in batches: calls that come together share a file, and each gets its own reply
 * when the batch has ended. What is under way is kept, so that a killed process takes the answers of its batches later.
 */
import { z } from 'zod';
import { GroundruleError, SettingError } from '../../domain/errors.ts';
import type { KeptRecords } from '../../domain/ports.ts';
import type { RunEvent } from '../../domain/run-context.ts';
import { abortable, allowManyListeners, sleep } from '../../web/abort.ts';
import { foundOrMade } from '../../web/found-or-made.ts';
import { toEndpointError } from '../endpoint-error.ts';
import { BATCH_ENDPOINT, type Batch, type BatchServer } from './batch-server.ts';
import { addReplies, errorReply, exceedsTokenLimit, replyWithout, type BatchReply } from './batch-replies.ts';

/** The header by which a caller names its call; it is not sent. Calls without it go by themselves. */
export const CALL_HEADER = 'x-groundrule-call';

export interface BatchTiming {
  /** A file is sent when no further call came for so long, */
  readonly quietMs: number;
  /** or when its first call waited for so long. */
  readonly longestMs: number;
  /** The first pause between two looks at a batch; it doubles up to the last. */
  readonly pollMs: readonly [first: number, last: number];
}

export interface BatchFetchOptions {
  readonly server: BatchServer;
  /** Of the server, in messages. */
  readonly name: string;
  readonly direct: typeof fetch;
  readonly kept: KeptRecords;
  /** Whether calls go one by one to a server without batches. */
  readonly fallsBack: boolean;
  readonly timing?: BatchTiming;
  readonly onEvent: (event: RunEvent) => void;
}

/** A server takes 50,000 requests and 200 MB; smaller files are done sooner, and lost with less. */
const MAX_CALLS = 5_000;
const MAX_BYTES = 50_000_000;

const TIMING: BatchTiming = { quietMs: 2_000, longestMs: 30_000, pollMs: [2_000, 60_000] };

const ENDED: ReadonlySet<Batch['status']> = new Set(['completed', 'failed', 'expired', 'cancelled']);
/** What a server without batches answers. */
const NO_BATCHES: ReadonlySet<unknown> = new Set([404, 405, 501]);

/** Of failed looks at a batch: the next one may do. */
const PASSING: ReadonlySet<unknown> = new Set(['rate-limited', 'server', 'timeout', 'connection']);

/** A file that was sent, and its number of calls. Older records do not say how many. */
const SentFile = z.object({ file: z.string(), calls: z.int().default(MAX_CALLS) });
type SentFile = z.infer<typeof SentFile>;
const KeptCall = SentFile.nullable();
const KeptFile = z.object({ batch: z.string() }).nullable();
const HttpError = z.object({ status: z.int() });

interface WaitingCall {
  readonly line: string;
  readonly follow: (sent: SentFile | null) => void;
  readonly reject: (error: unknown) => void;
}

interface FollowedBatch {
  /** Those that nobody has taken yet. Null: the server does not know the file or its batch any more. */
  readonly replies: Promise<Replies | null>;
  readonly stop: AbortController;
  /** Number of calls. */
  waiting: number;
}

interface Replies {
  readonly batch: Batch;
  readonly byCall: Map<string, BatchReply>;
  /** The batch was refused: its calls are to be sent again, in other files. */
  readonly isRefused: boolean;
}

export type BatchFetch = ReturnType<typeof createBatchFetch>;

export function createBatchFetch(options: BatchFetchOptions) {
  const { server, name, direct, kept, fallsBack, onEvent, timing = TIMING } = options;
  const gathered = new Map<string, WaitingCall>();
  const followed = new Map<string, FollowedBatch>();
  /** Files whose batches have not ended. */
  const underWay = new Set<string>();
  /** Number of batches that the server took and ended. */
  let ended = 0;
  /** A call that is made again wants another answer than the one that it got. */
  const delivered = new Set<string>();
  /** The most calls of one file: halved where the server refuses one for its tokens, and doubled after each that it takes. */
  let mostCalls = MAX_CALLS;
  /** Number of files on their way to the server: their batches are not in `underWay` yet. */
  let sending = 0;
  let bytes = 0;
  let firstMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let hasBatches = true;

  /** Resolves when the file with the call has been sent; null: the server has no batches. */
  async function fileWith(call: string, body: string, signal: AbortSignal): Promise<SentFile | null> {
    const line = `{"custom_id":${JSON.stringify(call)},"method":"POST","url":"${BATCH_ENDPOINT}","body":${body}}`;
    const sent = new Promise<SentFile | null>((follow, reject) => gathered.set(call, { line, follow, reject }));
    const now = performance.now();
    if (gathered.size === 1) firstMs = now;
    bytes += Buffer.byteLength(line);
    clearTimeout(timer);
    if (gathered.size >= mostCalls || bytes >= MAX_BYTES) void send();
    else timer = setTimeout(() => void send(), Math.min(timing.quietMs, firstMs + timing.longestMs - now));
    return abortable(sent, signal).finally(() => gathered.delete(call));
  }

  async function send(): Promise<void> {
    const calls = new Map(gathered);
    gathered.clear();
    bytes = 0;
    if (calls.size === 0) return;
    // A call that is cancelled now is paid for already, and stays in the file.
    const { signal } = new AbortController();
    sending += 1;
    try {
      const lines = [...calls.values()].map(({ line }) => line);
      const file = await server.upload(lines, signal);
      // First which file, then its batch: a batch that was begun before a kill is found by its file.
      const sent: SentFile = { file, calls: calls.size };
      await Promise.all([...calls.keys()].map((call) => kept.put('model-batch', call, sent)));
      await start(file, signal);
      for (const { follow } of calls.values()) follow(sent);
    } catch (error) {
      const status = HttpError.safeParse(error).data?.status;
      if (NO_BATCHES.has(status) && fallsBack) hasBatches = false;
      const failure = NO_BATCHES.has(status) ? noBatches(name) : error;
      for (const { follow, reject } of calls.values()) {
        if (hasBatches) reject(failure);
        else follow(null);
      }
    } finally {
      sending -= 1;
    }
  }

  async function start(file: string, signal: AbortSignal): Promise<string> {
    const { id } = await server.start(file, signal);
    await kept.put('model-batch', file, { batch: id });
    return id;
  }

  /** Of all processes with calls in the file one begins its batch. @returns its id */
  function batchOf(file: string, signal: AbortSignal): Promise<string> {
    return foundOrMade({
      kept,
      kind: 'model-batch',
      key: file,
      lookUp: async () => KeptFile.parse(await kept.get('model-batch', file))?.batch ?? null,
      make: async () => (await server.find(file, signal))?.id ?? (await start(file, signal)),
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
        onEvent({ type: 'warning', message: `A batch of ${name} cannot be read: ${message}` });
      }
      await sleep(pauseMs, signal);
    }
  }

  function endOf(file: string, signal: AbortSignal): Promise<Batch | null> {
    underWay.add(file);
    return patiently(signal, async () => {
      const batch = await server.get(await batchOf(file, signal), signal);
      const { completed = 0, total = 0 } = batch.request_counts ?? {};
      onEvent({ type: 'batch', server: name, batch: batch.id, status: batch.status, done: completed, calls: total });
      if (!ENDED.has(batch.status)) return 'not yet';
      if (!exceedsTokenLimit(batch)) {
        ended += 1;
        mostCalls = Math.min(2 * mostCalls, MAX_CALLS);
      }
      return batch;
    }).finally(() => underWay.delete(file));
  }

  async function repliesOf({ file, calls }: SentFile, signal: AbortSignal): Promise<Replies | null> {
    const endedBefore = ended;
    const batch = await endOf(file, signal);
    if (batch === null) return null;
    const isRefused = exceedsTokenLimit(batch) && (await hasRoomLater(calls, endedBefore, signal));
    return patiently(signal, async () => {
      const byCall = new Map<string, BatchReply>();
      for (const each of [batch.output_file_id, batch.error_file_id])
        if (each != null) await addReplies(byCall, await server.download(each, signal));
      return { batch, byCall, isRefused };
    });
  }

  /**
   * The tokens of a file did not fit beside those of the batches that wait at the server. Waits for the end of one that
   * the server took; where it took none, smaller files may fit.
   */
  async function hasRoomLater(calls: number, endedBefore: number, signal: AbortSignal): Promise<boolean> {
    while (ended === endedBefore && sending + underWay.size > 0) await sleep(timing.pollMs[0], signal);
    if (ended > endedBefore) return true;
    if (calls < 2) return false;
    mostCalls = Math.min(mostCalls, Math.floor(calls / 2));
    return true;
  }

  async function replyFrom(sent: SentFile, call: string, signal: AbortSignal): Promise<BatchReply | null | 'refused'> {
    const { file } = sent;
    let batch = followed.get(file);
    if (batch === undefined) {
      const stop = new AbortController();
      // The SDK leaves a listener with each look.
      allowManyListeners(stop.signal);
      batch = { stop, waiting: 0, replies: repliesOf(sent, stop.signal) };
      followed.set(file, batch);
    }
    batch.waiting += 1;
    let left = 0;
    try {
      const ended = await abortable(batch.replies, signal);
      if (ended === null) return null;
      if (ended.isRefused) return 'refused';
      const reply = ended.byCall.get(call) ?? replyWithout(ended.batch);
      ended.byCall.delete(call);
      left = ended.byCall.size;
      return reply;
    } finally {
      batch.waiting -= 1;
      // Calls that come later take theirs without another download.
      if (batch.waiting === 0 && left === 0) {
        batch.stop.abort();
        followed.delete(file);
      }
    }
  }

  async function replyTo(call: string, body: string, signal: AbortSignal): Promise<BatchReply | null> {
    const earlier = delivered.has(call) ? null : KeptCall.parse(await kept.get('model-batch', call));
    let reply = earlier === null ? null : await replyFrom(earlier, call, signal);
    while (reply === null || reply === 'refused') {
      const sent = await fileWith(call, body, signal);
      if (sent === null) return null;
      reply = (await replyFrom(sent, call, signal)) ?? errorReply(503, `${name} lost a batch.`);
    }
    return reply;
  }

  return {
    /** Whether the reply to this call came from a batch. */
    isBatched: (call: string): boolean => delivered.has(call),
    fetch: async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
      const headers = new Headers(init?.headers);
      const call = headers.get(CALL_HEADER);
      headers.delete(CALL_HEADER);
      const body = init?.body;
      if (call === null || !hasBatches || typeof body !== 'string') return direct(input, { ...init, headers });
      const reply = await replyTo(call, body, init?.signal ?? new AbortController().signal).catch((error: unknown) => {
        throw error instanceof GroundruleError ? error : toEndpointError(error, new Date());
      });
      if (reply === null) return direct(input, { ...init, headers });
      delivered.add(call);
      // Nothing is paid for a refusal: it is asked anew by whoever asks again.
      if (reply.status !== 200) await kept.put('model-batch', call, null);
      return new Response(reply.body, { status: reply.status, headers: { 'content-type': 'application/json' } });
    },
  };
}

export function noBatches(name: string): SettingError {
  return new SettingError(`${name} has no batch API.`, {
    advice: 'Leave out --batch-api, or say “--batch-api where-possible”: calls then go one by one where there is none.',
  });
}
