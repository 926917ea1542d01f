/**
 * Groundrule as a library.
 *
 * @example
 * const set = await discover('Write a cover letter for a junior data analyst');
 * for (const criterion of checklistOf(set.content.criteria, 10).criteria) console.log(criterion.text);
 */
import { createApp } from './app/create-app.ts';
import { defaultStorePath } from './config/data-folder.ts';
import { loadConfig } from './config/load-config.ts';
import { readSecrets } from './config/secrets.ts';
import type { CriteriaSet } from './domain/criteria-set.ts';
import type { RunEvent } from './domain/run-context.ts';
import type { Audit } from './pipeline/audit.ts';
import { parseTask } from './pipeline/parse-task.ts';

export { checklistOf, type Checklist, type HeldBack } from './criteria/checklist.ts';
export * from './domain/errors.ts';
export {
  CriteriaSet,
  CriteriaSetContent,
  RunRecord,
  type DiscoveryParameters,
  type Mode,
  type Removal,
} from './domain/criteria-set.ts';
export { Criterion, Evidence, type Conflict, type Origin, type RelevanceScore } from './domain/criterion.ts';
export { Source, type Decision, type Rating } from './domain/source.ts';
export type { RunEvent } from './domain/run-context.ts';
export type { Audit, AuditedCriterion, AuditedEvidence, AuditedSource } from './pipeline/audit.ts';
export type { RuleCheck, Verification } from './pipeline/verify-set.ts';

export interface StoreOptions {
  /** Path of the SQLite store, or `memory`; default: the one in the user's data folder, as on the command line. */
  readonly store?: string;
}

export interface DiscoverOptions extends StoreOptions {
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string;
  /** Folders of guides; default: the bundled guides. */
  readonly libraries?: readonly string[];
  /** Queries per instruction (1–10; default 3). */
  readonly queries?: number;
  /** Search results per query (1–100; default 10). */
  readonly results?: number;
  /** Pages kept per query (1–50; default 5). */
  readonly keep?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

async function withApp<Result>(
  options: DiscoverOptions,
  work: (app: Awaited<ReturnType<typeof createApp>>) => Promise<Result>,
): Promise<Result> {
  const { libraries, queries, results, keep, store, signal, onEvent } = options;
  // A program's own options decide alone: neither the environment nor a config file of the working folder does.
  const config = await loadConfig({
    flags: { library: libraries, queries, results, keep, store },
    env: {},
    configFile: null,
  });
  const app = await createApp({
    settings: config.settings,
    secrets: readSecrets({}),
    defaultStorePath: defaultStorePath(),
    signal,
    onEvent,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/**
 * Discovers the criteria of a writing task.
 * @throws InputError, UnavailableError, StepFailedError or CancelledError
 */
export function discover(instruction: string, options: DiscoverOptions = {}): Promise<CriteriaSet> {
  const task = parseTask(instruction, options.context ?? null);
  return withApp(options, (app) => app.discover(task));
}

/**
 * Shows what each criterion of a set rests on and re-checks the record. Quotes are compared with the texts in the
 * store; with a store that does not hold them the verdict is `cannot-verify`.
 */
export function audit(set: CriteriaSet, options: StoreOptions = {}): Promise<Audit> {
  return withApp(options, (app) => app.audit(set));
}
