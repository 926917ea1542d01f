/** A fetch that sends chat completions in batches: calls that come together share a file, and each gets its own reply. */
import { GroundruleError, SettingError } from '../../domain/errors.ts';
import { toEndpointError } from '../endpoint-error.ts';
import { createBatchFiles } from './batch-files.ts';
import type { BatchReaderOptions } from './batch-reader.ts';
import { errorReply, type BatchReply } from './batch-replies.ts';
import { BATCH_ENDPOINT } from './batch-server.ts';
import { BATCH_TIMING, type BatchTiming } from './batch-timing.ts';

/** The header by which a caller names its call; it is not sent. Calls without it go by themselves. */
export const CALL_HEADER = 'x-groundrule-call';

export interface BatchFetchOptions extends Omit<BatchReaderOptions, 'timing'> {
  readonly direct: typeof globalThis.fetch;
  /** Whether calls go one by one to a server without batches. */
  readonly fallsBack: boolean;
  readonly timing?: BatchTiming;
}

export type BatchFetch = ReturnType<typeof createBatchFetch>;

export function createBatchFetch({ direct, fallsBack, ...options }: BatchFetchOptions) {
  const { name, timing = BATCH_TIMING } = options;
  const files = createBatchFiles({ ...options, timing });
  let hasBatches = true;

  /** Null: the server has no batches. */
  async function replyTo(call: string, body: string, signal: AbortSignal): Promise<BatchReply | null> {
    const line = `{"custom_id":${JSON.stringify(call)},"method":"POST","url":"${BATCH_ENDPOINT}","body":${body}}`;
    let reply = await files.earlierReply(call, signal);
    if (reply === 'lost') reply = await files.newReply(call, line, signal);
    while (reply === 'refused') reply = await files.newReply(call, line, signal);
    if (reply === 'lost') return errorReply(503, `${name} lost a batch.`);
    if (reply !== 'no batches') return reply;
    if (!fallsBack) throw noBatches(name);
    hasBatches = false;
    return null;
  }

  return {
    /** Whether the reply to this call came from a batch. */
    isBatched: files.isAnswered,
    fetch: async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const headers = new Headers(init?.headers);
      const call = headers.get(CALL_HEADER);
      headers.delete(CALL_HEADER);
      const body = init?.body;
      if (call === null || !hasBatches || typeof body !== 'string') return direct(input, { ...init, headers });
      const reply = await replyTo(call, body, init?.signal ?? new AbortController().signal).catch((error: unknown) => {
        if (error instanceof GroundruleError) throw error;
        const failure = toEndpointError(error, new Date());
        // No answer is lost: a batch that was begun is found again.
        throw failure.as(failure.kind === 'cut' ? 'connection' : failure.kind, null);
      });
      if (reply === null) return direct(input, { ...init, headers });
      // Nothing is paid for a refusal: it is asked anew by whoever asks again.
      if (reply.status !== 200) await files.forget(call);
      return new Response(reply.body, { status: reply.status, headers: { 'content-type': 'application/json' } });
    },
  };
}

export function noBatches(name: string): SettingError {
  return new SettingError(`${name} has no batch API.`, {
    advice: 'Leave out --batch-api, or say “--batch-api where-possible”: calls then go one by one where there is none.',
  });
}
