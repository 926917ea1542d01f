/** Extracts the advice of a page, each piece with its verbatim quote. */
import type { Block, Page } from '../../domain/page.ts';
import { splitSentences } from '../../text/sentences.ts';
import { wordCount } from '../../text/words.ts';
import { clauseOf, type Reader } from './demand-types.ts';
import type { FoundAdvice } from './guide-reading.ts';
import { MIN_WORDS_ALONE, readDemand } from './demand.ts';
import { namesText } from './doubts.ts';
import { isPlain, judgesWhatFollows, readLabelled } from './label.ts';
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
import { sentenceCase } from './sentence-text.ts';

const DEFAULT_HEADING_LEVEL = 2;
const MAX_SENTENCE_WORDS = 60;
/** "Layout:" */
const MAX_TOPIC_WORDS = 2;
const HEADING_NUMBER = /^(?:(?:step|rule|tip|part|mistake|reason)\s+)?#?\d+\s*[.):–—-]?\s+/iu;
const ANSWERS_QUESTION = /\b(?:answers?|address(?:es)?)\b.{0,30}\bquestions?:\s+(.+\?)$/iu;

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
      const isTitle = level === 1 && block === page.blocks.find(({ kind }) => kind === 'heading');
      const above = sections.enter(isTitle ? titleSection(text) : sectionOf(text), level);
      leadIn = undefined;
      if (level > 1 && !above.aside) add(readHeading(text, above, reader));
      continue;
    }
    if (block.kind !== 'paragraph' && block.kind !== 'list-item') continue;
    const isItem = block.kind === 'list-item';
    if (!isItem) leadIn = leadInOf(text, reader);
    const section = isItem
      ? sections.enter(itemSection(text), PARAGRAPH_LEVEL + (block.level ?? 1))
      : sections.enter(leadInSection(text, leadIn?.opening != null || namesTopic(text), reader), PARAGRAPH_LEVEL);
    if (!section.aside) readProse(text, block, leadIn, section, reader).forEach(add);
  }
  return [...found.values()];
}

const namesTopic = (text: string): boolean =>
  wordCount(text) <= MAX_TOPIC_WORDS && !/[.!?]$/u.test(text) && isPlain(text);

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
  let isRead = true;
  for (const [index, { start, end }] of sentences.entries()) {
    const quote = text.slice(start, end);
    // Under "Don'ts" only the first order of an item is a ban; the next one may be the remedy, as a paragraph may be.
    const isFirst = isItem && index === 0;
    const bans = section.bans && (isItem ? isFirst : null);
    // A label may be one of all that follows, up to the next: "Weak: …"
    if (leadIn?.includes !== true) {
      const opensOthers = index === 0 && sentences.length > 1 && bans === false && !section.faults;
      const line = opensOthers && judgesWhatFollows(quote, reader) ? null : readLabelled(quote, bans, reader);
      const isCovered: boolean = line === null || (!line.isLabelled && !isRead);
      if (line === null || line.isLabelled) isRead = line?.bans === false;
      if (isCovered) continue;
    }
    if (wordCount(quote) > MAX_SENTENCE_WORDS) continue;
    const isQuestion = quote.endsWith('?');
    if (isFirst || (isItem && isQuestion)) {
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
    const read = readSentence(quote, quote, { ...section, bans }, reader, isFirst);
    if (read !== undefined) found.push(read);
  }
  return found;
}

/** @param opensItem then "Avoid …" may be what a heading that forbids or leaves open begins: it is no ban of its own */
function readSentence(
  quote: string,
  sentence: string,
  section: Section,
  reader: Reader,
  opensItem = false,
): FoundAdvice | undefined {
  const line = readLabelled(sentence, section.bans, reader);
  if (line === null) return undefined;
  const { text, bans } = line;
  const demand = readDemand(text, reader);
  if (demand === undefined || demand.form === 'question') return undefined;
  // Advice in such a section is about the work, unless it names the text.
  const isPlain = demand.form === 'order' && namesText(clauseOf(demand), reader.isWhole);
  if (section.work && demand.form !== 'part' && demand.form !== 'reader' && !isPlain) return undefined;
  if (bans === false) return { quote, text };
  const isNegative = 'negative' in demand ? demand.negative : negationsIn(text) > 0;
  if (isNegative) return { quote, text };
  if (demand.form !== 'order') return undefined;
  const clause = clauseOf(demand);
  if (opensWithNegation(clauseOf({ ...demand, lead: null })))
    return opensItem && !section.omits ? undefined : { quote, text };
  // "Don't forget to name the maker" asks for it under any heading.
  if (negationsIn(text) > negationsIn(clause)) return { quote, text };
  // "Omit the budget", "Give the findings, not the reasons": what of it is forbidden is not plain.
  return bans === null || demand.lead !== null || negationsIn(clause) > 0
    ? undefined
    : { quote, text: `Do not ${clause}.` };
}
