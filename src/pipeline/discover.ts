/** Discovers the criteria of a writing task from sources (EvalAgent, EA-Web). Reads as the list of its steps. */
import { criteriaSetId } from '../criteria/set-id.ts';
import { lineageProblems } from '../criteria/lineage.ts';
import { SCHEMA_VERSION } from '../domain/criteria-set.ts';
import type { CriteriaSet, CriteriaSetContent, DiscoveryParameters } from '../domain/criteria-set.ts';
import type { Engine } from '../domain/engine.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { collectAdvice } from './discovery/collect-advice.ts';
import { draftCriteria } from './discovery/draft-criteria.ts';
import { filterAndRank } from './discovery/filter-and-rank.ts';
import { findSources } from './discovery/find-sources.ts';
import { mergePoints } from './discovery/merge-points.ts';
import { proposeQueries } from './discovery/propose-queries.ts';
import { rateSources } from './discovery/rate-sources.ts';
import type { Discovery } from './discovery/discovery.ts';

export interface DiscoverPorts {
  readonly engine: Engine;
  readonly search: SearchPort;
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** What people should know about the sources before any search: files of a library that were left out, and why. */
  readonly sourceNotes: readonly string[];
  /** Version of this package, for the run record. */
  readonly groundruleVersion: string;
}

/**
 * @returns the stored set; its criteria are empty where no guidance was found, and its warnings say so
 * @throws StepFailedError where a step failed for all its inputs; CancelledError where the run was stopped
 */
export async function discover(
  run: RunContext,
  ports: DiscoverPorts,
  task: Task,
  parameters: DiscoveryParameters,
): Promise<CriteriaSet> {
  const startedAt = run.clock.now().toISOString();
  const startMs = run.clock.monotonicMs();
  const discovery: Discovery = { run, ports, task, parameters, usage: {}, warnings: [...ports.sourceNotes] };

  const queries = await proposeQueries(discovery);
  const found = await findSources(discovery, queries);
  const rated = await rateSources(discovery, queries, found);
  const collected = await collectAdvice(discovery, queries, rated);
  const points = await mergePoints(discovery, collected);
  const drafted = await draftCriteria(discovery, collected, points);
  const ranked = await filterAndRank(discovery, collected, drafted.drafts);

  const content: CriteriaSetContent = {
    schemaVersion: SCHEMA_VERSION,
    task,
    mode: 'web',
    engine: ports.engine.description,
    parameters,
    queries,
    sources: collected.sources.map(({ source }) => source),
    advice: [...collected.advice.values()],
    criteria: ranked.criteria,
    removals: [...collected.removals, ...drafted.removals, ...ranked.removals],
    funnel: {
      found: found.length,
      read: found.filter(({ page }) => page !== null).length,
      kept: collected.sources.filter(({ source }) => source.decision === 'kept').length,
      advice: collected.advice.size,
      points: points.length,
      criteria: ranked.criteria.length,
    },
    warnings: [...discovery.warnings, ...closingWarnings(ranked.criteria)],
  };
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
      fetchedAt: Object.fromEntries(
        collected.sources.flatMap(({ source, fetchedAt }) =>
          fetchedAt === null ? [] : [[source.id, fetchedAt]],
        ),
      ),
    },
  };
  await ports.store.putSet(set);
  return set;
}

function closingWarnings(criteria: CriteriaSetContent['criteria']): string[] {
  if (criteria.length === 0)
    return ['No guidance found: no source with advice for this kind of text passed the filter.'];
  if (criteria.every((criterion) => criterion.evidence.every((evidence) => evidence.via === 'bundled')))
    return [
      "These criteria rest on the bundled guides alone: this project's own advice, not the web's. Bring your own with --library.",
    ];
  return [];
}
