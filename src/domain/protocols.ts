/** The ways of comparing two responses (TICK, §4.2): a plain list, which the command line reads without a schema. */
export const PROTOCOLS = [
  /** Of the rates by a checklist the higher wins. */
  'pass-rate',
  /** A judge sees both, in each order, and picks one or calls them nearly identical. */
  'preference',
  /** A judge scores each from 1 to 5 by guidelines. */
  'score',
  /** The same with a checklist as a guide. */
  'check-then-score',
] as const;
