/** A selection: candidates from the best to the worst, ties together, and the text of the best. */
import type { Candidate, Selection } from '../domain/selection.ts';
import { asJudgement } from '../judge/as-judgement.ts';
import { countsOf, judgementBlocks } from './judgement.ts';
import { renderer, withId, type ToReport } from './render.ts';
import {
  good,
  lines,
  main,
  right,
  section,
  strong,
  table,
  verbatim,
  warn,
  type Block,
  type Row,
  type Span,
} from './report.ts';
import { percent, plural } from './words.ts';

const toReport: ToReport<Selection> = (selection, isFull) => {
  const { checklist, candidates, best, judge } = selection;
  const shown = candidates.flatMap(({ judged }, index) => {
    if (judged === null || !(isFull || best.includes(index))) return [];
    const verdicts = isFull ? judgementBlocks(asJudgement(judged, checklist, judge), true) : [];
    return [section(judged.name, ...(isFull ? verdicts : [verbatim(judged.response)]))];
  });
  return {
    title: `Best of ${candidates.length} by the checklist`,
    instruction: checklist.task?.instruction,
    blocks: [candidateTable(selection), lines(outcomeOf(selection)), ...shown],
  };
};

export const renderSelection = renderer(toReport, withId('selection'));

function candidateTable({ candidates, best }: Selection): Block {
  const rankOf = (candidate: Candidate) => (candidate.status === 'scored' ? candidate.rankedBy : -1);
  const ranked = candidates
    .map((candidate, index) => ({ candidate, isBest: best.includes(index) }))
    .sort((a, b) => rankOf(b.candidate) - rankOf(a.candidate));
  const rows = ranked.map(({ candidate, isBest }) => cellsOf(candidate, isBest));
  return table(['', right('Rate'), main('Candidate'), 'Met'], rows);
}

function cellsOf(candidate: Candidate, isBest: boolean): Row {
  if (candidate.status === 'unscored')
    return ['', '–', candidate.name, warn(`unscored: ${candidate.reason}`)];
  const { judged, rankedBy } = candidate;
  const { rate } = judged.passRate;
  const lost = `; ranked as ${percent(rankedBy)}, as others have verdicts where it has none`;
  const met = countsOf(judged.passRate) + (rate === rankedBy ? '' : lost);
  return isBest
    ? [good('best'), strong(percent(rate)), judged.name, met]
    : ['', percent(rate), judged.name, met];
}

function outcomeOf({ best, candidates }: Selection): Span {
  if (best.length === 0) return warn('No candidate could be scored.');
  const open = candidates.filter(({ status }) => status === 'unscored').length;
  const left = open === 0 ? '' : ` ${plural(open, 'candidate')} could not be scored.`;
  if (best.length === 1) return strong(`One is best.${left}`);
  return warn(`${best.length} tie for the best: the checklist does not tell them apart.${left}`);
}
