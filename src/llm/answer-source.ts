/** Where answers come from: the cache, an identical call under way, or the model itself. */
import type { Capability, ModelCachePort, ModelExchange, StoredAnswer, WebSearch } from '../domain/model.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import type { ChatReply } from './chat.ts';
import { EndpointError, type NoAnswer } from './endpoint-error.ts';
import type { Endpoint } from './endpoint.ts';
import type { Pace } from './pace.ts';
import { temperatureFor } from './model-spec.ts';
import { costUsd, estimateCost, usageOf, type PricedCall } from './price.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import { sleep } from '../web/abort.ts';
import type { Ledgers, UsageLabel } from './ledger.ts';

export interface Ask extends PricedCall {
  readonly label: UsageLabel;
  readonly endpoint: Endpoint;
  readonly pace: Pace;
  readonly promptHash: string;
  readonly promptTemperature: number | null;
  readonly sampleIndex: number;
  /** Words whose probabilities are wanted; no part of what is asked, so that an answer without them is as good. */
  readonly choiceWords: readonly string[];
  readonly maxAttempts: number | null;
  readonly webSearch?: WebSearch | undefined;
  /** Asked only where nothing is at hand. */
  readonly capability: () => Promise<Capability | Failed>;
}

/** Why there is no answer: an endpoint's error (what it means is decided elsewhere), or a limit of ours. */
export type Failed = EndpointError | NoAnswer;

export interface Asked {
  readonly exchange: Omit<ModelExchange, 'problems'>;
  readonly failed: Failed | null;
}

interface AnswerSourceOptions {
  readonly cache: ModelCachePort;
  readonly ledgers: Ledgers;
  readonly clock: Clock;
  readonly send: (
    ask: Ask,
    temperature: number | null,
    capability: Capability,
    signal: AbortSignal,
  ) => Promise<ChatReply>;
}

export interface AnswerSource {
  /** @throws CancelledError; InputError where the model's package is not installed; UnavailableError where no answer could be kept */
  ask(run: RunContext, ask: Ask): Promise<Asked>;
  /** Answers that are of no use are not kept for another run. */
  forget(run: RunContext, exchanges: readonly Pick<ModelExchange, 'key' | 'answer'>[]): Promise<void>;
}

type Fetched = Pick<ModelExchange, 'answer' | 'attempts' | 'cached' | 'usd'> & Pick<Asked, 'failed'>;

export function createAnswerSource(options: AnswerSourceOptions): AnswerSource {
  const { cache, ledgers, clock, send } = options;
  // A limit of one run is no reason to leave the same question of another run unanswered.
  const joinOrStart = createSingleFlight<Fetched>(({ failed }) => failed === null || !isLimit(failed));
  let cacheWarned = false;

  /** An answer that is there is not lost because it cannot be kept. */
  async function failOpen<Result>(run: RunContext, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!cacheWarned)
        run.emit({
          type: 'warning',
          message: `The cache of model answers does not work (${String(error)}): what it would keep may be paid for again.`,
        });
      cacheWarned = true;
      return null;
    }
  }

  async function fetchAnswer(run: RunContext, key: string, temperature: number | null, ask: Ask): Promise<Fetched> {
    const ledger = ledgers.of(run);
    const stored = await keptOrClaimed(run, key, ask);
    if (stored !== null) {
      ledger.cacheHit(ask.label, costUsd(ask.price, stored.usage));
      return { answer: stored, attempts: 0, cached: true, usd: 0, failed: null };
    }
    try {
      return await askModel(run, key, temperature, ask);
    } finally {
      await failOpen(run, () => cache.release(key));
    }
  }

  /** Null: it is for this process to ask, which then releases the key. What another one is asking now is waited for. */
  async function keptOrClaimed(run: RunContext, key: string, ask: Ask): Promise<StoredAnswer | null> {
    const { budget, sending } = ledgers.of(run);
    const kept = async () => {
      const stored = await failOpen(run, () => cache.get(key));
      const ageMs = clock.now().getTime() - Date.parse(stored?.receivedAt ?? '');
      return ageMs <= (ask.webSearch?.maxAgeMs ?? Infinity) ? stored : null;
    };
    let pauseMs = CLAIMED_PAUSE_MS;
    let stored = await kept();
    while (stored === null && !budget.isOutOfTime()) {
      // What cannot be claimed could not be kept either: nobody pays for it.
      const isOurs = await cache.claim(key);
      // Between the look and the claim it may have come.
      stored = await kept();
      if (isOurs && stored !== null) await failOpen(run, () => cache.release(key));
      if (isOurs) break;
      if (stored === null) await sleep(pauseMs, sending);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    return stored;
  }

  async function askModel(run: RunContext, key: string, temperature: number | null, ask: Ask): Promise<Fetched> {
    const ledger = ledgers.of(run);
    const { budget, sending } = ledger;
    const capability = await ask.capability();
    if (typeof capability === 'object') return { ...NOT_SENT, failed: capability };
    const estimate =
      budget.needsEstimates || ask.pace.needsEstimates
        ? await estimateCost(ask, ledgers.answered(ask.label))
        : UNCOUNTED;
    const settle = ledger.stoppedBy ?? (await budget.reserve(estimate, sending));
    if (typeof settle !== 'function') {
      ledger.stoppedBy ??= settle;
      return {
        ...NOT_SENT,
        failed: { failure: 'limit-reached', reason: `limit reached: ${settle.limit} ${settle.allowed}` },
      };
    }
    let attempts = 0;
    let answer: StoredAnswer | null = null;
    let tokens = 0;
    let usd: number | null = 0;
    try {
      const reply = await ask.endpoint.request(run, {
        jitterSeed: parseInt(key.slice(0, 8), 16) / 2 ** 32,
        maxAttempts: ask.maxAttempts,
        mayRetry: () => !budget.isOutOfTime(),
        turn: () => ask.pace.turn(estimate.tokens, sending),
        onAttempt: () => attempts++,
        sending,
        send: (signal) => send(ask, temperature, capability, signal),
      });
      const { text, stopReason, choices, isAuthored } = reply;
      const received: StoredAnswer = {
        // A server may repeat the key that it was sent.
        text: redact(text),
        stopReason,
        usage: await usageOf(ask, reply),
        ...(choices === null ? {} : { choices: [...choices] }),
        receivedAt: clock.now().toISOString(),
        ...(isAuthored ? { isAuthored } : {}),
      };
      answer = received;
      tokens = received.usage.inputTokens + received.usage.outputTokens;
      usd = costUsd(ask.price, received.usage);
      // Before anything else that may fail.
      await failOpen(run, () => cache.put(key, received));
      await ask.pace.correct(tokens - estimate.tokens);
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      // It was delivered, so it was billed: how much, its unread end would have told.
      if (error.kind === 'too-large') ({ tokens, usd } = await estimateCost(ask, ledgers.answered(ask.label)));
      return { ...NOT_SENT, attempts, usd, failed: error };
    } finally {
      // Stopped while it waited for its turn, it was not made.
      await settle(attempts === 0 ? null : { tokens, usd });
      if (attempts > 0) ledger.call(ask.label, attempts, answer?.usage ?? null, usd);
    }
    return { answer, attempts, cached: false, usd, failed: null };
  }

  async function ask(run: RunContext, ask: Ask): Promise<Asked> {
    const temperature = temperatureFor(ask.model, ask.promptTemperature);
    const { endpoint, model } = ask.model;
    const messages = [...ask.messages];
    // Everything that can change an answer, and nothing secret. How JSON is asked for does not change what is asked.
    const question = {
      endpoint,
      model,
      // Null: so the keys of answers that were paid for long ago stay what they were.
      parameters: { temperature, maxOutputTokens: null },
      messages,
      schema: ask.schema.full,
      promptHash: ask.promptHash,
      sampleIndex: ask.sampleIndex,
      ...(ask.webSearch === undefined ? {} : { webSearch: [ask.webSearch.tool, ...ask.webSearch.domains] }),
    };
    const key = sha256Hex(canonicalJson(question));
    const start = () => fetchAnswer(run, key, temperature, ask);
    const { value, joined } = await joinOrStart(key, ledgers.of(run).sending, start);
    if (joined && value.answer !== null) ledgers.of(run).cacheHit(ask.label, costUsd(ask.price, value.answer.usage));
    const { failed, ...fetched } = joined ? { ...value, ...JOINED, cached: value.answer !== null } : value;
    return {
      exchange: { key, messages, messagesHash: sha256Hex(canonicalJson(messages)), ...fetched },
      failed,
    };
  }

  return {
    ask,
    forget: async (run, exchanges) => {
      for (const { key, answer } of exchanges) if (answer !== null) await failOpen(run, () => cache.forget(key));
    },
  };
}

export function isLimit(failed: Failed): boolean {
  return 'failure' in failed && failed.failure === 'limit-reached';
}

/** Between two looks at whether the answer that another process asks for has come. */
const CLAIMED_PAUSE_MS = 100;
/** Many may wait for one answer, and models take seconds. */
const LONGEST_PAUSE_MS = 1_000;
/** Where no limit depends on them. */
const UNCOUNTED = { tokens: 0, usd: 0 };
const NOT_SENT = { answer: null, attempts: 0, cached: false, usd: 0 };
/** Somebody else's attempts and money. */
const JOINED = { attempts: 0, usd: 0 };
