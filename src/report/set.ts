/** A set of criteria: for a terminal the best of them as a table; in full with their quotes and sources. */
import { checklistOf, type HeldBack } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion, RelevanceScore } from '../domain/criterion.ts';
import { InputError } from '../domain/errors.ts';
import { criterionItem, opponentName } from './criterion.ts';
import { gapReviewList } from './gap-reviews.ts';
import type { Layout, SetFormat } from './formats.ts';
import { renderer } from './render.ts';
import {
  lines,
  list,
  main,
  right,
  say,
  section,
  soft,
  strong,
  table,
  warn,
  type Block,
  type Inline,
  type Report,
} from './report.ts';
import { siteNameOf, sourceList, titleOf } from './source.ts';
import { plural, shorten } from './words.ts';

const DEFAULT_TOP = 15;
const MAX_TITLE_CHARS = 120;
const MAX_SOURCE_CHARS = 80;
/** Every criterion opens so; the head of the column says it once. */
const OPENING = 'The response should ';

/** @throws InputError, before any work is done, where a record would be cut */
export function requireFormatAllowsTop({ format, top }: SetFormat): void {
  if (format === 'json' && top !== undefined)
    throw new InputError('--top cannot cut a JSON record: its id is the hash of all that is in it.', {
      advice: 'Use --format jsonl, markdown, html or table, or leave out --top.',
    });
}

export async function renderSet(
  set: CriteriaSet,
  { format, top }: SetFormat,
  layout: Layout,
): Promise<string> {
  if (format === 'jsonl') return (await import('./json-lines.ts')).renderJsonLines(set, top);
  const render = renderer<CriteriaSet>((_, isFull) =>
    isFull ? fullReport(set, top) : briefReport(set, top ?? DEFAULT_TOP),
  );
  return render(set, format, layout);
}

function briefReport({ content }: CriteriaSet, top: number): Report {
  const { criteria, heldBack } = checklistOf(content.criteria);
  const more = criteria.length - top;
  const left = `… and ${plural(more, 'more criterion', 'more criteria')} (--top ${criteria.length})`;
  return {
    title: content.task.instruction,
    blocks: [
      criteria.length === 0 ? lines('No criteria.') : criteriaTable(criteria.slice(0, top)),
      lines(more > 0 ? soft(left) : null),
      heldBackList(heldBack),
      gapReviewList(content),
    ],
  };
}

function criteriaTable(criteria: readonly Criterion[]): Block {
  return table(
    [right('#'), main(`${OPENING}…`), 'Relevance', right('Sources'), 'Best source'],
    criteria.map(({ id, text, explicit, relevance, support, evidence, origin }) => [
      strong(id.slice(1)),
      say`${text.startsWith(OPENING) ? text.slice(OPENING.length) : text}${explicit ? warn(' (in your instruction)') : ''}`,
      relevanceCell(relevance),
      String(support.sources),
      soft(bestSourceName(evidence) ?? origin),
    ]),
  );
}

function relevanceCell(relevance: RelevanceScore): Inline {
  if (relevance.status === 'unscored') return soft('unscored');
  const { score } = relevance;
  const tone = score >= 7 ? 'good' : score >= 4 ? 'warn' : 'soft';
  return say`${{ text: '', tone, bar: { share: score / 10, columns: 5 } }} ${score.toFixed(1)}`;
}

/** Of the most expert source, then the most relevant one, then the first. */
function bestSourceName(evidence: Criterion['evidence']): string | null {
  const [best] = [...evidence].sort((a, b) => b.expertise - a.expertise || b.relevance - a.relevance);
  if (best === undefined) return null;
  const site = best.via === 'bundled' ? null : siteNameOf(best);
  return shorten(site === null ? titleOf(best) : `${titleOf(best)} · ${site}`, MAX_SOURCE_CHARS);
}

function fullReport({ id, content, run }: CriteriaSet, top: number | undefined): Report {
  const { task, engine, warnings } = content;
  const { criteria, heldBack } = checklistOf(content.criteria, top);
  const shown = [...criteria, ...heldBack.map(({ criterion }) => criterion)];
  const considered = content.sources.map((source) => ({
    source,
    criteria: shown.filter(({ evidence }) => evidence.some(({ sourceId }) => sourceId === source.id)),
  }));
  const sources = considered.filter((each) => each.criteria.length > 0);
  const counts = `${plural(criteria.length, 'criterion', 'criteria')} from ${plural(sources.length, 'source')}`;
  const maker = `groundrule ${run.groundruleVersion} (${engine.name} engine)`;
  const isLong = task.instruction.length > MAX_TITLE_CHARS;
  return {
    title: `Criteria: ${shorten(task.instruction, MAX_TITLE_CHARS)}`,
    instruction: isLong ? task.instruction : undefined,
    blocks: [
      lines(
        `${counts}, best first. Found by ${maker}${task.context === null ? '' : ', with a context'}. Record: ${id}.`,
        ...warnings.map((warning) => warn(`Note: ${warning}`)),
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
    const against = soft(`(against ${opponentName(conflictsWith)}: ${reason})`);
    return { head: say`${strong(criterion.id)} ${criterion.text} ${against}`, blocks: [] };
  });
  return section('Held back, since a better criterion or the instruction asks for the contrary', list(items));
}
