/** Step "search": which documents the queries find, in the order of queries and ranks. */
import type { Query } from '../domain/criteria-set.ts';
import { GroundruleError, StepFailedError } from '../domain/errors.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import { withWarningsTo, type RunContext } from '../domain/run-context.ts';
import type { SourceHit } from '../domain/source.ts';
import { timeStep } from '../run/run-step.ts';
import type { Discovery } from './discovery.ts';

export interface FoundUrl {
  readonly hits: SourceHit[];
  /** Null where none may be kept. */
  readonly title: string | null;
  readonly pageText: SearchHit['pageText'];
}

/** Each URL once. */
export async function searchQueries(
  { run, parameters, usage, warnings }: Discovery,
  search: SearchPort,
  queries: readonly Query[],
): Promise<Map<string, FoundUrl>> {
  return timeStep(run, usage, 'search', queries.length, async () => {
    const answers = await Promise.all(
      queries.map((query) => searchOne(run, search, query, parameters.resultsPerQuery)),
    );
    const failures = answers.flatMap(({ query, error }) => (error === null ? [] : [{ query, error }]));
    const [first] = failures;
    if (failures.length === queries.length && first !== undefined) {
      const { message, advice } = first.error;
      throw new StepFailedError(`No search of ${search.name} succeeded: ${message}`, {
        cause: first.error,
        ...(advice === null ? {} : { advice }),
      });
    }
    // What shaped the results belongs in the record; several engines speak in any order.
    warnings.push(...new Set(answers.flatMap(({ said }) => said.sort())));
    for (const { query, error } of failures)
      warnings.push(`The search for “${query.text}” failed and was left out: ${error.message}`);
    const found = new Map<string, FoundUrl>();
    for (const { query, hits } of answers)
      hits.forEach(({ url, title, pageText }, index) => {
        const known = found.get(url);
        const place = { queryId: query.id, rank: index + 1 };
        if (known !== undefined) known.hits.push(place);
        else found.set(url, { hits: [place], title: search.mayStore === false ? null : title, pageText });
      });
    return { result: found, unscored: failures.length, summary: `${found.size} documents found` };
  });
}

async function searchOne(run: RunContext, search: SearchPort, query: Query, limit: number) {
  /** What the search warned of. */
  const said: string[] = [];
  try {
    const hits = await search.search(withWarningsTo(said, run), query.text, limit);
    return { query, hits, said, error: null };
  } catch (error) {
    if (!(error instanceof GroundruleError)) throw error;
    return { query, hits: [], said, error };
  }
}
