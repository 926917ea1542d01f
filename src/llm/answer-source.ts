/** Answers from the cache, from an identical call in flight, or from the model. */
import {
  PROBE,
  StoredAnswer,
  type Capability,
  type ModelExchange,
  type Sampling,
  type WebSearch,
} from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { KeptRecords } from '../domain/ports.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import type { ChatReply } from './chat.ts';
import { EndpointError, type NoAnswer } from './endpoint-error.ts';
import type { Endpoint } from './endpoint.ts';
import { createCountedCall, LimitReached, noAnswerIn } from './counted-call.ts';
import type { Pace } from './pace.ts';
import { temperatureFor } from './model-spec.ts';
import { costUsd, usageOf, type PricedCall } from './price.ts';
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
    const { endpoint } = request;
    const capability = await request.capability();
    if (typeof capability === 'object') return { ...NOT_SENT, failure: capability };
    const call = createCountedCall({
      ...{ request, ledger },
      averageAnswerTokens: () => ledgers.averageAnswerTokens(request.label),
      isInBatch: () => isInBatch(run, key, request),
    });
    let answer: StoredAnswer | null = null;
    let failure: CallFailure | null = null;
    const last: { error: EndpointError | null } = { error: null };
    let keeping: Promise<unknown> = Promise.resolve();
    try {
      await call.reserve();
      const reply = await endpoint.request(run, {
        jitterSeed: parseInt(key.slice(0, 8), 16) / 2 ** 32,
        maxAttempts: request.maxAttempts,
        mayRetry: async () => {
          if (budget.msLeft() < 0) return false;
          if (call.mayBeBilled()) await call.renew();
          return true;
        },
        waitForTurn: call.waitForTurn,
        waitOutside: call.waitOutside,
        onAttempt: call.attempt,
        onFailure: (error) => {
          last.error = error;
          call.failed(error.billed);
        },
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
      await call.correctPace(received.usage);
    } catch (error) {
      if (error instanceof LimitReached) {
        // A limit that forbids to ask again does not hide that the server was never reached.
        failure = (endpoint.wasReached() ? null : last.error) ?? error.noAnswer;
      } else if (error instanceof EndpointError) {
        const isLate = error.kind === 'timeout' && budget.msLeft() < 0;
        failure = isLate ? await call.reserve().then(() => error, noAnswerIn) : error;
      } else {
        if (!(error instanceof CancelledError)) call.failed(null);
        throw error;
      }
    } finally {
      // In one transaction of the store.
      await Promise.all([keeping, call.end(answer?.usage ?? null)]);
    }
    return { answer, ...call.counted(), cached: false, failure };
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

export function isLimit(failure: CallFailure): boolean {
  return 'failure' in failure && failure.failure === 'limit-reached';
}

const KeptAnswer = StoredAnswer.nullable();

const NOT_SENT = { answer: null, attempts: 0, cached: false, usd: 0 };
