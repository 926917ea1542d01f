/** OpenAI's batch API through its SDK: a file of requests, answered within a day at half the price. */
import { z } from 'zod';
import { boundedFetch } from '../../web/trusted-fetch.ts';
import { parseInOurWords, problemLines } from '../../text/issue-words.ts';
import { UnavailableError } from '../../domain/errors.ts';
import { NO_KEY, proxyOf } from '../create-chat-model.ts';
import type { ResolvedModel } from '../model-spec.ts';

const Batch = z.object({
  id: z.string(),
  status: z.enum([
    'validating',
    'failed',
    'in_progress',
    'finalizing',
    'completed',
    'expired',
    'cancelling',
    'cancelled',
  ]),
  input_file_id: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z
    .object({ data: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).nullish() })
    .nullish(),
  request_counts: z.object({ completed: z.int(), total: z.int() }).nullish().catch(null),
});
export type Batch = z.infer<typeof Batch>;
const File = z.object({ id: z.string().min(1) });

/** The path that each line of a file names. */
export const BATCH_ENDPOINT = '/v1/chat/completions';

/** A file of answers with token probabilities is far larger than that of its requests. */
const MAX_FILE_BYTES = 1_000_000_000;
/** A file is uploaded or downloaded within this time. */
const TRANSFER_TIMEOUT_MS = 600_000;
const MAX_RETRIES = 5;
/** The most batches that a server lists at once. */
const PAGE_BATCHES = 100;

export type BatchServer = ReturnType<typeof createBatchServer>;

/** All throw the SDK's errors, or an UnavailableError where the server answers otherwise than documented. */
export function createBatchServer(model: ResolvedModel) {
  const load = async () => {
    const { default: OpenAI, toFile } = await import('openai');
    const client = new OpenAI({
      baseURL: model.baseUrl,
      apiKey: model.spec.apiKey ?? NO_KEY,
      // Null: the SDK would read undefined ones from the environment and send them to any server.
      organization: null,
      project: null,
      fetch: boundedFetch(MAX_FILE_BYTES, await proxyOf(model)),
      maxRetries: MAX_RETRIES,
      timeout: TRANSFER_TIMEOUT_MS,
    });
    return { client, toFile };
  };
  let loading: ReturnType<typeof load> | null = null;
  const sdk = () => (loading ??= load());
  return {
    /** @param lines JSON of the requests @returns the id of the file */
    upload: async (lines: readonly string[], signal: AbortSignal): Promise<string> => {
      const { client, toFile } = await sdk();
      const file = await toFile(Buffer.from(`${lines.join('\n')}\n`), 'groundrule.jsonl');
      return parsedAs(File, await client.files.create({ file, purpose: 'batch' }, { signal }), 'a file').id;
    },
    start: async (file: string, signal: AbortSignal): Promise<Batch> => {
      const { client } = await sdk();
      const request = { input_file_id: file, endpoint: BATCH_ENDPOINT, completion_window: '24h' } as const;
      // Not sent again by the SDK: it may have begun although its answer was lost. It is found by its file then.
      return batchIn(await client.batches.create(request, { signal, maxRetries: 0 }));
    },
    /** The batch of a file; null: the server lists none. */
    find: async (file: string, signal: AbortSignal): Promise<Batch | null> => {
      const { client } = await sdk();
      // Newest first, page by page.
      let first: string | null = null;
      for await (const batch of client.batches.list({ limit: PAGE_BATCHES }, { signal })) {
        if (batch.input_file_id === file) return batchIn(batch);
        // Whether that of the file has begun is not known: it is not begun anew.
        if (batch.id === first)
          throw new UnavailableError('The server lists its newest batches again and again, never the earlier ones.');
        first ??= batch.id;
      }
      return null;
    },
    get: async (batch: string, signal: AbortSignal): Promise<Batch> =>
      batchIn(await (await sdk()).client.batches.retrieve(batch, { signal })),
    /** The lines of a file of answers: one string could not hold those of many calls with token probabilities. */
    download: async (file: string, signal: AbortSignal): Promise<AsyncIterable<string>> => {
      const { body } = await (await sdk()).client.files.content(file, { signal });
      return linesOf(body);
    },
  };
}

const batchIn = (value: unknown): Batch => parsedAs(Batch, value, 'a batch');

function parsedAs<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const parsed = parseInOurWords(schema, value);
  if (parsed.success) return parsed.data;
  const problems = problemLines(parsed.error).join('; ');
  throw new UnavailableError(`The server describes ${what} otherwise than OpenAI documents it (${problems}).`);
}

async function* linesOf(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body ?? []) {
    const text = decoder.decode(chunk, { stream: true });
    rest += text;
    if (!text.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
