/** What rests on judging: refinements, selections and actionability, each with the verdicts behind its figures. */
import type {
  Actionability,
  ActionabilityFigures,
  Candidate,
  Refinement,
  Selection,
  Stop,
} from '../domain/judged-work.ts';
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import { countsOf, judgementBlocks } from './judgement.ts';
import { renderer } from './render.ts';
import { lines, main, paint, right, say, section, table, verbatim } from './report.ts';
import type { Block, Inline, Row } from './report.ts';
import { wordChanges } from './text-pieces.ts';
import { percent, plural } from './words.ts';

/** The rounds with their rates, what changed, and the verdicts on what is kept. */
export const renderRefinement = renderer<Refinement>(async (refinement, isFull) => {
  const { method, checklist, rounds, kept, stop } = refinement;
  const [start, best] = [rounds[0]?.judged, rounds[kept]?.judged];
  if (start === undefined || best === undefined) throw new Error('A refinement keeps one of its rounds.');
  const nameOf = (index: number) => (index === 0 ? 'the start' : `round ${index}`);
  const changes = kept === 0 ? [] : [await wordChanges(start.response, best.response)];
  const details = rounds.flatMap(({ judged, plan }, index) => {
    if (!isFull && index !== kept) return [];
    const title = `Verdicts on ${nameOf(index)}${index === kept ? ' (kept)' : ''}`;
    return [
      section(`Plan of ${nameOf(index)}`, ...(isFull && plan !== null ? [verbatim(plan)] : [])),
      section(title, ...judgementBlocks(judged, refinement, isFull)),
    ];
  });
  return {
    title: `${start.name}, refined by ${method === 'checklist' ? 'the checklist' : 'self-critique'}`,
    instruction: checklist.task?.instruction,
    blocks: [
      roundTable(refinement),
      lines(
        `by the best ${plural(checklist.items.length, 'item')}; ${checklist.leftOut.length} left out`,
        stop.why === 'no-revision'
          ? paint.warn(`No new response came: ${stop.reason}`)
          : paint.soft(STOP_TEXTS[stop.why]),
        kept === 0 ? paint.strong('The start is kept: no round is better.') : null,
      ),
      section(`What changed from the start to ${nameOf(kept)}`, ...changes),
      ...details,
    ],
  };
});

const STOP_TEXTS: Readonly<Record<Exclude<Stop['why'], 'no-revision'>, string>> = {
  'nothing-to-mend': 'Nothing is left to mend.',
  'nothing-scored': 'Nothing could be judged, so nobody knows what to mend.',
  'rounds-done': 'All rounds are done.',
};

/** With the rate by weight, which decides, where weights differ. */
function roundTable({ rounds, kept, checklist }: Refinement): Block {
  const isWeighted = new Set(checklist.items.map(({ weight }) => weight)).size > 1;
  const rows = rounds.map(({ judged: { passRate } }, index) => {
    const weighted = isWeighted ? [percent(passRate.weightedRate)] : [];
    const cells = [index === 0 ? 'start' : String(index), percent(passRate.rate), ...weighted];
    const counts = countsOf(passRate);
    return index === kept ? [...cells.map(paint.strong), `${counts} – kept`] : [...cells, counts];
  });
  return table(['Round', right('Rate'), ...(isWeighted ? [right('By weight')] : []), main('Met')], rows);
}

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
  if (best.length === 1) return lines(paint.strong(`One is best.${left}`));
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
  (responses) => ({ overall: actionabilityFigures(responses), responses }),
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
