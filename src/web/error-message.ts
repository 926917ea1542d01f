/** The server's message and code in the body of an error, in the shapes that servers send. */
import { z } from 'zod';
import { jsonIn } from '../text/parse-json.ts';

const Message = z.string().trim().min(1);
/** FastAPI: what is wrong with fields of the request. */
const FieldErrors = z
  .array(
    z
      .object({ loc: z.array(z.union([z.string(), z.number()])), msg: Message })
      .transform(({ loc, msg }) => `${loc.join('.')}: ${msg}`),
  )
  .min(1)
  .transform((errors) => errors.join('; '));
const Detail = z.union([Message, FieldErrors]);
const ErrorObject = z.union([
  z.object({ error: z.object({ message: Message }) }).transform(({ error }) => error.message),
  z.object({ error: z.object({ detail: Message }) }).transform(({ error }) => error.detail),
  z.object({ error: Message }).transform(({ error }) => error),
  z.object({ detail: z.object({ error: Message }) }).transform(({ detail }) => detail.error),
  z.object({ detail: Detail }).transform(({ detail }) => detail),
  z.object({ message: Message }).transform(({ message }) => message),
  z.object({ message: z.object({ detail: Detail }) }).transform(({ message }) => message.detail),
]);
const Code = z.union([z.string().trim().min(1), z.int().transform(String)]);
const ErrorCode = z.union([
  z.object({ error: z.object({ code: Code }) }).transform(({ error }) => error.code),
  z.object({ detail: z.object({ code: Code }) }).transform(({ detail }) => detail.code),
  z.object({ code: Code }).transform(({ code }) => code),
]);
/** OpenRouter: what the server behind the gateway said. */
const Cause = z.object({ error: z.object({ metadata: z.object({ raw: Message }) }) });
/** Google's OpenAI-compatible API sends a list of one. */
const ListOfOne = z.tuple([z.unknown()]).transform(([content]) => content);

/** @returns the message as the server wrote it, with its cause, secrets included; null if there is none */
export function errorIn(body: unknown): { readonly message: string; readonly code: string | null } | null {
  const content = ListOfOne.safeParse(body).data ?? body;
  const message = ErrorObject.safeParse(content).data;
  if (message === undefined) return null;
  const raw = Cause.safeParse(content).data?.error.metadata.raw;
  const cause = raw === undefined ? '' : `: ${errorIn(jsonIn(raw))?.message ?? raw}`;
  return { message: `${message}${cause}`, code: ErrorCode.safeParse(content).data ?? null };
}
