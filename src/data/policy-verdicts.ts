/** What a judge said of the same cases without a checklist, and with the lists of several policies, or of other systems. */
import type { Winner } from '../domain/comparison.ts';
import type { Task } from '../domain/task.ts';

export type WholeVerdict = Winner | number;

/** A tie lies between the first and the second. */
const PLACES: Readonly<Record<Winner, number>> = { a: 1, tie: 1.5, b: 2 };

/** Pairs on the scale from 1, the first response, to 2, the second; scores as they are (checklist study, §6.1). */
export function placeOf(verdict: WholeVerdict): number {
  return typeof verdict === 'number' ? verdict : PLACES[verdict];
}

export interface PolicyCase {
  readonly name: string;
  readonly subset: string;
  readonly task: Task;
  readonly gold: WholeVerdict;
  /** The readable judgements, and those with the list of each policy. */
  readonly without: readonly WholeVerdict[];
  readonly withList: Readonly<Record<string, readonly WholeVerdict[]>>;
}

/** The lists of one instruction: questions, by policy. */
export interface PolicyLists {
  readonly task: Task;
  readonly byPolicy: Readonly<Record<string, readonly string[]>>;
}

export interface PolicyVerdicts {
  readonly kind: 'pairwise' | 'direct';
  readonly policies: readonly string[];
  /** Asked for of each case, without a checklist and with each. */
  readonly judgements: number;
  readonly cases: readonly PolicyCase[];
  /** Of the instructions of the cases: each has a list by every policy. */
  readonly lists: readonly PolicyLists[];
  /** Instructions without a list by some policy: none of their cases is judged (checklist study, appendix A.1). */
  readonly leftOut: readonly { readonly task: Task; readonly policy: string; readonly reason: string }[];
}
