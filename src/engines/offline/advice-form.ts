/** The grammar of advice: what a sentence asks the writer to do, or demands of a part of the text. */

/** "In the title, do not use jargon": lead "in the title", verb phrase "use jargon", negative. */
export interface AdviceForm {
  /** Null where the text as a whole (its writer) is to act; otherwise what the advice is demanded of. */
  readonly subject: string | null;
  /** Begins with the base form of a verb. */
  readonly verbPhrase: string;
  readonly negative: boolean;
  /** A fronted circumstance, without its comma. */
  readonly lead: string | null;
  /** Said of good texts ("a good X does Y") rather than ordered. */
  readonly declared: boolean;
}

/** The advice without its circumstance. */
export type AdviceCore = Omit<AdviceForm, 'lead'>;
