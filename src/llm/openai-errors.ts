/** OpenAI's SDK drops an error body without `error`, and shows “(no body)”. */
import { jsonIn } from '../text/parse-json.ts';
import { errorIn } from '../web/error-message.ts';

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
  const error = errorIn(jsonIn(text));
  return error === null ? text : JSON.stringify({ error });
}
