/**
 * When a question is open: nobody answered it, or what came could not be read, and the next run asks again. A verdict that
 * came out undecided, such as a tie, was answered. All doors go by this.
 */
import type { Comparison, JudgeGrounds, OwnGrounds, ResponseScore } from '../domain/comparison.ts';
import type { Actionability, Edit, Refinement, Selection } from '../domain/judged-work.ts';
import type { ItemVerdict, JudgedResponse } from '../domain/judgement.ts';
import type { CallRecord } from '../domain/model.ts';
import { reasonsIn } from '../domain/outcome.ts';
import { isOfWhole } from '../metrics/scores.ts';
import { unansweredOf, type UnansweredCalls } from '../run/no-answer.ts';
import { isUnread } from './tally-votes.ts';

type Judged = Pick<JudgedResponse, 'verdicts' | 'score'>;

/** A record of judging, as far as it tells. */
export type JudgedRecord =
  | Judged
  | Pick<Comparison, 'result' | 'grounds' | 'comparers'>
  | Pick<Refinement, 'rounds'>
  | Pick<Selection, 'candidates'>
  | Pick<Actionability, 'start' | 'edits'>
  /** A scoring. */
  | { readonly result: ResponseScore; readonly members?: readonly { readonly result: ResponseScore }[] };

/**
 * Calls tell what no result shows, such as a text that was not written; results tell of answers that nobody could read.
 * @param calls those behind the record
 * @returns null if nothing is open
 */
export function openIn(record: JudgedRecord, calls: readonly CallRecord[]): UnansweredCalls | null {
  const silent = unansweredOf(calls);
  const reasons = reasonsOpen(record);
  const [reason] = reasons;
  if (silent === null) return reason === undefined ? null : { questions: reasons.length, reason, isAll: false };
  // Items that share a call are one question each.
  return { ...silent, questions: Math.max(reasons.length, silent.questions) };
}

/** How many questions records left open; a record that is there twice counts once. */
export async function countOpen(
  client: { readonly callsOf: (id: string) => Promise<readonly CallRecord[] | null> },
  records: readonly (JudgedRecord & { readonly id: string })[],
): Promise<number> {
  let open = 0;
  for (const record of new Map(records.map((each) => [each.id, each])).values())
    open += openIn(record, (await client.callsOf(record.id)) ?? [])?.questions ?? 0;
  return open;
}

/** For each question that is open, why. */
function reasonsOpen(record: JudgedRecord): readonly string[] {
  if ('verdicts' in record) return openInJudged(record);
  if ('grounds' in record) return openInComparison(record);
  if ('rounds' in record) return record.rounds.flatMap(({ judged }) => openInJudged(judged));
  if ('candidates' in record)
    return record.candidates.flatMap((candidate) => {
      if (candidate.judged !== null) return openInJudged(candidate.judged);
      return candidate.status === 'unscored' ? [candidate.reason] : [];
    });
  if ('edits' in record) return [...openInJudged(record.start), ...record.edits.flatMap(openInEdit)];
  return reasonsIn(record.members?.map(({ result }) => result) ?? [record.result]);
}

/** Of a judge of the whole, whose score rests on no item, the answer itself is missing. */
function openInJudged({ verdicts, score }: Judged): readonly string[] {
  const isUnrated = score?.value === null && isOfWhole(score.by);
  return [...openItems(verdicts), ...(isUnrated ? [score.reason ?? 'No score was given.'] : [])];
}

function openItems(verdicts: readonly ItemVerdict[]): readonly string[] {
  return verdicts.flatMap(({ verdict }) => {
    if (!isUnread(verdict)) return [];
    return [verdict.status === 'unscored' ? verdict.reason : 'A member of the panel gave no readable verdict.'];
  });
}

/** Its text was not written, or no answer could be had of its item. */
function openInEdit({ outcome, itemId, judged }: Edit): readonly string[] {
  if (outcome.status === 'scored') return [];
  const own = judged?.verdicts.filter((each) => each.itemId === itemId);
  return own === undefined ? [outcome.reason] : openItems(own);
}

/** A pair without a verdict counts as one, of a panel for each member; one that is decided by pass rates counts the items without one. */
function openInComparison({
  result,
  grounds,
  comparers,
}: Pick<Comparison, 'result' | 'grounds' | 'comparers'>): readonly string[] {
  if (grounds?.kind === 'panel') return grounds.members.flatMap((member) => openInComparison({ ...member, comparers }));
  const known = groundsIn(grounds);
  const open = known.flatMap((each) =>
    each?.kind === 'pass-rates' ? [...openItems(each.a.verdicts), ...openItems(each.b.verdicts)] : [],
  );
  // Without any grounds it was not compared, by code or a model: what was to be prepared, such as a checklist, is missing.
  const isByCode = known.length > 0 && Object.keys(comparers).length === 0;
  return open.length > 0 || isByCode ? open : reasonsIn([result]);
}

function groundsIn(grounds: OwnGrounds | null): readonly (JudgeGrounds | null)[] {
  if (grounds === null) return [];
  return grounds.kind === 'selective' ? [grounds.without.grounds, grounds.with] : [grounds];
}

/** Why no item has a verdict, if the reason is the same for all; otherwise null. */
export function sharedReason(verdicts: readonly ItemVerdict[]): string | null {
  const reasons = reasonsIn(verdicts.map(({ verdict }) => verdict));
  const [reason, ...others] = new Set(reasons);
  return reason !== undefined && others.length === 0 && reasons.length === verdicts.length ? reason : null;
}
