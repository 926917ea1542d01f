import { countOpen } from '../../judge/unanswered.ts';
import { verdictOn, runSuite, type SuiteResult } from '../../suite/run-suite.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { asTyped, repeatable } from '../flag.ts';
import { dryRunFlag, formatFlag, howToJudgeFlags, JUDGING_SETTINGS, outFlag, quietFlag, scoreFlags } from '../flags.ts';
import { findChecklist } from '../input/find-checklist.ts';
import { judgeOptions, openSessionPlanner } from '../run-judging.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { planSuite } from '../../suite/plan-suite.ts';
import { renderSuite, renderSuitePlan } from '../../report/suite.ts';
import { codeUnlessOpen } from '../output/report-minimum.ts';

const DEFAULT_FILE = 'groundrule.suite.yaml';

export const command = defineCommand({
  name: 'test',
  description:
    'Judge the responses of several sources (files, commands, models) to several tasks, as a suite file says',
  arguments: [['[file]', `A suite (docs/suites.md); default: ${DEFAULT_FILE}`]],
  flags: {
    filter: repeatable('--filter <text>', 'Only where TASK/SOURCE holds it', asTyped),
    format: formatFlag('lines', 'tests', 'rows'),
    out: outFlag,
    dryRun: dryRunFlag().conflicts(['format', 'out']),
    quiet: quietFlag,
    ...howToJudgeFlags,
    ...scoreFlags,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule test',
    'groundrule test letters.suite.yaml --model gpt-4.1-mini --max-usd 2 --format junit --out report.xml',
    'groundrule test --filter toast/ --filter /drafts --format markdown',
    'groundrule test --dry-run --model gpt-4.1-mini',
  ],
  run: async (session, file = DEFAULT_FILE) => {
    const { flags, shell, progress, signal } = session;
    const { settings } = await session.config();
    const reader = {
      stdin: session.stdin,
      signal,
      beforeReading: session.beforeReading,
      env: shell.env,
      findChecklist: (reference: string) => findChecklist(session, reference, {}),
    };
    const suite = await loadSuite(reader, file, flags.filter ?? []);
    const judging = await judgeOptions(session, flags);
    const { concurrency } = settings;
    if (flags.dryRun === true) {
      const planner = await openSessionPlanner(session);
      const plan = await planSuite(suite, planner, { judging, concurrency, signal });
      await session.print((layout) => renderSuitePlan(plan, 'table', layout));
      return EXIT.done;
    }
    const client = await session.client();
    const result = await runSuite(suite, {
      ...{ client, judging, concurrency, env: shell.env, signal },
      onProgress: progress.inputs,
    });
    await session.print((layout) => renderSuite(result, flags.format, layout));
    await session.reportUsage();
    if (result.stoppedBy !== null) throw result.stoppedBy;
    const judgements = result.responses.flatMap(({ outcome }) => (outcome.status === 'done' ? [outcome.value] : []));
    const open = result.unanswered + (await countOpen(client, judgements));
    return codeUnlessOpen(progress, open, codeOfSuite(result));
  },
});

/** A minimum that is missed weighs more than one that is not decided. */
function codeOfSuite({ responses }: SuiteResult): ExitCode {
  const verdicts = responses.map(verdictOn);
  if (verdicts.includes('missed')) return EXIT.belowMinimum;
  const isOpen = responses.some(({ outcome }) => outcome.status === 'unscored' || outcome.value.passRate.rate === null);
  return isOpen || verdicts.includes('undecided') ? EXIT.notDecided : EXIT.done;
}
