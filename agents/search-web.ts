/** Searches the web by the tool of the model's own server; of what comes back only addresses and titles are read. */
import type { WebSearch } from '../src/domain/model.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence, trusted } from '../src/llm/fence.ts';
import { FoundPages } from '../src/llm/web-search.ts';

interface SearchWebInput extends WebSearch {
  readonly query: string;
  readonly limit: number;
  /** Pages since this day (YYYY-MM-DD) are wanted: the tool takes no date. */
  readonly since: string | null;
}

/** Yields what was cited, then what was looked at; an address may come twice. */
export const searchWeb = defineAgent({
  name: 'search-web',
  step: 'search',
  schema: FoundPages,
  webSearch: ({ tool, domains, maxAgeMs }: SearchWebInput) => ({ tool, domains, maxAgeMs }),
  variables: ({ query, limit, since }) => ({
    query: fence('query', query),
    limit,
    since: trusted(since ?? 'any date'),
  }),
  read: ({ pages }) => pages,
  plannedAnswer: () => ({ pages: [] }),
});
