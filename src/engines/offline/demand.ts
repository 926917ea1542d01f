/** Reads one sentence of a guide as a demand on a text: an order, a statement with "should", a question to check by. */
import { readCheckQuestion } from './check-question.ts';
import { mapTexts, type Demand, type Reader } from './demand-types.ts';
import { lowerFirst, maskQuotes, restoreQuotes, upperFirst } from './sentence-text.ts';
import { wordCount } from '../../text/words.ts';
import { readModal } from './modal.ts';
import { readOrder } from './order.ts';

/** Words that only link a sentence to the one before: with a comma any of these, without one those of the second list. */
const LINKS =
  /^(?:so|and|but|then|also|finally|instead|still|again|first|second|third|fourth|next|secondly|thirdly|firstly|lastly|therefore|however|besides|moreover|furthermore|similarly|likewise|otherwise|generally|usually|ideally|ultimately|please|remember|alternatively|above all|in short|in general|as a rule|if possible|where possible|of course|most importantly|when in doubt|if in doubt|at the very least|to begin with|to start with|for example|for instance|(?:step|tip|rule) \d+|\d+)[,:.)]\s+/iu;
const BARE_LINKS = /^(?:so|and|but|then|also|finally|please|instead)\s+/iu;
/** A circumstance before the order. */
const LEAD =
  /^(?:to|for|in|at|on|with|within|throughout|instead of|rather than|from|under|near|by|after|before|unless|if|when|where|once|as|while|because) /iu;

const MAX_LEAD_WORDS = 10;
/** "Do start with the date." */
const STRESS = /^do (?!not\b)/iu;
/** Shorter sentences are mottos ("Write for the ear", "Do show your hand") that need the text below. */
export const MIN_WORDS_ALONE = 6;

/** Undefined where the sentence asks for nothing that this grammar can see. */
export function readDemand(sentence: string, reader: Reader): Demand | undefined {
  const { text, quotes } = maskQuotes(normalize(sentence));
  const demand = text.endsWith('?') ? readCheckQuestion(text, reader) : readStatement(text, reader);
  return demand === undefined ? undefined : mapTexts(demand, (part) => restoreQuotes(part, quotes));
}

function normalize(sentence: string): string {
  return sentence
    .replaceAll(/(?<=\p{L})’(?=\p{L})/gu, "'")
    .replaceAll(/"([^"]*)"/gu, '“$1”')
    .replaceAll(/\b(should|must)n't\b/giu, '$1 not')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[^\p{L}\p{N}“"‘'(`]+/u, '')
    .replace(LINKS, '')
    .replace(BARE_LINKS, '')
    .trim();
}

function readStatement(text: string, reader: Reader): Demand | undefined {
  const statement = text.replace(/[.!;:,]+$/u, '');
  const unstressed = statement.replace(STRESS, '');
  const isRead = unstressed !== statement && (reader.isOfUser || wordCount(statement) >= MIN_WORDS_ALONE);
  return (
    (isRead ? readOrder(unstressed) : undefined) ??
    readOrder(statement) ??
    readFronted(statement, reader) ??
    readModal(statement, reader)
  );
}

function readFronted(statement: string, reader: Reader): Demand | undefined {
  if (!LEAD.test(statement)) return undefined;
  for (let comma = statement.indexOf(', '); comma !== -1; comma = statement.indexOf(', ', comma + 1)) {
    const main = statement.slice(comma + 2);
    const order = readOrder(main);
    const lead = statement.slice(0, comma);
    if (lead.split(' ').length > MAX_LEAD_WORDS && order !== undefined) return undefined;
    if (order !== undefined) return { ...order, lead: lowerFirst(lead) };
    if (readModal(main, reader) !== undefined) return { form: 'kept', sentence: `${upperFirst(statement)}.` };
  }
  return undefined;
}
