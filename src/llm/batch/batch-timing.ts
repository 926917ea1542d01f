export interface BatchTiming {
  /** A file is sent when no further call came for so long, */
  readonly quietMs: number;
  /** or when its first call waited for so long. */
  readonly longestMs: number;
  /** The first pause between two looks at a batch; it doubles up to the last. */
  readonly pollMs: readonly [first: number, last: number];
  /** Replies that nobody came for stay at hand for so long; they are downloaded again for those who come later. */
  readonly idleMs: number;
}

export const BATCH_TIMING: BatchTiming = {
  quietMs: 2_000,
  longestMs: 30_000,
  pollMs: [2_000, 60_000],
  idleMs: 300_000,
};

/** A batch ends within a day. */
export const BATCH_TIMEOUT_MS = 25 * 3_600_000;
