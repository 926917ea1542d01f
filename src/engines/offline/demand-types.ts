/** What a guide's sentence can ask of a text, and what one needs to read it. */
import type { Tagger } from './tagger.ts';

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
  /** "The title should be short": about one part of the response. */
  | {
      readonly form: 'part';
      readonly subject: string;
      readonly predicate: string;
      readonly negative: boolean;
    }
  /** "Readers should see why it matters": what the response should let them do. */
  | { readonly form: 'reader'; readonly reader: string; readonly predicate: string }
  /** A question that the response should answer. */
  | { readonly form: 'question'; readonly question: string }
  /** Advice whose sentence no plain form fits: its own words are kept. */
  | { readonly form: 'kept'; readonly sentence: string };

export interface Reader {
  readonly tag: Tagger;
  /** Whether a noun phrase stands for the whole text. */
  readonly isWhole: (nounPhrase: string) => boolean;
}

export function orderOf(verb: string, rest: string): Order {
  return { form: 'order', verb, rest, adverb: '', negative: false, ofText: false, lead: null };
}

/** The same demand with every text in it changed. */
export function mapTexts(demand: Demand, change: (text: string) => string): Demand {
  switch (demand.form) {
    case 'order':
      return {
        ...demand,
        rest: change(demand.rest),
        lead: demand.lead === null ? null : change(demand.lead),
      };
    case 'part':
      return { ...demand, subject: change(demand.subject), predicate: change(demand.predicate) };
    case 'reader':
      return { ...demand, reader: change(demand.reader), predicate: change(demand.predicate) };
    case 'question':
      return { ...demand, question: change(demand.question) };
    case 'kept':
      return { ...demand, sentence: change(demand.sentence) };
  }
}

/** The demand as a clause, for looking at its words. */
export function clauseOf(demand: Demand): string {
  switch (demand.form) {
    case 'order':
      return `${demand.lead === null ? '' : `${demand.lead}, `}${demand.adverb} ${demand.verb} ${demand.rest}`.trim();
    case 'part':
      return `the ${demand.subject} should ${demand.predicate}`;
    case 'reader':
      return `${demand.reader} should ${demand.predicate}`;
    case 'question':
      return demand.question;
    case 'kept':
      return demand.sentence;
  }
}
