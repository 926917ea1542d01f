/** `groundrule best-of`: judges candidates, given or sampled, prints their order, and writes the best text. */
import type { JudgedResponse } from '../../domain/judged-response.ts';
import type { Selection } from '../../domain/selection.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { share, text, whole } from '../flags.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../judging-flags.ts';

const MAX_SAMPLES = 64;

export const bestOfCommand = defineCommand({
  name: 'best-of',
  description: 'Judge several responses by one checklist and pick the best; ties are shown',
  arguments: [['[responses...]', 'Files, folders of .txt and .md files, or “-” for stdin']],
  flags: {
    n: whole('--n <number>', 'Sample so many from the model for the instruction', [2, MAX_SAMPLES]),
    min: share(
      '--min <rate>',
      'Fail where the best is below it (0–1), or could be by its unscored items; the exit code tells',
    ),
    output: text('--output <file>', 'Write the best text to a file of its own; of ties, the first'),
    ...judgingFlags,
  },
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule best-of drafts/ --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule best-of --n 8 --instruction "Write a haiku about rain" --model gpt-4.1-mini --output haiku.txt',
    'groundrule best-of a.md b.md c.md --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini',
  ],
  run: async (session, references) => {
    const [{ runJudging }, { checklistToJudgeBy }, reading, usage, minimum, reports, report, { InputError }] =
      await Promise.all([
        import('../run-judging.ts'),
        import('../input/find-checklist.ts'),
        import('../input/read-responses.ts'),
        import('../output/report-usage.ts'),
        import('../output/report-minimum.ts'),
        import('../../report/report/render-report.ts'),
        import('../../report/reports/selection.ts'),
        import('../../domain/errors.ts'),
      ]);
    const { flags, shell, signal, progress } = session;
    if (references.length > 0 === (flags.n !== undefined))
      throw new InputError('Candidates are either given as files or sampled with --n.', {
        advice: 'Give files, or --n and an --instruction.',
      });
    const file = flags.output === undefined ? null : await session.output(flags.output, '--output');
    return runJudging(session, {
      references,
      read: async () => flags.n ?? (await reading.readResponses(references, shell.stdin, signal)),
      job: (candidates) =>
        typeof candidates === 'number'
          ? { kind: 'sample', samples: candidates }
          : { kind: 'best-of', responses: candidates.map(({ response }) => response) },
      work: async (candidates, { client, task, options }) => {
        const checklist = await checklistToJudgeBy(session, client, task);
        return client.bestOf(candidates, checklist, options);
      },
      print: (selection, layout) =>
        reports.renderReport(report.selectionToPrint(selection), flags.format, layout),
      report: async (selection, client) => {
        for (const { judged } of selection.candidates)
          for (const warning of judged?.warnings ?? []) progress.warn(`${judged?.name ?? ''}: ${warning}`);
        const best = firstBest(selection);
        if (best !== null)
          minimum.reportMinimum(progress, `the best, ${best.name}`, best.passRate, flags.min);
        usage.reportCalls(progress, client, selection);
        if (best === null || file === null) return;
        await file.write(best.response);
        progress.note(`text written to ${file.path ?? ''}`);
      },
      exitCode: (selection) => {
        const best = firstBest(selection);
        if (best === null) return EXIT.notDecided;
        return flags.min === undefined ? EXIT.done : minimum.minimumExitCode([best], flags.min);
      },
    });
  },
});

/** Of ties, the first; null where nothing was scored. */
function firstBest({ best, candidates }: Selection): JudgedResponse | null {
  const [first] = best;
  return first === undefined ? null : (candidates[first]?.judged ?? null);
}
