/** A fetch that sends chat completions in batches: calls that come together share a file, and each gets its own reply. */
import { z } from 'zod';
import { GroundruleError, SettingError } from '../../domain/errors.ts';
import { toEndpointError } from '../endpoint-error.ts';
import { createBatchFiles } from './batch-files.ts';
import type { BatchReaderOptions } from './batch-reader.ts';
import { errorReply, type BatchReply } from './batch-replies.ts';
import { BATCH_ENDPOINT } from './batch-server.ts';
import { BATCH_TIMING, type BatchTiming } from './batch-timing.ts';
import type { Counted } from '../reservation.ts';
import { CountedByBudget, createBegunCalls } from './begun-calls.ts';

const CALL_HEADER = 'x-groundrule-call';
const NamedCall = z.tuple([z.string(), CountedByBudget]);

/** By which a caller names its call. It is not sent. @param counted for it, should its batch begin */
export function callHeader(call: string, counted: Counted): Readonly<Record<string, string>> {
  return { [CALL_HEADER]: encodeURIComponent(JSON.stringify([call, [...counted]])) };
}

export interface BatchFetchOptions extends Omit<BatchReaderOptions, 'timing'> {
  /** Whether calls go one by one to a server without batches. */
  readonly fallsBack: boolean;
  readonly timing?: BatchTiming | undefined;
}

export type BatchFetch = ReturnType<typeof createBatchFetch>;

export function createBatchFetch({ fallsBack, ...options }: BatchFetchOptions) {
  const { name, kept, timing = BATCH_TIMING } = options;
  const begun = createBegunCalls(kept);
  const files = createBatchFiles({ ...options, timing, begun });
  let mayGo = true;

  async function replyTo(call: string, counted: Counted, body: string, signal: AbortSignal): Promise<BatchReply> {
    const json = `{"custom_id":${JSON.stringify(call)},"method":"POST","url":"${BATCH_ENDPOINT}","body":${body}}`;
    let reply = await files.earlierReply(call, signal);
    if (reply === null)
      do reply = await files.newReply(call, { json, counted }, signal);
      while (reply === 'refused');
    // It is sent again as a new call is, where limits leave room for one.
    if (reply === 'lost' || reply === 'refused') return errorReply(503, `${name} lost a batch, or had no room for it.`);
    if (reply !== 'no batches') return reply;
    mayGo = !fallsBack;
    throw new NoBatches(name);
  }

  return {
    begun,
    recordOf: files.recordOf,
    keeps: files.keeps,
    /** False: the server has no batches, and calls go by themselves. */
    mayGo: (): boolean => mayGo,
    /** @throws NoBatches */
    fetch: async (...[, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const named = new Headers(init?.headers).get(CALL_HEADER);
      const body = init?.body;
      if (named === null || typeof body !== 'string') throw new Error('A call without a name cannot go in a batch.');
      const [call, counted] = NamedCall.parse(JSON.parse(decodeURIComponent(named)));
      const reply = await replyTo(call, counted, body, init?.signal ?? new AbortController().signal).catch(
        (error: unknown) => {
          if (error instanceof GroundruleError) throw error;
          const failure = toEndpointError(error, new Date());
          // No answer is lost: a batch that was begun is found again.
          throw failure.as(failure.kind === 'cut' ? 'connection' : failure.kind, null);
        },
      );
      // Nothing is paid for a refusal: it is asked anew by whoever asks again.
      if (reply.status === 200) begun.take(call);
      else await begun.forget(call);
      return new Response(reply.body, { status: reply.status, headers: { 'content-type': 'application/json' } });
    },
  };
}

export class NoBatches extends SettingError {
  constructor(name: string) {
    super(`${name} has no batch API.`, {
      advice:
        'Leave out --batch-api, or say “--batch-api where-possible”: calls then go one by one where there is none.',
    });
  }
}
