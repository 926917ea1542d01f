/** Finds the sentences of a page that advise, each with its verbatim quote. */
import type { ClaimedAdvice } from '../domain/advice.ts';
import type { ExtractItem, Step } from '../domain/engine.ts';
import { done } from '../domain/outcome.ts';
import type { Block, Page } from '../domain/page.ts';
import { splitSentences } from '../text/sentences.ts';
import { wordCount } from '../text/words.ts';
import { readAdvice } from './read-advice.ts';
import { fromGerund, lowerFirst } from './tokens.ts';
import { checklistDemand } from './checklist-demand.ts';
import { conclusionsOf, splitClauses } from './clauses.ts';
import { maskQuotes, restoreQuotes } from './quoted.ts';
import { adviceOfRow, columnsOf, type Columns } from './table-advice.ts';
import { findTextKind } from './task-kind.ts';
import { wholeTextTest } from './whole-text.ts';

interface Found {
  readonly text: string;
  readonly quote: string;
}

const MAX_SENTENCE_WORDS = 60;
const NEGATIVE_HEADING =
  /^(?:\W|\d)*(?:do(?: not|n['’]?t)['’]?s?\b(?! forget)|what (?:not )?to (?:avoid|leave out|cut|drop|omit)|what not to|avoid\b|never\b|things to (?:avoid|leave out)|(?:common |frequent |typical |usual |classic )?(?:mistakes|errors|pitfalls|faults|traps)\b|(?:words|wording|phrases) to (?:avoid|drop|cut|lose)|leave (?:it |them )?out\b|what (?:weakens|spoils|ruins|kills|goes wrong))/iu;
const SAMPLE_LABEL =
  /^(?:weak|weaker|better|good|bad|strong|stronger|before|after|example|sample|instead of|original|revised|wrong|right|not|poor|worse|improved|draft|first draft|second draft|too (?:long|vague|short)|vague|specific|for example|e\.g\.)\s*[:.–—]/iu;
const SAMPLE_HEADING =
  /\b(?:worked example|sample|example (?:text|letter|opening)|full example|template)\b/iu;
const DEMANDING_LEAD_IN = /\b(?:should|must|ought to|needs? to|has to|have to)(?: always| also)?\s*:$/iu;
const FORBIDDING_LEAD_IN =
  /\b(?:should not|must not|shouldn['’]t|mustn['’]t|should never|avoid|never|leave out|do not|don['’]t)(?: the following| these)?\s*:$/iu;

export const extractAdvice: Step<ExtractItem, readonly ClaimedAdvice[]> = (_run, task, items) => {
  const isWhole = wholeTextTest(findTextKind(task.instruction));
  return Promise.resolve(
    new Map(
      items.map((item) => {
        const queryIds = item.queries.map((query) => query.id);
        return [item.id, done(adviceOfPage(item.page, isWhole).map((found) => ({ ...found, queryIds })))];
      }),
    ),
  );
};

/** What the page advises, in its order; no text twice. */
export function adviceOfPage(page: Page, isWhole: (nounPhrase: string) => boolean): readonly Found[] {
  const found = new Map<string, Found>();
  let heading = '';
  let leadIn = '';
  let columns: Columns | undefined;
  for (const [index, block] of page.blocks.entries()) {
    const text = page.text.slice(block.start, block.end);
    if (block.kind !== 'table-row') columns = undefined;
    if (block.kind === 'heading') {
      heading = text;
      leadIn = '';
      continue;
    }
    const context: Context = { isWhole, forbids: NEGATIVE_HEADING.test(heading), leadIn };
    let advice: readonly Found[] = [];
    if (block.kind === 'table-row') {
      if (columns === undefined) columns = columnsOf(text, page.blocks[index + 1]?.kind === 'table-row');
      else advice = adviceOfRow(text, columns);
    } else if (isProse(block) && !(SAMPLE_HEADING.test(heading) && block.kind === 'paragraph')) {
      advice = adviceOfProse(text, block, context);
    }
    for (const item of advice) if (!found.has(item.text)) found.set(item.text, item);
    if (block.kind === 'paragraph') leadIn = text.trimEnd().endsWith(':') ? text.trim() : '';
  }
  return [...found.values()];
}

interface Context {
  readonly isWhole: (nounPhrase: string) => boolean;
  /** The heading above says that what follows is to be avoided. */
  readonly forbids: boolean;
  /** The paragraph just before a list, where it ends with a colon. */
  readonly leadIn: string;
}

function isProse(block: Block): boolean {
  return block.kind === 'paragraph' || block.kind === 'list-item';
}

function adviceOfProse(text: string, block: Block, context: Context): Found[] {
  const found: Found[] = [];
  let label: string | undefined;
  for (const { start, end } of splitSentences(text)) {
    const quote = text.slice(start, end);
    if (SAMPLE_LABEL.test(quote) || wordCount(quote) > MAX_SENTENCE_WORDS) continue;
    const masked = maskQuotes(quote);
    const turned =
      block.kind === 'list-item' && start === 0 ? turnedByContext(masked.text, context) : undefined;
    if (turned !== undefined) {
      found.push({ quote, text: restoreQuotes(turned, masked.quotes) });
      continue;
    }
    const demand = block.kind === 'list-item' ? checklistDemand(masked.text) : undefined;
    const checked = demand === undefined ? undefined : sentenceCase(demand);
    if (checked !== undefined) {
      found.push({
        quote,
        text: restoreQuotes(
          context.forbids ? checked.replace(' should ', ' should not ') : checked,
          masked.quotes,
        ),
      });
      continue;
    }
    for (const clause of splitClauses(masked.text, label)) {
      const said = [clause, ...conclusionsOf(clause)].find(
        (part) => readAdvice(part, context.isWhole) !== undefined,
      );
      if (said !== undefined) found.push({ quote, text: restoreQuotes(sentenceCase(said), masked.quotes) });
    }
    // A bold lead-in ("Photographs.") names what the next sentence's "them" stands for.
    label = start === 0 && wordCount(quote) <= 4 && quote.endsWith('.') ? quote.slice(0, -1) : undefined;
  }
  return found;
}

/** List items that are advice only under their heading or lead-in: "Pasting tables" below "Don't". */
function turnedByContext(item: string, context: Context): string | undefined {
  const bare = item.replace(/[.;,]+$/u, '');
  if (/[.!?:] /u.test(bare) || wordCount(bare) > 25) return undefined;
  if (DEMANDING_LEAD_IN.test(context.leadIn) || FORBIDDING_LEAD_IN.test(context.leadIn)) {
    const forbids = FORBIDDING_LEAD_IN.test(context.leadIn);
    const form = readAdvice(bare, context.isWhole);
    if (form?.subject === null) return forbids && !form.negative ? `Do not ${form.verbPhrase}.` : undefined;
    if (forbids && fromGerund(lowerFirst(bare)) !== undefined) return `Avoid ${lowerFirst(bare)}.`;
    return undefined;
  }
  if (!context.forbids) return undefined;
  if (fromGerund(lowerFirst(bare)) !== undefined) return `Avoid ${lowerFirst(bare)}.`;
  return undefined;
}

function sentenceCase(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
