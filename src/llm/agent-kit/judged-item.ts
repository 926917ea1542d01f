/** What a judge says of one item, whichever agent asked. */
import type { Answer } from '../../domain/judgement.ts';

/** A judge's verdict on one item, before anything of it is checked against the response. */
export interface JudgedItem {
  readonly answer: Answer;
  readonly analysis: string;
  readonly quotes: readonly string[];
  /** P(yes) / (P(yes) + P(no)); null where the endpoint gives no token probabilities. */
  readonly yesProbability: number | null;
  /** Of an item with levels: the chosen one. */
  readonly level?: { readonly label: string; readonly value: number };
}
