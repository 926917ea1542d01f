/** A refinement: its rounds with their rates, what changed, which items are met now, and the verdicts. */
import type { Refinement, Stop } from '../domain/judged-work.ts';
import { judgementBlocks } from './judgement.ts';
import { answerText, countsOf, wantedText } from './verdict.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, section, table, verbatim, type Block, type Report } from './report.ts';
import { wordChanges } from './text-pieces.ts';
import { percent, plural } from './words.ts';

export const renderRefinement = renderer<Refinement>(refinementReport);

export async function refinementReport(refinement: Refinement, isFull: boolean): Promise<Report> {
  const { method, checklist, rounds, kept } = refinement;
  // Where no round is better than the start, the last one shows what was tried.
  const shown = kept > 0 ? kept : rounds.length - 1;
  const start = rounds[0]?.judged;
  const end = rounds[shown]?.judged;
  if (start === undefined || end === undefined) throw new Error('A refinement has a start.');
  const nameOf = (index: number) => (index === 0 ? 'the start' : `round ${index}`);
  const changes = shown === 0 ? [] : [await wordChanges(start.response, end.response)];
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
        ...outcomeLines(refinement),
      ),
      section(`What changed from the start to ${nameOf(shown)}`, ...changes),
      section('Items before and after', ...(isFull && shown > 0 ? [itemTable(refinement, shown)] : [])),
      ...details,
    ],
  };
}

function outcomeLines({ stop, kept, rounds }: Refinement) {
  const why =
    stop.why === 'no-revision'
      ? paint.warn(`There was no new response: ${stop.reason}`)
      : paint.soft(STOP_TEXTS[stop.why]);
  const tried = rounds.length > 1 ? ' The last try is shown.' : '';
  return [why, kept === 0 ? paint.strong(`The start is kept: no round is better.${tried}`) : null];
}

const STOP_TEXTS: Readonly<Record<Exclude<Stop['why'], 'no-revision'>, string>> = {
  'nothing-to-mend': 'Nothing is left to mend.',
  'rest-unscored': 'No item is unmet, but some could not be judged.',
  'nothing-scored': 'Nothing could be judged, so there is nothing to mend.',
  'rounds-done': 'All rounds are done.',
};

/** With the rate by weight, which decides, where it may differ from the pass rate. */
function roundTable({ rounds, kept, checklist }: Refinement): Block {
  const hasWeights = new Set(checklist.items.map(({ weight }) => weight)).size > 1;
  const isWeighted = hasWeights || checklist.items.some(({ levels }) => levels !== undefined);
  type Round = (typeof rounds)[number];
  const shown = (text: string, index: number) => (index === kept ? paint.strong(text) : text);
  const rateOf = (field: 'rate' | 'weightedRate') => (round: Round, index: number) =>
    shown(percent(round.judged.passRate[field]), index);
  return table(rounds, [
    left('Round', (_, index) => shown(index === 0 ? 'start' : String(index), index)),
    right('Rate', rateOf('rate')),
    isWeighted && right('By weight', rateOf('weightedRate')),
    main('Met', ({ judged }, index) => `${countsOf(judged.passRate)}${index === kept ? ' – kept' : ''}`),
  ]);
}

function itemTable({ checklist, rounds, kept }: Refinement, shown: number): Block {
  const answerAt = (round: number, item: number) => answerText(rounds[round]?.judged.verdicts[item]?.verdict);
  return table(checklist.items, [
    left('#', ({ id }) => paint.strong(id)),
    main('Item', wantedText),
    left('Start', (_, index) => answerAt(0, index)),
    left(kept === shown ? 'Kept' : 'Last try', (_, index) => answerAt(shown, index)),
  ]);
}
