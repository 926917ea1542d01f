/** What one row of a file of verdicts and labels says. */

/** A verdict or a label: a score, or a word in lower case. */
export type Said = string | number;

export interface JudgeRow {
  readonly id: string;
  /** The judge's verdict; null: it gave none. */
  readonly predicted: Said | null;
  /** Those of people, one for each; null: a person gave none. */
  readonly labels: readonly (Said | null)[];
  /** The judge's repeated verdicts. */
  readonly samples: readonly (Said | null)[];
  /** Its verdict with the two responses in the other order, mapped back; undefined: not asked. */
  readonly swapped?: Said | null | undefined;
  /** Its verdict in the given order, where `predicted` is taken of both; undefined: `predicted` is that. */
  readonly unswapped?: Said | null | undefined;
  /** Its verdict when it was asked to think that over (CAMIEval, interference); undefined: not asked. */
  readonly afterDoubt?: Said | null | undefined;
  /** [0, 1]: how sure the judge is. */
  readonly confidence: number | null;
  /** Whose candidates compete: `predicted` is a candidate's score, and the labels its true one. */
  readonly group: string | null;
  /** How many items the true score of a candidate is a rate of; undefined: it is no rate of items. */
  readonly items?: number | undefined;
  /** What it belongs to with other rows, such as its task: their errors are not independent. Absent: nothing. */
  readonly cluster?: string | null | undefined;
  /** Checklists that were generated, and the one that people wrote; null: none. */
  readonly generated: readonly (readonly string[])[];
  readonly human: readonly string[] | null;
}

/** `preference`: which of two is better; `score`: numbers on a scale; `category`: anything else, yes and no among it. */
export const SCALES = ['preference', 'score', 'category'] as const;
export type Scale = (typeof SCALES)[number];

/** A row that says nothing. */
export const NOTHING = {
  predicted: null,
  labels: [],
  samples: [],
  confidence: null,
  group: null,
  generated: [],
  human: null,
};
