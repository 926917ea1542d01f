/** A search of the web by the tool of a model's own server (Responses API): what is asked, and what of the reply is taken. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { ChatMessage, WebSearch } from '../domain/model.ts';
import { readUsage, type ChatReply } from './chat.ts';
import type { EndpointError } from './endpoint-error.ts';
import type { ResolvedModel } from './model-spec.ts';

/** The pages that the server says it looked at; the words of its answer are thrown away. */
export const FoundPages = z.strictObject({
  pages: z.array(z.strictObject({ url: z.string(), title: z.string().nullable() })),
});

/** Searches that a call may make; a server that ignores the bound shows in the usage. */
const MAX_SEARCHES = 3;
/** What a call takes beside its question, on the high side: what is found is read as input, some 8,000 tokens a search. */
export const WEB_SEARCH_COST = { webSearches: MAX_SEARCHES, readTokens: MAX_SEARCHES * 8_000, outputTokens: 1_500 };

/** For the constructor of the chat model, since LangChain drops a `tool_choice` in words from options. */
export const WEB_SEARCH_PARAMETERS = { tool_choice: 'required', max_tool_calls: MAX_SEARCHES, store: false };

/** More are refused (developers.openai.com/api/docs/guides/tools-web-search); whoever reads the pages checks domains anyway. */
const MAX_DOMAINS = 100;

/**
 * OpenRouter takes the options of its own tools as `parameters`, gives sources unasked, and knows no `include` of them
 * (openrouter.ai/docs/guides/features/server-tools/web-search).
 */
function requestOf({ tool, domains }: WebSearch) {
  const isOpenRouter = tool.startsWith('openrouter:');
  const isNarrowed = domains.length > 0 && domains.length <= MAX_DOMAINS;
  const narrowed = isNarrowed ? { [isOpenRouter ? 'parameters' : 'filters']: { allowed_domains: domains } } : {};
  const options: object = isOpenRouter ? {} : { include: ['web_search_call.action.sources'] };
  return { tool: { type: tool, ...narrowed }, options };
}

/** @throws whatever the SDK throws: `toEndpointError` sorts it */
export async function sendWebSearch(
  chatModel: BaseChatModel,
  messages: readonly ChatMessage[],
  webSearch: WebSearch,
  signal: AbortSignal,
): Promise<ChatReply> {
  const { tool, options } = requestOf(webSearch);
  const searching = chatModel.bindTools?.([tool]) ?? chatModel;
  const message = await searching.invoke(
    messages.map((said) => ({ ...said })),
    { signal, ...options },
  );
  const { output } = Metadata.parse(message.response_metadata);
  const searches = output.filter(({ type }) => type === 'web_search_call' || type === webSearch.tool);
  const cited = output.flatMap(({ content }) => content.flatMap(({ annotations }) => annotations));
  const pages = [...cited, ...searches.flatMap(({ action }) => action.sources)].flatMap(asPage);
  const read = readUsage(message);
  const webSearches = searches.filter(({ action }) => action.type === 'search').length;
  return {
    // LangChain counts 0 where the server says nothing.
    usage: read === null || read.inputTokens === 0 ? null : { ...read, webSearches },
    choices: null,
    isAuthored: false,
    ...(searches.length === 0 && pages.length === 0
      ? { text: 'it answered without a search of the web', stopReason: 'refused' }
      : { text: JSON.stringify({ pages }), stopReason: 'done' }),
  };
}

const List = z.array(z.unknown()).catch([]);
const Metadata = z.object({
  output: z.array(
    z.object({
      type: z.string().catch(''),
      /** Of a search; opening a page and looking for words in it are other actions. */
      action: z.object({ type: z.string().catch('search'), sources: List }).catch({ type: 'search', sources: [] }),
      /** Of a message. */
      content: z.array(z.object({ annotations: List })).catch([]),
    }),
  ),
});

/** Both a source of a search and a citation; sources that are no pages have no address. */
const Page = z.object({ url: z.string(), title: z.string().nullish().catch(null) });

function asPage(said: unknown): z.infer<typeof FoundPages>['pages'] {
  const { data: page } = Page.safeParse(said);
  // OpenAI marks the addresses that it cites.
  return page === undefined
    ? []
    : [{ url: page.url.replace(/[?&]utm_source=openai$/u, ''), title: page.title ?? null }];
}

/** Errors that mean something else of a search than of a chat. @throws InputError; returns where there is nothing of the kind */
export function refuseWithoutWebSearch(error: EndpointError, { endpoint, model }: ResolvedModel, tool: string): void {
  const otherwise = 'search in another way: --search library, or a service with a key of its own (tavily, brave, …).';
  if (error.kind === 'no-such-address')
    throw new InputError(
      `${endpoint} does not know the Responses API (status ${error.status ?? 'unknown'}), through which it would search the web.`,
      { advice: `Name a server that has it with --base-url, or ${otherwise}` },
    );
  if (error.kind === 'bad-request')
    throw new InputError(
      `${endpoint} refuses to search the web by ${model} with the tool “${tool}”: ${error.message}`,
      {
        advice: `Name the tool as this server does with --web-search-tool (OpenRouter: openrouter:web_search), choose a model that has it, or ${otherwise}`,
      },
    );
}
