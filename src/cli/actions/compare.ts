/** `groundrule compare`: reads the pairs, compares each, prints, and says by its exit code what came of it. */
import type { Comparison } from '../../domain/comparison.ts';
import { InputError } from '../../domain/errors.ts';
import type { CompareFlags } from '../commands/compare.ts';
import { judgeOptions } from '../commands/judge-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { givenChecklist, taskToJudgeBy } from '../input/checklist-to-judge-by.ts';
import { readPairFiles, readPairRows, type GivenPairs } from '../input/read-pairs.ts';
import { reportCalls } from '../output/report-calls.ts';
import { renderComparisons } from '../../report/comparisons.ts';
import { runJudging } from '../run-judging.ts';
import type { Shell } from '../shell.ts';

export function compare(
  [one, other]: readonly (string | undefined)[],
  flags: CompareFlags,
  shell: Shell,
): Promise<ExitCode> {
  refuseIdleFlags(flags);
  const references = [one, other, flags.pairs].filter((reference) => reference !== undefined);
  return runJudging(shell, flags, {
    read: async (signal) => ({
      task: await taskToJudgeBy(flags, references, shell.stdin, signal),
      ...(await readPairs(one, other, flags, shell, signal)),
    }),
    job: ({ task, pairs }) => ({
      task,
      job: {
        kind: 'compare',
        by: flags.by,
        pairs: pairs.map((pair) => ({ a: pair.a.response, b: pair.b.response, task: pair.task })),
      },
    }),
    work: async ({ task, pairs, alone }, { app, each }) => {
      const checklist = await givenChecklist(app, flags, shell.stdin);
      const comparisons = await each(pairs, ({ a, b, name, label, task: own }) =>
        app.compare(a, b, {
          ...judgeOptions(flags),
          ...{ name, label, by: flags.by, examples: flags.examples, top: flags.top },
          instruction: own ?? task ?? undefined,
          checklist: checklist ?? undefined,
        }),
      );
      return { comparisons, alone };
    },
    print: ({ comparisons }, layout) => renderComparisons(comparisons, flags.format, layout),
    report: ({ comparisons, alone }, app, progress) => {
      for (const name of alone) progress.warn(`${name} has no file of its name in the other folder.`);
      for (const { name, warnings } of comparisons)
        for (const warning of warnings) progress.warn(`${name}: ${warning}`);
      const [only, ...others] = comparisons;
      // Of many pairs the ids stand in the JSON: a line for each would bury the rest.
      if (only !== undefined && others.length === 0) reportCalls(progress, app, only);
    },
    exitCode: ({ comparisons }) => (comparisons.every(isUnscored) ? EXIT.notDecided : EXIT.done),
  });
}

function isUnscored({ result }: Comparison): boolean {
  return result.status === 'unscored';
}

async function readPairs(
  one: string | undefined,
  other: string | undefined,
  { pairs }: CompareFlags,
  { stdin }: Shell,
  signal: AbortSignal,
): Promise<GivenPairs> {
  if (pairs !== undefined && one === undefined)
    return { pairs: await readPairRows(pairs, stdin, signal), alone: [] };
  if (pairs === undefined && one !== undefined && other !== undefined)
    return readPairFiles(one, other, stdin, signal);
  throw new InputError('There must be two responses to compare, or pairs of them.', {
    advice: 'Give two files, two folders, or --pairs with a file of JSON Lines.',
  });
}

/** Flags that the protocol would pass over. */
function refuseIdleFlags(flags: CompareFlags): void {
  const { by, checklist, set, top, examples, batch, codeChecks, seed } = flags;
  const ofChecklist = [
    ['--checklist', checklist !== undefined],
    ['--set', set !== undefined],
    ['--top', top !== undefined],
    ['--no-examples', !examples],
  ] as const;
  const ofVerdicts = [
    ['--batch', batch === true],
    ['--no-code-checks', !codeChecks],
    ['--seed', seed !== undefined],
  ] as const;
  const idle = [
    ...(by === 'preference' || by === 'score' ? ofChecklist : []),
    ...(by === 'pass-rate' ? [] : ofVerdicts),
  ].find(([, isGiven]) => isGiven);
  if (idle !== undefined)
    throw new InputError(`${idle[0]} plays no part in comparing by ${by}.`, {
      advice: 'Leave it out, or compare --by pass-rate.',
    });
}
