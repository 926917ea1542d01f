/** The whole outside world of a run with a model: a web of guides, a SearXNG that finds them, and a scripted model. */
import { plausibleModel, type ScriptedModel } from '../plausible-model.ts';
import type { Behaviour } from '../model-server/behaviour.ts';
import type { Handler } from '../model-server/server.ts';
import { startModelServer, type ModelServer } from '../model-server/server.ts';
import { startSearchServer, type SearchServer } from '../search-servers/server.ts';
import type { Wire } from '../search-servers/wire.ts';
import { wire as searxngWire } from '../search-servers/wires/searxng.ts';
import { startWebServer, type WebServer, type WebServerOptions } from '../web-server.ts';
import { genericHandler } from '../model-server/generic-handler.ts';

export interface GuideWebOptions<Page extends FoundPage> extends Omit<WebServerOptions, 'pages'> {
  readonly pages: readonly Page[];
  readonly resultsPerQuery: number;
  readonly searchLatencyMs?: number;
  readonly model?: Handler;
  /** Which run of results a query finds, from 0; default: by what the scripted model's first three queries ask. */
  readonly shelfOf?: (query: string) => number;
  /** What the model's own search finds beside the pages. */
  readonly modelFinds?: readonly string[];
  readonly modelBehaviour?: Partial<Behaviour>;
}

export interface FoundPage {
  readonly path: string;
  readonly site: number;
  readonly html: string;
  readonly title: string;
}

export interface GuideWeb {
  readonly web: WebServer;
  readonly search: SearchServer;
  readonly model: ModelServer;
  /** For `loadConfig`: searches here, and asks the model here. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Requests so far, by server. */
  counts(): { readonly model: number; readonly search: number; readonly web: number };
  close(): Promise<void>;
}

export async function startGuideWeb<Page extends FoundPage>(options: GuideWebOptions<Page>): Promise<GuideWeb> {
  const { pages, resultsPerQuery, searchLatencyMs = 0, modelBehaviour = {}, shelfOf = shelfByAspect } = options;
  const web = await startWebServer(options);
  const search = await startSearchServer(searxngOf(resultsPerQuery), searchLatencyMs);
  const found = (query: string) => {
    const first = shelfOf(query) * resultsPerQuery;
    return pages
      .slice(first, first + resultsPerQuery)
      .map((page) => ({ url: web.urlOf(page), title: page.title, snippet: '' }));
  };
  const model = await startModelServer({
    handler: options.model ?? answering(plausibleModel),
    searches: (query) => ({ sources: [...(options.modelFinds ?? []), ...found(query).map(({ url }) => url)] }),
    ...modelBehaviour,
  });
  search.finds(found);
  return {
    web,
    search,
    model,
    flags: {
      search: 'searxng',
      searxngUrl: search.url,
      allowHosts: web.allowHosts,
      model: 'scripted',
      baseUrl: model.baseUrl,
      results: resultsPerQuery,
    },
    counts: () => ({
      model: model.statistics().requests,
      search: search.requests.length,
      web: web.requests.length,
    }),
    close: async () => {
      await Promise.all([web.close(), search.close(), model.close()]);
    },
  };
}

/** The script where it knows the agent; probes of what the server can do are not agents'. */
export function answering(script: ScriptedModel): Handler {
  return (request) =>
    request.schemaName === null || request.schemaName === 'greeting'
      ? genericHandler(request)
      : script(request.messages, request.schemaName);
}

/** The scripted model's first three queries find different pages; any other finds those of the first. */
export function shelfByAspect(query: string): number {
  if (query.includes('mistakes')) return 2;
  return query.startsWith('what makes') ? 1 : 0;
}

/** SearXNG's page size depends on its upstream engines. */
function searxngOf(size: number): Wire {
  return {
    ...searxngWire,
    read: (request) => {
      const asked = searxngWire.read(request);
      if ('status' in asked) return asked;
      return { ...asked, offset: (asked.offset / asked.size) * size, size };
    },
  };
}
