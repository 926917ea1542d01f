/** What a job asks of the client, and what is kept of its result. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CallOptions } from '../client/runs.ts';
import type { GivenChecklist as ClientChecklist } from '../client/given-input.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import {
  CancelledError,
  InputError,
  isStoreError,
  LimitError,
  NoAnswerError,
  SettingError,
  UnavailableError,
} from '../domain/errors.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { JobKind, JobResult } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { usdOf } from '../domain/usd-of.ts';
import type { Groundrule } from '../groundrule.ts';
import type { JobWork, Made, Obstacle, WorkOptions, WorkOutcome } from '../jobs/queue/job-runner.ts';
import { unansweredOf } from '../run/no-answer.ts';
import { keyOfSet } from '../precompute/discovery-key.ts';
import { parseTask } from '../domain/task.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import { checklistOfItems } from '../judge/checklists/given-checklist.ts';
import { redact } from '../text/redact.ts';
import { problemOf } from './problems.ts';
import { Budget, REQUESTS, type GivenChecklist } from './requests.ts';
import { traceJob } from './tracing.ts';

const WithBudget = z.object({ budget: Budget.exactOptional() });

type Work = (client: Groundrule, input: unknown, options: CallOptions) => Promise<Made>;

const WORK: Readonly<Record<JobKind, Work>> = {
  criteria: async (client, input, options) => {
    const { instruction, ...settings } = REQUESTS.criteria.parse(input);
    const set = await client.discover(instruction, { ...settings, ...options });
    const key = keyOfSet(set);
    if (key !== null) await client.store.kept.put('discovery', key, set.id);
    return { result: { of: 'set', id: set.id }, unanswered: set.content.unanswered === undefined ? 'none' : 'some' };
  },
  judgement: async (client, input, options) => {
    const { response, checklist, ...asked } = REQUESTS.judgement.parse(input);
    return record(client, client.judge(response, await checklistOf(client, checklist), { ...asked, ...options }));
  },
  scoring: async (client, input, options) => {
    const { response, checklist, ...asked } = REQUESTS.scoring.parse(input);
    const list = checklist && (await checklistOf(client, checklist));
    return record(client, client.score(response, { ...asked, checklist: list, ...options }));
  },
  comparison: async (client, input, options) => {
    const { a, b, checklist, ...asked } = REQUESTS.comparison.parse(input);
    const list = checklist && (await checklistOf(client, checklist));
    return record(client, client.compare(a, b, { ...asked, checklist: list, ...options }));
  },
  refinement: async (client, input, options) => {
    const { response, checklist, ...asked } = REQUESTS.refinement.parse(input);
    return record(client, client.refine(response, await checklistOf(client, checklist), { ...asked, ...options }));
  },
  checklist: async (client, input, options) => {
    const { instruction, ...asked } = REQUESTS.checklist.parse(input);
    // A list that a server did not answer for is an error.
    const { checklist: value } = await client.generateChecklist(instruction, { ...asked, ...options });
    return { result: { of: 'value', value }, unanswered: 'none' };
  },
  'live-audit': async (client, input, options) => {
    const { set } = REQUESTS['live-audit'].parse(input);
    const value = await client.auditLive(await setOf(client, set), options);
    return { result: { of: 'value', value }, unanswered: 'none' };
  },
  rewards: async (client, input, options) => {
    const { prompts, completions, criteria, ...asked } = REQUESTS.rewards.parse(input);
    const given = typeof criteria === 'string' ? criteria : await checklistOf(client, criteria);
    const { score, rewards, details, judged, usage, unanswered } = await client.rewards(
      { prompts, completions, criteria: given },
      { ...asked, ...options },
    );
    return { result: { of: 'value', value: { score, rewards, details, judged, usage } }, unanswered };
  },
};

interface HereOptions extends WorkOptions {
  /** Ends the work at once, with the answers under way. */
  readonly giveUp?: AbortSignal;
}

/** Never rejects: whatever goes wrong is what came of it. */
export async function doWork(client: Groundrule, asked: JobWork, options: HereOptions): Promise<WorkOutcome> {
  const traced = traceJob(asked);
  const onEvent = (event: RunEvent) => {
    traced.event(event);
    if (event.type !== 'model-call' && event.type !== 'model-call-start') options.onEvent(event);
  };
  const outcome = await outcomeOf(client, asked, { ...options, onEvent });
  traced.end(outcome.status);
  return outcome;
}

async function outcomeOf(
  client: Groundrule,
  { kind, input, sharedBudgets }: JobWork,
  options: HereOptions,
): Promise<WorkOutcome> {
  const runId = `run_${randomUUID()}`;
  let budget: Partial<ModelLimits> = {};
  try {
    // Another version may have written the row.
    budget = WithBudget.parse(input).budget ?? {};
    const onEvent = (event: RunEvent) => {
      options.onEvent(event);
      if (event.type === 'model-call' && !event.isCached)
        options.onEvent({ type: 'cost', usd: usdOf(client.usage(runId)) });
    };
    const signals = { signal: options.giveUp, stopsAfterAnswers: options.signal };
    const made = await WORK[kind](client, input, { ...signals, onEvent, runId, budget, sharedBudgets });
    return { status: 'done', ...made, usage: client.usage(runId) };
  } catch (error) {
    const usage = client.usage(runId);
    if (options.signal.aborted || options.giveUp?.aborted === true || error instanceof CancelledError)
      return { status: 'stopped', usage };
    const problem = problemOf(error);
    // What is not said to those who ask is for the operator to read.
    const logged = problem.status >= 500 && error instanceof Error ? redact(error.stack ?? error.message) : null;
    const isOwn = (name: string | null) =>
      name === null ? Object.keys(budget).length > 0 : sharedBudgets.includes(name);
    return { status: 'failed', problem, obstacle: obstacleOf(error, isOwn), logged, usage };
  }
}

/** @param isOwn whether a limit may be the job's, by the name of its budget */
function obstacleOf(error: unknown, isOwn: (budget: string | null) => boolean): Obstacle | null {
  if (isStoreError(error)) return 'store';
  if (error instanceof SettingError) return 'setting';
  if (error instanceof LimitError) return isOwn(error.budget) ? null : 'limit';
  if (error instanceof NoAnswerError && error.isHalfway) return 'halfway';
  return error instanceof NoAnswerError || error instanceof UnavailableError ? 'down' : null;
}

/** Who asks for it is who set the program up: what a service tells its log alone helps them. A bug is for the log. */
export function asToOperator(outcome: WorkOutcome): WorkOutcome {
  if (outcome.status !== 'failed' || outcome.logged === null || outcome.problem.status === 500) return outcome;
  const [detail = outcome.problem.detail] = outcome.logged.replace(/^\w+: /u, '').split('\n    at ');
  return { ...outcome, problem: { ...outcome.problem, detail }, logged: null };
}

/** What came out, as a request that waits gets it; null where it was removed since. */
export async function readResult(client: Groundrule, result: JobResult): Promise<unknown> {
  if (result.of === 'value') return result.value;
  if (result.of === 'set') return client.sets.get(result.id);
  const kept = await client.records.get(result.id);
  return kept === null ? null : { id: kept.id, ...z.looseObject({}).parse(kept.value) };
}

async function record(client: Groundrule, made: Promise<{ readonly id: string }>): Promise<Made> {
  const { id } = await made;
  // Of calls alone: the queue would repeat, and pay again for, each job with an answer that cannot be read.
  const unanswered = unansweredOf((await client.callsOf(id)) ?? []);
  return {
    result: { of: 'record', id },
    unanswered: unanswered === null ? 'none' : unanswered.isAll ? 'all' : 'some',
  };
}

/** @throws InputError where the store has no such set, or it has no criteria */
async function checklistOf(client: Groundrule, given: GivenChecklist): Promise<ClientChecklist> {
  if ('set' in given) return checklistFromSet(await setOf(client, given.set), given.top);
  if (!('items' in given) || 'checklistVersion' in given) return given;
  const { instruction, context, items } = given;
  return instruction === undefined ? items : { ...checklistOfItems(items), task: parseTask(instruction, context) };
}

async function setOf(client: Groundrule, id: string): Promise<CriteriaSet> {
  const set = await client.sets.named(id);
  if (set === null) throw new InputError(`There is no set ${id}.`, { advice: 'Discover its criteria first.' });
  return set;
}
