/** Selections and actionability, each with the verdicts behind its figures. */
import type { Actionability, ActionabilityFigures, Candidate, Selection } from '../domain/judged-work.ts';
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import { earnedRate } from '../judge/pass-rate.ts';
import { judgementBlocks } from './judgement.ts';
import { countsOf, wantedText } from './verdict.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, say, section, table, verbatim, type Block, type Inline } from './report.ts';
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
  const ranked = candidates.map((candidate, index) => ({ candidate, isBest: best.includes(index) }));
  const rankOf = ({ candidate, isBest }: (typeof ranked)[number]) =>
    candidate.status === 'scored' ? Number(isBest) + candidate.rankedBy : -1;
  ranked.sort((a, b) => rankOf(b) - rankOf(a));
  return {
    title: `Best of ${candidates.length} by the checklist`,
    instruction: checklist.task?.instruction,
    blocks: [
      table(ranked, [
        left('', ({ isBest }) => (isBest ? paint.good('best') : '')),
        right('Rate', ({ candidate: { judged }, isBest }) => {
          const rate = percent(earnedRate(judged?.verdicts ?? []));
          return isBest ? paint.strong(rate) : rate;
        }),
        main('Candidate', ({ candidate }) => nameOf(candidate)),
        left('Met', ({ candidate }) => metText(candidate)),
      ]),
      outcomeOf(selection),
      ...shown,
    ],
  };
});

function nameOf(candidate: Candidate): string {
  return candidate.status === 'unscored' ? candidate.name : candidate.judged.name;
}

function metText(candidate: Candidate): Inline {
  if (candidate.status === 'unscored') return paint.warn(`unscored: ${candidate.reason}`);
  const { judged, rankedBy } = candidate;
  const lost = `; ${percent(rankedBy)} if what is unscored is not met`;
  return countsOf(judged.passRate) + (judged.passRate.unscored === 0 ? '' : lost);
}

function outcomeOf({ best, candidates }: Selection): Block {
  const open = candidates.filter(({ status }) => status === 'unscored').length;
  if (open === candidates.length) return lines(paint.warn('No candidate could be scored.'));
  const unscored = open === 0 ? '' : ` ${plural(open, 'candidate')} could not be scored.`;
  if (best.length === 0)
    return lines(
      paint.warn(`None is best: each is below another by the items that both have a verdict on.${unscored}`),
    );
  const [winner] = best.map((index) => candidates[index]);
  if (best.length === 1 && winner !== undefined) return lines(paint.strong(`Best: ${nameOf(winner)}.${unscored}`));
  const tie = `${best.length} tie for the best: the checklist does not tell them apart.`;
  return lines(paint.warn(tie + unscored));
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
    table(edits, [
      left('#', ({ itemId }) => paint.strong(itemId)),
      left('After', ({ outcome }) => {
        if (outcome.status === 'unscored') return paint.warn('unscored');
        return outcome.repaired ? paint.good('repaired') : paint.bad('unmet');
      }),
      left('Broken', ({ broken }) => paint.bad(broken.join(' '))),
      main('Unmet criterion', ({ itemId, outcome }) => {
        const item = record.checklist.items.find(({ id }) => id === itemId);
        const text = item === undefined ? '' : wantedText(item);
        return outcome.status === 'unscored' ? `${text} (${outcome.reason})` : text;
      }),
    ]),
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
