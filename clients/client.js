/** A typed client of the service: every operation of its OpenAPI document, and the events of a job. */
import createFetchClient from 'openapi-fetch';

/** Between two tries to hear a job again. */
const AGAIN_MS = 1_000;
const MAX_TRIES = 10;

export function createServiceClient({ url, key, fetch = globalThis.fetch }) {
  const baseUrl = url.replace(/\/+$/, '');
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };

  async function* events(job, { signal } = {}) {
    let last = null;
    for (let tries = 1; ; tries += 1) {
      try {
        const asked = { ...headers, accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) };
        const answer = await fetch(`${baseUrl}/v1/jobs/${encodeURIComponent(job)}/events`, { headers: asked, signal });
        if (!answer.ok) throw Object.assign(new Error(await answer.text()), { status: answer.status });
        for await (const event of eventsIn(answer.body)) {
          last = event.id ?? last;
          tries = 1;
          yield { event: event.event, data: JSON.parse(event.data) };
          if (event.event === 'done' || event.event === 'failed') return;
        }
        throw new Error('The stream of events ended before the job did.');
      } catch (error) {
        // What the service refuses it would refuse again.
        if (signal?.aborted === true || isRefusal(error) || tries >= MAX_TRIES) throw error;
      }
      await new Promise((resolve) => globalThis.setTimeout(resolve, AGAIN_MS));
    }
  }

  return Object.assign(createFetchClient({ baseUrl, headers, fetch }), { events });
}

/** A service that starts again, or is busy, may answer later. */
const isRefusal = ({ status }) => status < 500 && status !== 429;

/** Server-sent events, as the service writes them: one line for each field. */
async function* eventsIn(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new globalThis.TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]);
      const { id, event, data } = Object.fromEntries(fields);
      if (event !== undefined && data !== undefined) yield { id, event, data };
    }
  }
}
