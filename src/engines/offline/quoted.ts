/** Quoted wording inside a sentence, set aside so that no rule of grammar touches it. */

const QUOTED = /“[^”]*”|"[^"]*"|‘[^’]{2,}’(?!\p{L})|(?<=^|[\s(])'[^']{2,}'(?!\p{L})/gu;
const PLACEHOLDER = /⟦(\d+)⟧/gu;

interface Masked {
  /** The sentence with each quotation as one word, ⟦n⟧. */
  readonly text: string;
  readonly quotes: readonly string[];
}

export function maskQuotes(sentence: string): Masked {
  const quotes: string[] = [];
  const text = sentence.replace(QUOTED, (quote) => `⟦${quotes.push(quote) - 1}⟧`);
  return { text, quotes };
}

export function restoreQuotes(text: string, quotes: readonly string[]): string {
  return text.replace(PLACEHOLDER, (_match, index: string) => quotes[Number(index)] ?? '');
}
