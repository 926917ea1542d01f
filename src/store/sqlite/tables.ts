/** The tables, as the query layer sees them. Text and whole numbers only: to bind a boolean ends the process. */
export interface Tables {
  readonly pages: {
    readonly bytes_hash: string;
    readonly extractor_version: string;
    /** A `Page`. */
    readonly json: string;
  };
  readonly sets: {
    readonly id: string;
    /** A `CriteriaSetContent`. */
    readonly content: string;
    /** A `RunRecord`. */
    readonly run: string;
    readonly instruction: string;
    readonly engine: string;
    readonly mode: string;
    readonly criteria: number;
    /** ISO 8601, in UTC. */
    readonly started_at: string;
  };
  /** Which extractions a set cites; the page itself may be missing here. */
  readonly set_pages: {
    readonly set_id: string;
    readonly bytes_hash: string;
    readonly extractor_version: string;
  };
  /** Answers, fetches and the like, by what they are and a key. */
  readonly kept: {
    readonly kind: string;
    readonly key: string;
    readonly json: string;
  };
  /** Judgements and the like, by their ids. */
  readonly records: {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    /** ISO 8601, in UTC. */
    readonly saved_at: string;
    readonly json: string;
  };
}
