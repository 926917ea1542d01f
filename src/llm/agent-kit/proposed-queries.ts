/** Validation of search queries that a model proposes. */
import type { ProposedQuery } from '../../domain/engine.ts';
import { printableLine } from '../../text/printable.ts';
import { contentStems } from '../../text/words.ts';
import { rowProblems, wordingProblem } from './wording.ts';

interface QueryRow {
  readonly query: string;
  readonly teaches: string;
}

/** Search services cut or refuse longer ones: Brave takes 400 characters and 50 words, Google 32 words. */
const MAX_QUERY_CHARS = 200;

/** @param earlier queries that must not be repeated */
export function queryProblems(rows: readonly QueryRow[], earlier: readonly string[]): string[] {
  return rowProblems('Query', rows, (_row, index) => queryProblem(rows, index, earlier));
}

/** The queries without a problem. */
export function readQueries(rows: readonly QueryRow[], earlier: readonly string[]): ProposedQuery[] {
  return rows
    .filter((_row, index) => queryProblem(rows, index, earlier) === null)
    .map(({ query, teaches }) => ({
      text: printableLine(query),
      teaches: printableLine(teaches).slice(0, MAX_QUERY_CHARS),
    }));
}

function queryProblem(rows: readonly QueryRow[], index: number, earlier: readonly string[]): string | null {
  const query = rows[index]?.query ?? '';
  const problem = wordingProblem(query);
  if (problem !== null) return problem;
  if (query.length > MAX_QUERY_CHARS) return `is longer than ${MAX_QUERY_CHARS} characters`;
  const others = [...earlier, ...rows.slice(0, index).map((row) => row.query)];
  const key = wordKey(query);
  return others.some((other) => wordKey(other) === key) ? 'repeats another one' : null;
}

/** Ignores the order and the forms of the words. */
function wordKey(query: string): string {
  return [...new Set(contentStems(query))].sort().join(' ');
}
