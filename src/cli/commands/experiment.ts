import { settingsIn } from '../../config/settings.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { assignment, repeatable, whole } from '../flag.ts';
import { dryRunFlag, outFlag, quietFlag, rowsFormatFlag } from '../flags.ts';
import { experimentPlan, runExperimentFile } from '../run-experiment.ts';
import { renderExperimentPlan } from '../../report/plan.ts';
import { renderExperiment } from '../../report/experiment.ts';
import { plural } from '../../report/words.ts';
import { unansweredText } from '../output/report-minimum.ts';

/** `id`, or `id=model`. */
function chosenModel(typed: string): readonly (readonly [string, string | null])[] {
  return typed.includes('=') ? assignment(typed) : [[typed, null]];
}

const runCommand = defineCommand({
  name: 'run',
  description:
    'Run an experiment: data, modes, models, protocols and metrics from a file; run again, it asks only what is missing',
  arguments: [['<file>', 'An experiment in YAML (docs/experiments.md); “examples/experiments” has some']],
  flags: {
    data: repeatable(
      '--data <id=file>',
      'Where data of the experiment lie, in place of what it says; one id with several files has them as subsets',
      assignment,
    ),
    models: repeatable(
      '--models <id[=model]>',
      'Only this model of the experiment; “id=model” asks another in its place',
      chosenModel,
    ),
    atOnce: whole('--rows-at-once <number>', 'Rows under way at once', [1, 256], 4),
    format: rowsFormatFlag,
    dryRun: dryRunFlag().conflicts(['format', 'out']),
    out: outFlag,
    quiet: quietFlag,
  },
  settings: settingsIn('store', 'look', 'model', 'limits'),
  examples: [
    'groundrule experiment run examples/experiments/without-a-model.yaml --data writingbench=tasks.jsonl --format html --out report.html',
    'groundrule experiment run examples/experiments/evalagent-table-4.yaml --model gpt-4.1-mini --dry-run',
    'groundrule experiment run examples/experiments/evalagent-table-4.yaml --model gpt-4.1-mini --max-usd 5 --format html --out report.html',
  ],
  run: async (session, file) => {
    const { flags, progress } = session;
    const places = new Map<string, readonly string[]>();
    for (const [id, place] of flags.data ?? []) places.set(id, [...(places.get(id) ?? []), place]);
    const chosen = { places, models: new Map(flags.models ?? []) };
    if (flags.dryRun === true) {
      const plan = await experimentPlan(session, file, chosen, flags.atOnce);
      await session.print((layout) => renderExperimentPlan(plan, 'table', layout));
      return EXIT.done;
    }
    const report = await runExperimentFile(session, file, chosen, flags.atOnce);
    await session.print((layout) => renderExperiment(report, flags.format, layout));
    const { missing, stoppedBy, parts, unanswered } = report;
    const lost = missing.reduce((sum, { count }) => sum + count, 0);
    if (lost > 0) progress.warn(`${plural(lost, 'result')} missing: the report says which and why.`);
    if (unanswered > 0) progress.warn(unansweredText(unanswered));
    if (stoppedBy !== null) throw stoppedBy;
    if (unanswered > 0) return EXIT.incomplete;
    return parts.every(({ cells }) => cells.length === 0) ? EXIT.notDecided : EXIT.done;
  },
});

export const command = defineGroup({
  name: 'experiment',
  description: 'Repeat the papers’ experiments, or run your own, with a report that says how',
  commands: [runCommand],
});
