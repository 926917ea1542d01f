/** Quoted wording inside a sentence, set aside so that neither tagger nor rule takes it for the guide's own words. */

const QUOTED = /“[^”]*”|"[^"]*"|‘[^’]{2,}’(?!\p{L})|(?<=^|[\s(])'[^']{2,}'(?!\p{L})|`[^`]+`/gu;
const PLACEHOLDER = /Quotation(\d+)/gu;

export interface Masked {
  /** The sentence with each quotation as one proper noun, `Quotation0`. */
  readonly text: string;
  readonly quotes: readonly string[];
}

export function maskQuotes(sentence: string): Masked {
  const quotes: string[] = [];
  return { text: sentence.replace(QUOTED, (quote) => `Quotation${quotes.push(quote) - 1}`), quotes };
}

export function restoreQuotes(text: string, quotes: readonly string[]): string {
  return text.replace(PLACEHOLDER, (_match, index: string) => quotes[Number(index)] ?? '');
}
