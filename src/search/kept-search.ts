/** A search whose replies are kept: the same question is not asked, or paid for, again while its reply is fresh. */
import { z } from 'zod';
import type { KeptRecords, SearchPort } from '../domain/ports.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

const KeptReply = z
  .strictObject({
    at: z.iso.datetime(),
    hits: z.array(
      z.strictObject({ url: z.string(), title: z.string().nullable(), snippet: z.string().nullable() }),
    ),
  })
  .nullable();

/** Replies of services that forbid keeping them (`mayStore`) pass through. */
export function keptSearch(search: SearchPort, kept: KeptRecords, maxAgeMs: number): SearchPort {
  if (search.mayStore === false) return search;
  return {
    ...search,
    search: async (run, query, limit) => {
      const key = sha256Hex(canonicalJson({ search: search.name, query, limit }));
      const reply = KeptReply.parse(await kept.get('search', key));
      const now = run.clock.now();
      if (reply !== null && now.getTime() - new Date(reply.at).getTime() <= maxAgeMs) return reply.hits;
      const hits = await search.search(run, query, limit);
      await kept.put('search', key, { at: now.toISOString(), hits });
      return hits;
    },
  };
}
