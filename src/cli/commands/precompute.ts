/** `groundrule precompute`: reads many tasks, discovers their criteria, writes one row each. */
import { InputError } from '../../domain/errors.ts';
import type { PrecomputeProgress } from '../../precompute/precompute.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { dryRunFlag, rowFlags, toggle, quietFlag, text, whole } from '../flags.ts';
import { DISCOVERY_SETTINGS } from './discover.ts';

export const precomputeCommand = defineCommand({
  name: 'precompute',
  description: 'Discover the criteria of many writing tasks; run again, it does only what is missing',
  arguments: [
    ['<file>', 'JSON Lines, JSON or CSV, one task a row: an id, an instruction, perhaps a context; “-” for stdin'],
  ],
  flags: {
    ...rowFlags,
    concurrency: whole('--concurrency <number>', 'Tasks under way at once', [1, 256], 4),
    retryFailed: toggle('--retry-failed', 'Run rows again that failed in an earlier run'),
    out: text('-o, --out <file>', 'File that rows are added to in the order of the input; default: stdout'),
    dryRun: dryRunFlag(),
    quiet: quietFlag,
  },
  settings: DISCOVERY_SETTINGS,
  examples: [
    'groundrule precompute tasks.jsonl --out criteria.jsonl',
    'groundrule precompute prompts.csv --field id=uid --field instruction=prompt --out criteria.jsonl',
    'groundrule precompute wildbench.jsonl --benchmark wildbench --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --model gpt-4.1-mini --dry-run',
    'groundrule precompute tasks.jsonl --model gpt-4.1-mini --max-usd 5 --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --out criteria.jsonl --retry-failed',
  ],
  run: async (session, file) => {
    const [
      { refuseContradictions },
      { readDataset, rowMapping },
      { openRowOutput, precomputedRows },
      { renderRows, timeLeftMs },
      { usdOf },
    ] = await Promise.all([
      import('../../config/refuse-contradictions.ts'),
      import('../input/read-dataset.ts'),
      import('../output/row-output.ts'),
      import('../../report/rows.ts'),
      import('../../report/costs.ts'),
    ]);
    const { flags, shell, progress } = session;
    const { concurrency, retryFailed = false, out = null } = flags;
    const rows = await readDataset(session, file, rowMapping(flags), ['id', 'instruction']);
    const instructions = rows.map(({ id, instruction, context }) => ({ id, instruction: instruction ?? '', context }));
    refuseContradictions(await session.config());
    if (flags.dryRun === true) {
      const [{ printDiscoveryPlan }, { askedRow }] = await Promise.all([
        import('../output/print-discovery-plan.ts'),
        import('../../precompute/discover-row.ts'),
      ]);
      // A row that could not be run at all costs nothing.
      const asked = instructions.map((row) => askedRow(row, () => '').task);
      const tasks = asked.flatMap((task) => (task instanceof InputError ? [] : [task]));
      return printDiscoveryPlan(session, plural(tasks.length, 'task'), tasks);
    }
    const rowOutput = session.closing(await openRowOutput(shell, out, precomputedRows));
    const client = await session.client();

    /** Undefined where no model is asked; null where a price is unknown. */
    const usd = () => (client.usage().length === 0 ? undefined : usdOf(client.usage()));
    const startMs = performance.now();
    let before: PrecomputeProgress | null = null;
    const onProgress = (rows: PrecomputeProgress) => {
      before ??= rows;
      const leftMs = timeLeftMs(before, rows, performance.now() - startMs);
      progress.status('rows', renderRows(rows, usd(), leftMs));
    };
    const options = { rowsAtOnce: concurrency, retryFailed, onProgress };
    const result = await client.precompute(instructions, rowOutput, options);

    progress.close();
    await session.reportUsage();
    progress.note(renderRows(result, usd(), null));
    const { outdated, failed, withoutCriteria, incomplete, stoppedBy } = result;
    if (out !== null) progress.note(`written to ${out}`);
    if (outdated > 0)
      progress.note(
        `${plural(outdated, 'row')} of an earlier run were for other tasks or settings and are left out of ${out ?? ''}; their sets are stored still (npx groundrule sets list).`,
      );
    if (incomplete > 0)
      progress.note(
        `${plural(incomplete, 'row')} incomplete: a server did not answer all that was asked. Run the same again: only what is missing is asked.`,
      );
    if (failed > 0) progress.note('--retry-failed runs the failed rows again.');
    if (stoppedBy !== null) throw stoppedBy;
    if (failed > 0) return EXIT.checkFailed;
    if (incomplete > 0) return EXIT.incomplete;
    return withoutCriteria > 0 ? EXIT.noGuidance : EXIT.done;
  },
});
