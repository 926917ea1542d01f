/** One run for each call of the client: its own id, signal, events and limits. All end when the client is closed. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { NO_LIMITS, type ModelLimits } from '../domain/budget.ts';
import { CancelledError, InputError } from '../domain/errors.ts';
import type { Clock, RunContext, RunEvent, RunLimits } from '../domain/run-context.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import { redactAll, redactError } from '../text/redact.ts';
import { allowManyListeners, linkAbort } from '../web/abort.ts';
import { createPendingTasks } from '../web/pending-tasks.ts';
import { systemClock } from './clock.ts';

export interface CallOptions {
  /** Names the run, and no other of this client; default: a new id. Under it the usage of a call that failed can be asked for as well. */
  readonly runId?: string | undefined;
  /** Stops this call, and no other. */
  readonly signal?: AbortSignal | undefined;
  /** Stops this call, and no other, as the client's own signal does: nothing more is sent to a model, and answers to what was sent are kept. */
  readonly stopsAfterAnswers?: AbortSignal | undefined;
  /** Default: the client's. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Limits on the model calls of this call alone, beside those of the client. */
  readonly budget?: Partial<ModelLimits> | undefined;
  /** Names of budgets of the store that the model calls of this call are counted in, beside the client's. */
  readonly sharedBudgets?: readonly string[] | undefined;
}

export interface Runs {
  /** For what all calls share (opening a library, asking robots.txt): only closing stops it. */
  readonly shared: RunContext;
  /** @throws CancelledError where the client is closed, or the call is stopped; InputError where its id is taken */
  start<Result>(options: CallOptions, work: (run: RunContext) => Promise<Result>): Promise<Result>;
  /** Whether a call with this id was started and has not ended. */
  isUnderWay(runId: string): boolean;
  /**
   * Stops what is under way and waits for its end.
   * @param awaitsAnswers to what was sent, which are then kept; else they are given up
   */
  close(awaitsAnswers?: boolean): Promise<void>;
}

/** Starts a run whose work may ask the client's model; null: it has none. */
export type Start = <Result>(
  options: CallOptions,
  work: (run: RunContext, agents: AgentModel | null) => Promise<Result>,
) => Promise<Result>;

export interface RunsOptions {
  readonly limits: Omit<RunLimits, 'model'>;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
  /** Waits for what of the run is paid for already. */
  readonly onEnd: (runId: string) => Promise<void>;
  /** Stops all runs and what they share, after `onStop`. */
  readonly signal?: AbortSignal | undefined;
  /** Sends no more, and waits for what of any run is paid for already. */
  readonly onStop: (reason: unknown) => Promise<void>;
}

const amount = z.number().positive().nullable().default(null);
const count = z.int().positive().nullable().default(null);
const Limits = z.strictObject({ maxUsd: amount, maxCalls: count, maxTokens: count, maxSeconds: amount });

/** Programs in JavaScript have no types: a limit that cannot be read would be none. */
function limitsOf(budget: unknown): ModelLimits {
  const parsed = parseInOurWords(Limits, budget);
  if (!parsed.success) throw new InputError(`The budget cannot be used: ${problemLines(parsed.error).join('; ')}.`);
  return parsed.data;
}

/** Of the client, and of the budget of a call. */
export const LIMIT_NAMES: readonly string[] = Object.keys(Limits.shape);

/** A client's limit among the options of a call would limit nothing. @throws InputError */
function refuseClientLimits(options: object): void {
  const misplaced = LIMIT_NAMES.find((name) => (options as Record<string, unknown>)[name] != null);
  if (misplaced !== undefined)
    throw new InputError(`“${misplaced}” is an option of the client; it limits no single call.`, {
      advice: `A call is limited by its budget: { budget: { ${misplaced}: … } }.`,
    });
}

export function createRuns({ limits, clock, onEvent, onEnd, signal: outer, onStop }: RunsOptions): Runs {
  const closing = new AbortController();
  allowManyListeners(closing.signal);
  const stopAll = (): void => {
    void onStop(outer?.reason).finally(() => closing.abort(outer?.reason));
  };
  if (outer?.aborted === true) closing.abort(outer.reason);
  else outer?.addEventListener('abort', stopAll, { once: true });
  const pending = createPendingTasks();
  const open = new Set<string>();
  /** Ids that callers chose. */
  const chosen = new Set<string>();
  const runOf = (
    signal: AbortSignal,
    { runId, onEvent: emit, sharedBudgets = [] }: CallOptions,
    model: ModelLimits,
  ): RunContext => ({
    runId: runId ?? `run_${randomUUID()}`,
    signal,
    clock,
    emit: (event) => (emit ?? onEvent)(redactAll(event)),
    limits: {
      ...limits,
      model,
      sharedBudgets: [...new Set([...(limits.sharedBudgets ?? []), ...sharedBudgets])],
    },
  });

  async function workIn<Result>(options: CallOptions, work: (run: RunContext) => Promise<Result>): Promise<Result> {
    const stopped = [closing.signal, outer].find((signal) => signal?.aborted === true);
    if (stopped !== undefined) throw new CancelledError('The client is closed.', { cause: stopped.reason });
    const { runId, budget = {} } = options;
    refuseClientLimits(options);
    const model = limitsOf(budget);
    if (runId !== undefined) {
      if (chosen.has(runId))
        throw new InputError(`The run id “${runId}” is taken: its usage and limits are those of another run.`, {
          advice: 'Give each run an id of its own, or none.',
        });
      chosen.add(runId);
    }
    const controller = new AbortController();
    const signals = [closing.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const unlinks = signals.map((signal) => linkAbort(controller, signal));
    let run = runOf(controller.signal, options, model);
    if (options.stopsAfterAnswers !== undefined) {
      const ids = new Set([run.runId]);
      run = { ...run, onPart: (id) => ids.add(id) };
      const stopping = new AbortController();
      stopping.signal.addEventListener('abort', () => {
        void Promise.all([...ids].map(onEnd)).finally(() => controller.abort(stopping.signal.reason));
      });
      unlinks.push(linkAbort(stopping, options.stopsAfterAnswers));
    }
    open.add(run.runId);
    try {
      return await work(run);
    } catch (error) {
      throw redactError(error);
    } finally {
      open.delete(run.runId);
      await onEnd(run.runId);
      for (const unlink of unlinks) unlink();
    }
  }

  return {
    shared: runOf(closing.signal, {}, NO_LIMITS),
    start: (options, work) => pending.add(workIn(options, work)),
    isUnderWay: (runId) => open.has(runId),
    close: async (awaitsAnswers = false) => {
      outer?.removeEventListener('abort', stopAll);
      if (awaitsAnswers) await Promise.all([...open].map(onEnd));
      closing.abort(new CancelledError('The client is closed.'));
      await pending.settled();
    },
  };
}

/** For work that no client starts: plans and diagnoses. */
export function workingAlone(
  signal = new AbortController().signal,
  emit: RunContext['emit'] = () => undefined,
): RunContext {
  const limits = { concurrency: 1, maxDocumentBytes: 0, extractionTimeoutMs: 0, model: NO_LIMITS };
  return { runId: 'alone', signal, clock: systemClock, limits, emit };
}
