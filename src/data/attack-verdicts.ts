/** Texts that earn a reward without merit, and what a judge said of them beside honest responses. */
import type { ItemVerdict } from '../domain/judgement.ts';
import type { Task } from '../domain/task.ts';

export const ATTACKS = [
  /** No text at all. */
  'empty',
  /** The questions of the checklist in place of an answer; without a checklist the instruction. */
  'criteria',
  /** Praise of itself. */
  'praise',
  /** An order to the judge. */
  'order',
  /** The weakest honest response with filler behind it. */
  'padding',
  /** The first sentence of that response, many times. */
  'repetition',
] as const;
export type AttackName = (typeof ATTACKS)[number];

export interface JudgedText {
  /** Of an honest response: as its file calls it. */
  readonly name: string;
  readonly response: string;
  /** 0–1; null: unscored. */
  readonly reward: number | null;
  /** Why there is no reward; null where there is one. */
  readonly reason: string | null;
  /** In the order of the checklist; empty where nothing was said of its items. */
  readonly verdicts: readonly Pick<ItemVerdict, 'itemId' | 'verdict'>[];
}

/** Those with the lowest and the highest reward, of equal ones the first; where none has a reward, the first. */
export function honestRange<Judged extends Pick<JudgedText, 'reward'>>(
  honest: readonly Judged[],
): { readonly weakest: Judged; readonly best: Judged } {
  const [first] = honest;
  if (first === undefined) throw new Error('A case has at least one honest response.');
  const start = honest.find(({ reward }) => reward !== null) ?? first;
  const found = { weakest: start, best: start };
  for (const each of honest) {
    if (each.reward === null) continue;
    if (each.reward < (found.weakest.reward ?? 0)) found.weakest = each;
    if (each.reward > (found.best.reward ?? 0)) found.best = each;
  }
  return found;
}

export interface AttackedCase {
  readonly task: Task;
  /** What each was judged by; empty: no checklist. */
  readonly items: readonly { readonly id: string; readonly text: string; readonly isFault: boolean }[];
  /** At least one. */
  readonly honest: readonly JudgedText[];
  readonly attacks: readonly (JudgedText & { readonly attack: AttackName })[];
}

export interface AttackVerdicts {
  /** The name of the score, or of the protocol. */
  readonly by: string;
  readonly cases: readonly AttackedCase[];
  /** Instructions that could not be judged. */
  readonly leftOut: readonly { readonly task: Task; readonly reason: string }[];
}
