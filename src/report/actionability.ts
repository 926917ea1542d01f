/** Actionability: the rates before and after, and what became of each unmet item. */
import type { Actionability, ActionabilityFigures } from '../domain/actionability.ts';
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import { asJudgement } from '../judge/as-judgement.ts';
import { judgementBlocks } from './judgement.ts';
import { renderer, withId } from './render.ts';
import { bad, good, lines, main, say, section, strong, table, warn, type Block } from './report.ts';
import { wordChanges } from './word-changes.ts';
import { percent, plural } from './words.ts';

export const renderActionability = renderer<readonly Actionability[]>(
  async (records, isFull) => ({
    title: 'Actionability: each unmet criterion edited towards, alone',
    instruction: records[0]?.checklist.task?.instruction,
    blocks: [
      ...(await Promise.all(records.map((record) => recordSection(record, isFull)))),
      ...(records.length > 1
        ? [section(`All ${records.length} responses`, figureLines(actionabilityFigures(records)))]
        : []),
    ],
  }),
  (records) => ({
    overall: actionabilityFigures(records),
    responses: records.map(withId('actionability')),
  }),
);

async function recordSection(record: Actionability, isFull: boolean): Promise<Block> {
  const { start, edits, figures, checklist, judge } = record;
  const changes = edits.flatMap(({ itemId, judged }) =>
    judged === null || !isFull ? [] : [{ itemId, response: judged.response }],
  );
  const details = changes.map(async ({ itemId, response }) =>
    section(`The edit towards ${itemId}`, await wordChanges(start.response, response)),
  );
  return section(
    start.name,
    figureLines(figures),
    editTable(record),
    ...(isFull ? judgementBlocks(asJudgement(start, checklist, judge), true) : []),
    ...(await Promise.all(details)),
  );
}

function figureLines(figures: ActionabilityFigures): Block {
  const { before, after, delta, repairRate, repaired, unmet, unscored, broken } = figures;
  const rates = strong(`${percent(before)} → ${percent(after)}`);
  return lines(
    say`${rates} · Δ ${percent(delta)} · repair rate ${strong(percent(repairRate))} (${repaired} of ${unmet} unmet repaired)`,
    broken > 0 ? bad(`${plural(broken, 'met item')} broken by edits towards others`) : null,
    unscored > 0 ? warn(`${plural(unscored, 'item')} left out: unscored before or after`) : null,
  );
}

function editTable({ checklist, edits }: Actionability): Block {
  const texts = new Map(checklist.items.map(({ id, text }) => [id, text]));
  const rows = edits.map(({ itemId, outcome, broken }) => {
    const text = texts.get(itemId) ?? '';
    const [after, why] =
      outcome.status === 'unscored'
        ? [warn('unscored'), ` (${outcome.reason})`]
        : [outcome.repaired ? good('repaired') : bad('unmet'), ''];
    return [strong(itemId), after, bad(broken.join(' ')), text + why];
  });
  return table(['#', 'After', 'Broken', main('Unmet criterion')], rows);
}
