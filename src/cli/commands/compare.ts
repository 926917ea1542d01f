/** `groundrule compare`: compares pairs of responses; its exit code says what came of it. */
import type { Comparison } from '../../domain/comparison.ts';
import { PROTOCOLS } from '../../domain/protocols.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, text, type ValuesOf } from '../flags.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../judging-flags.ts';

const flags = {
  by: choice(
    '--by <protocol>',
    'How: pass rates by a checklist; a preference, asked in both orders; scores from 1 to 5, also with a checklist as a guide',
    PROTOCOLS,
  ),
  pairs: text(
    '--pairs <file>',
    'Pairs as JSON Lines: id, instruction, a, b and, where people have judged, label (a, b or tie)',
  ),
  ...judgingFlags,
};

export const compareCommand = defineCommand({
  name: 'compare',
  description: 'Say which of two responses is better, for one pair or for many',
  arguments: [
    ['[a]', 'A file, a folder of .txt and .md files, or “-” for stdin'],
    ['[b]', 'Another; files of two folders are paired by their names'],
  ],
  flags,
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule compare old.md new.md --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule compare old.md new.md --by preference --instruction "Write a haiku about rain" --model gpt-4.1-mini',
    'groundrule compare drafts-a/ drafts-b/ --checklist checklist.yaml --model gpt-4.1-mini --format html --out report.html',
    'groundrule compare --pairs pairs.jsonl --by check-then-score --model gpt-4.1-mini --max-usd 1 --format json',
  ],
  run: async (session, a, b) => {
    const [{ runJudging }, { givenChecklist }, { readPairs }, usage, reports, report, { InputError }] =
      await Promise.all([
        import('../run-judging.ts'),
        import('../input/find-checklist.ts'),
        import('../input/read-pairs.ts'),
        import('../output/report-usage.ts'),
        import('../../report/report/render-report.ts'),
        import('../../report/reports/comparisons.ts'),
        import('../../domain/errors.ts'),
      ]);
    const { flags, shell, signal, progress } = session;
    const { by, pairs: file, format, examples } = flags;
    const idle = idleFlag(flags);
    if (idle !== null)
      throw new InputError(`${idle} plays no part in comparing by ${by}.`, {
        advice: 'Leave it out, or compare --by pass-rate.',
      });
    return runJudging(session, {
      references: [a, b, file].filter((reference) => reference !== undefined),
      read: () => readPairs({ a, b, file }, shell.stdin, signal),
      job: ({ pairs }) => ({
        kind: 'compare',
        by,
        pairs: pairs.map((pair) => ({ a: pair.a.response, b: pair.b.response, task: pair.task })),
      }),
      work: async ({ pairs, alone }, { client, task, options, each }) => {
        const checklist = (await givenChecklist(session, null)) ?? undefined;
        const common = { ...options, by, examples, checklist, top: flags.top };
        const comparisons = await each(pairs, ({ a, b, name, label, task: own }) =>
          client.compare(a, b, { ...common, name, label, instruction: own ?? task ?? undefined }),
        );
        return { comparisons, alone };
      },
      print: ({ comparisons }, layout) =>
        reports.renderReport(report.comparisonsToPrint(comparisons), format, layout),
      report: ({ comparisons, alone }, client) => {
        for (const name of alone) progress.warn(`${name} has no file of its name in the other folder.`);
        for (const { name, warnings } of comparisons)
          for (const warning of warnings) progress.warn(`${name}: ${warning}`);
        const [only, ...others] = comparisons;
        // Of many pairs the ids stand in the JSON: a line for each would bury the rest.
        if (only !== undefined && others.length === 0) usage.reportCalls(progress, client, only);
      },
      exitCode: ({ comparisons }) => (comparisons.every(isUnscored) ? EXIT.notDecided : EXIT.done),
    });
  },
});

function isUnscored({ result }: Comparison): boolean {
  return result.status === 'unscored';
}

/** A flag that the protocol would pass over. */
function idleFlag(given: ValuesOf<typeof flags>): string | null {
  const { by, checklist, set, top, examples, batch, codeChecks, seed } = given;
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
  return idle?.[0] ?? null;
}
