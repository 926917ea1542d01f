/** A search whose replies are kept: the same question is not asked, or paid for, again while its reply is fresh. */
import { z } from 'zod';
import type { KeptRecords, SearchPort } from '../domain/ports.ts';
import { withWarningsTo, type RunContext } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import type { SearchScope } from './engines/scope.ts';

const KeptReply = z.strictObject({
  at: z.iso.datetime(),
  hits: z.array(
    z.strictObject({
      url: z.string(),
      title: z.string().nullable(),
      snippet: z.string().nullable(),
      pageText: z.strictObject({ text: z.string(), mayStore: z.boolean() }).exactOptional(),
    }),
  ),
  /** What people were told of how the hits came about: it holds as long as they are used. */
  warnings: z.array(z.string()),
});

/**
 * Replies of services that forbid keeping them (`mayStore`) pass through.
 * @param scope what the search is narrowed to
 * @param server the address that is asked, where users choose it: another server finds other pages
 */
export function keptSearch(
  search: SearchPort,
  kept: KeptRecords,
  maxAgeMs: number,
  scope: SearchScope,
  server: string | null,
): SearchPort {
  if (search.mayStore === false) return search;
  return {
    ...search,
    search: async (run, query, limit) => {
      const key = sha256Hex(canonicalJson({ search: search.name, server, scope, query, limit }));
      const reply = KeptReply.nullable().parse(await kept.get('search', key));
      const now = run.clock.now();
      if (reply !== null && now.getTime() - new Date(reply.at).getTime() <= maxAgeMs) return tell(run, reply);
      const warnings: string[] = [];
      const hits = [...(await search.search(withWarningsTo(warnings, run), query, limit))];
      // Nothing found may be a passing trouble of the service: it is asked again.
      if (hits.length > 0) await kept.put('search', key, { at: now.toISOString(), hits, warnings });
      return tell(run, { hits, warnings });
    },
  };
}

function tell(run: RunContext, { hits, warnings }: Pick<z.infer<typeof KeptReply>, 'hits' | 'warnings'>) {
  for (const message of warnings) run.emit({ type: 'warning', message });
  return hits;
}
