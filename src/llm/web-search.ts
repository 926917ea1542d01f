/** Web search by the tool of the model's server (Responses API). */
import type { ChatOpenAIResponses } from '@langchain/openai';
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { ChatMessage, WebSearch } from '../domain/model.ts';
import type { ChatReply } from './chat.ts';
import type { EndpointError } from './endpoint-error.ts';
import { failureIn, MaybeFailure } from './failed-reply.ts';
import { usageIn } from './usage-in.ts';
import { isReasoningModel, type ResolvedModel } from './model-spec.ts';

/** The pages that the server reports. The text of the answer is ignored. */
export const FoundPages = z.strictObject({
  pages: z.array(z.strictObject({ url: z.string(), title: z.string().nullable() })),
});

/** Per call. If a server ignores it, the usage shows that. */
const MAX_SEARCHES = 3;
/** Estimated cost of a call, on the high side. Results are billed as input: about 8,000 tokens per search. */
export function webSearchCost(webSearches = MAX_SEARCHES) {
  return { webSearches, readTokens: webSearches * 8_000, outputTokens: 1_500 };
}

/** For the constructor of the chat model: LangChain drops a string `tool_choice` in call options. */
export const WEB_SEARCH_PARAMETERS = { tool_choice: 'required', max_tool_calls: MAX_SEARCHES, store: false };

/** OpenAI's limit (developers.openai.com/api/docs/guides/tools-web-search). Pages of other domains are dropped later. */
const MAX_DOMAINS = 100;

/**
 * OpenRouter's tools take their options as `parameters`. It always sends sources and does not support `include`
 * (openrouter.ai/docs/guides/features/server-tools/web-search).
 */
function requestOf({ tool, domains }: WebSearch) {
  const isOpenRouter = tool.startsWith('openrouter:');
  const hasFilter = domains.length > 0 && domains.length <= MAX_DOMAINS;
  const filter = hasFilter ? { [isOpenRouter ? 'parameters' : 'filters']: { allowed_domains: domains } } : {};
  const options = isOpenRouter ? {} : { include: ['web_search_call.action.sources' as const] };
  return { tools: [{ type: tool, ...filter }], ...options };
}

/**
 * LangChain's model states the request and its client sends it, as for chat completions: its message keeps no error of a reply.
 * @throws the SDK's errors: see `toEndpointError`
 */
export async function sendWebSearch(
  chatModel: object,
  messages: readonly ChatMessage[],
  webSearch: WebSearch,
  signal: AbortSignal,
): Promise<ChatReply> {
  if (!isOfResponses(chatModel)) throw new Error('The model was not made for searches.');
  const isReasoning = isReasoningModel(chatModel.model);
  const input = messages.map(({ role, content }) => ({
    role: role === 'system' && isReasoning ? ('developer' as const) : role,
    content,
  }));
  const request = { ...chatModel.invocationParams(requestOf(webSearch)), input, stream: false as const };
  const response: unknown = await chatModel.completionWithRetry(request, { signal }).catch((error: unknown) => {
    // The SDK looks into whatever comes (`in`), and reads the output of what calls itself a response.
    throw error instanceof TypeError ? failureIn(null, null, !error.message.startsWith("Cannot use 'in'")) : error;
  });
  const reply = Reply.safeParse(response).data;
  const usage = usageIn(response, 'input', 'output');
  if (reply === undefined) throw failureIn(response, usage, usage !== null);
  const { output, error } = reply;
  const searches = output.filter(({ type }) => type === 'web_search_call' || type === webSearch.tool);
  const webSearches = searches.filter(({ action }) => action.type === 'search').length;
  const billed = usage === null ? null : { ...usage, webSearches };
  if (error !== undefined) throw failureIn({ error }, billed, true);
  const cited = output.flatMap(({ content }) => content.flatMap(({ annotations }) => annotations));
  const pages = [...cited, ...searches.flatMap(({ action }) => action.sources)].flatMap(asPage);
  return {
    usage: billed,
    webSearches,
    choices: null,
    isAuthored: false,
    ...(searches.length === 0 && pages.length === 0
      ? { text: 'it answered without a search of the web', stopReason: 'refused' }
      : { text: JSON.stringify({ pages }), stopReason: 'done' }),
  };
}

function isOfResponses(chatModel: object): chatModel is ChatOpenAIResponses {
  return 'completionWithRetry' in chatModel;
}

const List = z.array(z.unknown()).catch([]);
const Reply = z.object({
  error: MaybeFailure,
  output: z.array(
    z.object({
      type: z.string().catch(''),
      /** Of a search call. Opening a page and searching in it are other actions. */
      action: z.object({ type: z.string().catch('search'), sources: List }).catch({ type: 'search', sources: [] }),
      /** Of a message item. */
      content: z.array(z.object({ annotations: List })).catch([]),
    }),
  ),
});
/** A search source or a citation. Sources without an address are not pages. */
const Page = z.object({ url: z.string(), title: z.string().nullish().catch(null) });

function asPage(source: unknown): z.infer<typeof FoundPages>['pages'] {
  const { data: page } = Page.safeParse(source);
  // OpenAI adds this parameter to citations.
  return page === undefined
    ? []
    : [{ url: page.url.replace(/[?&]utm_source=openai$/u, ''), title: page.title ?? null }];
}

/** @throws InputError for errors that mean that the server has no web search */
export function refuseWithoutWebSearch(error: EndpointError, { endpoint, model }: ResolvedModel, tool: string): void {
  const alternative = 'search in another way: --search library, or a service with a key of its own (tavily, brave, …).';
  if (error.kind === 'no-such-address')
    throw new InputError(
      `${endpoint} does not know the Responses API (status ${error.status ?? 'unknown'}), through which it would search the web.`,
      { advice: `Name a server that has it with --base-url, or ${alternative}` },
    );
  if (error.kind === 'bad-request')
    throw new InputError(
      `${endpoint} refuses to search the web by ${model} with the tool “${tool}”: ${error.message}`,
      {
        advice: `Name the tool as this server does with --web-search-tool (OpenRouter: openrouter:web_search), choose a model that has it, or ${alternative}`,
      },
    );
}
