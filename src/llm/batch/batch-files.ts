/** Files of calls. Which call went in which file is kept, so that a killed process takes the replies of its batches later. */
import { z } from 'zod';
import { abortable, allowManyListeners, throwIfAborted } from '../../web/abort.ts';
import { createBatchReader, isRefusal, type BatchReaderOptions } from './batch-reader.ts';
import { exceedsTokenLimit, replyWithout, type BatchReply } from './batch-replies.ts';
import type { Place } from './batch-room.ts';
import type { Batch } from './batch-server.ts';
import type { BegunCall, BegunCalls } from './begun-calls.ts';
import type { Counted, Reservation } from '../reservation.ts';
import { createGathering, type Gathered, type Line } from './gathering.ts';

const HttpError = z.object({ status: z.int() });
/** What a server without batches answers. */
const NO_BATCHES: ReadonlySet<unknown> = new Set([404, 405, 501]);

/** Of a file: its calls go again in smaller ones. */
const TOO_LARGE = 413;

interface Replies {
  readonly batch: Batch;
  /** Those that nobody has taken yet. */
  readonly byCall: Map<string, BatchReply>;
}

/**
 * Why there is no reply. refused: the call is to go again, in another file. lost: the server does not know its file any
 * more, or it never had one. no batches: the server has none at all.
 */
export type NoReply = 'refused' | 'lost' | 'no batches';

interface BatchFile extends Gathered {
  /** While it gathers, calls come and go. When nobody waits for it any more it ends, but not as its batch begins. */
  state: 'gathering' | 'uploading' | 'beginning' | 'sent' | 'read' | 'ended';
  /** At the server; null: not there yet. */
  id: string | null;
  /** Number of calls that wait for their reply. */
  waiting: number;
  readonly stop: AbortController;
  readonly replies: Promise<Replies | NoReply>;
  idleTimer: NodeJS.Timeout | undefined;
}

export function createBatchFiles(options: BatchReaderOptions & { readonly begun: BegunCalls }) {
  const { server, kept, timing, begun } = options;
  const reader = createBatchReader(options);
  const gathering = createGathering(timing, () => newFile(send));
  /** By call: files on their way, until it is known whether their batch begins. */
  const onTheirWay = new Map<string, { readonly file: BatchFile; readonly arrival: Promise<unknown> }>();
  /** By id: sent or read. */
  const sent = new Map<string, BatchFile>();

  function newFile(follow: (file: BatchFile, place: Place) => Promise<Replies | NoReply>): BatchFile {
    let go: Gathered['go'] = () => undefined;
    const stop = new AbortController();
    // The SDK leaves a listener with each look.
    allowManyListeners(stop.signal);
    const replies = new Promise<Replies | NoReply>((resolve) => {
      go = (place) => resolve(place === null ? 'refused' : follow(file, place));
    });
    const file: BatchFile = {
      ...{ state: 'gathering', id: null, waiting: 0, idleTimer: undefined },
      ...{ lines: new Map(), go, stop, replies },
    };
    return file;
  }

  async function send(file: BatchFile, place: Place): Promise<Replies | NoReply> {
    const calls = new Map([...file.lines].map(([call, { counted }]) => [call, counted]));
    const arrival = deliver(file, calls);
    for (const call of calls.keys()) onTheirWay.set(call, { file, arrival });
    try {
      file.id = await arrival;
    } catch (error) {
      const status = HttpError.safeParse(error).data?.status;
      if (status === TOO_LARGE && place.refused()) return 'refused';
      place.leave();
      if (NO_BATCHES.has(status)) return 'no batches';
      throw error;
    } finally {
      for (const call of calls.keys()) onTheirWay.delete(call);
    }
    if (file.waiting > 0) return read(file, place);
    end(file);
    place.leave();
    return 'lost';
  }

  /** @returns its id at the server */
  async function deliver(file: BatchFile, calls: ReadonlyMap<string, Counted>): Promise<string> {
    const { lines, stop } = file;
    file.state = 'uploading';
    const json = [...lines.values()].map((line) => line.json);
    const id = await server.upload(json, stop.signal);
    // Nothing is paid for before its batch begins.
    throwIfAborted(stop.signal);
    file.state = 'beginning';
    lines.clear();
    try {
      await begun.begin(id, calls);
      await reader.begin(id, stop.signal);
      return id;
    } catch (error) {
      if (isRefusal(error)) await Promise.all([...calls.keys()].map(begun.forget));
      throw error;
    } finally {
      await kept.release('model-batch', id).catch(() => undefined);
    }
  }

  /** Null: no batch of the call was begun. While its file is on its way that is not known. */
  async function recordOf(call: string): Promise<BegunCall | null> {
    await onTheirWay.get(call)?.arrival.catch(() => undefined);
    return begun.read(call);
  }

  async function read(file: BatchFile, place: Place): Promise<Replies | NoReply> {
    const { id, stop } = file;
    try {
      if (id === null) return 'lost';
      file.state = 'sent';
      sent.set(id, file);
      const batch = await reader.endOf(id, stop.signal);
      if (batch === null) return 'lost';
      if (!exceedsTokenLimit(batch)) place.taken();
      else if (place.refused()) return 'refused';
      const byCall = await reader.repliesIn(batch, stop.signal);
      if (byCall === null) return 'lost';
      file.state = 'read';
      return { batch, byCall };
    } finally {
      place.leave();
    }
  }

  /** Sent by an earlier process, or left by all its calls. */
  function sentEarlier({ file: id, calls }: BegunCall): BatchFile {
    const file = newFile(read);
    file.id = id;
    file.go(gathering.room.enter(calls));
    return file;
  }

  function end(file: BatchFile): void {
    file.state = 'ended';
    file.stop.abort();
    if (file.id !== null) sent.delete(file.id);
  }

  async function replyFrom(file: BatchFile, call: string, signal: AbortSignal): Promise<BatchReply | NoReply> {
    clearTimeout(file.idleTimer);
    file.waiting += 1;
    let left = 0;
    try {
      const replies = await abortable(file.replies, signal);
      if (typeof replies === 'string') return replies;
      const { batch, byCall } = replies;
      const reply = byCall.get(call) ?? replyWithout(batch);
      byCall.delete(call);
      left = byCall.size;
      return reply;
    } finally {
      file.waiting -= 1;
      if (file.state === 'gathering') file.lines.delete(call);
      else if (file.waiting === 0 && file.state === 'read' && left > 0)
        file.idleTimer = setTimeout(() => end(file), timing.idleMs).unref();
      else if (file.waiting === 0 && file.state !== 'beginning') end(file);
    }
  }

  return {
    recordOf,
    /**
     * Settles what a call holds that got no answer, if its batch was begun: then it stays counted. Nobody waits for a file
     * that goes on for others.
     * @returns false: its batch was not begun, and it holds on
     */
    keeps: async (call: string, held: Reservation): Promise<boolean> => {
      const state = onTheirWay.get(call)?.file.state ?? 'ended';
      // What cannot be looked up may have been begun.
      const isBegun = recordOf(call).then(
        (record) => record !== null,
        () => true,
      );
      if (state !== 'ended') void isBegun.then((isCounted) => held.settle(isCounted ? 'held' : null));
      else if (await isBegun) await held.settle('held');
      return state !== 'ended' || isBegun;
    },
    /** From the file that the call went with before, in this process or in another; null: it went with none. */
    earlierReply: async (call: string, signal: AbortSignal): Promise<BatchReply | NoReply | null> => {
      const record = await recordOf(call);
      return record === null ? null : replyFrom(sent.get(record.file) ?? sentEarlier(record), call, signal);
    },
    newReply: (call: string, line: Line, signal: AbortSignal): Promise<BatchReply | NoReply> =>
      replyFrom(gathering.add(call, line), call, signal),
  };
}
