/** `groundrule test`: runs a suite of tasks and sources of responses; its exit code says what came of it, for CI. */
import { formatsOf } from '../../report/formats.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import {
  choice,
  dryRunFlag,
  howToJudgeFlags,
  JUDGING_SETTINGS,
  outFlag,
  quietFlag,
  repeatable,
  scoreFlags,
} from '../flags.ts';

const DEFAULT_FILE = 'groundrule.suite.yaml';

export const testCommand = defineCommand({
  name: 'test',
  description:
    'Judge the responses of several sources (files, commands, models) to several tasks, as a suite file says',
  arguments: [['[file]', `A suite (docs/suites.md); default: ${DEFAULT_FILE}`]],
  flags: {
    filter: repeatable('--filter <text>', 'Only where TASK/SOURCE holds it', (typed) => [typed]),
    format: choice('-f, --format <format>', 'How to print', formatsOf('lines', 'tests', 'rows')),
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
    const tools = await import('../run-suite.ts');
    const { flags, shell, progress, signal } = session;
    const { settings } = await session.config();
    const reader = {
      stdin: session.stdin,
      signal,
      env: shell.env,
      findChecklist: (reference: string) => tools.findChecklist(session, reference, {}),
    };
    const suite = await tools.loadSuite(reader, file, flags.filter ?? []);
    const judging = tools.judgeOptions(flags);
    const { concurrency } = settings;
    if (flags.dryRun === true) {
      const planner = await tools.openSessionPlanner(session);
      const plan = await tools.planSuite(suite, planner, { judging, concurrency, signal });
      await session.print((layout) => tools.renderSuitePlan(plan, 'table', layout));
      return EXIT.done;
    }
    const client = await session.client();
    const result = await tools.runSuite(suite, { client, judging, concurrency, env: shell.env, signal });
    await session.print((layout) => tools.renderSuite(result, flags.format, layout));
    await session.reportUsage();
    if (result.stoppedBy !== null) throw result.stoppedBy;
    const open = tools.unansweredInSuite(result.responses);
    if (open > 0) progress.warn(tools.unansweredText(open));
    return tools.codeOfSuite(result);
  },
});
