/** Discovers the criteria of a writing task (EvalAgent: EA-Web, EA-Full and the baselines). Reads as the list of its steps. */
import { criteriaSetId } from './set-id.ts';
import { nearestKinds } from '../domain/guide-kind.ts';
import { lineageProblems } from './lineage.ts';
import { CriteriaSetContent, SCHEMA_VERSION, SOURCED_MODES } from '../domain/criteria-set.ts';
import type { CriteriaSet, DiscoveryParameters, Mode } from '../domain/criteria-set.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { isContextShortened, MAX_SHOWN_CONTEXT_CHARS } from '../llm/agent-kit/fenced-input.ts';
import { askModel, withModelPoints } from './ask-model.ts';
import { NOTHING_GATHERED, type DiscoverPorts, type Discovery, type SourceWithPage } from './discovery.ts';
import { draftCriteria } from './rewrite-points.ts';
import { unusedFiles } from './library-files.ts';
import { filterAndRank } from './filter-and-rank.ts';
import { gatherAdvice } from './gather-advice.ts';
import { unansweredIn } from '../run/no-answer.ts';
import { withinLimits } from '../run/within-limits.ts';
import { redactAll } from '../text/redact.ts';

/**
 * @returns the stored set; its criteria are empty where no guidance was found, and its warnings say so. What a server
 *   did not answer is in `unanswered`
 * @throws InputError; StepFailedError where a step failed for all its inputs; LimitError, since what is left out would
 *   depend on chance; CancelledError
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
  const discovery: Discovery = { run, ports, task, mode, parameters, usage: {}, warnings, unanswered: [] };

  const { gathered, drafted, ranked } = await withinLimits(run, ports.model, async () => {
    // Side by side: what it warns of comes after what the sources gave cause to, whichever ends first.
    const askedWarnings: string[] = [];
    const [sourced, asked] = await Promise.all([
      SOURCED_MODES.has(mode) ? gatherAdvice(discovery) : NOTHING_GATHERED,
      askModel({ ...discovery, warnings: askedWarnings }),
    ]);
    warnings.push(...askedWarnings);
    // Where no guidance was found, what the instruction states is no answer to what it implies.
    const isEmpty = mode === 'web' && sourced.advice.size === 0;
    const gathered = isEmpty ? sourced : await withModelPoints(discovery, sourced, asked);
    const drafted = await draftCriteria(discovery, gathered);
    const ranked = await filterAndRank(discovery, gathered, drafted.drafts);
    return { gathered, drafted, ranked };
  });

  const calls = ports.model?.callsOf(run.runId) ?? [];
  const unanswered = unansweredIn(calls, discovery.unanswered);
  if (calls.flatMap(({ exchanges }) => exchanges).some(({ answer }) => answer?.isAuthored === true))
    warnings.push('The answers of this model server were authored for tests: no model gave them.');

  // Redacted before the id: what is kept and shown later is the same text. Parsed, so that its members have one order.
  const made: CriteriaSetContent = redactAll({
    schemaVersion: SCHEMA_VERSION,
    task,
    mode,
    engine: ports.engine.description,
    parameters,
    queries: [...gathered.queries],
    ...(unanswered.length === 0 ? {} : { unanswered }),
    ...(gathered.gapReviews.length === 0 ? {} : { gapReviews: [...gathered.gapReviews] }),
    sources: gathered.sources.map(({ source }) => source),
    advice: [...gathered.advice.values()],
    modelPoints: [...gathered.modelPoints.values()],
    criteria: ranked.criteria,
    removals: [...gathered.removals, ...drafted.removals, ...ranked.removals],
    funnel: {
      found: gathered.sources.filter(
        ({ source, page }) => source.hits.length > 0 || source.given === true || page !== null,
      ).length,
      read: gathered.sources.filter(({ page }) => page !== null).length,
      kept: gathered.sources.filter(({ source }) => source.decision === 'kept').length,
      advice: gathered.advice.size,
      points: gathered.points.length,
      criteria: ranked.criteria.length,
    },
    warnings: [
      ...discovery.warnings,
      ...unusedFiles(discovery, gathered.sources),
      ...closingWarnings(discovery, gathered.sources, ranked.criteria, unanswered.length > 0),
    ],
  });
  const content = CriteriaSetContent.parse(made);
  const problems = lineageProblems(content);
  if (problems.length > 0) throw new Error(`The record does not hold together: ${problems.join(' ')}`);
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
        gathered.sources.flatMap(({ source: { id }, fetchedAt }) => (fetchedAt === null ? [] : [[id, fetchedAt]])),
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
  // Where answers are missing, nobody knows that there is no guidance.
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
