/** Answers from the cache, from an identical call in flight, or from the model. */
import { PROBE, StoredAnswer, type Capability, type ModelExchange } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { KeptRecords } from '../domain/ports.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import { NoBatches, type BatchFetch } from './batch/batch-fetch.ts';
import { cacheKey, drawnBy, type Drawn, type KeyedCall } from './answer-key.ts';
import type { ChatReply } from './chat.ts';
import { EndpointError } from './endpoint-error.ts';
import type { NoAnswer } from './explain-failure.ts';
import type { Endpoint } from './endpoint.ts';
import { createCountedCall, late } from './counted-call.ts';
import type { Pace } from './pace.ts';
import { costUsd, usageOf, type PricedCall } from './price.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import { withLimit } from '../web/abort.ts';
import { foundOrMade } from '../web/found-or-made.ts';
import type { Ledgers, UsageLabel } from './ledger.ts';
import type { Counted } from './reservation.ts';

export interface AnswerRequest extends Omit<PricedCall, 'isBatched'>, KeyedCall {
  readonly label: UsageLabel;
  readonly endpoint: Endpoint;
  readonly pace: Pace;
  /** Words to get probabilities for. Not part of the cache key: an answer without probabilities is also valid. */
  readonly choiceWords: readonly string[];
  readonly maxAttempts: number | null;
  /** Null: nothing goes in a batch. */
  readonly batches: BatchFetch | null;
  /** Called only if the cache has no answer. */
  readonly capability: (waiting: AbortSignal) => Promise<Capability | CallFailure>;
}

/** Why a call has no answer: an error of the endpoint, which the caller interprets, or one of our limits. */
export type CallFailure = EndpointError | NoAnswer;

export interface AnswerResult {
  readonly exchange: Omit<ModelExchange, 'problems'>;
  readonly failure: CallFailure | null;
}

export interface AnswerSourceOptions {
  readonly kept: KeptRecords;
  readonly ledgers: Ledgers;
  readonly clock: Clock;
  readonly send: (
    request: AnswerRequest & { readonly key: string; readonly counted: Counted },
    drawn: Drawn,
    capability: Capability,
    /** Null: it goes by itself. */
    batches: BatchFetch | null,
    signal: AbortSignal,
  ) => Promise<ChatReply>;
}

interface CallResult
  extends Pick<ModelExchange, 'answer' | 'attempts' | 'cached' | 'usd'>, Pick<AnswerResult, 'failure'> {
  /** What a server that never answered did before a limit forbade to ask it again: it says more than the limit. */
  readonly unreached?: EndpointError | null;
}

export function createAnswerSource(options: AnswerSourceOptions) {
  const { kept, ledgers, clock, send } = options;
  // Runs have different limits: if one run reaches its limit, another run with the same question still asks.
  const singleFlight = createSingleFlight<CallResult>(({ failure }) => failure === null || !isLimit(failure));
  let cacheWarned = false;

  /** Runs a cache operation. A failure only loses the cache entry, not the answer. */
  async function failOpen<Result>(run: RunContext, operation: () => Promise<Result>): Promise<Result | null> {
    try {
      return await operation();
    } catch (error) {
      if (!cacheWarned)
        run.emit({
          type: 'warning',
          message: `The cache of model answers fails (${String(error)}): answers may be paid for again.`,
        });
      cacheWarned = true;
      return null;
    }
  }

  const failOpenKept = (run: RunContext): Pick<KeptRecords, 'get' | 'put' | 'claim' | 'getOrClaim' | 'release'> => ({
    get: (...place) => failOpen(run, () => kept.get(...place)),
    put: async (...value) => void (await failOpen(run, () => kept.put(...value))),
    claim: (...lease) => kept.claim(...lease),
    getOrClaim: async (...lease) =>
      (await failOpen(run, () => kept.getOrClaim(...lease))) ?? {
        value: null,
        // Without a lease we could not store the answer either: the call fails before it is paid for.
        isClaimed: await kept.claim(...lease),
      },
    release: async (...lease) => void (await failOpen(run, () => kept.release(...lease))),
  });

  /** @param value as it is kept. Null: it is no answer to the request, or too old. */
  async function readKept(run: RunContext, request: AnswerRequest, value: unknown): Promise<CallResult | null> {
    const stored = await failOpen(run, async () => KeptAnswer.parse(value));
    const ageMs = clock.now().getTime() - Date.parse(stored?.receivedAt ?? '');
    if (stored === null || !(ageMs <= (request.webSearch?.maxAgeMs ?? Infinity))) return null;
    ledgers.forRun(run).cacheHit(request.label, costUsd(request.price, stored.usage));
    ledgers.answered(askedOf(request));
    return { answer: stored, attempts: 0, cached: true, usd: 0, failure: null };
  }

  /** @param shared aborts when no run waits for the answer any more */
  function getAnswer(run: RunContext, key: string, drawn: Drawn, request: AnswerRequest, shared: AbortSignal) {
    const { budget, sending } = ledgers.forRun(run);
    return inTime(budget.msLeft(), sending, (waiting) => {
      // Where this run is stopped and another waits on, its report counts the call. What waits in a batch the other takes itself.
      const call = () =>
        callModel(batchesFor(request) === null ? { ...run, signal: shared } : run, key, drawn, request, waiting);
      return foundOrMade({
        kept: failOpenKept(run),
        kind: 'model-answer',
        key,
        read: (value) => readKept(run, request, value),
        make: () =>
          call().catch((error: unknown) => {
            if (error instanceof NoBatches && batchesFor(request) === null) return call();
            throw error;
          }),
        signal: waiting,
      });
    });
  }

  /** @param waiting ends waits: aborts when nothing more is sent, or the time is over */
  async function callModel(
    run: RunContext,
    key: string,
    drawn: Drawn,
    request: AnswerRequest,
    waiting: AbortSignal,
  ): Promise<CallResult> {
    const ledger = ledgers.forRun(run);
    const { endpoint } = request;
    const batches = batchesFor(request);
    const isBatched = batches !== null;
    const priced = { ...request, key, isBatched };
    const call = createCountedCall({
      ...{ request: priced, ledger, waiting },
      averageAnswerTokens: () => ledgers.averageAnswerTokens(request.label),
      batches,
    });
    let answer: StoredAnswer | null = null;
    let failure: CallFailure | null = null;
    let unreached: EndpointError | null = null;
    const last: { error: EndpointError | null } = { error: null };
    let keeping: Promise<unknown> = Promise.resolve();
    try {
      const capability = await request.capability(waiting);
      if (typeof capability === 'object') return { ...NOT_SENT, failure: capability };
      await call.reserve();
      const reply = await endpoint.request(run, {
        jitterSeed: parseInt(key.slice(0, 8), 16) / 2 ** 32,
        isBatched,
        maxAttempts: request.maxAttempts,
        beforeRetry: call.beforeRetry,
        waitForTurn: call.waitForTurn,
        waitOutside: call.waitOutside,
        onAttempt: call.attempt,
        onFailure: (error) => {
          last.error = error;
          call.failed(error);
        },
        sending: waiting,
        send: (signal) => {
          const sent = send({ ...priced, counted: call.held() }, drawn, capability, batches, signal);
          return isBatched ? sent : ledger.sent.add(sent);
        },
      });
      ledgers.answered(askedOf(request));
      const { text, stopReason, choices, isAuthored } = reply;
      const received: StoredAnswer = {
        // A server may echo the API key.
        text: redact(text),
        stopReason,
        usage: await usageOf(priced, reply),
        ...(choices === null ? {} : { choices: [...choices] }),
        receivedAt: clock.now().toISOString(),
        ...(isAuthored ? { isAuthored } : {}),
      };
      answer = received;
      // Store it first: the answer is paid for, and later operations may fail.
      keeping = failOpen(run, async () => {
        await kept.put('model-answer', key, received);
        await batches?.begun.forget(key);
      });
      await call.correctPace(received.usage);
    } catch (error) {
      const limit = call.limitIn(error);
      failure = limit ?? (error instanceof EndpointError ? error : null);
      // Silence until the time is over says no more than the limit.
      if (limit !== null && !endpoint.wasReached() && last.error?.kind !== 'timeout') unreached = last.error;
      if (failure === null) {
        if (!(error instanceof CancelledError) && !isBatched) call.failed(null);
        throw error;
      }
    } finally {
      // In one transaction of the store.
      await Promise.all([keeping, call.end(answer?.usage ?? null)]);
    }
    return { answer, ...call.counted(), cached: false, failure, unreached };
  }

  /** @throws CancelledError; InputError if the model's package is not installed; UnavailableError if the cache cannot store an answer */
  async function ask(run: RunContext, request: AnswerRequest): Promise<AnswerResult> {
    const drawn = drawnBy(request);
    const messages = [...request.messages];
    const messagesJson = canonicalJson(messages);
    const key = cacheKey(request, drawn, messagesJson);
    const ledger = ledgers.forRun(run);
    const { budget, sending } = ledger;
    const start = (shared: AbortSignal) => ledger.pending.add(getAnswer(run, key, drawn, request, shared));
    const { value, joined } = await inTime(budget.msLeft(), sending, (waiting) =>
      singleFlight(key, waiting, start, run.signal),
    ).catch(async (error: unknown) => {
      if (!(error instanceof CancelledError) || sending.aborted) throw error;
      // The time was over before another run, or process, was answered: the answer is there by now, or the limit is.
      const found = await readKept(run, request, await failOpenKept(run).get('model-answer', key));
      const failure = found === null ? late(ledger)?.noAnswer : null;
      if (failure === undefined) throw error;
      return { value: found ?? { ...NOT_SENT, failure }, joined: false };
    });
    // The attempts and the cost belong to the call that was joined.
    const { failure, unreached, ...result } = joined
      ? { ...value, attempts: 0, usd: 0, cached: value.answer !== null }
      : value;
    if (joined && value.answer !== null) ledger.cacheHit(request.label, costUsd(request.price, value.answer.usage));
    return {
      exchange: { key, messages, messagesHash: sha256Hex(messagesJson), ...result },
      failure: unreached ?? failure,
    };
  }

  return {
    ask,
    /** Removes unusable answers from the cache. */
    forget: async (run: RunContext, exchanges: readonly Pick<ModelExchange, 'key' | 'answer'>[]): Promise<void> => {
      for (const { key, answer } of exchanges)
        if (answer !== null) await failOpenKept(run).put('model-answer', key, null);
    },
  };
}

/** A longer time has no timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Works with a signal that aborts when the outer one does, or the time is over. */
function inTime<Result>(msLeft: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<Result>) {
  // A timer may fire within the last millisecond.
  return msLeft < MAX_TIMER_MS ? withLimit(Math.ceil(msLeft) + 1, outer, work) : work(outer);
}

/** Null: it goes by itself, such as what a server can do: all else waits for that. */
function batchesFor({ batches, webSearch, label }: AnswerRequest): BatchFetch | null {
  return batches?.mayGo() !== true || webSearch !== undefined || label.role === PROBE ? null : batches;
}

/** What was asked, as far as a request may be refused for it whatever the prompt. */
export function askedOf({ model, webSearch }: Pick<AnswerRequest, 'model' | 'webSearch'>): string {
  return JSON.stringify([model.endpoint, model.model, webSearch?.tool ?? null]);
}

export function isLimit(failure: CallFailure): boolean {
  return 'failure' in failure && failure.failure === 'limit-reached';
}

const KeptAnswer = StoredAnswer.nullable();

const NOT_SENT = { answer: null, attempts: 0, cached: false, usd: 0 };
