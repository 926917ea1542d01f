/** The one path to a model: render → cache → budget → call → retry → parse → validate → at most one repair → record. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BudgetRecords, ModelLimits, RateLimits, RateRecords } from '../domain/budget.ts';
import { messageOf } from '../domain/errors.ts';
import { PROBE, type CallRecord, type Capability } from '../domain/model.ts';
import type { ModelCachePort, ModelCall, ModelClient, ModelFailure } from '../domain/model.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { keepSecret } from '../text/redact.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../web/retry.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import { createAnswerSource, isLimit, type Ask, type Asked, type Failed } from './answer-source.ts';
import { requireKnownPrice } from './budget.ts';
import { sendChat } from './chat.ts';
import { converse, type Question } from './converse.ts';
import { renderPrompt } from './prompt.ts';
import { createChatModel, type ImportPackage } from './create-chat-model.ts';
import { EndpointError, explainFailure, toEndpointError } from './endpoint-error.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createLedgers } from './ledger.ts';
import { createPace } from './pace.ts';
import { resolveModel, type ModelSpec, type ResolvedModel } from './model-spec.ts';
import { findPrice, type PriceTable } from './price.ts';
import { probeCapability } from './probe-capability.ts';
import { refuseWithoutWebSearch, sendWebSearch } from './web-search.ts';

export interface ModelClientOptions {
  readonly model: ModelSpec;
  readonly modelsByRole?: Readonly<Record<string, ModelSpec>>;
  /** How a model is asked that a call names; absent: no call names one. */
  readonly specOf?: (name: string) => ModelSpec;
  readonly cache: ModelCachePort;
  /** Of all runs together; each run may have limits of its own. */
  readonly limits: ModelLimits;
  /** Where budgets are that runs share by name. */
  readonly budgets: BudgetRecords;
  /** Of each endpoint, for all clients that keep `rates` in the same store. */
  readonly rateLimits: RateLimits;
  readonly rates: RateRecords;
  readonly prices: PriceTable;
  /** Calls at once per endpoint, at least 1: the most that there will ever be. */
  readonly maxConcurrency: number;
  /** For one request. Default two minutes: long answers of local models take that. */
  readonly timeoutMs?: number;
  readonly retryPolicy?: Partial<RetryPolicy>;
  readonly clock: Clock;
  readonly importPackage?: ImportPackage;
}

type Prepared = Pick<Ask, 'model' | 'price' | 'endpoint' | 'pace'>;

const DEFAULT_MODEL_TIMEOUT_MS = 120_000;

const OPENAI_LADDER: readonly Capability[] = ['json_schema', 'json_object', 'tools', 'prompt'];
/** What LangChain offers alike for every provider. */
const COMMON_LADDER: readonly Capability[] = ['tools', 'prompt'];

/** Loads nothing until the first call. @throws InputError for an unusable model, or a USD limit without its price */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { cache, clock, limits, prices, importPackage = (name) => import(name) } = options;
  const { timeoutMs = DEFAULT_MODEL_TIMEOUT_MS } = options;
  const ledgers = createLedgers(options);
  const endpoints = new Map<string, Endpoint>();
  const chatModels = new Map<string, Promise<BaseChatModel>>();
  const capabilities = new Map<string, Capability>();
  const joinOrProbe = createSingleFlight<Capability | Failed>((found) => typeof found === 'string' || !isLimit(found));
  const givesNoProbabilities = new Set<string>();

  const defaultModel = prepare(options.model);
  const modelsByRole = new Map(Object.entries(options.modelsByRole ?? {}).map(([role, spec]) => [role, prepare(spec)]));

  const modelsByName = new Map<string, Prepared>();
  const modelOf = ({ model, prompt }: Pick<ModelCall<unknown>, 'model' | 'prompt'>): Prepared => {
    if (model === undefined) return modelsByRole.get(prompt.role) ?? defaultModel;
    return remember(modelsByName, model, () => {
      if (options.specOf === undefined) throw new Error(`Nobody says how the model ${model} is asked.`);
      return prepare(options.specOf(model));
    });
  };

  function prepare(spec: ModelSpec): Prepared {
    keepSecret(spec.apiKey);
    const model = resolveModel(spec);
    const price = findPrice(prices, model.priceList, model.model);
    requireKnownPrice(limits, model.model, model.endpoint, price !== null);
    const endpoint = remember(endpoints, model.endpoint, () =>
      createEndpoint({
        name: model.endpoint,
        maxConcurrency: options.maxConcurrency,
        timeoutMs,
        retryPolicy: { ...DEFAULT_RETRY_POLICY, ...options.retryPolicy },
        clock,
      }),
    );
    const pace = createPace(model.endpoint, options.rateLimits, options.rates);
    return { model, price, endpoint, pace };
  }

  const answers = createAnswerSource({
    cache,
    ledgers,
    clock,
    send: async (ask, temperature, capability, signal) => {
      const { model, choiceWords, messages, webSearch } = ask;
      const chatModelWith = (extra: Parameters<typeof createChatModel>[2]) => {
        const key = `${identity(model, temperature)} ${extra}`;
        const making = remember(chatModels, key, () =>
          createChatModel(model, temperature, extra, timeoutMs, importPackage),
        );
        // A package that could not be loaded is tried again.
        making.catch(() => chatModels.delete(key));
        return making;
      };
      if (webSearch !== undefined) return sendWebSearch(await chatModelWith('web-search'), messages, webSearch, signal);
      const send = async (tokenProbabilities: boolean) =>
        sendChat(await chatModelWith(tokenProbabilities ? 'token-probabilities' : 'none'), ask, capability, signal);
      const key = identity(model, null);
      const mayGiveThem = model.provider === 'openai' && capability !== 'tools';
      if (choiceWords.length === 0 || !mayGiveThem || givesNoProbabilities.has(key)) return send(false);
      try {
        return await send(true);
      } catch (error) {
        // Some models refuse to give them: an answer without them is better than none.
        const { kind } = toEndpointError(error, clock.now());
        if (kind !== 'bad-request' && kind !== 'not-allowed') throw error;
        const reply = await send(false);
        givesNoProbabilities.add(key);
        return reply;
      }
    },
  });

  /** Begins the record of a call, which its outcome ends. */
  function recorder(run: RunContext, call: Omit<CallRecord, 'repaired' | 'outcome' | 'elapsedMs'>) {
    const startMs = clock.monotonicMs();
    return (outcome: CallRecord['outcome']): void => {
      const { step, model, exchanges } = call;
      const elapsedMs = clock.monotonicMs() - startMs;
      ledgers.of(run).calls.push({ ...call, repaired: exchanges.length > 1, outcome, elapsedMs });
      const sent = exchanges.filter(({ cached }) => !cached);
      const tokens = (of: 'inputTokens' | 'outputTokens') =>
        sent.reduce((sum, { answer }) => sum + (answer?.usage[of] ?? 0), 0);
      run.emit({
        ...{ type: 'model-call', step, model, elapsedMs, isCached: sent.length === 0 },
        ...{ isFailed: outcome.status !== 'done', inputTokens: tokens('inputTokens') },
        outputTokens: tokens('outputTokens'),
      });
    };
  }

  /** A probe counts and costs like any other call, so it is on record like them. */
  async function askOnRecord(run: RunContext, ask: Ask): Promise<Asked> {
    const { label, model, promptHash, sampleIndex } = ask;
    const exchanges: CallRecord['exchanges'] = [];
    const record = recorder(run, {
      ...label,
      promptId: PROBE,
      promptHash,
      endpoint: model.endpoint,
      sampleIndex,
      exchanges,
    });
    const asked = await answers.ask(run, ask);
    const { exchange, failed } = asked;
    exchanges.push({ ...exchange, problems: [] });
    record(failed === null ? { status: 'done' } : { status: 'error', reason: reasonOf(failed) });
    return asked;
  }

  async function capabilityOf(run: RunContext, asked: Pick<Ask, 'label'> & Prepared) {
    const { model } = asked;
    const key = identity(model, null);
    const known = model.spec.capability ?? capabilities.get(key);
    if (known !== undefined) return known;
    const { value } = await joinOrProbe(key, ledgers.of(run).sending, () => {
      const ladder = model.provider === 'openai' ? OPENAI_LADDER : COMMON_LADDER;
      const label = { ...asked.label, role: PROBE };
      return probeCapability((ask) => askOnRecord(run, ask), ladder, { ...asked, label });
    });
    // A failure is no answer: the next call finds out again.
    if (typeof value === 'string') capabilities.set(key, value);
    return value;
  }

  const callOnce: ModelClient['call'] = async (run, call) => {
    const { prompt, step, sampleIndex = 0, webSearch } = call;
    const prepared = modelOf(call);
    const { model, price, endpoint } = prepared;
    const [asked, isKnown] =
      webSearch === undefined
        ? [model.model, price !== null]
        : [`a web search by ${model.model}`, price?.webSearch !== undefined];
    for (const kept of [limits, run.limits.model]) requireKnownPrice(kept, asked, model.endpoint, isKnown);
    const common = { label: { step, role: prompt.role, model: model.model }, ...prepared, webSearch };
    const exchanges: CallRecord['exchanges'] = [];
    const ofPrompt = { promptId: prompt.id, promptHash: prompt.hash };
    const record = recorder(run, { ...common.label, ...ofPrompt, endpoint: model.endpoint, sampleIndex, exchanges });
    try {
      const capability = async () => (webSearch === undefined ? capabilityOf(run, common) : 'prompt');
      const partner = {
        ask: (question: Question) =>
          answers.ask(run, { ...common, ...question, sampleIndex, maxAttempts: null, capability }),
        explain: (failed: Failed) => {
          if (!(failed instanceof EndpointError)) return failed;
          if (webSearch !== undefined) refuseWithoutWebSearch(failed, model, webSearch.tool);
          return explainFailure(failed, model, endpoint.wasReached());
        },
      };
      const outcome = await converse(call, renderPrompt(prompt, call.variables), partner, exchanges);
      // An answer that no value could be read from is a failure: the next run asks again.
      if (outcome.status === 'unscored' && !LEFT_OPEN.has(outcome.failure)) await answers.forget(run, exchanges);
      record(outcome.status === 'done' ? { status: 'done' } : outcome);
      return outcome;
    } catch (error) {
      record({ status: 'error', reason: messageOf(error) });
      throw error;
    }
  };

  return {
    usage: ledgers.usage,
    exceeded: ledgers.exceeded,
    callsOf: ledgers.callsOf,
    endRun: ledgers.endRun,
    call: async (run, call) => ledgers.of(run).underWay.add(callOnce(run, call)),
  };
}

/** What was answered before may still be of use: the next run asks for its repair alone. */
const LEFT_OPEN: ReadonlySet<ModelFailure> = new Set(['unavailable', 'limit-reached']);

const reasonOf = (failed: Failed) => (failed instanceof EndpointError ? failed.message : failed.reason);

/** Two roles may use one model with different keys, so the key takes part; it never leaves this process. */
function identity({ provider, endpoint, model, spec }: ResolvedModel, temperature: number | null): string {
  return JSON.stringify([provider, endpoint, model, spec.apiKey, temperature]);
}

function remember<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
