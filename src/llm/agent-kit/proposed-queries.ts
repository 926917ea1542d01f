/** What code can check of search queries that a model proposes. */
import type { ProposedQuery } from '../../domain/engine.ts';
import { printableLine } from '../../text/printable.ts';
import { contentStems } from '../../text/words.ts';
import { wordingProblem } from './wording.ts';

interface QueryRow {
  readonly query: string;
  readonly teaches: string;
}

/** Search services cut or refuse longer ones: Brave takes 400 characters and 50 words, Google 32 words. */
const MAX_QUERY_CHARS = 200;

/** @param asked queries that must not come again */
export function queryProblems(rows: readonly QueryRow[], asked: readonly string[]): string[] {
  return rows.flatMap(({ query }, index) => {
    const problem = queryProblem(query, [...asked, ...rows.slice(0, index).map((row) => row.query)]);
    return problem === null ? [] : [`Query ${index + 1} ${problem}.`];
  });
}

/** Those without a problem. */
export function readQueries(rows: readonly QueryRow[], asked: readonly string[]): ProposedQuery[] {
  return rows.flatMap(({ query, teaches }, index) => {
    const earlier = [...asked, ...rows.slice(0, index).map((row) => row.query)];
    if (queryProblem(query, earlier) !== null) return [];
    return [{ text: printableLine(query), teaches: printableLine(teaches).slice(0, MAX_QUERY_CHARS) }];
  });
}

function queryProblem(query: string, earlier: readonly string[]): string | null {
  const problem = wordingProblem(query);
  if (problem !== null) return problem;
  if (query.length > MAX_QUERY_CHARS) return `is longer than ${MAX_QUERY_CHARS} characters`;
  const key = wordKey(query);
  return earlier.some((other) => wordKey(other) === key) ? 'repeats another one' : null;
}

/** Order and form of the words make no other query. */
function wordKey(query: string): string {
  return [...new Set(contentStems(query))].sort().join(' ');
}
