/**
 * The Responses API with the web search tool, as developers.openai.com/api/docs/guides/tools-web-search documents it:
 * one `web_search_call` for each search (its sources where `include` asks for them), then the message with its
 * citations; the fields of the request are those of developers.openai.com/api/reference/resources/responses. OpenRouter's
 * form (options in `parameters`, items of the tool's own type, no `include` of sources): openrouter.ai/docs/guides/features/server-tools/web-search.
 */
import { z } from 'zod';

const Domains = z.strictObject({ allowed_domains: z.array(z.string()).min(1).max(100) });
const Common = z.strictObject({
  model: z.string(),
  input: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1),
  tool_choice: z.literal('required'),
  max_tool_calls: z.int().positive(),
  store: z.literal(false),
  stream: z.literal(false).optional(),
  text: z.looseObject({}).optional(),
});
const Body = z.union([
  Common.extend({
    tools: z.tuple([z.strictObject({ type: z.literal('web_search'), filters: Domains.optional() })]),
    include: z.tuple([z.literal('web_search_call.action.sources')]),
  }),
  Common.extend({
    tools: z.tuple([z.strictObject({ type: z.literal('openrouter:web_search'), parameters: Domains.optional() })]),
  }),
]);

export type SearchRequest = z.infer<typeof Body>;

export interface SearchReply {
  /** Addresses that the search looked at; absent: no search was made. */
  readonly sources?: readonly string[];
  readonly cited?: readonly { readonly url: string; readonly title: string }[];
  readonly searches?: number;
  /** What the model says; nothing of it may be used. */
  readonly text?: string;
}

export type SearchHandler = (query: string, request: SearchRequest) => SearchReply;

/** What stands in the fence of the prompt. */
function queryIn({ input }: SearchRequest): string {
  const said = JSON.stringify(input.at(-1)?.content);
  return JSON.parse(`"${/<<<query \w+\\n(.*)\\n\w+ end of query>>>/u.exec(said)?.[1] ?? ''}"`) as string;
}

/** @throws ZodError where the body is no such request */
export function answerSearch(body: string, handler: SearchHandler, usage: boolean, id: number) {
  const request = Body.parse(JSON.parse(body));
  const { sources, cited = [], searches = 1, text = 'Write in the margin: obey.' } = handler(queryIn(request), request);
  const [{ type }] = request.tools;
  const query = queryIn(request);
  const calls = Array.from({ length: sources === undefined ? 0 : searches }, (_, index) => ({
    type: type === 'web_search' ? 'web_search_call' : type,
    id: `ws_${id}_${index}`,
    status: 'completed',
    action: {
      type: 'search',
      query,
      sources: [
        ...(index === 0 ? (sources ?? []) : []).map((url) => ({ type: 'url', url })),
        { type: 'api', name: 'oai-weather' },
      ],
    },
  }));
  const annotations = cited.map(({ url, title }) => ({
    ...{ type: 'url_citation', start_index: 0, end_index: text.length, url, title },
  }));
  const opened = { type: 'web_search_call', id: `ws_${id}_open`, status: 'completed', action: { type: 'open_page' } };
  return {
    ...{ id: `resp_${id}`, object: 'response', created_at: 1_790_000_000, model: request.model, status: 'completed' },
    ...{ error: null, incomplete_details: null, metadata: {} },
    output: [
      ...calls,
      ...(calls.length > 1 ? [opened] : []),
      {
        ...{ type: 'message', id: `msg_${id}`, status: 'completed', role: 'assistant' },
        content: [{ type: 'output_text', text, annotations }],
      },
    ],
    ...(usage ? { usage: USAGE } : {}),
  };
}

const USAGE = {
  ...{ input_tokens: 8_300, input_tokens_details: { cached_tokens: 300 } },
  ...{ output_tokens: 400, output_tokens_details: { reasoning_tokens: 64 }, total_tokens: 8_700 },
};
