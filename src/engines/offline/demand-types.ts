/** Types of demands on a text in a guide's sentences, and the context for reading them. */
import type { PreparedGuides } from './guide-reading.ts';
import type { TextKind } from './noun-phrase.ts';

/** "Use short sentences": what the response should do. */
export interface Order {
  readonly form: 'order';
  /** Base form. */
  readonly verb: string;
  /** What follows the verb. */
  readonly rest: string;
  /** An adverb that belongs to the demand ("only", "briefly"), or empty. */
  readonly adverb: string;
  readonly negative: boolean;
  /** Its subject is the text, in so many words. */
  readonly ofText: boolean;
  /** A circumstance in front: "in the introduction". */
  readonly lead: string | null;
}

export type Demand =
  | Order
  /** A part of the text ("The title should be short"), or its reader ("Readers should see why it matters"). */
  | {
      readonly form: 'part' | 'reader';
      readonly subject: string;
      readonly predicate: string;
      readonly negative: boolean;
    }
  /** A question that the response should answer, or advice that no plain form fits: its own words are kept. */
  | { readonly form: 'question' | 'kept'; readonly sentence: string };

export interface Reader {
  /** True if the noun phrase refers to the whole text. */
  readonly isWhole: (nounPhrase: string) => boolean;
  /** The kind that is asked for, as it is filed and as the instruction calls it. */
  readonly names: readonly TextKind[];
  /** The guides are the user's own. */
  readonly isOfUser: boolean;
  /** The bundled guides on the kind, where they were read at build. */
  readonly prepared: PreparedGuides | null;
}

export function orderOf(verb: string, rest: string): Order {
  return { form: 'order', verb, rest, adverb: '', negative: false, ofText: false, lead: null };
}

/** Maps every text of a demand. */
export function mapTexts(demand: Demand, change: (text: string) => string): Demand {
  if ('verb' in demand)
    return { ...demand, rest: change(demand.rest), lead: demand.lead === null ? null : change(demand.lead) };
  if ('sentence' in demand) return { ...demand, sentence: change(demand.sentence) };
  return { ...demand, subject: change(demand.subject), predicate: change(demand.predicate) };
}

/** "Every slide", of which the text has several. */
export function isOfMany(subject: string): boolean {
  return /^(?:each|every) /u.test(subject);
}

/** The demand as a clause. */
export function clauseOf(demand: Demand): string {
  if ('sentence' in demand) return demand.sentence;
  if (!('verb' in demand))
    return `${isOfMany(demand.subject) ? '' : 'the '}${demand.subject} should ${demand.predicate}`;
  const lead = demand.lead === null ? '' : `${demand.lead}, `;
  return `${lead}${demand.adverb} ${demand.verb} ${demand.rest}`.trim();
}
