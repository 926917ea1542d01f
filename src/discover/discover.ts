/** Discovers the criteria of a writing task, step by step (EvalAgent: EA-Web, EA-Full and the baselines). */
import { criteriaSetId } from './set-id.ts';
import { nearestKinds } from '../domain/guide-kind.ts';
import { lineageProblems } from './lineage.ts';
import { CriteriaSetContent, SCHEMA_VERSION, SOURCED_MODES } from '../domain/criteria-set.ts';
import type { CriteriaSet, DiscoveryParameters, Mode } from '../domain/criteria-set.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { isContextShortened, MAX_SHOWN_CONTEXT_CHARS } from '../llm/agent-kit/fenced-input.ts';
import { draftModelPoints, withModelPoints } from './model-points.ts';
import { EMPTY_STATE, type DiscoverPorts, type Discovery, type SourceWithPage } from './discovery.ts';
import { draftCriteria } from './rewrite-points.ts';
import { unusedFiles } from './library-files.ts';
import { filterAndRank } from './filter-and-rank.ts';
import { gatherAdvice } from './gather-advice.ts';
import { unansweredIn } from '../run/no-answer.ts';
import { withinLimits } from '../run/within-limits.ts';
import { redactAll } from '../text/redact.ts';

/**
 * @returns the stored set; without guidance its criteria are empty, with a warning. `unanswered` lists questions that a
 *   server did not answer
 * @throws InputError; StepFailedError if a step failed for all its inputs; LimitError, because an incomplete result would
 *   be random; CancelledError
 */
export async function discover(
  run: RunContext,
  ports: DiscoverPorts,
  task: Task,
  parameters: DiscoveryParameters,
  mode: Mode = 'web',
): Promise<CriteriaSet> {
  const startedAt = run.clock.now().toISOString();
  const startMs = run.clock.monotonicMs();
  const warnings = SOURCED_MODES.has(mode) ? [...ports.sourceNotes] : [];
  if (ports.model !== null && isContextShortened(task))
    warnings.push(
      `The context is long: the model is shown its beginning and its end, ${MAX_SHOWN_CONTEXT_CHARS} characters in all.`,
    );
  if (ports.model === null && task.context !== null)
    warnings.push('Without a model the context changes nothing: only the kind of text is read. Name one with --model.');
  const kind = ports.engine.kindOf?.(task) ?? null;
  const discovery: Discovery = { run, ports, task, mode, parameters, usage: {}, warnings, unanswered: [] };

  const { state, drafted, ranked } = await withinLimits(run, ports.model, async () => {
    // Warnings of the model points come last, whichever of the two ends first.
    const modelWarnings: string[] = [];
    const [sourced, modelDrafts] = await Promise.all([
      SOURCED_MODES.has(mode) ? gatherAdvice(discovery) : EMPTY_STATE,
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

  const calls = ports.model?.callsOf(run.runId) ?? [];
  const unanswered = unansweredIn(calls, discovery.unanswered);
  if (calls.flatMap(({ exchanges }) => exchanges).some(({ answer }) => answer?.isAuthored === true))
    warnings.push('The answers of this model server were authored for tests: no model gave them.');

  // Redact before the id. Parse, so that the members have one order.
  const redacted: CriteriaSetContent = redactAll({
    schemaVersion: SCHEMA_VERSION,
    task,
    mode,
    engine: ports.engine.description,
    parameters,
    ...(kind === null || !SOURCED_MODES.has(mode) ? {} : { kind }),
    queries: [...state.queries],
    ...(unanswered.length === 0 ? {} : { unanswered }),
    ...(state.gapReviews.length === 0 ? {} : { gapReviews: [...state.gapReviews] }),
    sources: state.sources.map(({ source }) => source),
    advice: [...state.advice.values()],
    modelPoints: [...state.modelPoints.values()],
    criteria: ranked.criteria,
    removals: [...state.removals, ...drafted.removals, ...ranked.removals],
    funnel: {
      found: state.sources.filter(
        ({ source, page }) => source.hits.length > 0 || source.given === true || page !== null,
      ).length,
      read: state.sources.filter(({ page }) => page !== null).length,
      kept: state.sources.filter(({ source }) => source.decision === 'kept').length,
      advice: state.advice.size,
      points: state.points.length,
      criteria: ranked.criteria.length,
    },
    warnings: [
      ...discovery.warnings,
      ...unusedFiles(discovery, state.sources),
      ...closingWarnings(discovery, state.sources, ranked.criteria, unanswered.length > 0),
    ],
  });
  const content = CriteriaSetContent.parse(redacted);
  const problems = lineageProblems(content);
  if (problems.length > 0) throw new Error(`The record is inconsistent: ${problems.join(' ')}`);
  const set: CriteriaSet = {
    id: criteriaSetId(content),
    content,
    run: {
      startedAt,
      elapsedMs: run.clock.monotonicMs() - startMs,
      groundruleVersion: ports.groundruleVersion,
      nodeVersion: process.version,
      platform: `${process.platform}-${process.arch}`,
      steps: discovery.usage,
      model: [...(ports.model?.usage(run.runId) ?? [])],
      fetchedAt: Object.fromEntries(
        state.sources.flatMap(({ source: { id }, fetchedAt }) => (fetchedAt === null ? [] : [[id, fetchedAt]])),
      ),
      ...(ports.sources === undefined ? {} : { sources: ports.sources }),
    },
  };
  await ports.store.putSet(set);
  return set;
}

function closingWarnings(
  { mode, ports, task }: Discovery,
  sources: readonly SourceWithPage[],
  criteria: CriteriaSetContent['criteria'],
  isIncomplete: boolean,
): string[] {
  // With missing answers we cannot say that there is no guidance.
  if (criteria.length === 0 && isIncomplete) return [];
  if (criteria.length === 0) {
    const areRead = !sources.some(({ source }) => source.via === 'library');
    return [
      `No guidance found: no source with advice for this kind of text passed the filter.${nearestKinds(ports.engine.kinds, task.instruction, areRead)}`,
    ];
  }
  const grounded = criteria.filter((criterion) => criterion.origin === 'source');
  if (grounded.length === 0)
    return [
      `${SOURCED_MODES.has(mode) ? 'No source passed the filter: all' : 'All'} criteria come from the model alone; none is grounded.`,
    ];
  if (grounded.every((criterion) => criterion.evidence.every((evidence) => evidence.via === 'bundled'))) {
    const orWeb =
      ports.model !== null && ports.search?.name === 'library' ? ', or search the web with --search openai' : '';
    return [
      `These criteria rest on the bundled guides alone: this project's own advice, not the web's. Bring your own with --library${orWeb}.`,
    ];
  }
  return [];
}
