/** How a judge is asked, and the bounds of it, for those who check flags and options. */
import type { CheckFunctions } from '../domain/check.ts';
import { InputError } from '../domain/errors.ts';
import type { ScoreName } from '../domain/judgement.ts';

export interface JudgeOptions {
  /** The most items that share a call. */
  readonly itemsPerCall: number;
  /** k of maj@k, 1 to `MAX_VOTES`. */
  readonly votes: number;
  /** False: a judge without chain of thought. */
  readonly analysis: boolean;
  /** False: countable items are left to the judge too. */
  readonly codeChecks: boolean;
  /** Shuffles the items where several share a call; null: the checklist's order. */
  readonly seed: string | null;
  /** Models that judge, each by itself, in place of the one of the role; empty: that one judges alone. */
  readonly panel: readonly string[];
  /** The score beside the pass rate, in its place for minimums and ranks. Absent: none. */
  readonly score?: ScoreName;
  /** Functions that checks name. Absent: none, and such items are unscored. */
  readonly checks?: CheckFunctions;
}

/** How often one item is asked at most (TICK: maj@k). */
export const MAX_VOTES = 99;

/** Dimensions beyond the basic three (CAMIEval, N). */
export const MAX_DIMENSIONS = 10;
export const MAX_SAMPLES = 64;
/** The most items that share a call, and as many as do by default: with more, models begin to leave some out. */
export const ITEMS_PER_BATCH = 15;
/** The best so many items, by which a response is refined: one text can be mended towards no more at once. */
export const DEFAULT_REFINE_TOP = 25;
/** How often a response is refined: quality plateaus or falls by the fourth round, and after the first on verifiable tasks (STICK). */
export const DEFAULT_ROUNDS = 1;
export const MAX_ROUNDS = 4;

/** @throws InputError where a number is out of bounds */
export function judgeOptionsOf(chosen: Partial<JudgeOptions>): JudgeOptions {
  const {
    itemsPerCall = ITEMS_PER_BATCH,
    votes = 1,
    analysis = true,
    codeChecks = true,
    seed = null,
    panel = [],
    score,
    checks,
  } = chosen;
  requireWhole('itemsPerCall', itemsPerCall, ITEMS_PER_BATCH);
  requireWhole('votes', votes, MAX_VOTES);
  return {
    ...{ itemsPerCall, votes, analysis, codeChecks, seed, panel },
    ...(score === undefined ? {} : { score }),
    ...(checks === undefined ? {} : { checks }),
  };
}

/** @throws InputError where it is no whole number from 1 to `max` */
export function requireWhole(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new InputError(`${name} must be a whole number from 1 to ${max}; it is ${value}.`);
}
