/** How much goes into one call. Every figure has its reason; the sum is what a run costs. */

export interface EngineSizes {
  readonly pagesPerRating: number;
  readonly pointsPerRewrite: number;
  readonly criteriaPerFilter: number;
  readonly criteriaPerRanking: number;
  /** Room for the passages of one page, in estimated tokens. */
  readonly ratingTokensPerPage: number;
  readonly adviceTokensPerPage: number;
  /** The most pieces of advice asked for per page. */
  readonly advicePerPage: number;
}

/**
 * The paper's pattern takes 117 calls and 627,009 input tokens per instruction, 92 of them to rate whole pages.
 * For 90 pages of which 15 are kept these sizes take at most 43, repairs and probes aside: 1 for queries, 6 for rating,
 * 15 for advice, 14 for merging, 3 for rewriting, and 2 each for filtering and ranking.
 */
export const DEFAULT_SIZES: EngineSizes = {
  // 15 × 350 tokens fit a window of 8,192 together with instructions and answer.
  pagesPerRating: 15,
  // An answer takes about 60 tokens per point: 60 points stay below 4,096, a common limit on output.
  pointsPerRewrite: 60,
  // About 35 tokens each; 150 criteria, the most there can be, fill two calls.
  criteriaPerFilter: 75,
  criteriaPerRanking: 75,
  // The opening, the end and the five or six passages that tell most: a fifteenth of a page of 5,000 tokens.
  ratingTokensPerPage: 350,
  // Pages of up to about 2,200 words are shown whole; of longer ones, half or less is advice. On marked sentences
  // scattered over 5,000 tokens of other prose this room holds .93 of them (2,500: .90); see bench/passages.ts.
  adviceTokensPerPage: 3_000,
  // 15 pages then yield 150 points at most, six times as many as the criteria that the paper ends with.
  advicePerPage: 10,
};

/** Of a batch: more criteria in one call and models begin to leave some out. */
export const ITEMS_PER_JUDGING = 15;
