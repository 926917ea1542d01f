/** A set of criteria: the best ones as a table, or all in full with their quotes and sources. */
import { sourcesWith } from '../audit/audit.ts';
import {
  checklistOf,
  impliedOf,
  inBlock,
  isFault,
  type Block as CriteriaBlock,
  type HeldBack,
} from '../discover/select-criteria.ts';
import type { CriteriaSet, CriteriaSetContent } from '../domain/criteria-set.ts';
import type { Criterion, RelevanceScore } from '../domain/criterion.ts';
import { InputError } from '../domain/errors.ts';
import { shorten } from '../text/printable.ts';
import { criterionItem, withoutPassages } from './criterion.ts';
import { renderer, type FormatName } from './formats.ts';
import type { Layout } from './layout.ts';
import { bar, left, lines, list, main, notes, paint, right, say, section, table, unbroken } from './report.ts';
import type { Block, DataRow, DataRows, Inline, Report } from './report.ts';
import { gapReviewList, setNotes, uncheckedNote } from './set-notes.ts';
import { bestEvidence, siteNameOf, sourceList, titleOf } from './source.ts';
import { demandOf, FAULTS_TITLE, OPENING, plural } from './words.ts';

const MAX_INSTRUCTION_CHARS = 120;
/** On a terminal: a brief with data would be a page. */
const MAX_TITLE_CHARS = 240;
/** Of a source's title, and of its site's name. */
const MAX_NAME_CHARS = 60;
/** On a terminal, where the list above them is what is wanted. */
const MAX_HELD_BACK = 8;

export interface SetChoice {
  readonly format: FormatName;
  /** How many implied criteria at most; default: 25. */
  readonly top?: number | undefined;
  /** Only what the instruction states, or only what it implies. */
  readonly only?: CriteriaBlock | undefined;
}

/** @throws InputError, before any work is done, where a record would be cut */
export function requireFormatAllowsTop({ format, top, only }: SetChoice): void {
  const flag = top !== undefined ? '--top' : only && { stated: '--stated', implied: '--implicit' }[only];
  if (format === 'json' && flag !== undefined)
    throw new InputError(`${flag} cannot cut a JSON record: its id is the hash of all that is in it.`, {
      advice: `Use --format jsonl, markdown, html or table, or leave out ${flag}.`,
    });
}

export function renderSet(set: CriteriaSet, chosen: SetChoice, layout: Layout): Promise<string> {
  const render = renderer<CriteriaSet>((_, isFull) => (isFull ? fullReport(set, chosen) : briefReport(set, chosen)), {
    lines: () => criterionLines(set, chosen),
    rows: () => criterionRows(set, chosen),
  });
  return render(set, chosen.format, layout);
}

/** Without `top`, every criterion of the record; with it, the best of the checklist. */
function listed({ criteria }: CriteriaSetContent, { top, only }: SetChoice): readonly Criterion[] {
  return top === undefined ? inBlock(criteria, only) : checklistOf(criteria, top, only).criteria;
}

/** One criterion a line, best first, with the id of its set. `heldBack` says why a checklist leaves it out. */
function criterionLines({ id, content }: CriteriaSet, chosen: SetChoice): readonly unknown[] {
  const { schemaVersion, unanswered } = content;
  const meta = { set: id, schemaVersion, ...(unanswered !== undefined && { isIncomplete: true }) };
  const { heldBack } = checklistOf(content.criteria, chosen.top, chosen.only);
  const reasons = new Map(heldBack.map(({ criterion, reason }) => [criterion.id, reason]));
  const shown = listed(content, chosen);
  const ranked = chosen.top === undefined ? content.criteria.filter((criterion) => shown.includes(criterion)) : shown;
  return ranked.map((criterion) => {
    return { meta, ...criterion, heldBack: reasons.get(criterion.id) ?? null };
  });
}

const COLUMNS = ['criterion', 'text', 'question', 'part', 'relevance', 'sites', 'sources'];

/** For spreadsheets: what `criterionLines` shows. */
function criterionRows({ content }: CriteriaSet, chosen: SetChoice): DataRows {
  const rows = listed(content, chosen).map((criterion): DataRow => {
    const { id, text, question, explicit, relevance, support, heldBack, evidence } = criterion;
    return {
      criterion: id,
      text,
      question,
      part: explicit ? 'stated' : isFault(criterion) ? 'fault' : 'implied',
      relevance: relevance.status === 'scored' ? relevance.score : null,
      sites: support.sites,
      sources: support.sources,
      'held back': heldBack,
      quotes: evidence.map(({ quote }) => quote),
      urls: [...new Set(evidence.map(({ url }) => url))],
    };
  });
  return { columns: [...COLUMNS, 'held back', 'quotes', 'urls'], rows };
}

/** What the instruction states; what it implies: faults to avoid, and all else. */
function partsOf(criteria: readonly Criterion[]) {
  const implied = impliedOf(criteria);
  return {
    stated: criteria.filter(({ explicit }) => explicit),
    implied,
    virtues: implied.filter((criterion) => !isFault(criterion)),
    faults: implied.filter(isFault),
  };
}

function briefReport({ id, content }: CriteriaSet, { top, only }: SetChoice): Report {
  const { criteria, heldBack } = checklistOf(content.criteria, top, only);
  const { stated, implied, virtues, faults } = partsOf(criteria);
  const more = heldBack.filter(({ isBelow }) => isBelow).length;
  const left = `… and ${plural(more, 'more criterion', 'more criteria')} (--top ${more + implied.length})`;
  const none = only === 'stated' ? 'The instruction states no criterion that was recognised.' : 'No criteria.';
  return {
    title: shorten(content.task.instruction.replaceAll(/\s+/gu, ' '), MAX_TITLE_CHARS),
    blocks: [
      ...setNotes(content),
      uncheckedNote(content),
      lines(criteria.length > 0 ? null : none),
      section(
        'What the instruction asks for',
        lines(stated.length > 0 ? paint.soft(`${OPENING}…`) : null),
        list(stated.map(({ id, text }) => ({ head: say`${paint.strong(id)} ${demandOf(text)}` }))),
      ),
      lines(virtues.length > 0 && criteria.length > virtues.length ? paint.strong('What it implies') : null),
      criterionTable(virtues),
      lines(faults.length > 0 ? paint.strong(FAULTS_TITLE) : null),
      criterionTable(faults),
      groundedLine(implied),
      lines(more > 0 ? paint.soft(left) : null),
      heldBackList(heldBack, id),
      gapReviewList(content),
    ],
  };
}

/** How many rest on what; nothing where all rest on the same. */
function groundedLine(implied: readonly Criterion[]): Block {
  const grounded = implied.filter(({ evidence }) => evidence.length > 0).length;
  const others = implied.length - grounded;
  const counts = `${grounded} of ${implied.length} rest on pages, ${others} on the model alone.`;
  return lines(grounded > 0 && others > 0 ? paint.soft(counts) : null);
}

function criterionTable(criteria: readonly Criterion[]): Block {
  return table(criteria, [
    right('#', ({ id }) => paint.strong(id.slice(1))),
    main(`${OPENING}…`, ({ text }) => demandOf(text)),
    unbroken('Relevance', ({ relevance }) => relevanceCell(relevance)),
    right('Sources', ({ support }) => String(support.sources)),
    left('Best source', ({ evidence, origin }) => paint.soft(bestSourceName(evidence) ?? origin)),
  ]);
}

function relevanceCell(relevance: RelevanceScore): Inline {
  if (relevance.status === 'unscored') return paint.soft('unscored');
  const { score } = relevance;
  const tone = score >= 7 ? 'good' : score >= 4 ? 'warn' : 'soft';
  return say`${bar(score / 10, 5, { tone })} ${score.toFixed(1)}`;
}

function bestSourceName(evidence: Criterion['evidence']): string | null {
  const best = bestEvidence(evidence);
  if (best === null) return null;
  const names = [titleOf(best), best.via === 'bundled' ? null : siteNameOf(best)].filter((name) => name !== null);
  return names.map((name) => shorten(name, MAX_NAME_CHARS)).join(' · ');
}

function fullReport(set: CriteriaSet, { top, only }: SetChoice): Report {
  const { id, content, run } = set;
  const { task, engine, warnings } = content;
  const { criteria, heldBack } = checklistOf(content.criteria, top, only);
  const { stated, virtues, faults } = partsOf(criteria);
  const shown = [...criteria, ...heldBack.filter(({ isBelow }) => !isBelow).map(({ criterion }) => criterion)];
  const sources = sourcesWith(content.sources, shown).filter((source) => source.criteria.length > 0);
  const all = criteria.length + heldBack.filter(({ isBelow }) => isBelow).length;
  const shownOf = all === criteria.length ? '' : `${criteria.length} of `;
  const counts = `${shownOf}${plural(all, 'criterion', 'criteria')} from ${plural(sources.length, 'source')}`;
  const maker = `groundrule ${run.groundruleVersion} (${engine.name} engine)`;
  const listOf = (part: readonly Criterion[]) =>
    list(part.map((criterion) => criterionItem(withoutPassages(criterion), set)));
  return {
    title: `Criteria: ${shorten(task.instruction, MAX_INSTRUCTION_CHARS)}`,
    instruction: task.instruction.length > MAX_INSTRUCTION_CHARS ? task.instruction : undefined,
    blocks: [
      ...setNotes(content),
      lines(
        `${counts}, best first. Found by ${maker}${task.context === null ? '' : ', with a context'}. Record: ${id}.`,
        criteria.length === 0 ? 'No criteria.' : null,
      ),
      notes('warn', ...warnings),
      uncheckedNote(content),
      lines(criteria.length > 0 ? paint.soft(`${OPENING}…`) : null),
      section('What the instruction asks for', listOf(stated)),
      section('Criteria', listOf(virtues)),
      section(FAULTS_TITLE, listOf(faults)),
      heldBackList(heldBack),
      gapReviewList(content),
      section('Sources', sourceList(sources, content.queries)),
    ],
  };
}

/** @param setId where a few are enough: names the command that shows them all */
function heldBackList(heldBack: readonly HeldBack[], setId?: string): Block {
  const held = heldBack.filter(({ isBelow }) => !isBelow);
  const shown = setId === undefined ? held : held.slice(0, MAX_HELD_BACK);
  const items = shown.map(({ criterion: { id, text }, reason }) => ({
    head: say`${paint.strong(id)} ${demandOf(text)} ${paint.soft(`(${reason})`)}`,
  }));
  const more = held.length - shown.length;
  const rest = more > 0 ? paint.soft(`… and ${more} more held back (show ${setId} --format markdown)`) : null;
  return section('Held back', list(items), lines(rest));
}
