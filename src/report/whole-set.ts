/** A set with all of its proof: what its audit page and its file of one page have in common. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';
import { isFault } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { shorten } from '../text/printable.ts';
import { criterionBlocks, criterionRow } from './criterion.ts';
import { toHtml } from './html.ts';
import { lines, list, notes, paint, say, section, verbatim, type Block, type Inline, type ListItem } from './report.ts';
import { funnelTable, siteTable, supportPlot } from './set-charts.ts';
import { setNotes, uncheckedNote } from './set-notes.ts';
import { keptFirst, sourceItem, type Links } from './source.ts';
import { FAULTS_TITLE, minute, modeText, OPENING, plural } from './words.ts';

const MAX_TITLE_CHARS = 90;

export function setTitle({ content }: CriteriaSet): string {
  return shorten(content.task.instruction, MAX_TITLE_CHARS);
}

export function countsOfSet({ content: { criteria, funnel } }: CriteriaSet): string {
  return `${plural(criteria.length, 'criterion', 'criteria')} from ${plural(funnel.kept, 'kept source')} of ${funnel.found}`;
}

/** How a set was made. */
export function originOfSet({ id, content: { engine, mode }, run }: CriteriaSet): string {
  const models = [...new Set(Object.values(engine.models))].join(', ') || `${engine.name} engine`;
  // Sources are what a set is made from, unless another mode is named.
  const other = mode === 'web' ? [] : [modeText(mode)];
  return [...other, models, `${minute(run.startedAt)} UTC`, id].join(' · ');
}

/** @param pathOf the page of another set; absent in a file, which has no other pages */
export function parentLine({ content: { parent } }: CriteriaSet, pathOf?: (id: string) => string): Inline | null {
  if (parent === undefined) return null;
  const link = { text: parent.set, ...(pathOf && { path: pathOf(parent.set) }) };
  return say`Taken from ${link} without ${parent.without.join(', ')}.`;
}

export function contextOfSet({ content: { task } }: CriteriaSet): Block {
  const context = { head: paint.soft('With a context'), isFolded: true, blocks: [verbatim(task.context)] };
  return list(task.context === null ? [] : [context]);
}

function aboutSet(set: CriteriaSet): readonly Block[] {
  return [
    contextOfSet(set),
    lines(paint.soft(`${countsOfSet(set)} · ${originOfSet(set)}`), parentLine(set)),
    ...setNotes(set.content, false),
    notes('warn', ...set.content.warnings),
  ];
}

export interface SetRow {
  readonly criterion: Criterion;
  readonly item: ListItem;
}

/** The parts of a list, in order; each criterion is in one of them. */
export const PARTS = [
  { name: 'stated', title: 'What the instruction states' },
  { name: 'implied', title: 'What it implies' },
  { name: 'faults', title: FAULTS_TITLE },
  { name: 'held', title: 'Held back, and why' },
] as const;

export function partOfList(criterion: Criterion): (typeof PARTS)[number]['name'] {
  if (criterion.heldBack !== null) return 'held';
  if (criterion.explicit) return 'stated';
  return isFault(criterion) ? 'faults' : 'implied';
}

export function criteriaPart({ name, title }: (typeof PARTS)[number], rows: readonly SetRow[]): Block {
  const items = rows.filter(({ criterion }) => partOfList(criterion) === name).map(({ item }) => item);
  return { kind: 'section', title, count: items.length, parts: [list(items, 'rows')] };
}

export function setCharts({ content }: CriteriaSet): readonly Block[] {
  return [
    section('From documents to criteria', funnelTable(content.funnel)),
    supportPlot(content.criteria),
    siteTable(content.sources),
  ];
}

/** All is in the file: sources and criteria link to each other. */
const LINKS: Links = { source: (id) => ({ href: `#${id}` }), criterion: (id) => ({ href: `#${id}` }) };

/** The whole set in one file, which needs no server. */
export function wholeSetHtml({ set, criteria, sources }: Audit): Promise<string> {
  const rowOf = (audited: AuditedCriterion): SetRow => ({
    criterion: audited.criterion,
    // Open: a printed file shows every quote.
    item: { ...criterionRow(audited.criterion, set, criterionBlocks(audited, set, LINKS)), isFolded: false },
  });
  const rows = criteria.map(rowOf);
  const { instruction } = set.content.task;
  const title = setTitle(set);
  const cards = keptFirst(sources).map((source) => sourceItem(source, set.content.queries, LINKS));
  return toHtml({
    title,
    instruction: instruction === title ? undefined : instruction,
    blocks: [
      ...aboutSet(set),
      uncheckedNote(set.content, false),
      lines(paint.soft(`${OPENING}…`)),
      ...PARTS.map((part) => criteriaPart(part, rows)),
      section('Sources', list(cards, 'cards')),
      ...setCharts(set),
    ],
  });
}
