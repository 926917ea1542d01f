/** A verdict as one sentence states it. */
import type { Label } from './labels.ts';
import type { Reading, ReadValue } from './read-value.ts';

export type ClaimKind =
  /** "Final answer: no", "the answer is no", "I judge this as a no". */
  | 'label'
  /** Nothing but a verdict on a line. */
  | 'line'
  /** The answer begins with it: "No, because …". */
  | 'opening'
  /** "So no, …", "…, hence NO." */
  | 'closing'
  /** One row of a list, or the reply to a question. */
  | 'item'
  /** "Title: yes": about a part, or the whole answer. */
  | 'row'
  /** In other words: "The criterion is not met." */
  | 'wording'
  /** The same in a sentence of two minds: too little to read, enough to contradict. */
  | 'hint';

export interface Claim {
  readonly kind: ClaimKind;
  readonly reading: Reading;
  /** It calls itself the last word. */
  readonly final: boolean;
  /** What follows the verdict in its sentence. */
  readonly rest: string;
}

/** A row of a list names its part in no more words than this. */
export const MAX_ROW_WORDS = 3;

export function claim(kind: ClaimKind, { reading, rest }: ReadValue, label?: Label): Claim {
  return { kind, reading, final: label?.final ?? false, rest };
}

/** A yes and a no. */
export function isOther(one: Reading, another: Reading): boolean {
  return (one === 'yes' && another === 'no') || (one === 'no' && another === 'yes');
}
