/** Discovers the criteria of a writing task, step by step (EvalAgent: EA-Web, EA-Full and the baselines). */
import {
  type CriteriaSet,
  type DiscoveryParameters,
  type Mode,
  type Query,
  SOURCED_MODES,
} from '../domain/criteria-set.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { TextKind } from '../domain/text-kind.ts';
import { isContextShortened, MAX_SHOWN_CONTEXT_CHARS } from '../llm/agent-kit/fenced-input.ts';
import { withinLimits } from '../run/within-limits.ts';
import { type DiscoverPorts, type Discovery, type DiscoveryState, EMPTY_STATE } from './discovery.ts';
import { extractPoints } from './extract-points.ts';
import { filterAndRank } from './filter-and-rank.ts';
import { fitToTask } from './fit-criteria.ts';
import { stateOfGuide } from './from-guide.ts';
import { findSources } from './find-sources.ts';
import { withUnsearchedFiles } from './library-files.ts';
import { mergePoints } from './merge-points.ts';
import { draftModelPoints, withModelPoints } from './model-points.ts';
import { proposeForGaps, proposeQueries, rewordPoorQueries } from './propose-queries.ts';
import { hasSpecificAdvice, rateSources, withGeneralAdvice } from './rate-sources.ts';
import { draftCriteria } from './rewrite-points.ts';
import { setOf } from './set-record.ts';
import { tellSources } from './tell-sources.ts';
import { timelineOf } from './timeline.ts';

export interface Sharing {
  /** The task stands for this kind of text: the set becomes a guide to it. */
  readonly guideTo?: TextKind;
  /** In place of searching and reading: finds or makes the guide to the task's kind of text. */
  readonly guide?: () => Promise<CriteriaSet>;
}

/**
 * @returns the stored set; without guidance its criteria are empty, with a warning. `unanswered` lists questions that a
 *   server did not answer
 * @throws InputError; StepFailedError if a step failed for all its inputs; LimitError, because an incomplete result would
 *   be random; CancelledError
 */
export async function discover(
  callerRun: RunContext,
  ports: DiscoverPorts,
  task: Task,
  parameters: DiscoveryParameters,
  mode: Mode = 'web',
  { guide, guideTo }: Sharing = {},
): Promise<CriteriaSet> {
  const startedAt = callerRun.clock.now().toISOString();
  const startMs = callerRun.clock.monotonicMs();
  const { run, timeline } = timelineOf(callerRun);
  const readsSources = SOURCED_MODES.has(mode) && guide === undefined;
  const warnings = readsSources ? [...ports.sourceNotes] : [];
  if (ports.model !== null && isContextShortened(task))
    warnings.push(
      `The context is long: the model is shown its beginning and its end, ${MAX_SHOWN_CONTEXT_CHARS} characters in all.`,
    );
  if (ports.model === null && task.context !== null)
    warnings.push('Without a model the context changes nothing: only the kind of text is read. Name one with --model.');
  const discovery: Discovery = { run, ports, task, mode, parameters, usage: {}, warnings, unanswered: [], guideTo };

  const { state, drafted, ranked } = await withinLimits(run, ports.model, async () => {
    // Warnings of the model points come last, whichever of the two ends first.
    const modelWarnings: string[] = [];
    const [sourced, modelDrafts] = await Promise.all([
      guide !== undefined ? fitGuide(discovery, guide) : readsSources ? gatherAdvice(discovery) : EMPTY_STATE,
      draftModelPoints({ ...discovery, warnings: modelWarnings }),
    ]);
    warnings.push(...modelWarnings);
    // Without guidance, the demands of the instruction alone are no answer.
    const isEmpty = mode === 'web' && sourced.advice.size === 0;
    const state = isEmpty ? sourced : await withModelPoints(discovery, sourced, modelDrafts);
    const drafted = await draftCriteria(discovery, state);
    const ranked = await filterAndRank(discovery, state, drafted.drafts);
    return { state, drafted, ranked };
  });

  const set = setOf(discovery, state, ranked.criteria, [...drafted.removals, ...ranked.removals], {
    startedAt,
    elapsedMs: run.clock.monotonicMs() - startMs,
    timeline,
  });
  await ports.store.putSet(set);
  return set;
}

/** What was gathered for the kind of text, as far as it applies to the task. */
async function fitGuide(discovery: Discovery, guideOf: () => Promise<CriteriaSet>): Promise<DiscoveryState> {
  const guide = await guideOf();
  discovery.warnings.push(...guide.content.warnings);
  return fitToTask(discovery, stateOfGuide(discovery, guide));
}

/** Queries that take longer are on their way from a model: pages will be read, and the processors are idle. */
const KEPT_QUERIES_MS = 150;

/** From the task to grounded points: propose queries, search, read, rate and extract; in further rounds, fill gaps. */
async function gatherAdvice(discovery: Discovery): Promise<DiscoveryState> {
  const { run, ports } = discovery;
  let state = EMPTY_STATE;
  const waiting = setTimeout(() => ports.documents.forEach((port) => port.prepare?.(run)), KEPT_QUERIES_MS);
  let queries: readonly Query[] = await proposeQueries(discovery).finally(() => clearTimeout(waiting));
  for (let round = 1; queries.length > 0; round += 1) {
    state = await findAndRate(discovery, state, queries);
    const reworded = await rewordPoorQueries(discovery, state, queries);
    if (reworded.length > 0) state = await findAndRate(discovery, state, reworded);
    const specific = state.sources;
    state = withGeneralAdvice(discovery, state);
    tellSources(run, specific, state.sources);
    const rated = state.sources;
    state = await extractPoints(discovery, state);
    tellSources(discovery.run, rated, state.sources, state.advice);
    if (round >= discovery.parameters.rounds) break;
    state = await mergePoints(discovery, state);
    const next = await proposeForGaps(discovery, state);
    queries = next.queries;
    if (next.review !== null) state = { ...state, gapReviews: [...state.gapReviews, next.review] };
  }
  if (state.advice.size > 0 && !hasSpecificAdvice(state))
    discovery.warnings.push(
      'No page about this kind of text gave advice: what rests on pages is advice for neighbouring kinds, or for any text.',
    );
  return { ...state, sources: withUnsearchedFiles(discovery, state.sources) };
}

async function findAndRate(
  discovery: Discovery,
  state: DiscoveryState,
  newQueries: readonly Query[],
): Promise<DiscoveryState> {
  const queries = [...state.queries, ...newQueries];
  for (const { id, text } of newQueries) discovery.run.emit({ type: 'query', id, text });
  const found = await findSources(discovery, newQueries, state.sources);
  tellSources(discovery.run, state.sources, found);
  const sources = await rateSources(discovery, queries, found, state.readIds);
  tellSources(discovery.run, found, sources);
  return { ...state, queries, sources };
}
