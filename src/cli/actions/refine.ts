/** `groundrule refine`: refines one response, prints rounds and changes, and writes the text that is kept. */
import { InputError } from '../../domain/errors.ts';
import type { Refinement, RefineMethod } from '../../domain/refinement.ts';
import { judgeOptions } from '../commands/judge-flags.ts';
import type { RefineFlags } from '../commands/refine.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checklistToJudgeBy, taskToJudgeBy } from '../input/checklist-to-judge-by.ts';
import { readResponses, type GivenResponse } from '../input/read-responses.ts';
import { reportCalls } from '../output/report-calls.ts';
import { withTextFile } from '../output/text-file.ts';
import { renderRefinement } from '../../report/refinement.ts';
import { runJudging } from '../run-judging.ts';
import type { Shell } from '../shell.ts';

export function refine(reference: string, flags: RefineFlags, shell: Shell): Promise<ExitCode> {
  return withTextFile(shell, flags.output, (file) =>
    runJudging(shell, flags, {
      read: async (signal) => ({
        task: await taskToJudgeBy(flags, [reference], shell.stdin, signal),
        given: await readOne(reference, shell, signal),
      }),
      job: ({ task, given }) => ({
        task,
        job: { kind: 'refine', response: given.response, rounds: flags.rounds, method: methodOf(flags) },
      }),
      work: async ({ task, given }, { app }) => {
        const checklist = await checklistToJudgeBy(app, flags, task, shell.stdin);
        return app.refine(given, checklist, {
          ...judgeOptions(flags),
          rounds: flags.rounds,
          method: methodOf(flags),
        });
      },
      print: (refinement, layout) => renderRefinement(refinement, flags.format, layout),
      report: async (refinement, app, progress) => {
        const { rounds, kept } = refinement;
        for (const [index, { judged }] of rounds.entries())
          for (const warning of judged.warnings) progress.warn(`round ${index}: ${warning}`);
        reportCalls(progress, app, refinement);
        await file.write(rounds[kept]?.judged.response ?? '', progress);
      },
      exitCode: exitCodeOf,
    }),
  );
}

async function readOne(reference: string, { stdin }: Shell, signal: AbortSignal): Promise<GivenResponse> {
  const [given, ...others] = await readResponses([reference], stdin, signal);
  if (given !== undefined && others.length === 0) return given;
  throw new InputError(`${reference} holds ${others.length + 1} responses; one is refined at a time.`);
}

function methodOf({ selfCritique }: RefineFlags): RefineMethod {
  return selfCritique === true ? 'self-critique' : 'checklist';
}

function exitCodeOf({ rounds, stop }: Refinement): ExitCode {
  if (rounds.length > 1) return EXIT.done;
  if (stop.why === 'no-revision') return EXIT.stepFailed;
  return stop.why === 'nothing-scored' ? EXIT.notDecided : EXIT.done;
}
