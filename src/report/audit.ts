/** An audit: criteria with their proof, sources, funnel, rules; in whole or one view of it. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';
import { QUOTE_STATES, type LiveAudit, type LiveSource, type QuoteCounts } from '../audit/audit-live.ts';
import type { Verification } from '../audit/verify-set.ts';
import type { CriteriaSet, Funnel, Removal } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { CacheVerification } from '../precompute/cache-file/verify-cache.ts';
import { criterionItem } from './criterion.ts';
import { renderer } from './render.ts';
import { lines, list, paint, right, say, section, table } from './report.ts';
import type { Block, ListItem, Report, Row } from './report.ts';
import { gapReviewList } from './set.ts';
import { countDecisions, sourceHead, sourceList } from './source.ts';
import { plural } from './words.ts';

const MAX_PROBLEMS_SHOWN = 10;
const VERDICTS = {
  passed: paint.good('pass'),
  failed: paint.bad('FAIL'),
  'cannot-verify': paint.warn('cannot verify'),
};

export const renderAudit = renderer<Audit>((audit) => {
  const { set, criteria, sources, verification } = audit;
  const { engine, removals, funnel } = set.content;
  const dropped = countDecisions(set.content);
  const considered = `${plural(sources.length, 'source')} considered${dropped && ` (${dropped})`}`;
  return reportOf(set, [
    lines(paint.soft(`${engine.name} engine · ${set.run.startedAt}`)),
    section(plural(criteria.length, 'criterion', 'criteria'), criterionList(set, criteria)),
    section(considered, sourceList(sources)),
    gapReviewList(set.content),
    section(`${plural(removals.length, 'statement')} removed`, removalList(removals)),
    section('Funnel', table(['', right(''), '', ''], funnelRows(funnel))),
    section('Rules of the record', ...verificationBlocks(verification)),
  ]);
}, auditJson);

/** By source: what it grounds, or why it was dropped. */
export const renderAuditedSources = renderer<Audit>(
  ({ set, sources }) => reportOf(set, [sourceList(sources)]),
  sourcesJson,
);

export const renderVerification = renderer<Audit>(
  ({ set, verification }) => reportOf(set, verificationBlocks(verification)),
  ({ verification }) => verification,
);

/** One criterion of an audit: see `auditedCriterion`. */
export const renderAuditedCriterion = renderer<{ readonly set: CriteriaSet; readonly one: AuditedCriterion }>(
  ({ set, one }) => reportOf(set, [criterionList(set, [one])]),
  ({ one }) => criterionJson(one),
);

/**
 * @param asked `c3`, or `3` for short
 * @throws InputError where there is no such criterion
 */
export function auditedCriterion({ criteria, set }: Audit, asked: string) {
  const one = criteria.find(({ criterion }) => criterion.id === asked || criterion.id === `c${asked}`);
  if (one !== undefined) return { set, one };
  const last = criteria.at(-1)?.criterion.id;
  throw new InputError(`${set.id} has no criterion ${asked}.`, {
    advice: last === undefined ? 'It has no criteria.' : `It has c1 to ${last}.`,
  });
}

function reportOf({ id, content }: CriteriaSet, blocks: readonly Block[]): Report {
  return { title: `Audit of ${id}`, instruction: content.task.instruction, blocks };
}

function criterionList({ content }: CriteriaSet, criteria: readonly AuditedCriterion[]): Block {
  return list(criteria.map(({ criterion, evidence }) => criterionItem(criterion, evidence, content.sources)));
}

/** Statements that did not become criteria, by the reason for it. */
function removalList(removals: readonly Removal[]): Block {
  const byReason = new Map<string, string[]>();
  for (const { step, reason, text } of removals) {
    const key = `${step}: ${reason}`;
    byReason.set(key, [...(byReason.get(key) ?? []), text]);
  }
  const items = [...byReason].map(([reason, texts]) => ({
    head: paint.warn(`${reason} (${texts.length})`),
    blocks: [list(texts)],
  }));
  return list(items);
}

/** Documents and statements are counted apart: a page gives many pieces of advice. */
function funnelRows(funnel: Funnel): readonly Row[] {
  const groups = {
    documents: ['found', 'read', 'kept'],
    statements: ['advice', 'points', 'criteria'],
  } as const;
  return Object.entries(groups).flatMap(([name, steps]) => {
    const most = Math.max(1, ...steps.map((step) => funnel[step]));
    return steps.map((step, index) => {
      const bar = { ...paint.good(''), bar: { share: funnel[step] / most, columns: 20 } };
      return [step, String(funnel[step]), bar, paint.soft(index === 0 ? name : '')];
    });
  });
}

function auditJson(audit: Audit) {
  const { id, content } = audit.set;
  return {
    set: id,
    instruction: content.task.instruction,
    criteria: audit.criteria.map(criterionJson),
    sources: sourcesJson(audit),
    gapReviews: content.gapReviews ?? [],
    removals: content.removals,
    funnel: content.funnel,
    verification: audit.verification,
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
  return [list(items), lines(`${quotesCompared} of ${quotes} quotes compared with the stored texts`)];
}

/** The verdicts on all records in a file of sets. */
export const renderCacheVerification = renderer<CacheVerification>(({ pages, sets, damaged }) => {
  const doubtful = sets.filter(({ verification }) => verification.status !== 'passed');
  const sound = `${plural(sets.length - doubtful.length, 'set')} of ${sets.length} with ${plural(pages, 'page')}`;
  return {
    title: `Check of ${plural(sets.length, 'set')}`,
    blocks: [
      lines(...damaged.map(({ line, problem }) => say`${VERDICTS.failed} line ${line}: ${problem}`)),
      ...doubtful.map(({ id, verification }) => section(id, ...verificationBlocks(verification))),
      lines(`${sound}: every rule holds`),
    ],
  };
});

/** What became of the quotes of a set: sources with something to tell in full, of the others their counts. */
export const renderLiveAudit = renderer<LiveAudit>(({ setId, counts, sources }) => {
  const quotes = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = `${plural(quotes, 'quote')} of ${plural(sources.length, 'source')}`;
  return {
    title: `The quotes of ${setId} today`,
    blocks: [list(sources.map(liveItem)), lines(`${total}: ${countsText(counts)}`)],
  };
}, liveJson);

function liveItem({ source, finalUrl, reason, quotes, counts }: LiveSource): ListItem {
  const stands = counts.unchanged + counts.moved === quotes.length;
  const told = quotes.filter(({ state }) => state !== 'unchanged');
  const facts = lines(
    finalUrl === null || finalUrl === source.finalUrl ? null : `it leads to ${finalUrl} now`,
    reason,
    ...told.map(({ state, quote, criteria }) => `${state}: “${quote}” (${criteria.join(', ')})`),
  );
  return { head: sourceHead(source, countsText(counts), stands), blocks: [facts] };
}

/** "12 unchanged, 1 gone"; what there is none of is left out. */
function countsText(counts: QuoteCounts): string {
  const present = QUOTE_STATES.filter((state) => counts[state] > 0);
  return present.map((state) => `${counts[state]} ${state}`).join(', ');
}

/** Each source by its id and address, without its rating. */
function liveJson({ setId, status, counts, sources }: LiveAudit) {
  const shown = sources.map(({ source: { id, url, title, via }, ...now }) => ({
    id,
    url,
    title,
    via,
    ...now,
  }));
  return { set: setId, status, counts, sources: shown };
}
