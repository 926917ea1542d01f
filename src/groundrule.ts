/**
 * The one long-lived client and the only composition root: it builds adapters from settings, and every door (command
 * line, library, test matcher) does its work through it.
 */
import type { LiveAudit } from './audit/audit-live.ts';
import type { Audit, AuditOptions } from './audit/audit.ts';
import { systemClock } from './client/clock.ts';
import { createCallCounter, type CallCounter, type PricedModel } from './client/call-counter.ts';
import { discoveringMethods, type DiscoveringMethods } from './client/discovering.ts';
import { createEngine } from './client/engine.ts';
import type { JudgingMethods } from './client/judging.ts';
import type { JudgeRowsMethods } from './client/judging-rows.ts';
import type { AttacksMethods } from './client/attacks.ts';
import type { MeasuringMethods } from './client/measuring.ts';
import type { RewardsMethods } from './client/rewards.ts';
import { METHOD_OPTIONS, refusingUnknownOptions } from './client/method-options.ts';
import { loadedOnCall, madeOnce } from './client/made-once.ts';
import { openStore } from './store/open-store.ts';
import type { Patience } from './store/patience.ts';
import type { Taken } from './domain/budget.ts';
import type { Checklist } from './domain/checklist.ts';
import type { PlannedChecklist } from './client/plan-judging.ts';
import { clientConfigOf, nameOption, secretsOf, type GroundruleOptions } from './client/options.ts';
import { createRuns, type CallOptions, type Start } from './client/runs.ts';
import { keepSecret, keepSecretsIn } from './text/redact.ts';
import { defaultStorePath } from './config/environment.ts';
import type { Config } from './config/load-config.ts';
import { packageInfo } from './config/package-root.ts';
import type { Secrets } from './config/environment.ts';
import type { CriteriaSet } from './domain/criteria-set.ts';
import type { GuideKind } from './domain/guide-kind.ts';
import type { CallRecord, ModelClient, ModelUsage } from './domain/model.ts';
import type { SetSearch, SetSummary, StorePort, RecordSearch } from './domain/ports.ts';
import type { ProxySettings } from './domain/proxy-settings.ts';
import type { Clock, RunContext, RunEvent } from './domain/run-context.ts';
import type { RecordSummary, StoredRecord } from './domain/stored-record.ts';
import type { Task } from './domain/task.ts';
import type { ExplainOutcome } from './domain/explained-page.ts';
import type { AddedPage, AddOptions } from './search/library/add-to-library.ts';
import type { HowToSet } from './search/engines/registry.ts';

/**
 * Every method takes a signal, an event sink and a budget of its own. What stops one call (its signal, its budget, a
 * failure) touches no other. All throw GroundruleErrors, named by what the caller should do; a bug stays a plain Error.
 */
export interface Groundrule
  extends DiscoveringMethods, JudgingMethods, JudgeRowsMethods, RewardsMethods, MeasuringMethods, AttacksMethods {
  /** What a judgement of a response by a checklist would take: the calls that it makes at most, by whom, and their price. */
  planJudgement(checklist: Checklist, response: string): Promise<PlannedJudgement>;
  /** What each criterion rests on, and whether the record holds: quotes are compared with the stored texts. */
  audit(set: CriteriaSet, options?: AuditOptions): Promise<Audit>;
  /** Reads the cited sources again. */
  auditLive(set: CriteriaSet, options?: CallOptions): Promise<LiveAudit>;
  /** What remains of a set without some of its sources, stored as a set of its own that names its parent. */
  leaveOut(set: CriteriaSet, sourceIds: readonly string[]): Promise<CriteriaSet>;
  /** Saves pages of the web to a folder. */
  addToLibrary(urls: readonly string[], options: AddOptions & CallOptions): Promise<readonly AddedPage[]>;
  /**
   * Every block of a page, kept or dropped, and why.
   * @param source an address, or a file
   */
  explainPage(
    source: string | { readonly name: string; readonly bytes: Uint8Array },
    options?: CallOptions,
  ): Promise<ExplainOutcome>;
  /** The kinds of text that the bundled guides are about. */
  kinds(): Promise<readonly GuideKind[]>;
  readonly sets: {
    get(id: string): Promise<CriteriaSet | null>;
    /** By its id, the beginning of it, or `last`; null where there is none. @throws InputError where several begin so */
    named(reference: string): Promise<CriteriaSet | null>;
    /** Newest first. */
    list(limit: number, search?: SetSearch): Promise<readonly SetSummary[]>;
    /** The ids that begin so, in order. */
    find(prefix: string): Promise<readonly string[]>;
    /** With its model calls, and the stored pages that no other set cites; returns how many pages. */
    remove(id: string): Promise<number>;
  };
  /** Judgements, comparisons, refinements, selections and actionability. */
  readonly records: {
    get(id: string): Promise<StoredRecord | null>;
    list(limit: number, search?: RecordSearch): Promise<readonly RecordSummary[]>;
    find(prefix: string): Promise<readonly string[]>;
    /** With its model calls. @param owner of several callers of a service this one alone loses it; absent: all do */
    remove(id: string, owner?: string): Promise<void>;
  };
  /** What model calls took: of one run, or of all runs of this client. */
  usage(runId?: string): readonly ModelUsage[];
  /** The model calls behind a set or a record, by its id; null where the store has none. */
  callsOf(id: string): Promise<readonly CallRecord[] | null>;
  readonly store: StorePort;
  /** Whether the settings name a model; without one, criteria come from guides to the kind of text. */
  readonly hasModel: boolean;
  /** Stops what is under way, and closes the store; answers to what was sent are awaited and kept where that is asked for. */
  close(options?: { readonly awaitsAnswers?: boolean }): Promise<void>;
}

/** @throws InputError where an option cannot be used or does not exist; UnavailableError where the store cannot be opened */
export async function createGroundrule(options: GroundruleOptions = {}): Promise<Groundrule> {
  const client = await openGroundrule({
    config: await clientConfigOf(options),
    secrets: secretsOf(options),
    defaultStorePath: defaultStorePath(),
    howToSet: nameOption,
    onEvent: options.onEvent,
  });
  return refusingUnknownOptions(client, METHOD_OPTIONS);
}

export interface GroundruleSetup {
  readonly config: Config;
  readonly secrets: Secrets;
  /** For the web and for models; default: none. */
  readonly proxy?: ProxySettings | null | undefined;
  /** How messages call what a search needs; default: as the command line does. */
  readonly howToSet?: HowToSet | undefined;
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  /** Of what calls share, and of calls that bring none of their own. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** For plans: calls of models are counted and not made, and nothing is searched or fetched. */
  readonly counter?: CallCounter | undefined;
  /** Stops all calls: nothing more is sent to a model, and answers to what was sent are kept. */
  readonly signal?: AbortSignal | undefined;
  /** What other clients took of the limits of the settings before. */
  readonly takenBefore?: Taken;
  /** When the signal has stopped all calls but these answers are under way. */
  readonly onAwaitAnswers?: (answers: number) => void;
  /** With a server of a store that is away; default: half a minute, or until the signal stops it. */
  readonly storePatience?: Pick<Patience, 'maxAwayMs' | 'signal'> | undefined;
}

export interface PlannedJudgement {
  readonly checklist: PlannedChecklist;
  /** Null: no model is named, and code alone judges. */
  readonly model: PricedModel | null;
}

export interface Planner {
  readonly client: Groundrule;
  /** What its calls would take at most; null: no model is named, and nothing is asked. */
  readonly planned: () => PricedModel | null;
}

/**
 * A client for plans: calls of models are counted and not made, and nothing is searched, fetched or kept.
 * @throws InputError where the prompts, the prices, a role or the base URL cannot be used
 */
export async function openPlanner({
  config,
  secrets,
  signal,
}: Pick<GroundruleSetup, 'config' | 'secrets' | 'signal'>): Promise<Planner> {
  const settings = { ...config.settings, store: 'memory' };
  const counter = (await createCallCounter(settings, secrets)) ?? undefined;
  const setup = { config: { ...config, settings }, secrets, counter, defaultStorePath: 'memory', signal };
  return { client: await openGroundrule(setup), planned: () => counter?.planned() ?? null };
}

/** Opens the store; engines, libraries and everything heavy are loaded only when a call needs them. */
export async function openGroundrule(setup: GroundruleSetup): Promise<Groundrule> {
  const { config, secrets, counter, proxy = null, howToSet, onEvent = () => undefined, clock = systemClock } = setup;
  const { settings } = config;
  keepSecret(secrets.modelKey, secrets.openaiKey, ...Object.values(secrets.search));
  keepSecretsIn(proxy?.httpProxy, proxy?.httpsProxy);
  const store = await openStore(settings.store, setup.defaultStorePath, clock, {
    ...{ signal: setup.signal, ...setup.storePatience },
    log: (message) => onEvent({ type: 'warning', message }),
  });
  const loadEngine = madeOnce(async () => {
    if (counter === undefined) return createEngine(settings, secrets, proxy, store, clock, onEvent, setup.takenBefore);
    const { createModelEngine } = await import('./engines/model/engine.ts');
    return { engine: createModelEngine(counter.agents), agents: counter.agents };
  });
  /** Null until the engine was first needed, and without a model. */
  let model: ModelClient | null = null;
  const engineOf = async () => {
    const loaded = await loadEngine();
    model = loaded.agents?.model ?? null;
    return loaded;
  };
  const runs = createRuns({
    limits: {
      concurrency: settings.concurrency,
      maxDocumentBytes: settings.maxDocumentBytes,
      extractionTimeoutMs: settings.extractionTimeoutMs,
      sharedBudgets: settings.sharedBudget === null ? [] : [settings.sharedBudget],
    },
    clock,
    onEvent,
    onEnd: async (runId) => model?.endRun(runId),
    onStop: async (reason) => {
      const stopped = model?.stopSending(reason);
      if (stopped === undefined) return;
      if (stopped.answersUnderWay > 0) setup.onAwaitAnswers?.(stopped.answersUnderWay);
      await stopped.settled();
    },
    signal: setup.signal,
  });
  const { keptOrDiscovered, setupOf, ...discovering } = discoveringMethods({
    ...{ config, secrets, counter, proxy, howToSet, runs, store, clock, engineOf },
  });
  const discoverTask = (run: RunContext, task: Task) => keptOrDiscovered(run, config, task);
  // The engine without a model has no agents, and takes longer to load than much of what needs none.
  const hasAgents = settings.model !== null || counter !== undefined;
  const agentsOf = async () => (hasAgents ? (await engineOf()).agents : null);
  const start: Start = (options, work) => runs.start(options, async (run) => work(run, await agentsOf()));
  const hasWeakModel = settings.modelByRole['weak'] !== undefined;
  const judging: JudgingMethods = loadedOnCall(
    async () => (await import('./client/judging.ts')).judgingMethods({ start, store, clock, hasWeakModel }),
    ...(['judge', 'score', 'compare', 'refine', 'bestOf', 'measureActionability', 'respond'] as const),
    ...(['generateChecklist', 'contrastResponses', 'generalizeObservations', 'reviewChecklist'] as const),
    ...(['saveChecklist', 'ablate', 'ablateEach'] as const),
  );
  return {
    store,
    hasModel: settings.model !== null,
    ...discovering,
    planJudgement: async (checklist, response) => {
      const planner = await openPlanner({ config, secrets });
      try {
        await planner.client.judge(response, checklist);
      } finally {
        await planner.client.close();
      }
      const { describeChecklist } = await import('./client/plan-judging.ts');
      const described = describeChecklist(checklist, { codeChecks: true, isGenerated: false });
      return { checklist: described, model: planner.planned() };
    },
    ...judging,
    ...loadedOnCall(
      async () => {
        const { judgeRowsMethods } = await import('./client/judging-rows.ts');
        const discoverySetup = (run: RunContext) => setupOf(run, config);
        return judgeRowsMethods({ start, engineOf, store, clock, discover: discoverTask, discoverySetup });
      },
      ...(['judgingAgents', 'rowsToJudge', 'judgeRows'] as const),
    ),
    ...loadedOnCall(
      async () => (await import('./client/rewards.ts')).rewardsMethods(start, discoverTask, settings.modelConcurrency),
      'rewards',
    ),
    ...loadedOnCall(
      async () => (await import('./client/measuring.ts')).measuringMethods(start, judging),
      ...(['measureCriteria', 'measurePolicies', 'judgeRepeatedly'] as const),
      ...(['nameCategories', 'sortTasks', 'restateCriteria'] as const),
    ),
    ...loadedOnCall(
      async () => (await import('./client/attacks.ts')).attacksMethods({ start, hasWeakModel }),
      'measureAttacks',
    ),
    audit: async (set, options) => {
      const { audit } = await import('./audit/audit.ts');
      return audit(set, store, options);
    },
    auditLive: (set, options = {}) =>
      runs.start(options, async (run) => {
        const [{ auditLive }, { liveDocuments }] = await Promise.all([
          import('./audit/audit-live.ts'),
          import('./client/web-access.ts'),
        ]);
        const documents = await liveDocuments(run, { settings, store, proxy }, set);
        return auditLive(run, { documents, store }, set);
      }),
    leaveOut: async (set, sourceIds) => {
      const { withoutSources } = await import('./audit/without-sources.ts');
      const remaining = withoutSources(set, sourceIds).set;
      await store.putSet(remaining);
      return remaining;
    },
    addToLibrary: (urls, options) =>
      runs.start(options, async (run) => {
        const [{ addToLibrary }, { freshPages }] = await Promise.all([
          import('./search/library/add-to-library.ts'),
          import('./client/web-access.ts'),
        ]);
        return addToLibrary(run, await freshPages(run, { settings, store, proxy }), urls, options);
      }),
    explainPage: (source, options = {}) =>
      runs.start(options, async (run) => {
        const { explainPage } = await import('./client/explain-page.ts');
        return explainPage(run, { settings, store, proxy }, source);
      }),
    kinds: async () => {
      const { readKinds } = await import('./search/library/read-kinds.ts');
      return (await readKinds(packageInfo().bundledLibrary)).guided;
    },
    sets: {
      get: (id) => store.getSet(id),
      named: async (reference) => (await import('./client/find-set.ts')).namedSet(store, reference),
      list: (limit, search) => store.listSets(limit, search),
      find: (prefix) => store.findSetIds(prefix),
      remove: (id) => store.removeSet(id),
    },
    records: {
      get: (id) => store.getRecord(id),
      list: (limit, search) => store.listRecords(limit, search),
      find: (prefix) => store.findRecordIds(prefix),
      remove: (id, owner) => store.removeRecord(id, owner),
    },
    usage: (runId) => model?.usage(runId) ?? [],
    callsOf: async (id) => {
      const { callRecordsOf } = await import('./run/call-records.ts');
      return callRecordsOf(id, store);
    },
    close: async ({ awaitsAnswers = false } = {}) => {
      await runs.close(awaitsAnswers);
      await store.close();
    },
  };
}
