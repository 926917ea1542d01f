/** Extracts the advice of a page, each piece with its verbatim quote. */
import type { Block, Page } from '../../domain/page.ts';
import { splitSentences } from '../../text/sentences.ts';
import { wordCount, words } from '../../text/words.ts';
import { clauseOf, type Reader } from './demand-types.ts';
import type { FoundAdvice } from './guide-reading.ts';
import { MIN_WORDS_ALONE, readDemand } from './demand.ts';
import { namesText } from './doubts.ts';
import { isTextPart } from './lexicon.ts';
import { lowerFirst, sentenceCase, upperFirst } from './sentence-text.ts';
import { type LeadIn, leadInOf, pointOfItem } from './list-points.ts';
import { negationsIn, opensWithNegation } from './polarity.ts';
import {
  itemSection,
  leadInSection,
  PARAGRAPH_LEVEL,
  type Section,
  sectionOf,
  Sections,
  titleSection,
} from './section.ts';

const DEFAULT_HEADING_LEVEL = 2;
const MAX_SENTENCE_WORDS = 60;
const HEADING_NUMBER = /^(?:(?:step|rule|tip|part|mistake|reason)\s+)?#?\d+\s*[.):–—-]?\s+/iu;
const SAMPLE_LABEL =
  /^(?:weak|weaker|better|good|bad|strong|stronger|before|after|examples?|sample|original|revised|wrong|right|poor|worse|improved|vague|specific|for example|for instance|e\.g\.|q|a|note)\s*[:.–—]/iu;
const LABEL_END = /(?::|\s[-–—])\s+$/u;
const MAX_PART_WORDS = 2;
const ANSWERS_QUESTION = /\b(?:answers?|address(?:es)?)\b.{0,30}\bquestions?:\s+(.+\?)$/iu;
const LABEL = /^[^:.!?]{2,50}(?::|\s[-–—])\s+(?=\S)/u;

/** The advice in page order, without duplicates. */
export function adviceOfPage(page: Page, reader: Reader): readonly FoundAdvice[] {
  const found = new Map<string, FoundAdvice>();
  const add = (advice: FoundAdvice | undefined): void => {
    if (advice !== undefined && !found.has(advice.text)) found.set(advice.text, advice);
  };
  const sections = new Sections();
  let leadIn: LeadIn | undefined;
  for (const block of page.blocks) {
    const text = page.text.slice(block.start, block.end);
    if (block.kind === 'heading') {
      const level = block.level ?? DEFAULT_HEADING_LEVEL;
      const above = sections.enter(level === 1 ? titleSection(text) : sectionOf(text), level);
      leadIn = undefined;
      if (level > 1 && !above.aside) add(readHeading(text, above, reader));
      continue;
    }
    if (block.kind !== 'paragraph' && block.kind !== 'list-item') continue;
    const isItem = block.kind === 'list-item';
    const section = isItem
      ? sections.enter(itemSection(text), PARAGRAPH_LEVEL + (block.level ?? 1))
      : sections.enter(leadInSection(text, reader), PARAGRAPH_LEVEL);
    if (!isItem) leadIn = leadInOf(text, reader);
    if (!section.aside) readProse(text, block, leadIn, section, reader).forEach(add);
  }
  return [...found.values()];
}

function readHeading(heading: string, above: Section, reader: Reader): FoundAdvice | undefined {
  const quote = heading.trim();
  const text = sentenceCase(quote.replace(HEADING_NUMBER, '').replace(/:\s.*$/u, ''));
  // A noun names what the section is about, where a list would name what to avoid.
  const faults = { bans: above.bans === null ? null : false, faults: above.faults || above.bans === true };
  const point = pointOfItem(text, { includes: false, asks: false, opening: null }, faults, reader);
  if (point !== undefined) return { text: point, quote };
  const section = sectionOf(text);
  if (section.aside === true || section.bans === true || text.endsWith('?') || wordCount(text) < MIN_WORDS_ALONE)
    return undefined;
  return readSentence(quote, text, above, reader);
}

function readProse(
  text: string,
  block: Block,
  leadIn: LeadIn | undefined,
  section: Section,
  reader: Reader,
): FoundAdvice[] {
  const isItem = block.kind === 'list-item';
  if (isItem && leadIn?.isSample === true) return [];
  const all = splitSentences(text);
  // "Compare two openings:" introduces samples.
  const sentences = leadIn?.isSample === true ? all.slice(0, -1) : all;
  const found: FoundAdvice[] = [];
  for (const [index, { start, end }] of sentences.entries()) {
    const quote = text.slice(start, end);
    if (SAMPLE_LABEL.test(quote)) break;
    if (wordCount(quote) > MAX_SENTENCE_WORDS) continue;
    const isQuestion = quote.endsWith('?');
    // Under "Don'ts" only the first order of an item is a ban; the next one may be the remedy, as a paragraph may be.
    const bans = section.bans && (isItem ? index === 0 : null);
    if (isItem && (index === 0 || isQuestion)) {
      const over = { includes: leadIn?.includes === true, asks: true, opening: leadIn?.opening ?? null };
      const point = pointOfItem(quote, over, { ...section, bans }, reader);
      if (point !== undefined) {
        found.push({ text: point, quote });
        continue;
      }
    }
    if (isQuestion) {
      if (section.bans !== false) continue;
      // "This section should answer the question: who reads it?", and the questions that follow.
      const follows = found.at(-1)?.text.endsWith('?') === true && index > 0;
      const question = ANSWERS_QUESTION.exec(quote)?.[1] ?? (follows ? quote : undefined);
      if (question !== undefined) found.push({ text: question, quote });
      continue;
    }
    const read = readSentence(quote, quote, { ...section, bans }, reader);
    if (read !== undefined) found.push(read);
  }
  return found;
}

function readSentence(quote: string, sentence: string, section: Section, reader: Reader): FoundAdvice | undefined {
  const labelled = readUnlabelled(sentence, reader);
  const text = labelled ?? sentence.trim();
  const demand = readDemand(text, reader);
  if (demand === undefined || demand.form === 'question') return undefined;
  // Advice in such a section is about the work, unless it names the text.
  const isPlain = demand.form === 'order' && namesText(clauseOf(demand), reader.isWhole);
  if (section.work && demand.form !== 'part' && demand.form !== 'reader' && !isPlain) return undefined;
  const isNegative = 'negative' in demand ? demand.negative : negationsIn(text) > 0;
  if (section.bans === false || isNegative) return { quote, text };
  if (demand.form !== 'order') return section.bans === null ? undefined : { quote, text };
  const clause = clauseOf({ ...demand, lead: null });
  if (opensWithNegation(clause)) return { quote, text };
  // "Give the findings, not the reasons": which of the two is forbidden is not plain.
  if (section.bans === null || negationsIn(clause) > 0) return undefined;
  return { quote, text: `Do not ${clause}.` };
}

/** "Why it matters: use plain words": what follows the label, where that is an order by itself; the name of a part stays. */
function readUnlabelled(sentence: string, reader: Reader): string | undefined {
  const label = LABEL.exec(sentence)?.[0].replace(LABEL_END, '').trim();
  if (label === undefined) return undefined;
  const after = sentence.replace(LABEL, '').trim();
  const demand = readDemand(upperFirst(after), reader);
  if (demand?.form !== 'order') return undefined;
  // "Prefer short words: begin to commence": an order, and a sample of it.
  if (after === lowerFirst(after) && readDemand(label, reader)?.form === 'order') return undefined;
  // "A useful test: …" tells of something else.
  if (/^an? (?:\w+ )?\w+$/iu.test(label)) return undefined;
  if (wordCount(label) > MAX_PART_WORDS || !isTextPart(words(label).at(-1) ?? '')) return upperFirst(after);
  return demand.lead === null ? `In the part “${label}”, ${lowerFirst(after)}` : upperFirst(after);
}
