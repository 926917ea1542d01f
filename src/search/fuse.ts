/** Several engines as one: reciprocal rank fusion. */
import { CancelledError, GroundruleError, InputError, UnavailableError } from '../domain/errors.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';

/** Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009. */
const K = 60;

/**
 * Asks all engines at once, each for the full number of results. A page scores 1 / (60 + rank) for each engine that found
 * it; ties go to the better single rank, then to the engine that was named first. An engine that fails is reported as a
 * warning, and the others go on.
 * @throws UnavailableError where all of them fail (InputError where each needs another setting); CancelledError
 */
export function fuse(ports: readonly [SearchPort, ...SearchPort[]]): SearchPort {
  const [first, ...others] = ports;
  if (others.length === 0) return first;
  const notices = ports.flatMap(({ notice }) => notice ?? []);
  return {
    name: ports.map(({ name }) => name).join('+'),
    mayStore: ports.every(({ mayStore }) => mayStore !== false),
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
    search: async (run, query, limit) => {
      const answers = await Promise.all(ports.map((port) => ask(port, run, query, limit)));
      const failures = answers.flatMap(({ failure }) => (failure === null ? [] : [failure]));
      if (failures.length === ports.length) throw nobodyAnswered(failures);
      for (const { name, error } of failures)
        run.emit({
          type: 'warning',
          message: `The search for “${query}” goes on without ${name}. ${error.message}`,
        });
      return fuseRankings(answers.map(({ hits }) => hits)).slice(0, limit);
    },
  };
}

async function ask(port: SearchPort, run: RunContext, query: string, limit: number) {
  try {
    return { hits: await port.search(run, query, limit), failure: null };
  } catch (error) {
    if (!(error instanceof GroundruleError) || error instanceof CancelledError) throw error;
    return { hits: [], failure: { name: port.name, error } };
  }
}

function nobodyAnswered(
  failures: readonly { readonly name: string; readonly error: GroundruleError }[],
): GroundruleError {
  const said = failures.map(({ error }) => error.message).join(' ');
  const advice = failures.map(({ name, error }) => `${name}: ${error.advice ?? 'nothing to be done here.'}`);
  const KindOfError = failures.every(({ error }) => error instanceof InputError) ? InputError : UnavailableError;
  return new KindOfError(`No search engine answered. ${said}`, { advice: advice.join(' ') });
}

/** Best first; each page once, as the engine shows it that ranks it best. */
export function fuseRankings(rankings: readonly (readonly SearchHit[])[]): SearchHit[] {
  const pages = new Map<string, { hit: SearchHit; score: number; bestRank: number }>();
  for (const hits of rankings)
    hits.forEach((hit, index) => {
      const rank = index + 1;
      const key = pageKey(hit.url);
      const known = pages.get(key);
      const isBetter = known === undefined || rank < known.bestRank;
      const pageText = known?.hit.pageText ?? hit.pageText;
      pages.set(key, {
        hit: { ...(isBetter ? hit : known.hit), ...(pageText === undefined ? {} : { pageText }) },
        score: (known?.score ?? 0) + 1 / (K + rank),
        bestRank: isBetter ? rank : known.bestRank,
      });
    });
  // The sort is stable: what still ties keeps the order of the engines.
  return [...pages.values()].sort((a, b) => b.score - a.score || a.bestRank - b.bestRank).map(({ hit }) => hit);
}

/** Engines differ in scheme and closing slash for the same page. */
function pageKey(url: string): string {
  return url.replace(/^https?:/u, '').replace(/\/$/u, '');
}
