/** Finds the sentences of a page that advise, each with its verbatim quote. */
import type { ClaimedAdvice } from '../../domain/advice.ts';
import type { ExtractItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import type { Block, Page } from '../../domain/page.ts';
import { splitSentences } from '../../text/sentences.ts';
import { contentStems, wordCount } from '../../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { readAdvice } from './read-advice.ts';
import { fromGerund, lowerFirst } from './tokens.ts';
import { checklistDemand } from './checklist-demand.ts';
import { conclusionsOf, splitClauses } from './clauses.ts';
import { maskQuotes, restoreQuotes } from './quoted.ts';
import { polarityOf, Sections, type Section } from './section.ts';
import { adviceOfRow, columnsOf, type Columns } from './table-advice.ts';
import { findTextKind } from './task-kind.ts';
import { atPlace, placeOfParagraph } from './text-places.ts';
import { wholeTextTest } from './whole-text.ts';

interface Found {
  readonly text: string;
  readonly quote: string;
}

const MAX_SENTENCE_WORDS = 60;
/** Where a format tells no levels, every heading is a section's. */
const DEFAULT_HEADING_LEVEL = 2;
const SAMPLE_LABEL =
  /^(?:weak|weaker|better|good|bad|strong|stronger|before|after|example|sample|instead of|original|revised|wrong|right|not|poor|worse|improved|draft|first draft|second draft|too (?:long|vague|short)|vague|specific|for example|e\.g\.)\s*[:.–—]/iu;
const FORBIDS = /\b(?:not|never|avoid|no|leave out|without|n['’]t)\b|n['’]t\b/iu;
const DEMANDING_LEAD_IN = /\b(?:should|must|ought to|needs? to|has to|have to)(?: always| also)?\s*:$/iu;
const FORBIDDING_LEAD_IN =
  /\b(?:should not|must not|shouldn['’]t|mustn['’]t|should never|avoid|never|leave out|do not|don['’]t)(?: the following| these)?\s*:$/iu;

/** The first sentence orders how to begin; what follows it is about the beginning. */
const ABOUT_OPENING = /^(?:begin|open|start) (?:as|at|with|in|on|by|where|when|close|near)\b/iu;

export const extractAdvice: Step<ExtractItem, readonly ClaimedAdvice[]> = (_run, task, items) => {
  const reading: Reading = {
    isWhole: wholeTextTest(findTextKind(task.instruction)),
    asked: new Set(contentStems(task.instruction)),
  };
  return Promise.resolve(
    new Map(
      items.map((item) => {
        const queryIds = item.queries.map((query) => query.id);
        return [item.id, done(adviceOfPage(item.page, reading).map((found) => ({ ...found, queryIds })))];
      }),
    ),
  );
};

/** What a page is read for. */
export interface Reading {
  /** Tells whether a noun phrase names the whole text. */
  readonly isWhole: (nounPhrase: string) => boolean;
  /** Stems of the task's words: advice for circumstances that it does not name is left out. */
  readonly asked: ReadonlySet<string>;
}

/** What the page advises, in its order; no text twice. */
export function adviceOfPage(page: Page, reading: Reading): readonly Found[] {
  const found = new Map<string, Found>();
  const sections = new Sections(reading.asked);
  let leadIn = '';
  let listLabel: string | undefined;
  let columns: Columns | undefined;
  for (const [index, block] of page.blocks.entries()) {
    const text = page.text.slice(block.start, block.end);
    if (block.kind !== 'table-row') columns = undefined;
    if (block.kind === 'heading') {
      const above = sections.current();
      sections.enter(text, block.level ?? DEFAULT_HEADING_LEVEL);
      leadIn = '';
      // "Start with the angle": many guides put the order itself over what explains it.
      if (block.level !== 1 && !above.aside && !sections.current().forbids) {
        const order = adviceOfHeading(text, reading.isWhole);
        if (order !== undefined && !found.has(order.text)) found.set(order.text, order);
      }
      continue;
    }
    if (block.kind !== 'list-item')
      listLabel = isListLabel(text, page.blocks[index + 1]) ? text.trim() : undefined;
    const section =
      listLabel === undefined ? sections.current() : { ...sections.current(), ...polarityOf(listLabel) };
    const context: Context = { isWhole: reading.isWhole, section, leadIn };
    let advice: readonly Found[] = [];
    if (block.kind === 'table-row') {
      if (columns === undefined) columns = columnsOf(text, page.blocks[index + 1]?.kind === 'table-row');
      else if (!section.aside) advice = adviceOfRow(text, columns, reading.asked);
    } else if (isProse(block) && !section.aside && !(section.sample && block.kind === 'paragraph')) {
      advice = adviceOfProse(text, block, context);
    }
    for (const item of advice) if (!found.has(item.text)) found.set(item.text, item);
    if (block.kind === 'paragraph') leadIn = text.trimEnd().endsWith(':') ? text.trim() : '';
  }
  return [...found.values()];
}

const HEADING_NUMBER = /^(?:(?:step|rule|tip|part)\s+)?#?\d+[.):]?\s+/iu;

function adviceOfHeading(text: string, isWhole: Reading['isWhole']): Found | undefined {
  const order = text.trim().replace(HEADING_NUMBER, '');
  const masked = maskQuotes(order);
  const form = readAdvice(masked.text, isWhole);
  return form === undefined ? undefined : { quote: text.trim(), text: sentenceCase(order) };
}

/** "Don't" in a line of its own over a list. */
function isListLabel(text: string, next: Block | undefined): boolean {
  return next?.kind === 'list-item' && wordCount(text) <= 4 && !/[.!?]\s*$/u.test(text);
}

interface Context {
  readonly isWhole: (nounPhrase: string) => boolean;
  readonly section: Section;
  /** The paragraph just before a list, where it ends with a colon. */
  readonly leadIn: string;
}

function isProse(block: Block): boolean {
  return block.kind === 'paragraph' || block.kind === 'list-item';
}

function adviceOfProse(text: string, block: Block, context: Context): Found[] {
  const found: Found[] = [];
  let label: string | undefined;
  const sentences = splitSentences(text);
  const topicPlace = ABOUT_OPENING.test(text) ? 'the opening' : placeOfParagraph(text);
  for (const { start, end } of sentences) {
    const quote = text.slice(start, end);
    if (SAMPLE_LABEL.test(quote) || wordCount(quote) > MAX_SENTENCE_WORDS) continue;
    const masked = maskQuotes(quote);
    const turned =
      block.kind === 'list-item' && start === 0 ? turnedByContext(masked.text, context) : undefined;
    if (turned !== undefined) {
      found.push({ quote, text: restoreQuotes(turned, masked.quotes) });
      continue;
    }
    // What stands beside a fault, or after it, may be its cause or its cure.
    if (context.section.forbids && block.kind === 'list-item' && !FORBIDS.test(masked.text)) continue;
    // Among mistakes, "No meals" says that meals are missing.
    if (context.section.forbids && !context.section.bans && /^no\b/iu.test(masked.text)) continue;
    // Beside other sentences, a statement may be the fault that they cure, and a question the doubt that they settle.
    const alone = block.kind === 'list-item' && sentences.length === 1;
    if (block.kind === 'list-item' && !alone && /^no\b/iu.test(masked.text)) continue;
    const demand = alone ? checklistDemand(masked.text) : undefined;
    const checked = demand === undefined ? undefined : sentenceCase(demand);
    if (checked !== undefined) {
      found.push({
        quote,
        text: restoreQuotes(
          context.section.forbids ? checked.replace(' should ', ' should not ') : checked,
          masked.quotes,
        ),
      });
      continue;
    }
    for (const clause of splitClauses(masked.text, label)) {
      for (const part of [clause, ...conclusionsOf(clause)]) {
        const form = readAdvice(part, context.isWhole);
        if (form === undefined) continue;
        const place = context.section.place ?? (isBan(form) ? topicPlace : undefined);
        const said =
          place !== undefined && form.subject === null && form.lead === null ? atPlace(part, place) : part;
        found.push({ quote, text: restoreQuotes(sentenceCase(said), masked.quotes) });
        break;
      }
    }
    // A bold lead-in ("Photographs.") names what the next sentence's "them" stands for.
    label = start === 0 && wordCount(quote) <= 4 && quote.endsWith('.') ? quote.slice(0, -1) : undefined;
  }
  return found;
}

/** What a paragraph that begins with the opening forbids, it forbids there, and not everywhere. */
function isBan({ negative, verbPhrase }: AdviceForm): boolean {
  return negative || /^(?:avoid|leave out|omit|skip|cut|drop|(?:contain|have|use) no)\b/u.test(verbPhrase);
}

/** List items that are advice only under their heading or lead-in: "Pasting tables" below "Don't". */
function turnedByContext(item: string, context: Context): string | undefined {
  const bare = item.replace(/[.;,]+$/u, '');
  if (/[.!?:] /u.test(bare) || wordCount(bare) > 25) return undefined;
  if (DEMANDING_LEAD_IN.test(context.leadIn) || FORBIDDING_LEAD_IN.test(context.leadIn)) {
    const forbids = FORBIDDING_LEAD_IN.test(context.leadIn);
    const form = readAdvice(bare, context.isWhole);
    if (form?.subject === null) return forbids && !form.negative ? forbidding(form.verbPhrase) : undefined;
    if (forbids && fromGerund(lowerFirst(bare)) !== undefined) return `Avoid ${lowerFirst(bare)}.`;
    return undefined;
  }
  if (!context.section.forbids) return undefined;
  if (context.section.bans) {
    const form = readAdvice(bare, context.isWhole);
    if (form?.subject === null && !form.negative) return forbidding(form.verbPhrase);
  }
  if (fromGerund(lowerFirst(bare)) !== undefined) return `Avoid ${lowerFirst(bare)}.`;
  return undefined;
}

/** "Avoid clichés" and "No flattery" below "Don't" forbid by themselves; to negate them would ask for what they forbid. */
function forbidding(verbPhrase: string): string {
  return /^(?:avoid|(?:contain|have|use) no|leave out|omit|skip|cut|drop)\b/u.test(verbPhrase)
    ? `${sentenceCase(verbPhrase)}.`
    : `Do not ${verbPhrase}.`;
}

function sentenceCase(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
