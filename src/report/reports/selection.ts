/** A selection for people: candidates from the best to the worst, ties together, and the text of the best. */
import type { Candidate, Selection } from '../../domain/selection.ts';
import { asJudgement } from '../../judge/as-judgement.ts';
import { recordId } from '../../judge/record-id.ts';
import { countsOf, percent } from '../judgement/figures.ts';
import { heading, line, span, type Block, type Report, type Span } from '../report/report.ts';
import type { Printed } from '../report/render-report.ts';
import { plural } from '../words.ts';

export function selectionToPrint(selection: Selection): Printed {
  return {
    json: () => ({ id: recordId('selection', selection), ...selection }),
    report: (isFull) => reportOf(selection, isFull),
  };
}

function reportOf(selection: Selection, isFull: boolean): Report {
  const { checklist, candidates, best, judge } = selection;
  const judgements = candidates.flatMap(({ judged }): readonly Block[] =>
    judged === null ? [] : [{ kind: 'judgement', judgement: asJudgement(judged, checklist, judge) }],
  );
  return {
    title: `Best of ${candidates.length}`,
    heading: `Best of ${candidates.length} by the checklist`,
    task: checklist.task,
    blocks: [
      candidateRows(selection),
      line(outcomeOf(selection)),
      ...(isFull ? judgements : bestTexts(candidates, best)),
    ],
  };
}

function candidateRows({ candidates, best }: Selection): Block {
  const ranked = candidates
    .map((candidate, index) => ({
      candidate,
      index,
      rank: candidate.status === 'scored' ? candidate.rankedBy : -1,
    }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index);
  return {
    kind: 'rows',
    columns: [
      { head: '', width: 4 },
      { head: 'Rate', width: 8, align: 'right' },
      { head: 'Candidate', width: null },
      { head: 'Met', width: 36 },
    ],
    rows: ranked.map(({ candidate, index }) => cellsOf(candidate, best.includes(index))),
  };
}

function cellsOf(candidate: Candidate, isBest: boolean): readonly Span[] {
  if (candidate.status === 'unscored')
    return [span(''), span('–'), span(candidate.name), span(`unscored: ${candidate.reason}`, 'warn')];
  const { judged, rankedBy } = candidate;
  const { rate } = judged.passRate;
  const lost =
    rate === rankedBy ? '' : `; ranked as ${percent(rankedBy)}, as others have verdicts where it has none`;
  return [
    span(isBest ? 'best' : '', 'good'),
    span(percent(rate), isBest ? 'strong' : 'plain'),
    span(judged.name),
    span(`${countsOf(judged.passRate)}${lost}`),
  ];
}

function outcomeOf({ best, candidates }: Selection): Span {
  if (best.length === 0) return span('No candidate could be scored.', 'warn');
  const open = candidates.filter(({ status }) => status === 'unscored').length;
  const left = open === 0 ? '' : ` ${plural(open, 'candidate')} could not be scored.`;
  return best.length === 1
    ? span(`One is best.${left}`, 'strong')
    : span(`${best.length} tie for the best: the checklist does not tell them apart.${left}`, 'warn');
}

function bestTexts(candidates: readonly Candidate[], best: readonly number[]): readonly Block[] {
  return best.flatMap((index): readonly Block[] => {
    const judged = candidates[index]?.judged ?? null;
    return judged === null ? [] : [heading(judged.name), { kind: 'text', text: judged.response }];
  });
}
