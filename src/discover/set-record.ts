/** The record of a discovery: what was found and what was passed over, checked, with its id. */
import { CriteriaSetContent, RunRecord, SCHEMA_VERSION, SOURCED_MODES } from '../domain/criteria-set.ts';
import type { CriteriaSet, Removal, StepOfRun } from '../domain/criteria-set.ts';
import { nearestKinds } from '../domain/guide-kind.ts';
import { unansweredIn } from '../run/no-answer.ts';
import { redactAll } from '../text/redact.ts';
import type { Discovery, DiscoveryState, SourceWithPage } from './discovery.ts';
import { languageWarnings } from './language-warnings.ts';
import { leftOutAdvice, unusedFiles } from './library-files.ts';
import { lineageProblems } from './lineage.ts';
import { wantedLanguage } from './propose-queries.ts';
import { criteriaSetId } from './set-id.ts';

/**
 * @param removals of the steps after the state
 * @throws Error (a bug) if a criterion does not follow from what was found
 */
export function setOf(
  discovery: Discovery,
  state: DiscoveryState,
  criteria: CriteriaSetContent['criteria'],
  removals: readonly Removal[],
  timing: Pick<CriteriaSet['run'], 'startedAt' | 'elapsedMs'> & { readonly timeline: readonly StepOfRun[] },
): CriteriaSet {
  const { run, ports, task, mode, parameters, warnings, guideTo } = discovery;
  const { guide } = state;
  const kind = ports.engine.kindOf?.(task) ?? null;
  const allRemovals = [...state.removals, ...removals];
  const calls = ports.model?.callsOf(run.runId) ?? [];
  const unanswered = unansweredIn(calls, discovery.unanswered);
  if (calls.flatMap(({ exchanges }) => exchanges).some(({ answer }) => answer?.isAuthored === true))
    warnings.push('The answers of this model server were authored for tests: no model gave them.');

  // Redact before the id. Parse, so that the members have one order.
  const redacted: CriteriaSetContent = redactAll({
    schemaVersion: SCHEMA_VERSION,
    task,
    ...(guideTo === undefined ? {} : { guideTo }),
    ...(guide?.content.guideTo === undefined ? {} : { gatheredFor: { ...guide.content.guideTo, guide: guide.id } }),
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
    criteria,
    removals: allRemovals,
    funnel: {
      ...(guide?.content.funnel ?? countedSources(state.sources)),
      advice: state.advice.size,
      points: state.points.length,
      criteria: criteria.length,
    },
    warnings: lastOfEach([
      ...warnings,
      ...(guide === null ? unusedFiles(discovery, state.sources) : []),
      ...leftOutAdvice(state, allRemovals, ports.model !== null),
      ...languageWarnings(wantedLanguage(parameters, state.queries), state.sources),
      ...closingWarnings(discovery, state.sources, criteria, unanswered.length > 0),
    ]),
  });
  const content = CriteriaSetContent.parse(redacted);
  const problems = lineageProblems(content);
  if (problems.length > 0) throw new Error(`The record is inconsistent: ${problems.join(' ')}`);
  return {
    id: criteriaSetId(content),
    content,
    // In the order of members that readers give it: an export is the same from every store.
    run: RunRecord.parse({
      startedAt: timing.startedAt,
      elapsedMs: timing.elapsedMs,
      groundruleVersion: ports.groundruleVersion,
      nodeVersion: process.version,
      platform: `${process.platform}-${process.arch}`,
      steps: discovery.usage,
      timeline: redactAll([...timing.timeline]),
      model: [...(ports.model?.usage(run.runId) ?? [])],
      fetchedAt: Object.fromEntries(
        state.sources.flatMap(({ source: { id }, fetchedAt }) => (fetchedAt === null ? [] : [[id, fetchedAt]])),
      ),
      ...(guide === null ? {} : { gatheredAt: guide.run.startedAt }),
      ...(ports.sources === undefined ? {} : { sources: ports.sources }),
    }),
  };
}

/** A guide's warnings may hold for its task as well. */
function lastOfEach(warnings: readonly string[]): string[] {
  return warnings.filter((warning, index) => warnings.lastIndexOf(warning) === index);
}

function countedSources(sources: readonly SourceWithPage[]) {
  const isFound = ({ source, page }: SourceWithPage) =>
    source.hits.length > 0 || source.given === true || page !== null;
  return {
    found: sources.filter(isFound).length,
    read: sources.filter(({ page }) => page !== null).length,
    kept: sources.filter(({ source }) => source.decision === 'kept').length,
  };
}

function closingWarnings(
  { mode, ports, task }: Discovery,
  sources: readonly SourceWithPage[],
  criteria: CriteriaSetContent['criteria'],
  isIncomplete: boolean,
): string[] {
  // With missing answers we cannot say that there is no guidance.
  if (criteria.length === 0 && isIncomplete) return [];
  const isKept = sources.some(({ source }) => source.decision === 'kept');
  const removed = 'What the sources advise was all removed; the record says why (removals).';
  if (criteria.length === 0 && isKept) return [`No guidance found. ${removed}`];
  if (criteria.length === 0)
    return [
      `No guidance found: no source with advice for this kind of text passed the filter.${nearestKinds(ports.engine.kinds, task.instruction)}`,
    ];
  const grounded = criteria.filter((criterion) => criterion.origin === 'source');
  if (grounded.length === 0) {
    const why = isKept ? removed : SOURCED_MODES.has(mode) ? 'No source passed the filter.' : '';
    const whose = criteria.every(({ origin }) => origin === 'instruction') ? 'instruction' : 'model';
    return [`${why} All criteria come from the ${whose} alone; none is grounded.`.trim()];
  }
  if (grounded.every((criterion) => criterion.evidence.every((evidence) => evidence.via === 'bundled'))) {
    const orWeb =
      ports.model !== null && ports.search?.name === 'library' ? ', or search the web with --search openai' : '';
    return [
      `These criteria rest on the bundled guides alone: this project's own advice, not the web's. Bring your own with --library${orWeb}.`,
    ];
  }
  return [];
}
