import type { Refinement } from '../../domain/judged-work.ts';
import { DEFAULT_ROUNDS, MAX_ROUNDS } from '../../judge/judge-options.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { toggle, text, whole } from '../flag.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../flags.ts';
import { readOneResponse } from '../../data/read-responses.ts';
import { renderRefinement } from '../../report/refinement.ts';
import { runJudging } from '../run-judging.ts';

export const command = defineCommand({
  name: 'refine',
  description: 'Improve a response by what a checklist finds unmet, and keep the best round',
  arguments: [['<response>', 'A file, or “-” for stdin']],
  flags: {
    rounds: whole(
      '--rounds <number>',
      'Judge and mend at most so often; it stops where all is met',
      [1, MAX_ROUNDS],
      DEFAULT_ROUNDS,
    ),
    selfCritique: toggle('--self-critique', 'The baseline: a free critique and a rewrite, without the checklist'),
    saveText: text('--save-text <file>', 'Write the text that is kept to a file of its own'),
    ...judgingFlags,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule refine letter.md --set cs_1a2b3c --model gpt-4.1-mini --save-text better.md',
    'groundrule refine answer.txt --instruction "Write a haiku about rain" --rounds 3 --model gpt-4.1-mini',
    'groundrule refine letter.md --checklist checklist.yaml --self-critique --model gpt-4.1-mini',
  ],
  run: async (session, reference) => {
    const { flags } = session;
    const { rounds } = flags;
    const method = flags.selfCritique === true ? 'self-critique' : 'checklist';
    return runJudging(session, {
      references: [reference],
      read: () => readOneResponse(session, reference),
      plan: () => ({
        title: `Refine one response in up to ${plural(rounds, 'round')}${method === 'checklist' ? '' : ' of self-critique'}`,
        assumption: 'Every round is taken to find something unmet, and to add a quarter to the length.',
      }),
      work: async (given, { client, options, checklist }) =>
        client.refine(given, await checklist(), { ...options, rounds, method, top: flags.top }),
      checklistOf: (refinement) => refinement.checklist,
      print: (refinement, layout) => renderRefinement(refinement, flags.format, layout),
      remarks: ({ rounds: done, kept }) => [
        { name: kept === 0 ? 'the start' : `round ${kept}`, warnings: done[kept]?.judged.warnings ?? [] },
      ],
      records: (refinement) => [refinement],
      // A failed refinement writes no file: it would be the text that was given.
      text: ({ rounds: done, kept, stop }) =>
        kept === 0 && stop.why === 'no-revision' ? null : (done[kept]?.judged.response ?? null),
      exitCode: exitCodeOf,
    });
  },
});

function exitCodeOf({ rounds, stop }: Refinement) {
  if (rounds.length > 1) return EXIT.done;
  if (stop.why === 'no-revision') return EXIT.stepFailed;
  return stop.why === 'nothing-scored' ? EXIT.notDecided : EXIT.done;
}
