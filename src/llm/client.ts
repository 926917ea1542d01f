/** The only path to a model: render → cache → budget → call → retry → parse → validate → at most one repair → record. */
import type { BudgetRecords, ModelLimits, RateLimits, RateRecords, Taken } from '../domain/budget.ts';
import { messageOf } from '../domain/errors.ts';
import { PROBE, type CallRecord, type Capability } from '../domain/model.ts';
import type { ModelCall, ModelClient, ModelFailure } from '../domain/model.ts';
import type { SamplingByRole } from '../domain/model.ts';
import type { KeptRecords } from '../domain/ports.ts';
import type { Clock, RunContext, RunEvent } from '../domain/run-context.ts';
import { keepSecret } from '../text/redact.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../web/retry.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import { askedOf, createAnswerSource, isLimit } from './answer-source.ts';
import type { AnswerRequest, AnswerResult, CallFailure } from './answer-source.ts';
import { requireKnownPrice } from './budget.ts';
import { createBatchFetch, NoBatches, type BatchFetch } from './batch/batch-fetch.ts';
import { createBatchServer } from './batch/batch-server.ts';
import type { BatchTiming } from './batch/batch-timing.ts';
import { createSender, getOrCreate, identity } from './chat-models.ts';
import { converse, type Question } from './converse.ts';
import { renderPrompt } from './render-prompt.ts';
import { hasCompletions, type ImportPackage } from './create-chat-model.ts';
import { EndpointError } from './endpoint-error.ts';
import { explainFailure, refusedRequest } from './explain-failure.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createLedgers } from './ledger.ts';
import { createPace } from './pace.ts';
import { resolveModel, type ModelSpec, type ResolvedModel } from './model-spec.ts';
import { findPrice, type PriceTable } from './price.ts';
import { probeCapability } from './probe-capability.ts';
import { refuseWithoutWebSearch } from './web-search.ts';

export interface ModelClientOptions {
  readonly model: ModelSpec;
  readonly modelsByRole?: Readonly<Record<string, ModelSpec>>;
  /** How answers are drawn, by role, in place of what prompts say. */
  readonly sampling?: SamplingByRole;
  /** Resolves `ModelCall.model`. Absent: no call names a model. */
  readonly specOf?: (name: string) => ModelSpec;
  /** Stores answers: what was paid for is not paid for again. */
  readonly kept: KeptRecords;
  /** For all runs together; a run may have its own limits, too. */
  readonly limits: ModelLimits;
  /** What other clients took of these limits before. */
  readonly takenBefore?: Taken | undefined;
  /** Budgets that runs share by name. */
  readonly budgets: BudgetRecords;
  /** Per endpoint, for all clients with the same `rates`. */
  readonly rateLimits: RateLimits;
  readonly rates: RateRecords;
  readonly prices: PriceTable;
  /** Per endpoint, at least 1. The adaptive limiter never exceeds it. */
  readonly maxConcurrency: number;
  /** Per request that goes by itself. Default: two minutes, which long answers of local models need. */
  readonly timeoutMs?: number;
  /** Absent: every call goes by itself. */
  readonly batching?: Batching | undefined;
  readonly retryPolicy?: Partial<RetryPolicy>;
  readonly clock: Clock;
  readonly importPackage?: ImportPackage;
}

export interface Batching {
  /** Where a server has no batches: calls go one by one, or end with an error. */
  readonly fallsBack: boolean;
  readonly onEvent: (event: RunEvent) => void;
  readonly timing?: BatchTiming | undefined;
}

type PreparedModel = Pick<AnswerRequest, 'model' | 'price' | 'endpoint' | 'pace' | 'batches'>;

const DEFAULT_MODEL_TIMEOUT_MS = 120_000;

const OPENAI_LADDER: readonly Capability[] = ['json_schema', 'json_object', 'tools', 'prompt'];
/** What LangChain supports for every provider. */
const COMMON_LADDER: readonly Capability[] = ['tools', 'prompt'];

/** Loads no package before the first call. @throws InputError for an invalid model, or a USD limit without a price */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { kept, clock, limits, prices, batching, importPackage = (name) => import(name) } = options;
  const timeoutMs = options.timeoutMs ?? DEFAULT_MODEL_TIMEOUT_MS;
  const ledgers = createLedgers(options);
  const endpoints = new Map<string, Endpoint>();
  /** By server and model: what the server takes of a model at once is shared by all that is asked of it. */
  const batchFetches = new Map<string, BatchFetch>();
  const capabilities = new Map<string, Capability>();
  const probeOnce = createSingleFlight<Capability | CallFailure>(
    (result) => typeof result === 'string' || !isLimit(result),
  );

  const defaultModel = prepare(options.model);
  const modelsByRole = new Map(Object.entries(options.modelsByRole ?? {}).map(([role, spec]) => [role, prepare(spec)]));

  const modelsByName = new Map<string, PreparedModel>();
  const modelOf = ({ model, prompt }: Pick<ModelCall<unknown>, 'model' | 'prompt'>): PreparedModel => {
    if (model === undefined) return modelsByRole.get(prompt.role) ?? defaultModel;
    return getOrCreate(modelsByName, model, () => {
      if (options.specOf === undefined) throw new Error(`No specification of the model ${model}.`);
      return prepare(options.specOf(model));
    });
  };

  function prepare(spec: ModelSpec): PreparedModel {
    keepSecret(spec.apiKey);
    const model = resolveModel(spec);
    const price = findPrice(prices, model.priceList, model.model);
    requireKnownPrice(limits, model.model, model.priceList, price !== null);
    const endpoint = getOrCreate(endpoints, model.endpoint, () =>
      createEndpoint({
        name: model.endpoint,
        maxConcurrency: options.maxConcurrency,
        timeoutMs,
        retryPolicy: { ...DEFAULT_RETRY_POLICY, ...options.retryPolicy },
        clock,
      }),
    );
    const pace = createPace(model.endpoint, options.rateLimits, options.rates);
    return { model, price, endpoint, pace, batches: batching === undefined ? null : batchesOf(model, batching) };
  }

  /** Null: it has none. */
  function batchesOf(model: ResolvedModel, { fallsBack, onEvent, timing }: Batching): BatchFetch | null {
    if (hasCompletions(model))
      return getOrCreate(batchFetches, identity(model, null), () => {
        const server = createBatchServer(model);
        return createBatchFetch({ server, name: model.endpoint, kept, fallsBack, onEvent, timing });
      });
    if (fallsBack) return null;
    throw new NoBatches(model.provider === 'openai' ? model.model : model.endpoint);
  }

  const answers = createAnswerSource({ kept, ledgers, clock, send: createSender(clock, timeoutMs, importPackage) });

  /** Starts the record of a call. The returned function completes it with the outcome. */
  function startRecord(run: RunContext, call: Omit<CallRecord, 'repaired' | 'outcome' | 'elapsedMs'>) {
    const startMs = clock.monotonicMs();
    run.emit({ type: 'model-call-start', step: call.step });
    return (outcome: CallRecord['outcome']): void => {
      const { step, model, exchanges } = call;
      const elapsedMs = clock.monotonicMs() - startMs;
      ledgers.forRun(run).calls.push({ ...call, repaired: exchanges.length > 1, outcome, elapsedMs });
      const sent = exchanges.filter(({ cached }) => !cached);
      const sumOf = (field: 'inputTokens' | 'outputTokens') =>
        sent.reduce((sum, { answer }) => sum + (answer?.usage[field] ?? 0), 0);
      run.emit({
        type: 'model-call',
        step,
        model,
        elapsedMs,
        isCached: sent.length === 0,
        isAnswered: sent.some(({ answer }) => answer !== null),
        isFailed: outcome.status !== 'done',
        inputTokens: sumOf('inputTokens'),
        outputTokens: sumOf('outputTokens'),
      });
    };
  }

  /** Probes cost money, so they are recorded like other calls. */
  async function askAndRecord(run: RunContext, request: AnswerRequest): Promise<AnswerResult> {
    const { label, model, promptHash, sampleIndex } = request;
    const exchanges: CallRecord['exchanges'] = [];
    const endRecord = startRecord(run, {
      ...label,
      promptId: PROBE,
      promptHash,
      endpoint: model.endpoint,
      sampleIndex,
      exchanges,
    });
    const result = await answers.ask(run, request);
    const { exchange, failure } = result;
    exchanges.push({ ...exchange, problems: [] });
    endRecord(failure === null ? { status: 'done' } : { status: 'error', reason: reasonOf(failure) });
    return result;
  }

  async function capabilityOf(
    run: RunContext,
    prepared: Pick<AnswerRequest, 'label'> & PreparedModel,
    waiting: AbortSignal,
  ) {
    const { model } = prepared;
    const key = identity(model, null);
    const known = model.spec.capability ?? capabilities.get(key);
    if (known !== undefined) return known;
    const probe = () => {
      const ladder = model.provider === 'openai' ? OPENAI_LADDER : COMMON_LADDER;
      const label = { ...prepared.label, role: PROBE };
      return probeCapability((request) => askAndRecord(run, request), ladder, { ...prepared, label });
    };
    const { value } = await probeOnce(key, waiting, probe, ledgers.forRun(run).sending);
    // Do not cache a failure.
    if (typeof value === 'string') capabilities.set(key, value);
    return value;
  }

  const callOnce: ModelClient['call'] = async (run, call) => {
    const { prompt, step, sampleIndex = 0, webSearch } = call;
    const prepared = modelOf(call);
    const { model, price, endpoint } = prepared;
    const service = webSearch === undefined ? model.model : `a web search by ${model.model}`;
    const isPriceKnown = webSearch === undefined ? price !== null : price?.webSearch !== undefined;
    for (const limit of [limits, run.limits.model]) requireKnownPrice(limit, service, model.priceList, isPriceKnown);
    const sampling = options.sampling?.[prompt.role] ?? {};
    const common = { label: { step, role: prompt.role, model: model.model }, ...prepared, sampling, webSearch };
    const exchanges: CallRecord['exchanges'] = [];
    const endRecord = startRecord(run, {
      ...common.label,
      promptId: prompt.id,
      promptHash: prompt.hash,
      endpoint: model.endpoint,
      sampleIndex,
      exchanges,
    });
    try {
      const capability = async (waiting: AbortSignal) =>
        webSearch === undefined ? capabilityOf(run, common, waiting) : 'prompt';
      const partner = {
        ask: (question: Question) =>
          answers.ask(run, { ...common, ...question, sampleIndex, maxAttempts: null, capability }),
        explain: (failure: CallFailure) => {
          if (!(failure instanceof EndpointError)) return failure;
          const asked = askedOf({ model, webSearch });
          if (webSearch !== undefined && !ledgers.hasAnswered(asked))
            refuseWithoutWebSearch(failure, model, webSearch.tool);
          // A filter or a length declines what one prompt says.
          if (failure.kind === 'bad-request') ledgers.forRun(run).refusals.set(asked, refusedRequest(failure, model));
          return explainFailure(failure, model, endpoint.wasReached());
        },
      };
      const outcome = await converse(call, renderPrompt(prompt, call.variables), partner, exchanges);
      // An unreadable answer must not be cached: the next run asks again.
      if (outcome.status === 'unscored' && !KEEP_FOR_NEXT_RUN.has(outcome.failure))
        await answers.forget(run, exchanges);
      endRecord(outcome.status === 'done' ? { status: 'done' } : outcome);
      return outcome;
    } catch (error) {
      endRecord({ status: 'error', reason: messageOf(error) });
      throw error;
    }
  };

  return {
    usage: ledgers.usage,
    exceeded: ledgers.exceeded,
    refused: ledgers.refused,
    spentShare: ledgers.spentShare,
    callsOf: ledgers.callsOf,
    endRun: ledgers.endRun,
    stopSending: ledgers.stopSending,
    call: async (run, call) => ledgers.forRun(run).pending.add(callOnce(run, call)),
  };
}

/** After these failures the first answer stays cached: the next run only asks for its repair. */
const KEEP_FOR_NEXT_RUN: ReadonlySet<ModelFailure> = new Set(['unavailable', 'limit-reached']);

const reasonOf = (failure: CallFailure) => (failure instanceof EndpointError ? failure.message : failure.reason);
