/** OpenAI's SDK drops an error body without `error`, and shows “(no body)”. */
import { z } from 'zod';
import { jsonIn } from '../text/parse-json.ts';
import { errorMessageIn } from '../web/error-message.ts';

const OpenAiError = z.object({ error: z.object({ message: z.string() }) });

/** Other servers' error bodies in OpenAI's shape. */
export function withOpenAiErrors(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.ok) return response;
    const text = await response.text();
    // Some statuses allow no body, not even an empty one.
    return new Response(text === '' ? null : inOpenAiShape(text), response);
  };
}

function inOpenAiShape(text: string): string {
  const body = jsonIn(text);
  const message = errorMessageIn(body);
  if (message === null || OpenAiError.safeParse(body).success) return text;
  // The other fields may include a code.
  return JSON.stringify({ error: { ...(typeof body === 'object' ? body : {}), message } });
}
