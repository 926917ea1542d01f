/** `groundrule best-of`: judges candidates, given or sampled, prints their order, and writes the best text. */
import { InputError } from '../../domain/errors.ts';
import type { JudgedResponse } from '../../domain/judged-response.ts';
import type { Selection } from '../../domain/selection.ts';
import type { BestOfFlags } from '../commands/best-of.ts';
import { judgeOptions } from '../commands/judge-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checklistToJudgeBy, taskToJudgeBy } from '../input/checklist-to-judge-by.ts';
import { readResponses } from '../input/read-responses.ts';
import { reportCalls } from '../output/report-calls.ts';
import { minimumExitCode, reportMinimum } from '../output/report-minimum.ts';
import { withTextFile } from '../output/text-file.ts';
import { renderSelection } from '../../report/selection.ts';
import { runJudging } from '../run-judging.ts';
import type { Shell } from '../shell.ts';

export function bestOf(references: readonly string[], flags: BestOfFlags, shell: Shell): Promise<ExitCode> {
  if (references.length > 0 === (flags.n !== undefined))
    throw new InputError('Candidates are either given as files or sampled with --n.', {
      advice: 'Give files, or --n and an --instruction.',
    });
  return withTextFile(shell, flags.output, (file) =>
    runJudging(shell, flags, {
      read: async (signal) => ({
        task: await taskToJudgeBy(flags, references, shell.stdin, signal),
        candidates: flags.n ?? (await readResponses(references, shell.stdin, signal)),
      }),
      job: ({ task, candidates }) => ({
        task,
        job:
          typeof candidates === 'number'
            ? { kind: 'sample', samples: candidates }
            : { kind: 'best-of', responses: candidates.map(({ response }) => response) },
      }),
      work: async ({ task, candidates }, { app }) => {
        const checklist = await checklistToJudgeBy(app, flags, task, shell.stdin);
        return app.bestOf(candidates, checklist, judgeOptions(flags));
      },
      print: (selection, layout) => renderSelection(selection, flags.format, layout),
      report: async (selection, app, progress) => {
        for (const { judged } of selection.candidates)
          for (const warning of judged?.warnings ?? []) progress.warn(`${judged?.name ?? ''}: ${warning}`);
        const best = firstBest(selection);
        if (best !== null) reportMinimum(progress, `the best, ${best.name}`, best.passRate, flags.min);
        reportCalls(progress, app, selection);
        if (best !== null) await file.write(best.response, progress);
      },
      exitCode: (selection) => {
        const best = firstBest(selection);
        if (best === null) return EXIT.notDecided;
        return flags.min === undefined ? EXIT.done : minimumExitCode([best.passRate], flags.min);
      },
    }),
  );
}

/** Of ties, the first; null where nothing was scored. */
function firstBest({ best, candidates }: Selection): JudgedResponse | null {
  const [first] = best;
  return first === undefined ? null : (candidates[first]?.judged ?? null);
}
