/** A refinement for people: the rounds with their rates, what changed, and the verdicts on what is kept. */
import type { Refinement, Stop } from '../../domain/refinement.ts';
import { asJudgement } from '../../judge/as-judgement.ts';
import { recordId } from '../../judge/record-id.ts';
import { wordDiff } from '../../text/word-diff.ts';
import { countsOf, percent } from '../judgement/figures.ts';
import { heading, line, span, type Block, type Report } from '../report/report.ts';
import type { Printed } from '../report/render-report.ts';

export function refinementToPrint(refinement: Refinement): Printed {
  return {
    json: () => ({ id: recordId('refinement', refinement), ...refinement }),
    report: (isFull) => reportOf(refinement, isFull),
  };
}

async function reportOf(refinement: Refinement, isFull: boolean): Promise<Report> {
  const { method, checklist, rounds, kept, stop, judge } = refinement;
  const [start, keptRound] = [rounds[0], rounds[kept]];
  if (start === undefined || keptRound === undefined)
    throw new Error('A refinement keeps one of its rounds.');
  const judgement = (of: typeof start, name: string): Block => ({
    kind: 'judgement',
    judgement: asJudgement({ ...of.judged, name }, checklist, judge),
  });
  return {
    title: `Refinement: ${start.judged.name}`,
    heading: method === 'checklist' ? 'Refined by the checklist' : 'Refined by self-critique',
    task: checklist.task,
    blocks: [
      roundRows(refinement),
      line(span(stopText(stop), stop.why === 'no-revision' ? 'warn' : 'soft')),
      ...(kept === 0
        ? [line(span('The start is kept: no round is better.', 'strong'))]
        : [
            heading(`What changed from the start to ${nameOf(kept)}`),
            {
              kind: 'diff' as const,
              pieces: await wordDiff(start.judged.response, keptRound.judged.response),
            },
          ]),
      ...(isFull
        ? rounds.flatMap((round, index) => [
            ...(round.plan === null
              ? []
              : [heading(`Plan of ${nameOf(index)}`), { kind: 'text' as const, text: round.plan }]),
            judgement(round, `${start.judged.name}, ${nameOf(index)}${index === kept ? ' (kept)' : ''}`),
          ])
        : [judgement(keptRound, `${start.judged.name}, ${nameOf(kept)} (kept)`)]),
    ],
  };
}

function nameOf(index: number): string {
  return index === 0 ? 'the start' : `round ${index}`;
}

function roundRows({ rounds, kept }: Refinement): Block {
  return {
    kind: 'rows',
    columns: [
      { head: 'Round', width: 10 },
      { head: 'Rate', width: 8, align: 'right' },
      { head: 'Met', width: null },
    ],
    rows: rounds.map(({ judged }, index) => [
      span(index === 0 ? 'start' : String(index), index === kept ? 'strong' : 'plain'),
      span(percent(judged.passRate.rate), index === kept ? 'strong' : 'plain'),
      span(`${countsOf(judged.passRate)}${index === kept ? ' – kept' : ''}`),
    ]),
  };
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
