/** An audit: criteria with their proof, sources, funnel, rules; in whole or one view of it. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';
import type { CriteriaSet, Funnel, Removal } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import { criterionItem } from './criterion.ts';
import { gapReviewList } from './gap-reviews.ts';
import { renderer } from './render.ts';
import { lines, list, right, section, soft, table, warn, type Block, type Report } from './report.ts';
import { countDecisions, sourceList } from './source.ts';
import { verificationBlocks } from './verification.ts';
import { plural } from './words.ts';

export const renderAudit = renderer<Audit>((audit) => {
  const { set, criteria, sources, verification } = audit;
  const { engine, removals, funnel } = set.content;
  const dropped = countDecisions(set.content);
  const considered = `${plural(sources.length, 'source')} considered${dropped === '' ? '' : ` (${dropped})`}`;
  return reportOf(set, [
    lines(soft(`${engine.name} engine · ${set.run.startedAt}`)),
    section(plural(criteria.length, 'criterion', 'criteria'), criterionList(set, criteria)),
    section(considered, sourceList(sources)),
    gapReviewList(set.content),
    section(`${plural(removals.length, 'statement')} removed`, removalList(removals)),
    section('Funnel', funnelTable(funnel)),
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
    head: warn(`${reason} (${texts.length})`),
    blocks: [list(texts)],
  }));
  return list(items);
}

/** Documents and statements are counted apart: a page gives many pieces of advice. */
function funnelTable(funnel: Funnel): Block {
  const groups = {
    documents: ['found', 'read', 'kept'],
    statements: ['advice', 'points', 'criteria'],
  } as const;
  const rows = Object.entries(groups).flatMap(([name, steps]) => {
    const most = Math.max(1, ...steps.map((step) => funnel[step]));
    return steps.map((step, index) => {
      const bar = { text: '', tone: 'good', bar: { share: funnel[step] / most, columns: 20 } } as const;
      return [step, String(funnel[step]), bar, soft(index === 0 ? name : '')];
    });
  });
  return table(['', right(''), '', ''], rows);
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
