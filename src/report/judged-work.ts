/** Selections and actionability, each with the verdicts behind its figures. */
import type { Actionability, ActionabilityFigures, Candidate, Selection } from '../domain/judged-work.ts';
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import { judgementBlocks } from './judgement.ts';
import { countsOf } from './verdict.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, say, section, table, verbatim } from './report.ts';
import type { Block, Inline, Row } from './report.ts';
import { wordChanges } from './text-pieces.ts';
import { percent, plural } from './words.ts';

/** Candidates from the best to the worst, ties together, and the text of the best. */
export const renderSelection = renderer<Selection>((selection, isFull) => {
  const { checklist, candidates, best } = selection;
  const shown = candidates.flatMap(({ judged }, index) => {
    if (judged === null || !(isFull || best.includes(index))) return [];
    const blocks = isFull ? judgementBlocks(judged, selection, true) : [verbatim(judged.response)];
    return [section(judged.name, ...blocks)];
  });
  const rankOf = (candidate: Candidate) => (candidate.status === 'scored' ? candidate.rankedBy : -1);
  const ranked = [...candidates.entries()].sort(([, a], [, b]) => rankOf(b) - rankOf(a));
  const rows = ranked.map(([index, candidate]) => candidateCells(candidate, best.includes(index)));
  return {
    title: `Best of ${candidates.length} by the checklist`,
    instruction: checklist.task?.instruction,
    blocks: [table(['', right('Rate'), main('Candidate'), 'Met'], rows), outcomeOf(selection), ...shown],
  };
});

function candidateCells(candidate: Candidate, isBest: boolean): Row {
  if (candidate.status === 'unscored') return ['', '–', candidate.name, paint.warn(`unscored: ${candidate.reason}`)];
  const { judged, rankedBy } = candidate;
  const rate = percent(judged.passRate.rate);
  const lost = `; ranked as ${percent(rankedBy)}, as others have verdicts where it has none`;
  const met = countsOf(judged.passRate) + (judged.passRate.rate === rankedBy ? '' : lost);
  return [isBest ? paint.good('best') : '', isBest ? paint.strong(rate) : rate, judged.name, met];
}

function outcomeOf({ best, candidates }: Selection): Block {
  if (best.length === 0) return lines(paint.warn('No candidate could be scored.'));
  const open = candidates.filter(({ status }) => status === 'unscored').length;
  const left = open === 0 ? '' : ` ${plural(open, 'candidate')} could not be scored.`;
  const [winner] = best.map((index) => candidates[index]);
  if (best.length === 1 && winner !== undefined)
    return lines(paint.strong(`Best: ${winner.status === 'unscored' ? winner.name : winner.judged.name}.${left}`));
  const tie = `${best.length} tie for the best: the checklist does not tell them apart.`;
  return lines(paint.warn(tie + left));
}

/** The rates before and after, and what became of each unmet item. */
export const renderActionability = renderer<readonly Actionability[]>(
  async (records, isFull) => ({
    title: 'Actionability: each unmet criterion edited towards, alone',
    instruction: records[0]?.checklist.task?.instruction,
    blocks: [
      ...(await Promise.all(records.map((record) => editedResponse(record, isFull)))),
      ...(records.length > 1
        ? [section(`All ${records.length} responses`, figureLines(actionabilityFigures(records)))]
        : []),
    ],
  }),
  { record: (responses) => ({ overall: actionabilityFigures(responses), responses }) },
);

async function editedResponse(record: Actionability, isFull: boolean): Promise<Block> {
  const { start, edits, figures } = record;
  const details = edits.map(async ({ itemId, judged }) => {
    const changes = judged === null ? [] : [await wordChanges(start.response, judged.response)];
    return section(`The edit towards ${itemId}`, ...changes);
  });
  return section(
    start.name,
    figureLines(figures),
    table(['#', 'After', 'Broken', main('Unmet criterion')], editRows(record)),
    ...(isFull ? [...judgementBlocks(start, record, true), ...(await Promise.all(details))] : []),
  );
}

function figureLines(figures: ActionabilityFigures): Block {
  const { before, after, delta, repairRate, repaired, unmet, unscored, broken } = figures;
  const rates = paint.strong(`${percent(before)} → ${percent(after)}`);
  const repairs = say`repair rate ${paint.strong(percent(repairRate))} (${repaired} of ${unmet} unmet repaired)`;
  return lines(
    say`${rates} · Δ ${percent(delta)} · ${repairs}`,
    broken > 0 ? paint.bad(`${plural(broken, 'met item')} broken by edits towards others`) : null,
    unscored > 0 ? paint.warn(`${plural(unscored, 'item')} left out: unscored before or after`) : null,
  );
}

function editRows({ checklist, edits }: Actionability): readonly Row[] {
  return edits.map(({ itemId, outcome, broken }) => {
    const text = checklist.items.find(({ id }) => id === itemId)?.text ?? '';
    const row = (after: Inline, why = '') => [paint.strong(itemId), after, paint.bad(broken.join(' ')), text + why];
    if (outcome.status === 'unscored') return row(paint.warn('unscored'), ` (${outcome.reason})`);
    return row(outcome.repaired ? paint.good('repaired') : paint.bad('unmet'));
  });
}
