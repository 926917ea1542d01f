/** Answers from the cache, from an identical call in flight, or from the model. */
import {
  PROBE,
  StoredAnswer,
  type Capability,
  type ModelExchange,
  type Sampling,
  type TokenUsage,
  type WebSearch,
} from '../domain/model.ts';
import type { BudgetExceeded } from '../domain/budget.ts';
import { CancelledError } from '../domain/errors.ts';
import type { KeptRecords } from '../domain/ports.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import type { ChatReply } from './chat.ts';
import { EndpointError, mayBeBilled, type NoAnswer } from './endpoint-error.ts';
import type { Endpoint } from './endpoint.ts';
import type { Cost, Settle } from './budget.ts';
import type { Pace } from './pace.ts';
import { temperatureFor } from './model-spec.ts';
import { costOf, costUsd, estimateUsage, usageOf, type PricedCall } from './price.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import { foundOrMade } from '../web/found-or-made.ts';
import type { Ledgers, UsageLabel } from './ledger.ts';

export interface AnswerRequest extends PricedCall {
  readonly label: UsageLabel;
  readonly endpoint: Endpoint;
  readonly pace: Pace;
  readonly promptHash: string;
  readonly promptTemperature: number | null;
  readonly sampleIndex: number;
  /** In place of the prompt's temperature, and beside it. */
  readonly sampling: Sampling;
  /** Words to get probabilities for. Not part of the cache key: an answer without probabilities is also valid. */
  readonly choiceWords: readonly string[];
  readonly maxAttempts: number | null;
  readonly webSearch?: WebSearch | undefined;
  /** Called only if the cache has no answer. */
  readonly capability: () => Promise<Capability | CallFailure>;
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
    /** `msLeft`: of the run's time, which only calls that go by themselves may exceed. */
    request: AnswerRequest & { readonly key: string; readonly msLeft: number },
    drawn: Drawn,
    capability: Capability,
    signal: AbortSignal,
  ) => Promise<ChatReply>;
}

type CallResult = Pick<ModelExchange, 'answer' | 'attempts' | 'cached' | 'usd'> & Pick<AnswerResult, 'failure'>;

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

  async function getAnswer(run: RunContext, key: string, drawn: Drawn, request: AnswerRequest): Promise<CallResult> {
    const ledger = ledgers.forRun(run);
    const { budget, sending } = ledger;
    const read = async (value: unknown): Promise<CallResult | null> => {
      const stored = await failOpen(run, async () => KeptAnswer.parse(value));
      const ageMs = clock.now().getTime() - Date.parse(stored?.receivedAt ?? '');
      if (stored === null || !(ageMs <= (request.webSearch?.maxAgeMs ?? Infinity))) return null;
      ledger.cacheHit(request.label, costUsd(request.price, stored.usage));
      return { answer: stored, attempts: 0, cached: true, usd: 0, failure: null };
    };
    return foundOrMade({
      kept: {
        get: async (...place) => failOpen(run, () => kept.get(...place)),
        claim: (...lease) => kept.claim(...lease),
        getOrClaim: async (...lease) =>
          (await failOpen(run, () => kept.getOrClaim(...lease))) ?? {
            value: null,
            // Without a lease we could not store the answer either: the call fails before it is paid for.
            isClaimed: await kept.claim(...lease),
          },
        release: async (...lease) => {
          await failOpen(run, () => kept.release(...lease));
        },
      },
      kind: 'model-answer',
      key,
      read,
      make: () => callModel(run, key, drawn, request),
      mayWait: () => budget.msLeft() >= 0,
      signal: sending,
    });
  }

  async function callModel(run: RunContext, key: string, drawn: Drawn, request: AnswerRequest): Promise<CallResult> {
    const ledger = ledgers.forRun(run);
    const { budget, sending } = ledger;
    const capability = await request.capability();
    if (typeof capability === 'object') return { ...NOT_SENT, failure: capability };
    const estimateNow = () => estimateUsage(request, ledgers.averageAnswerTokens(request.label));
    const needsEstimate = budget.needsEstimates || request.pace.needsEstimates;
    const estimate = needsEstimate ? costOf(request, await estimateNow()) : NOTHING;
    const reserve = async () => {
      const reserved = ledger.stoppedBy ?? (await budget.reserve(estimate, sending));
      if (typeof reserved === 'function') return reserved;
      ledger.stoppedBy ??= reserved;
      return limitReached(reserved);
    };
    const first = await reserve();
    if (typeof first !== 'function') return { ...NOT_SENT, failure: first };
    let settle: Settle | null = first;
    const repeating: { refusal: NoAnswer | null } = { refusal: null };
    let attempts = 0;
    let usd: number | null = 0;
    /** Those of the call that is reserved: an answer that was lost is a call of its own. */
    let newAttempts = 0;
    /** A request was sent, and the server has not refused it: it may bill it. */
    let isOpen = false;
    const endCall = async (answered: TokenUsage | null): Promise<void> => {
      const settleNow = settle;
      if (settleNow === null) return;
      settle = null;
      let cost: Cost = NOTHING;
      try {
        // The next run takes its answer from the batch.
        const isLost = isOpen && answered === null && !(await isInBatch(run, key, request));
        const usage = isLost ? await estimateNow() : answered;
        if (usage !== null) cost = costOf(request, usage);
        if (newAttempts > 0) ledger.call(request.label, { attempts: newAttempts, usage, usd: cost.usd, isLost });
        usd = usd === null || cost.usd === null ? null : usd + cost.usd;
      } finally {
        // No attempt: the call was cancelled while it waited for its turn.
        const settled = settleNow(newAttempts === 0 ? null : cost);
        newAttempts = 0;
        isOpen = false;
        await settled;
      }
    };
    let answer: StoredAnswer | null = null;
    let failure: CallFailure | null;
    let keeping: Promise<unknown> = Promise.resolve();
    try {
      const reply = await request.endpoint.request(run, {
        jitterSeed: parseInt(key.slice(0, 8), 16) / 2 ** 32,
        maxAttempts: request.maxAttempts,
        mayRetry: async () => {
          if (budget.msLeft() < 0) return false;
          if (!isOpen) return true;
          await endCall(null);
          const next = await reserve();
          if (typeof next === 'function') settle = next;
          else repeating.refusal = next;
          return settle !== null;
        },
        waitForTurn: () => request.pace.waitForTurn(estimate.tokens, sending),
        onAttempt: () => {
          attempts++;
          newAttempts++;
          isOpen = true;
        },
        onFailure: (error) => (isOpen = mayBeBilled(error)),
        sending,
        send: (signal) =>
          ledger.sent.add(send({ ...request, key, msLeft: budget.msLeft() }, drawn, capability, signal)),
      });
      const { text, stopReason, choices, isAuthored } = reply;
      const received: StoredAnswer = {
        // A server may echo the API key.
        text: redact(text),
        stopReason,
        usage: await usageOf(request, reply),
        ...(choices === null ? {} : { choices: [...choices] }),
        receivedAt: clock.now().toISOString(),
        ...(isAuthored ? { isAuthored } : {}),
      };
      answer = received;
      // Store it first: the answer is paid for, and later operations may fail.
      keeping = failOpen(run, async () => {
        await kept.put('model-answer', key, received);
        if (reply.isBatched === true) await kept.put('model-batch', key, null);
      });
      await request.pace.correct(costOf(request, received.usage).tokens - estimate.tokens);
      failure = null;
    } catch (error) {
      isOpen &&= error instanceof EndpointError || error instanceof CancelledError;
      if (!(error instanceof EndpointError)) throw error;
      // A limit that forbids to ask again does not hide that the server was never reached.
      failure = (request.endpoint.wasReached() ? repeating.refusal : null) ?? error;
      const refused = error.kind === 'timeout' && budget.msLeft() < 0 ? await budget.reserve(NOTHING, sending) : null;
      if (refused !== null && typeof refused !== 'function') {
        ledger.stoppedBy ??= refused;
        failure = limitReached(refused);
      }
    } finally {
      // In one transaction of the store.
      await Promise.all([keeping, endCall(answer?.usage ?? null)]);
    }
    return { answer, attempts, cached: false, usd, failure };
  }

  /** A failure to look counts the call: its answer may be lost. */
  async function isInBatch(run: RunContext, key: string, request: AnswerRequest): Promise<boolean> {
    const { isBatched = false, webSearch, label } = request;
    const goesByItself = webSearch !== undefined || label.role === PROBE;
    return (isBatched && !goesByItself) || (await failOpen(run, () => kept.get('model-batch', key))) !== null;
  }

  /** @throws CancelledError; InputError if the model's package is not installed; UnavailableError if the cache cannot store an answer */
  async function ask(run: RunContext, request: AnswerRequest): Promise<AnswerResult> {
    const drawn = drawnBy(request);
    const messages = [...request.messages];
    const messagesJson = canonicalJson(messages);
    const key = cacheKey(request, drawn, messagesJson);
    const start = () => getAnswer(run, key, drawn, request);
    const { value, joined } = await singleFlight(key, ledgers.forRun(run).sending, start);
    // The attempts and the cost belong to the call that was joined.
    const { failure, ...result } = joined ? { ...value, attempts: 0, usd: 0, cached: value.answer !== null } : value;
    if (joined && value.answer !== null)
      ledgers.forRun(run).cacheHit(request.label, costUsd(request.price, value.answer.usage));
    return {
      exchange: { key, messages, messagesHash: sha256Hex(messagesJson), ...result },
      failure,
    };
  }

  return {
    ask,
    /** Removes unusable answers from the cache. */
    forget: async (run: RunContext, exchanges: readonly Pick<ModelExchange, 'key' | 'answer'>[]): Promise<void> => {
      for (const { key, answer } of exchanges)
        if (answer !== null) await failOpen(run, () => kept.put('model-answer', key, null));
    },
  };
}

/** How this answer is drawn; null: not sent. */
export interface Drawn {
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly seed: number | null;
}

function drawnBy({ model, promptTemperature, sampling, sampleIndex }: AnswerRequest): Drawn {
  const { temperature = promptTemperature, topP = null, seed } = sampling;
  return {
    temperature: temperatureFor(model, temperature),
    topP,
    seed: seed === undefined ? null : seed + sampleIndex,
  };
}

/**
 * Hash of everything that can change the answer, and of no secret. The way of asking for JSON is not part of it.
 * Keys of stored answers must stay valid: what is added stands there only where it is set.
 */
function cacheKey(request: AnswerRequest, { temperature, topP, seed }: Drawn, messagesJson: string): string {
  const { model, schema, promptHash, sampleIndex, webSearch } = request;
  const others = canonicalJson({
    model: model.model,
    parameters: {
      ...{ temperature, maxOutputTokens: null },
      ...(topP === null ? {} : { topP }),
      ...(seed === null ? {} : { seed }),
    },
    schema: schema.full,
    promptHash,
    sampleIndex,
    ...(webSearch === undefined ? {} : { webSearch: [webSearch.tool, ...webSearch.domains] }),
  });
  // The canonical JSON of all: both names come before those of the others.
  return sha256Hex(`{"endpoint":${canonicalJson(model.endpoint)},"messages":${messagesJson},${others.slice(1)}`);
}

function limitReached({ limit, allowed }: BudgetExceeded): NoAnswer {
  return { failure: 'limit-reached', reason: `limit reached: ${limit} ${allowed}` };
}

export function isLimit(failure: CallFailure): boolean {
  return 'failure' in failure && failure.failure === 'limit-reached';
}

const NOTHING = { tokens: 0, usd: 0 };
const KeptAnswer = StoredAnswer.nullable();

const NOT_SENT = { answer: null, attempts: 0, cached: false, usd: 0 };
