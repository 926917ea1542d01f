/** Replies with status 200 that are no answers, as servers and gateways send them. */
import { z } from 'zod';
import { errorIn } from '../web/error-message.ts';
import type { ChatReply } from './chat.ts';
import { EndpointError, toEndpointError } from './endpoint-error.ts';

/** Some servers send an empty one, or all its fields empty, with every reply. */
const Failure = z.union([
  z.string().trim().min(1),
  z.record(z.string(), z.unknown()).refine((error) => Object.values(error).some(saysSomething)),
]);
export const MaybeFailure = Failure.optional().catch(undefined);

function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething);
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}

const StatusCode = z.coerce.number().int().min(400).max(599);
/** OpenAI's own codes, and the statuses that it sends them with. */
const STATUS_OF_CODE: ReadonlyMap<string | null, number> = new Map([
  ['context_length_exceeded', 400],
  ['invalid_api_key', 401],
  ['model_not_found', 404],
  ['insufficient_quota', 429],
  ['rate_limit_exceeded', 429],
]);

/**
 * Some gateways send errors with status 200, and the usual status or OpenAI's code in the body.
 * @param isOfModel it has an answer's fields or a usage: a model's server, which may have failed on the way
 */
export function failureIn(reply: unknown, usage: ChatReply['usage'], isOfModel: boolean): EndpointError {
  const error = errorIn(reply);
  if (error === null) {
    const words = 'no readable message';
    return new EndpointError(words, isOfModel ? 'server' : 'not-a-model-server', { words, billed: usage ?? 'unknown' });
  }
  const { code } = error;
  const status = StatusCode.safeParse(code).data ?? STATUS_OF_CODE.get(code);
  const failure = toEndpointError({ error, code, status }, new Date());
  const kind = isOfModel && failure.status === null ? 'server' : failure.kind;
  const billed = usage ?? (isOfModel && kind === 'server' ? 'unknown' : status === undefined ? null : failure.billed);
  return failure.as(kind, billed);
}
