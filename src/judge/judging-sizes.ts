/** What plans of judging go by: the lengths of what is judged, in tokens. */
export interface JudgingSizes {
  readonly mode: 'item' | 'batch';
  readonly votes: number;
  readonly analysis: boolean;
  /** Lengths of the questions: of all, and of those that code does not count. */
  readonly questions: readonly number[];
  readonly openQuestions: readonly number[];
  /** Of what the responses answer. */
  readonly task: number;
}

/** Marks around a text that is shown. */
export const FENCE_TOKENS = 40;
/** Marks around an item of a list. */
const ITEM_MARK_TOKENS = 10;

export function listTokens(questions: readonly number[]): number {
  return questions.reduce((sum, tokens) => sum + tokens + ITEM_MARK_TOKENS, 0);
}
