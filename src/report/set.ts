/** Sets of criteria: a list of them; the best of one as a table; one in full with its quotes and sources. */
import { checklistOf, type HeldBack } from '../discover/select-criteria.ts';
import type { CriteriaSet, CriteriaSetContent } from '../domain/criteria-set.ts';
import type { Criterion, RelevanceScore } from '../domain/criterion.ts';
import { InputError } from '../domain/errors.ts';
import type { SetSummary } from '../domain/ports.ts';
import { printableJson, shorten } from '../text/printable.ts';
import { criterionItem, opponentName } from './criterion.ts';
import type { Layout, SetFormat } from './formats.ts';
import { renderer } from './render.ts';
import { lines, list, main, paint, right, say, section, table, unbroken } from './report.ts';
import type { Block, Inline, Report, Row } from './report.ts';
import { siteNameOf, sourceList, titleOf } from './source.ts';
import { plural } from './words.ts';

const DEFAULT_TOP = 15;
const MAX_INSTRUCTION_CHARS = 120;
/** Of a source, and of its site. */
const MAX_NAME_CHARS = 60;
/** Every criterion opens so; the head of the column says it once. */
const OPENING = 'The response should ';

/** Stored sets, newest first. */
export const renderList = renderer<readonly SetSummary[]>((sets, isFull) => {
  const rows = sets.map(({ id, startedAt, mode, engine, models, sources, criteria, instruction }) => [
    paint.strong(id),
    startedAt.slice(0, 16).replace('T', ' '),
    mode,
    models.join(', ') || engine,
    Object.entries(sources)
      .map(([via, pages]) => `${pages} ${via}`)
      .join(', '),
    String(criteria),
    isFull ? instruction : shorten(instruction, MAX_INSTRUCTION_CHARS),
  ]);
  const columns = [unbroken('Id'), 'Begun (UTC)', 'Mode', 'Engine', 'Sources', right('Criteria'), main('Instruction')];
  return { title: plural(sets.length, 'set'), blocks: [table(columns, rows)] };
});

/** @throws InputError, before any work is done, where a record would be cut */
export function requireFormatAllowsTop({ format, top }: SetFormat): void {
  if (format === 'json' && top !== undefined)
    throw new InputError('--top cannot cut a JSON record: its id is the hash of all that is in it.', {
      advice: 'Use --format jsonl, markdown, html or table, or leave out --top.',
    });
}

export async function renderSet(set: CriteriaSet, { format, top }: SetFormat, layout: Layout): Promise<string> {
  if (format === 'jsonl') return jsonLines(set, top);
  const render = renderer<CriteriaSet>((_, isFull) =>
    isFull ? fullReport(set, top) : briefReport(set, top ?? DEFAULT_TOP),
  );
  return render(set, format, layout);
}

/**
 * One criterion a line, best first, with what ties it to its set. Without `top`, every criterion of the record; with
 * it, the best of the checklist. `meta.heldBack` names the criterion that a checklist takes instead.
 */
function jsonLines({ id, content }: CriteriaSet, top: number | undefined): string {
  const { criteria, heldBack } = checklistOf(content.criteria);
  const shown = top === undefined ? content.criteria : criteria.slice(0, top);
  const lines = shown.map((criterion) => {
    const conflict = heldBack.find((held) => held.criterion.id === criterion.id);
    const against = conflict === undefined ? null : { conflictsWith: conflict.conflictsWith, reason: conflict.reason };
    const meta = { set: id, schemaVersion: content.schemaVersion, heldBack: against };
    return `${printableJson({ meta, ...criterion })}\n`;
  });
  return lines.join('');
}

function briefReport({ content }: CriteriaSet, top: number): Report {
  const { criteria, heldBack } = checklistOf(content.criteria);
  const more = criteria.length - top;
  const left = `… and ${plural(more, 'more criterion', 'more criteria')} (--top ${criteria.length})`;
  const columns = [right('#'), main(`${OPENING}…`), unbroken('Relevance'), right('Sources'), 'Best source'];
  return {
    title: content.task.instruction,
    blocks: [
      criteria.length === 0 ? lines('No criteria.') : table(columns, criteria.slice(0, top).map(criterionCells)),
      lines(more > 0 ? paint.soft(left) : null),
      heldBackList(heldBack),
      gapReviewList(content),
    ],
  };
}

function criterionCells({ id, text, explicit, relevance, support, evidence, origin }: Criterion): Row {
  return [
    paint.strong(id.slice(1)),
    [
      text.startsWith(OPENING) ? text.slice(OPENING.length) : text,
      explicit ? paint.warn(' (in your instruction)') : '',
    ],
    relevanceCell(relevance),
    String(support.sources),
    paint.soft(bestSourceName(evidence) ?? origin),
  ];
}

function relevanceCell(relevance: RelevanceScore): Inline {
  if (relevance.status === 'unscored') return paint.soft('unscored');
  const { score } = relevance;
  const tone = score >= 7 ? 'good' : score >= 4 ? 'warn' : 'soft';
  return say`${{ ...paint[tone](''), bar: { share: score / 10, columns: 5 } }} ${score.toFixed(1)}`;
}

/** Of the most expert source, then the most relevant one, then the first. */
function bestSourceName(evidence: Criterion['evidence']): string | null {
  const [best] = [...evidence].sort((a, b) => b.expertise - a.expertise || b.relevance - a.relevance);
  if (best === undefined) return null;
  const names = [titleOf(best), best.via === 'bundled' ? null : siteNameOf(best)].filter((name) => name !== null);
  return names.map((name) => shorten(name, MAX_NAME_CHARS)).join(' · ');
}

function fullReport({ id, content, run }: CriteriaSet, top: number | undefined): Report {
  const { task, engine, warnings } = content;
  const { criteria, heldBack } = checklistOf(content.criteria, top);
  const shown = [...criteria, ...heldBack.map(({ criterion }) => criterion)];
  const cites = (sourceId: string) =>
    shown.filter(({ evidence }) => evidence.some((piece) => piece.sourceId === sourceId));
  const considered = content.sources.map((source) => ({ source, criteria: cites(source.id) }));
  const sources = considered.filter((each) => each.criteria.length > 0);
  const counts = `${plural(criteria.length, 'criterion', 'criteria')} from ${plural(sources.length, 'source')}`;
  const maker = `groundrule ${run.groundruleVersion} (${engine.name} engine)`;
  const isLong = task.instruction.length > MAX_INSTRUCTION_CHARS;
  return {
    title: `Criteria: ${shorten(task.instruction, MAX_INSTRUCTION_CHARS)}`,
    instruction: isLong ? task.instruction : undefined,
    blocks: [
      lines(
        `${counts}, best first. Found by ${maker}${task.context === null ? '' : ', with a context'}. Record: ${id}.`,
        ...warnings.map((warning) => paint.warn(`Note: ${warning}`)),
        criteria.length === 0 ? 'No criteria.' : null,
      ),
      section('Criteria', list(criteria.map((criterion) => criterionItem(criterion, null, content.sources)))),
      heldBackList(heldBack),
      gapReviewList(content),
      section('Sources', sourceList(sources)),
    ],
  };
}

function heldBackList(heldBack: readonly HeldBack[]): Block {
  const items = heldBack.map(({ criterion, conflictsWith, reason }) => {
    const against = paint.soft(`(against ${opponentName(conflictsWith)}: ${reason})`);
    return { head: say`${paint.strong(criterion.id)} ${criterion.text} ${against}` };
  });
  return section('Held back, since a better criterion or the instruction asks for the contrary', list(items));
}

/** What was found covered and missing before each further round, and what was asked for it; empty without rounds. */
export function gapReviewList({ gapReviews = [], queries }: CriteriaSetContent): Block {
  const rounds = gapReviews.map((review, index) => {
    const round = `Round ${index + 2}`;
    if (review.status === 'unscored') return `${round}: what is missing could not be told (${review.reason})`;
    const { covered, missing, queryIds } = review;
    const texts = queryIds.map((id) => queries.find((query) => query.id === id)?.text ?? id);
    const asked = texts.map((text) => `“${text}”`).join(', ');
    const outcome = asked === '' ? 'Nothing further was asked.' : `Asked: ${asked}`;
    return `${round}: covered: ${covered} Missing: ${missing} ${outcome}`;
  });
  return section('Further rounds', list(rounds));
}
