/** What each request of an ended batch was answered. */
import { z } from 'zod';
import type { Batch } from './batch-server.ts';

/** As if the request had been sent by itself. */
export interface BatchReply {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

const Line = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.int(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** Sent again in another batch. */
const NOT_ANSWERED = 503;
const REFUSED = 400;
const TOO_MANY = 429;

/** By call. @param lines of a batch's file of answers or of errors; a line that is none gives no reply */
export async function addReplies(replies: Map<string, BatchReply>, lines: AsyncIterable<string>): Promise<void> {
  for await (const json of lines) {
    const line = lineOf(json);
    if (line !== null) replies.set(line.custom_id, replyOf(line));
  }
}

/** The files that wait at a server may hold so many tokens: there will be room later. */
export function exceedsTokenLimit({ errors }: Batch): boolean {
  return errors?.data?.[0]?.code === 'token_limit_exceeded';
}

/** For a request that an ended batch says nothing of. */
export function replyWithout(batch: Batch): BatchReply {
  const { id, status, errors } = batch;
  const reason = errors?.data?.[0]?.message ?? `The batch ${id} has no answer to it (${status}).`;
  if (exceedsTokenLimit(batch)) return errorReply(TOO_MANY, reason);
  return errorReply(status === 'failed' || status === 'cancelled' ? REFUSED : NOT_ANSWERED, reason);
}

export function errorReply(status: number, message: string): BatchReply {
  return { status, body: JSON.stringify({ error: { message } }) };
}

function replyOf({ response, error }: z.infer<typeof Line>): BatchReply {
  const status = response?.status_code ?? 0;
  if (status === 200 || (status >= 400 && status < 600))
    return { status, body: JSON.stringify(response?.body ?? null) };
  return errorReply(NOT_ANSWERED, error?.message ?? error?.code ?? 'The server gave neither answer nor error.');
}

function lineOf(json: string): z.infer<typeof Line> | null {
  try {
    return Line.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
