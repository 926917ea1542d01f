/** What the doubles have seen so far. */
import { z } from 'zod';

export const DoublesReport = z.object({
  flags: z.record(z.string(), z.unknown()),
  /** In the order of the search results: query by query. */
  pages: z.array(z.object({ url: z.string(), title: z.string(), kind: z.string() })),
  calls: z.number(),
  inputTokens: z.number(),
  /** Of them, those that a prompt cache would have held. */
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  searches: z.number(),
  /** Pages and robots.txt. */
  fetches: z.number(),
});
export type DoublesReport = z.infer<typeof DoublesReport>;
