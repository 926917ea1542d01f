/** An audit: criteria with their proof, sources, funnel and rules; all of it or one view. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';
import type { Verification } from '../audit/verify-set.ts';
import type { CriteriaSet, Removal } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import { countDecisions } from '../domain/source.ts';
import { groupsBy } from '../domain/groups.ts';
import type { CacheVerification } from '../precompute/cache-file/verify-cache.ts';
import { criterionItem } from './criterion.ts';
import { renderer } from './formats.ts';
import { lines, list, paint, say, section, type Block, type Report } from './report.ts';
import { funnelTable } from './set-charts.ts';
import { gapReviewList, incompleteNote, sharedWithList, sharingNote, uncheckedNote } from './set-notes.ts';
import { sourceList } from './source.ts';
import { OPENING, plural } from './words.ts';

const MAX_PROBLEMS_SHOWN = 10;
const FAILED = paint.bad('FAIL');
const VERDICTS = { passed: paint.good('pass'), failed: FAILED, 'cannot-verify': paint.warn('cannot verify') };

/** All of it, by source (what it grounds, or why it was dropped), or only the verdicts on its rules. */
export const renderAudit = renderer<Audit>((audit) => reportOf(audit, wholeAudit(audit)), {
  record: auditJson,
});
export const renderAuditedSources = renderer<Audit>(
  (audit) => reportOf(audit, [sourceList(audit.sources, audit.set.content.queries)]),
  { record: sourcesJson },
);
export const renderVerification = renderer<Audit>((audit) => reportOf(audit, verificationBlocks(audit.verification)), {
  record: ({ verification }) => verification,
});
/** An audit of one criterion: see `criterionIdIn`. */
export const renderAuditedCriterion = renderer<Audit>(
  (audit) => reportOf(audit, [uncheckedNote(audit.set.content), ...criterionList(audit.set, audit.criteria)]),
  { record: ({ criteria }) => criteria.map(criterionJson)[0] },
);

/**
 * @param asked `c3`, or `3` for short
 * @throws InputError where there is no such criterion
 */
export function criterionIdIn({ id: set, content: { criteria } }: CriteriaSet, asked: string): string {
  const one = criteria.find(({ id }) => id === asked || id === `c${asked}`);
  if (one !== undefined) return one.id;
  const last = criteria.at(-1)?.id;
  throw new InputError(`${set} has no criterion ${asked}.`, {
    advice: last === undefined ? 'It has no criteria.' : `It has c1 to ${last}.`,
  });
}

function wholeAudit({ set, criteria, sources, verification, sharedWith }: Audit): readonly Block[] {
  const { engine, removals, funnel } = set.content;
  const dropped = countDecisions(set.content.sources);
  const considered = `${plural(sources.length, 'source')} considered${dropped && ` (${dropped})`}`;
  return [
    incompleteNote(set.content),
    sharingNote(set.content),
    lines(paint.soft(`${engine.name} engine · ${set.run.startedAt}`)),
    uncheckedNote(set.content),
    section(plural(criteria.length, 'criterion', 'criteria'), ...criterionList(set, criteria)),
    section(considered, sourceList(sources, set.content.queries)),
    gapReviewList(set.content),
    sharedWith.length === 0 ? lines(null) : sharedWithList(sharedWith),
    section(`${plural(removals.length, 'statement')} removed`, removalList(removals)),
    section('Funnel', funnelTable(funnel)),
    section('Rules of the record', ...verificationBlocks(verification)),
  ];
}

function reportOf({ set }: Audit, blocks: readonly Block[]): Report {
  return { title: `Audit of ${set.id}`, instruction: set.content.task.instruction, blocks };
}

function criterionList(set: CriteriaSet, criteria: readonly AuditedCriterion[]): readonly Block[] {
  if (criteria.length === 0) return [];
  return [lines(paint.soft(`${OPENING}…`)), list(criteria.map((criterion) => criterionItem(criterion, set)))];
}

/** Statements that did not become criteria, by the reason for it. */
function removalList(removals: readonly Removal[]): Block {
  const byReason = groupsBy(removals, ({ step, reason }) => `${step}: ${reason}`);
  return list(
    [...byReason].map(([reason, removed]) => ({
      head: paint.warn(`${reason} (${removed.length})`),
      blocks: [list(removed.map(({ text }) => text))],
    })),
  );
}

function auditJson(audit: Audit) {
  const { set, verification, sharedWith } = audit;
  const { unanswered = [], gapReviews = [], removals, funnel, task, guideTo, gatheredFor } = set.content;
  // Only of sets that share their advice.
  const sharing = guideTo === undefined && gatheredFor === undefined ? {} : { guideTo, gatheredFor, sharedWith };
  return {
    set: set.id,
    instruction: task.instruction,
    unanswered,
    ...sharing,
    criteria: audit.criteria.map(criterionJson),
    sources: sourcesJson(audit),
    gapReviews,
    removals,
    funnel,
    verification,
  };
}

/** The criterion as in the record, each piece of evidence with its `passage` (null where the text is missing). */
function criterionJson({ criterion, evidence }: AuditedCriterion) {
  return { ...criterion, evidence: evidence.map((piece) => ({ ...piece.evidence, passage: piece.passage })) };
}

/** Every source as in the record, with the ids of the `criteria` that cite it. */
function sourcesJson({ sources }: Audit) {
  return sources.map(({ source, criteria }) => ({ ...source, criteria: criteria.map(({ id }) => id) }));
}

/** The verdicts on the rules of a record. */
function verificationBlocks({ rules, quotes, quotesCompared }: Verification): readonly Block[] {
  const items = rules.map(({ status, rule, problems }) => {
    const more = problems.length - MAX_PROBLEMS_SHOWN;
    const shown = [...problems.slice(0, MAX_PROBLEMS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
    return { head: say`${VERDICTS[status]} ${rule}`, blocks: [list(shown)] };
  });
  return [list(items), lines(`${quotesCompared} of ${quotes} quotes, cited or not, compared with the stored texts`)];
}

/** The verdicts on all records in a file of sets. */
export const renderCacheVerification = renderer<CacheVerification>(({ pages, sets, signedBy, damaged }) => {
  const withStatus = (wanted: Verification['status']) =>
    sets.filter(({ verification: { status } }) => status === wanted);
  const sound = `${plural(withStatus('passed').length, 'set')} of ${sets.length} with ${plural(pages, 'page')}`;
  // Counted together: in a file without pages thousands of sets lack the same thing.
  const unread = withStatus('cannot-verify').reduce(
    (sum, { verification: { quotes, quotesCompared } }) => sum + quotes - quotesCompared,
    0,
  );
  return {
    title: `Check of ${plural(sets.length, 'set')}`,
    blocks: [
      lines(...damaged.map(({ line, problem }) => say`${FAILED} line ${line}: ${problem}`)),
      ...withStatus('failed').map(({ id, verification }) => section(id, ...verificationBlocks(verification))),
      lines(
        damaged.length > 0
          ? 'The file is damaged: do not rely on it.'
          : `${sound}: every rule holds, by the texts in the file`,
        unread === 0
          ? null
          : say`${VERDICTS['cannot-verify']} ${plural(unread, 'quote')} of ${plural(withStatus('cannot-verify').length, 'set')}: the file does not hold their pages. All else holds.`,
        signedBy === null ? 'It is not signed.' : `Signed by ${signedBy}.`,
      ),
    ],
  };
});
