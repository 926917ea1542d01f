/**
 * The batch API of the scripted model server, as OpenAI documents it: files are uploaded, batches of them are begun, and
 * their answers are files again. A batch has ended when it was looked at often enough.
 */
import { z } from 'zod';

export interface BatchBehaviour {
  /** How often a batch is looked at before it has ended. */
  readonly looks: number;
  /** How it ends. */
  readonly end: 'completed' | 'failed' | 'expired' | 'cancelled';
  /** The most requests of the batches under way together: one that exceeds it fails with “token_limit_exceeded”. Null: none. */
  readonly room: number | null;
  /** Requests, by their body, that the batch leaves out where it expires or is cancelled; null: none. */
  readonly leavesOut: ((body: string) => boolean) | null;
  /** What is sent in place of the reply to a request, such as `POST /v1/batches`, that was carried out; null: the reply. */
  readonly disturbs: ((request: string, reply: BatchedReply) => BatchedReply | Promise<BatchedReply>) | null;
}

export const GOOD_BATCHES: BatchBehaviour = { looks: 1, end: 'completed', room: null, leavesOut: null, disturbs: null };

/** What the server answers to one request. */
export interface BatchedReply {
  readonly status: number;
  readonly body: string;
}

export interface BatchStore {
  /** Null: no address of the batch API. */
  serve(request: {
    readonly method: string;
    readonly path: string;
    readonly body: Buffer;
    readonly type: string;
  }): Promise<BatchedReply | null>;
  /** Ends all, however often they were looked at. */
  readonly endAll: () => void;
  /** By the number of their requests, in the order in which they were begun. */
  readonly sizes: () => readonly number[];
}

const Line = z.object({
  custom_id: z.string(),
  method: z.literal('POST'),
  url: z.literal('/v1/chat/completions'),
  body: z.looseObject({ model: z.string() }),
});
const Start = z.object({
  input_file_id: z.string(),
  endpoint: z.literal('/v1/chat/completions'),
  completion_window: z.literal('24h'),
});
type Line = z.infer<typeof Line>;

const MOST_LISTED = 10;

const INVALID = { code: 'invalid', message: 'The file is invalid.' };
const TOO_MANY_TOKENS = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' };

interface StartedBatch {
  readonly id: string;
  readonly input_file_id: string;
  readonly lines: readonly Line[];
  readonly behaviour: BatchBehaviour;
  readonly isOverLimit: boolean;
  looks: number;
  files: { readonly output: string; readonly error: string } | null;
  /** Two looks may come together. */
  ending: Promise<StartedBatch['files']> | null;
}

export function createBatchStore(
  answer: (body: string) => Promise<BatchedReply>,
  behaviour: () => BatchBehaviour,
): BatchStore {
  const files = new Map<string, string>();
  const batches: StartedBatch[] = [];
  const addFile = (text: string) => {
    const id = `file-${files.size + 1}`;
    files.set(id, text);
    return id;
  };

  async function end(batch: StartedBatch): Promise<NonNullable<StartedBatch['files']>> {
    const output: string[] = [];
    const errors: string[] = [];
    const { end: how, leavesOut } = batch.behaviour;
    for (const { custom_id, body } of how === 'failed' || batch.isOverLimit ? [] : batch.lines) {
      const text = JSON.stringify(body);
      if (how !== 'completed' && leavesOut?.(text) === true) {
        const error = { code: 'batch_expired', message: 'This request could not be executed before the window ended.' };
        errors.push(JSON.stringify({ custom_id, response: null, error }));
        continue;
      }
      const reply = await answer(text);
      const response = { status_code: reply.status, body: JSON.parse(reply.body) as unknown };
      (reply.status === 200 ? output : errors).push(JSON.stringify({ custom_id, response, error: null }));
    }
    return { output: addFile(output.join('\n')), error: addFile(errors.join('\n')) };
  }

  async function look(batch: StartedBatch) {
    batch.looks += 1;
    const { id, input_file_id, lines, isOverLimit } = batch;
    const how = isOverLimit ? ({ looks: 0, end: 'failed' } as const) : batch.behaviour;
    const hasEnded = batch.looks > how.looks;
    if (hasEnded) batch.files = await (batch.ending ??= end(batch));
    return {
      id,
      object: 'batch',
      input_file_id,
      status: hasEnded ? how.end : 'in_progress',
      output_file_id: batch.files?.output ?? null,
      error_file_id: batch.files?.error ?? null,
      errors: how.end === 'failed' && hasEnded ? { data: [isOverLimit ? TOO_MANY_TOKENS : INVALID] } : null,
      request_counts: { completed: hasEnded ? lines.length : 0, failed: 0, total: lines.length },
    };
  }

  function begin(json: string): StartedBatch {
    const { input_file_id } = Start.parse(JSON.parse(json));
    const lines = (files.get(input_file_id) ?? '').trim().split('\n');
    const parsed = lines.map((line) => Line.parse(JSON.parse(line)));
    if (new Set(parsed.map(({ custom_id }) => custom_id)).size < parsed.length) throw new Error('An id is used twice.');
    if (new Set(parsed.map(({ body }) => body.model)).size > 1) throw new Error('A file names two models.');
    const enqueued = batches
      .filter(({ files: made, isOverLimit }) => made === null && !isOverLimit)
      .reduce((sum, batch) => sum + batch.lines.length, parsed.length);
    return {
      id: `batch_${batches.length + 1}`,
      input_file_id,
      lines: parsed,
      behaviour: behaviour(),
      isOverLimit: enqueued > (behaviour().room ?? Infinity),
      looks: 0,
      files: null,
      ending: null,
    };
  }

  return {
    endAll: () => {
      for (const batch of batches) batch.looks = Infinity;
    },
    sizes: () => batches.map(({ lines }) => lines.length),
    serve: async ({ method, path, body, type }) => {
      const [, folder = '', id = '', content = ''] =
        /^\/v1\/(files|batches)(?:\/([^/?]+)(\/content)?)?(?:\?.*)?$/u.exec(path) ?? [];
      const json = (value: unknown): BatchedReply => ({ status: 200, body: JSON.stringify(value) });
      const missing = { status: 404, body: JSON.stringify({ error: { message: `No such ${folder}: ${id}` } }) };
      if (folder === '') return null;
      if (folder === 'files' && method === 'POST') {
        const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
        const file = form.get('file');
        if (form.get('purpose') !== 'batch' || !(file instanceof Blob)) throw new Error('No file for a batch.');
        return json({ id: addFile(await file.text()), object: 'file', purpose: 'batch' });
      }
      if (folder === 'files' && content !== '') {
        const text = files.get(id);
        return text === undefined ? missing : { status: 200, body: text };
      }
      if (folder === 'batches' && method === 'POST') {
        const batch = begin(body.toString('utf8'));
        batches.push(batch);
        return json({ ...(await look({ ...batch, looks: -1 })), status: 'validating' });
      }
      if (folder === 'batches' && id === '') {
        const { searchParams } = new URL(path, 'http://server');
        const after = searchParams.get('after');
        const newest = batches.toReversed();
        const rest = after === null ? newest : newest.slice(newest.findIndex((batch) => batch.id === after) + 1);
        // A server may list fewer than it is asked for.
        const page = rest.slice(0, Math.min(MOST_LISTED, Number(searchParams.get('limit') ?? MOST_LISTED)));
        return json({
          object: 'list',
          data: await Promise.all(page.map((batch) => look({ ...batch, looks: -1 }))),
          has_more: page.length < rest.length,
        });
      }
      const batch = batches.find((each) => each.id === id);
      return batch === undefined ? missing : json(await look(batch));
    },
  };
}
