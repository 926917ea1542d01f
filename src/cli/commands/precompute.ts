import { plural } from '../../report/words.ts';
import { asBenchmark } from '../as-benchmark.ts';
import { queueInstructions } from '../queue-rows.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { toggle, text, whole } from '../flag.ts';
import { dryRunFlag, priorityFlag, rowFlags, quietFlag, DISCOVERY_SETTINGS } from '../flags.ts';
import { readRowsLeniently } from '../../data/read-rows.ts';
import { instructionsOfRows } from '../../jobs/rows/instructions-of-rows.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { reportBadRows } from '../output/bad-rows.ts';
import { openEarlierRows, openRowOutput, rowsAtOnce, showRows } from '../output/row-output.ts';
import { precomputedRows } from '../../jobs/rows/row-file.ts';
import { failureLines, renderRows, sharingLine } from '../../report/rows.ts';
import { shuffled } from '../../text/shuffled.ts';
import { printDiscoveryPlan } from '../output/print-discovery-plan.ts';

export const command = defineCommand({
  name: 'precompute',
  description: 'Discover the criteria of many writing tasks; run again, it does only what is missing',
  arguments: [
    [
      '<file>',
      'JSON Lines, JSON or CSV, one task a row: an id of its own (a later run finds it by this) and an instruction, perhaps a context; “-” for stdin',
    ],
  ],
  flags: {
    ...rowFlags(),
    limit: whole('--limit <number>', 'Only the first so many tasks, after a shuffle', [1, 1_000_000]),
    shuffle: toggle('--shuffle', 'In an order of chance, which is the order of the output'),
    seed: text('--seed <text>', 'Of the shuffle: the same seed and ids give the same order; default: 0').needs(
      'shuffle',
    ),
    concurrency: whole('--concurrency <number>', 'Tasks under way at once; default: 4, with --batch-api 256', [1, 256]),
    retryFailed: toggle('--retry-failed', 'Run rows again that failed in an earlier run'),
    out: text(
      '-o, --out <file>',
      'File that rows are added to, in the order of the tasks; “-” and the default: stdout',
    ),
    queue: toggle('--queue', 'Have workers do it (docs/queue.md); with --out it waits for them').conflicts('dryRun'),
    priority: priorityFlag(),
    dryRun: dryRunFlag(),
    quiet: quietFlag,
  },
  settings: DISCOVERY_SETTINGS,
  work: 'discovery',
  examples: [
    'groundrule precompute tasks.jsonl --out criteria.jsonl',
    'groundrule precompute prompts.csv --field id=uid --field instruction=prompt --out criteria.jsonl',
    'groundrule precompute wildbench.jsonl --benchmark wildbench --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --model gpt-4.1-mini --dry-run',
    'groundrule precompute tasks.jsonl --shuffle --seed 7 --limit 20 --out sample.jsonl',
    'groundrule precompute tasks.jsonl --model gpt-4.1-mini --max-usd 5 --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --out criteria.jsonl --retry-failed',
    'groundrule precompute tasks.jsonl --store postgres://groundrule@db.example.org/groundrule --queue',
  ],
  run: async (session, file) => {
    const { flags, shell, progress } = session;
    const { retryFailed = false, shuffle, seed, queue, priority } = flags;
    const out = flags.out === undefined || flags.out === '-' ? null : flags.out;
    const all = instructionsOfRows(await readRowsLeniently(session, file, rowMapping(flags), ['id', 'instruction']));
    const instructions = (shuffle === true ? shuffled(all, seed ?? '0') : all).slice(0, flags.limit);
    const bad = instructions.flatMap(({ problem }) => problem ?? []);
    const withoutBad = reportBadRows(progress, bad);
    const { settings } = await session.config();
    if (out !== null) await session.beforeWriting(out);
    const concurrency = rowsAtOnce(flags.concurrency, 4, settings);
    const client = await session.client();
    if (flags.dryRun === true) {
      const earlier = await openEarlierRows(out, precomputedRows);
      if (earlier !== null) session.closing(earlier);
      const plan = await client.planPrecompute(instructions, earlier, { retryFailed });
      const title = plural(instructions.length, 'task');
      await printDiscoveryPlan(session, title, plan.toDiscover, { plan, atOnce: concurrency });
      return EXIT.done;
    }
    const queued = queue === true ? await queueInstructions(session, instructions, { priority, retryFailed }) : null;
    if (queued !== null && out === null) return queued.exitCode;
    const rowOutput = session.closing(await openRowOutput(shell, out, precomputedRows, progress.hide));

    const options = { rowsAtOnce: concurrency, retryFailed, onProgress: showRows(progress, () => client.usage()) };
    const setup = await client.discoverySetup();
    const benchmark = {
      of: 'instructions' as const,
      models: [...new Set(Object.values(setup.engine.models))],
      settings: { Mode: setup.mode },
      batch: queued?.batch ?? null,
      rows: instructions.map(({ id, instruction }) => ({ id, system: '', category: null, instruction })),
      setup,
    };
    const result = await asBenchmark(
      session,
      [file],
      benchmark,
      rowOutput,
      (output) => queued?.rows(output, options) ?? client.precompute(instructions, output, options),
    );

    progress.close();
    await session.reportUsage();
    progress.note(renderRows(result, client.usage()));
    const { outdated, failed, withoutCriteria, incomplete, stoppedBy, failures, pages } = result;
    const ownFailures = withoutBad(failures);
    for (const line of failureLines(ownFailures)) progress.note(line);
    const shared = sharingLine(pages, client.usage());
    if (shared !== null) progress.note(shared);
    if (out !== null) progress.note(`written to ${out}`);
    if (outdated > 0)
      progress.note(
        `${plural(outdated, 'row')} of an earlier run were not asked for now, or for other settings, and are left out of ${out ?? ''}; their sets are stored still (npx groundrule sets list).`,
      );
    if (incomplete > 0)
      progress.note(
        `${plural(incomplete, 'row')} incomplete: a server did not answer all that was asked. Run the same again: only what is missing is asked.`,
      );
    if (ownFailures.length > 0)
      progress.note('--retry-failed runs all failed rows again; without it, those that a server did not answer.');
    if (stoppedBy !== null && out !== null) progress.note('The same command goes on from here.');
    if (stoppedBy !== null) throw stoppedBy;
    if (failed > 0) return EXIT.checkFailed;
    if (incomplete > 0) return EXIT.incomplete;
    return withoutCriteria > 0 ? EXIT.noGuidance : EXIT.done;
  },
});
