/** A set with all of its proof: what its audit page and its file of one page have in common. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';
import { isFault } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { shorten } from '../text/printable.ts';
import { criterionBlocks, criterionRow } from './criterion.ts';
import { toHtml } from './html.ts';
import { lines, list, notes, paint, say, section, verbatim, type Block, type ListItem } from './report.ts';
import { funnelTable, siteTable, supportPlot } from './set-charts.ts';
import { incompleteNote } from './set-notes.ts';
import { keptFirst, sourceItem, type Links } from './source.ts';
import { FAULTS_TITLE, plural } from './words.ts';

const MAX_TITLE_CHARS = 90;

export function setTitle({ content }: CriteriaSet): string {
  return shorten(content.task.instruction, MAX_TITLE_CHARS);
}

/** @param pathOf the page of another set; absent in a file, which has no other pages */
export function aboutSet({ id, content, run }: CriteriaSet, pathOf?: (id: string) => string): readonly Block[] {
  const { task, engine, mode, warnings, parent, criteria, funnel } = content;
  const models = [...new Set(Object.values(engine.models))].join(', ') || `${engine.name} engine`;
  const facts = [
    `${plural(criteria.length, 'criterion', 'criteria')} from ${plural(funnel.kept, 'kept source')} of ${funnel.found}`,
    mode,
    models,
    `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    id,
  ];
  const parentLink = parent === undefined ? '' : { text: parent.set, ...(pathOf && { path: pathOf(parent.set) }) };
  const context = { head: paint.soft('With a context'), isFolded: true, blocks: [verbatim(task.context)] };
  return [
    list(task.context === null ? [] : [context]),
    lines(
      paint.soft(facts.join(' · ')),
      parent === undefined ? null : say`Taken from ${parentLink} without ${parent.without.join(', ')}.`,
    ),
    incompleteNote(content),
    notes('warn', ...warnings),
  ];
}

export interface SetRow {
  readonly criterion: Criterion;
  readonly item: ListItem;
}

/** What the instruction states, what it implies, and faults to avoid. */
export function criteriaSections(rows: readonly SetRow[]): readonly Block[] {
  const block = (title: string, isIn: (criterion: Criterion) => boolean) => {
    const items = rows.filter(({ criterion }) => isIn(criterion)).map(({ item }) => item);
    return section(title, list(items, 'rows'));
  };
  return [
    block('What the instruction states', ({ explicit }) => explicit),
    block('What it implies', (criterion) => !criterion.explicit && !isFault(criterion)),
    block(FAULTS_TITLE, isFault),
  ];
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
    item: criterionRow(audited.criterion, criterionBlocks(audited, set, LINKS)),
  });
  const listed = criteria.filter(({ criterion }) => criterion.heldBack === null);
  const heldBack = criteria.filter(({ criterion }) => criterion.heldBack !== null);
  const { instruction } = set.content.task;
  const title = setTitle(set);
  const cards = keptFirst(sources).map((source) => sourceItem(source, set.content.queries, LINKS));
  return toHtml({
    title,
    instruction: instruction === title ? undefined : instruction,
    blocks: [
      ...aboutSet(set),
      ...criteriaSections(listed.map(rowOf)),
      section(
        'Held back',
        list(
          heldBack.map((audited) => rowOf(audited).item),
          'rows',
        ),
      ),
      section('Sources', list(cards, 'cards')),
      ...setCharts(set),
    ],
  });
}
