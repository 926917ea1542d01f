/** Asks each search that is set up one query for one result: what comes, and what to set where nothing does. */
import { LIBRARY } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { NO_LIMITS } from '../domain/budget.ts';
import type { RunContext } from '../domain/run-context.ts';
import { ENGINES } from '../search/engines/registry.ts';
import { check, type Check, type DiagnosisContext } from './check.ts';
import { systemClock } from './clock.ts';
import { howToSet, searchAccess, searchConnection } from './sources.ts';

const QUERY = 'how to write a cover letter';
const TIMEOUT_MS = 10_000;

/** Those that `search` names, and those that have all they need. */
export async function checkSearches(
  settings: Settings,
  secrets: Secrets,
  { proxy, signal, fetch }: Pick<DiagnosisContext, 'proxy' | 'signal' | 'fetch'>,
): Promise<readonly Check[]> {
  const { createSearch } = await import('../search/create-search.ts');
  const access = searchAccess(settings, secrets);
  const names = new Set([
    ...settings.search.filter((name) => name !== LIBRARY),
    ...ENGINES.filter(({ needs }) => needs.every(({ name }) => access[name] != null)).map(({ name }) => name),
  ]);
  return Promise.all(
    [...names].map((name) =>
      check(`Search ${name}`, null, async () => {
        const connection = await searchConnection({ clock: systemClock }, { settings, proxy });
        const search = createSearch([name], access, {
          ...connection,
          howToSet,
          ...(fetch === undefined ? {} : { fetch }),
          timeoutMs: TIMEOUT_MS,
          // Each attempt may cost.
          retryPolicy: { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 },
        });
        const said: string[] = [];
        const startMs = systemClock.monotonicMs();
        const hits = await search.search(askingRun(signal, said), QUERY, 1);
        const ms = Math.round(systemClock.monotonicMs() - startMs);
        const found = hits[0] === undefined ? 'finds nothing' : `finds ${hits[0].url}`;
        const notices = [...(search.notice === undefined ? [] : [search.notice]), ...said];
        return [`answers in ${ms} ms and ${found} for “${QUERY}”`, ...notices].join('. ');
      }),
    ),
  );
}

function askingRun(signal: AbortSignal, said: string[]): RunContext {
  return {
    runId: 'doctor',
    signal,
    clock: systemClock,
    limits: { concurrency: 1, maxDocumentBytes: 0, extractionTimeoutMs: 0, model: NO_LIMITS },
    emit: (event) => {
      if (event.type === 'warning') said.push(event.message);
    },
  };
}
