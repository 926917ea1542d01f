/** A refinement: the rounds with their rates, what changed, and the verdicts on what is kept. */
import type { Refinement, Stop } from '../domain/refinement.ts';
import { asJudgement } from '../judge/as-judgement.ts';
import { countsOf, judgementBlocks } from './judgement.ts';
import { renderer, withId, type ToReport } from './render.ts';
import { lines, main, right, section, soft, strong, table, verbatim, warn, type Block } from './report.ts';
import { wordChanges } from './word-changes.ts';
import { percent } from './words.ts';

const toReport: ToReport<Refinement> = async (refinement, isFull) => {
  const { method, checklist, rounds, kept, stop, judge } = refinement;
  const [start, best] = [rounds[0], rounds[kept]];
  if (start === undefined || best === undefined) throw new Error('A refinement keeps one of its rounds.');
  const changes = () => wordChanges(start.judged.response, best.judged.response);
  const details = rounds.flatMap(({ judged, plan }, index) =>
    !isFull && index !== kept
      ? []
      : [
          section(`Plan of ${nameOf(index)}`, ...(isFull && plan !== null ? [verbatim(plan)] : [])),
          section(
            `Verdicts on ${nameOf(index)}${index === kept ? ' (kept)' : ''}`,
            ...judgementBlocks(asJudgement(judged, checklist, judge), isFull),
          ),
        ],
  );
  return {
    title: `${start.judged.name}, refined by ${method === 'checklist' ? 'the checklist' : 'self-critique'}`,
    instruction: checklist.task?.instruction,
    blocks: [
      roundTable(refinement),
      lines(
        (stop.why === 'no-revision' ? warn : soft)(stopText(stop)),
        kept === 0 ? strong('The start is kept: no round is better.') : null,
      ),
      ...(kept === 0 ? [] : [section(`What changed from the start to ${nameOf(kept)}`, await changes())]),
      ...details,
    ],
  };
};

export const renderRefinement = renderer(toReport, withId('refinement'));

function nameOf(index: number): string {
  return index === 0 ? 'the start' : `round ${index}`;
}

function roundTable({ rounds, kept }: Refinement): Block {
  const rows = rounds.map(({ judged: { passRate } }, index) => {
    const [name, rate] = [index === 0 ? 'start' : String(index), percent(passRate.rate)];
    return index === kept
      ? [strong(name), strong(rate), `${countsOf(passRate)} – kept`]
      : [name, rate, countsOf(passRate)];
  });
  return table(['Round', right('Rate'), main('Met')], rows);
}

function stopText(stop: Stop): string {
  switch (stop.why) {
    case 'nothing-to-mend':
      return 'Nothing is left to mend.';
    case 'nothing-scored':
      return 'Nothing could be judged, so nobody knows what to mend.';
    case 'rounds-done':
      return 'All rounds are done.';
    case 'no-revision':
      return `No new response came: ${stop.reason}`;
  }
}
