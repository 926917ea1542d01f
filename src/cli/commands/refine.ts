/** `groundrule refine`: refines one response, prints rounds and changes, and writes the text that is kept. */
import type { Refinement } from '../../domain/refinement.ts';
import { DEFAULT_ROUNDS, MAX_ROUNDS } from '../../judge/refine-rounds.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { mark, text, whole } from '../flags.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../judging-flags.ts';

export const refineCommand = defineCommand({
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
    selfCritique: mark(
      '--self-critique',
      'The baseline: a free critique and a rewrite, without the checklist',
    ),
    output: text('--output <file>', 'Write the text that is kept to a file of its own'),
    ...judgingFlags,
  },
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule refine letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini --output better.md',
    'groundrule refine answer.txt --instruction "Write a haiku about rain" --rounds 3 --model gpt-4.1-mini',
    'groundrule refine letter.md --checklist checklist.yaml --self-critique --model gpt-4.1-mini',
  ],
  run: async (session, reference) => {
    const [{ runJudging }, { checklistToJudgeBy }, { readOneResponse }, usage, reports, report] =
      await Promise.all([
        import('../run-judging.ts'),
        import('../input/find-checklist.ts'),
        import('../input/read-responses.ts'),
        import('../output/report-usage.ts'),
        import('../../report/report/render-report.ts'),
        import('../../report/reports/refinement.ts'),
      ]);
    const { flags, shell, signal, progress } = session;
    const { rounds } = flags;
    const method = flags.selfCritique === true ? 'self-critique' : 'checklist';
    const file = flags.output === undefined ? null : await session.output(flags.output, '--output');
    return runJudging(session, {
      references: [reference],
      read: () => readOneResponse(reference, shell.stdin, signal),
      job: ({ response }) => ({ kind: 'refine', response, rounds, method }),
      work: async (given, { client, task, options }) => {
        const checklist = await checklistToJudgeBy(session, client, task);
        return client.refine(given, checklist, { ...options, rounds, method });
      },
      print: (refinement, layout) =>
        reports.renderReport(report.refinementToPrint(refinement), flags.format, layout),
      report: async (refinement, client) => {
        for (const [index, { judged }] of refinement.rounds.entries())
          for (const warning of judged.warnings) progress.warn(`round ${index}: ${warning}`);
        usage.reportCalls(progress, client, refinement);
        await file?.write(refinement.rounds[refinement.kept]?.judged.response ?? '');
        if (file !== null) progress.note(`text written to ${file.path ?? ''}`);
      },
      exitCode: exitCodeOf,
    });
  },
});

function exitCodeOf({ rounds, stop }: Refinement) {
  if (rounds.length > 1) return EXIT.done;
  if (stop.why === 'no-revision') return EXIT.stepFailed;
  return stop.why === 'nothing-scored' ? EXIT.notDecided : EXIT.done;
}
