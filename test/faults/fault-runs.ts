/** Runs against a model that fails and pages that are broken, and what has to hold of each run whatever happened. */
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { GroundruleError } from '../../src/domain/errors.ts';
import { verifySet } from '../../src/audit/verify-set.ts';
import { drawing } from '../support/draw.ts';
import { appWith, TASK } from '../support/guide-web/discover-with.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { WEB_FAULTS, type ServedPage, type WebFault } from '../support/web-server.ts';
import type { Fault } from '../support/model-server/behaviour.ts';

export type RunOutcome =
  | {
      readonly status: 'set';
      readonly criteria: number;
      readonly unscored: number;
      readonly problems: readonly string[];
    }
  /** Problems where the error is not one that says what to do. */
  | { readonly status: 'error'; readonly message: string; readonly problems: readonly string[] };

/** A tenth of the calls fails in the transport, a twentieth comes back unusable. */
const MODEL_FAULTS: Partial<Record<Fault, number>> = {
  'server-error': 0.04,
  'rate-limited': 0.02,
  drop: 0.02,
  'broken-body': 0.02,
  malformed: 0.03,
  truncated: 0.01,
  empty: 0.01,
};
const BROKEN_PAGES = 0.2;
/** Of the plausible model's scores. */
const LOWEST_SCORE = 2;

export interface FaultRuns {
  readonly outcomes: readonly RunOutcome[];
  /** What went wrong on the way: that much was really asked of the runs. */
  readonly met: { readonly refusedCalls: number; readonly calls: number; readonly brokenPages: number };
}

/** So many runs on a world of its own, side by side; each meets other faults, because the server draws by occurrence. */
export async function faultRuns(seed: number, runs: number): Promise<FaultRuns> {
  const pages = await makePages({
    textKind: 'grant-proposal',
    counts: { guide: 9, general: 3, 'other-kind': 2, 'off-topic': 2, thin: 1, copy: 1 },
    sites: 6,
    sentences: 50,
    frame: 'bare',
    seed: `faults ${seed}`,
  });
  const world = await startGuideWeb({
    pages,
    resultsPerQuery: 6,
    faultOf: (page) => brokenBy(seed, page),
    slowMs: 300,
    modelBehaviour: { seed, faultRates: MODEL_FAULTS },
  });
  try {
    const outcomes = await Promise.all(Array.from({ length: runs }, () => runOnce(world.flags)));
    const { requests, byStatus } = world.model.statistics();
    const brokenPages = pages.filter((page) => brokenBy(seed, page) !== null).length;
    return {
      outcomes,
      met: { refusedCalls: (byStatus[429] ?? 0) + (byStatus[500] ?? 0), calls: requests, brokenPages },
    };
  } finally {
    await world.close();
  }
}

function brokenBy(seed: number, { path, site }: ServedPage): WebFault | null {
  const draw = drawing(`${seed} ${site} ${path}`);
  return draw.fraction() < BROKEN_PAGES ? draw.pick(WEB_FAULTS) : null;
}

async function runOnce(flags: Readonly<Record<string, unknown>>): Promise<RunOutcome> {
  const app = await appWith({ ...flags, mode: 'full', n: 12, keep: 3, store: 'memory' });
  try {
    const set = await app.discover(TASK);
    const { criteria } = set.content;
    return {
      status: 'set',
      criteria: criteria.length,
      unscored: criteria.filter(({ relevance }) => relevance.status === 'unscored').length,
      problems: await problemsOf(set, app.store),
    };
  } catch (error) {
    const isTyped = error instanceof GroundruleError && error.message.length > 20;
    return {
      status: 'error',
      message: String(error),
      problems: isTyped ? [] : ['The error is no clear one.'],
    };
  } finally {
    await app.close();
  }
}

async function problemsOf(set: CriteriaSet, store: Parameters<typeof verifySet>[1]): Promise<string[]> {
  const problems: string[] = [];
  if (!CriteriaSet.safeParse(set).success) problems.push('It does not fit its schema.');
  const verification = await verifySet(set, store);
  problems.push(...verification.rules.flatMap((rule) => rule.problems));
  if (verification.status !== 'passed') problems.push(`Verification: ${verification.status}.`);
  for (const { id, relevance } of set.content.criteria) {
    if (relevance.status === 'unscored' && relevance.reason === '') problems.push(`${id} is unscored for no reason.`);
    if (relevance.status === 'scored' && relevance.score < LOWEST_SCORE)
      problems.push(`${id} has a score that the model never gave: ${relevance.score}.`);
  }
  for (const { id, rating, decision, reason } of set.content.sources) {
    if (decision === 'unrated' && (rating !== null || reason === '')) problems.push(`${id} is unrated for no reason.`);
    if (rating?.relevance === 0 && !/gives no advice|prefilter/u.test(rating.reasons.join(' ')))
      problems.push(`${id} has a relevance of 0 that nobody gave.`);
  }
  return problems;
}
