/**
 * Judging that uses a checklist only where it is needed (checklist study, §3.1 and §5.1): several judgements without one,
 * their inconsistency x, and as many with one where x reaches the threshold.
 */
import type { Checklist } from '../domain/checklist.ts';
import type { JudgeGrounds, OwnGrounds, ResponseScore, Selective, Winner } from '../domain/comparison.ts';
import { voteInconsistency } from '../metrics/inconsistency.ts';
import type { Task } from '../domain/task.ts';
import { canonicalJson } from '../text/hash.ts';
import type { JudgeOptions } from './judge-options.ts';
import { votesOf } from './tally-votes.ts';
import type { Compared, ComparisonProtocol, ComparisonWork } from './protocols/protocol.ts';

/** Per order of a pair, or per response: the study's 5 and 5 of pairs, and the 5 of its scripts for scores. */
const SELECTIVE_VOTES = 5;

/** One judgement is never inconsistent: where no number is asked for there are five. */
export function selectiveJudging(judging: JudgeOptions): JudgeOptions {
  return judging.votes > 1 ? judging : { ...judging, votes: SELECTIVE_VOTES };
}

/**
 * What came of the judgements without a checklist, for the record.
 * @param each judgements of one kind @param writing calls that writing the checklist takes; 0 where it is given
 */
export function selectiveUse(
  threshold: number,
  inconsistency: number | null,
  each: number,
  writing: number,
): Selective {
  const used = inconsistency === null || inconsistency >= threshold;
  return {
    threshold,
    inconsistency,
    used,
    judgements: { without: each, with: used ? each : 0 },
    saved: used ? { judgements: 0, calls: 0 } : { judgements: each, calls: each + writing },
  };
}

export interface SelectiveSummary {
  /** Judged without a checklist first. */
  readonly judged: number;
  readonly used: number;
  readonly saved: Selective['saved'];
}

/** One judgement that used its checklist selectively. */
export interface SelectiveUse extends Selective {
  readonly task: Task | null;
}

/** A checklist is written once for its task, so it is saved once, and only where no judgement used it. Null of none. */
export function summarizeSelective(uses: readonly SelectiveUse[]): SelectiveSummary | null {
  if (uses.length === 0) return null;
  const judgements = uses.reduce((sum, { saved }) => sum + saved.judgements, 0);
  const writing = new Map<string, number>();
  for (const { task, used, saved } of uses) {
    const key = canonicalJson(task);
    const calls = used ? 0 : saved.calls - saved.judgements;
    writing.set(key, Math.min(writing.get(key) ?? calls, calls));
  }
  const lists = [...writing.values()].reduce((sum, calls) => sum + calls, 0);
  return {
    judged: uses.length,
    used: uses.filter(({ used }) => used).length,
    saved: { judgements, calls: judgements + lists },
  };
}

export interface ChecklistToWrite {
  /** Given, or written now. */
  readonly get: () => Promise<Checklist>;
  /** How many calls that takes; 0 where it is given. */
  readonly calls: number;
}

type Selectable = Extract<ComparisonProtocol, { readonly usesChecklist: true }>;

export async function compareSelectively(
  work: ComparisonWork,
  { compare, without }: Selectable & Pick<Required<Selectable>, 'without'>,
  threshold: number,
  checklist: ChecklistToWrite,
): Promise<Compared<OwnGrounds>> {
  const repeated = { ...work, judging: selectiveJudging(work.judging) };
  const first = await without.compare(repeated);
  const judgements = repeated.judging.votes * (work.how.bothOrders ? 2 : 1);
  const found = first.result.status === 'scored' ? voteInconsistency(votesIn(first.grounds)) : null;
  const selective = selectiveUse(threshold, found, judgements, checklist.calls);
  const start = { kind: 'selective', selective, without: { result: first.result, grounds: first.grounds } } as const;
  if (!selective.used) return { ...first, grounds: { ...start, with: null } };
  const list = await checklist.get();
  const second = await compare({ ...repeated, task: list.task }, list);
  return { ...second, grounds: { ...start, with: second.grounds } };
}

/** Of all orders, mapped back. */
export function votesIn(grounds: JudgeGrounds | null): readonly Winner[] {
  return grounds?.kind === 'preferences' ? grounds.orders.flatMap(votesOf) : [];
}

/** Those that the result rests on, whether a checklist was used or not. */
export function settledGrounds(grounds: OwnGrounds | null): JudgeGrounds | null {
  return grounds?.kind === 'selective' ? (grounds.with ?? grounds.without.grounds) : grounds;
}

/** Of the readable ones. */
export function samplesOf(score: ResponseScore): readonly number[] {
  return score.status === 'scored' ? score.samples : [];
}
