/** `groundrule test`: runs a suite of tasks and sources of responses; its exit code says what came of it, for CI. */
import { formatsOf } from '../../report/formats.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, dryRunFlag, howToJudgeFlags, JUDGING_SETTINGS, outFlag, quietFlag, repeatable } from '../flags.ts';

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
  },
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule test',
    'groundrule test letters.suite.yaml --model gpt-4.1-mini --max-usd 2 --format junit --out report.xml',
    'groundrule test --filter toast/ --filter /drafts --format markdown',
    'groundrule test --dry-run --model gpt-4.1-mini',
  ],
  run: async (session, file = DEFAULT_FILE) => {
    const tools = await import('../run-suite.ts');
    const { flags, shell, progress, signal } = session;
    const config = await session.config();
    tools.refuseIdleFlags(flags, config);
    const suite = await tools.loadSuite(session, file, flags.filter ?? []);
    const output = await session.output(flags.out);
    const judging = tools.judgeOptions(flags);
    if (flags.dryRun === true) {
      const plan = await tools.planSuite(suite, judging, config.settings, tools.readSecrets(shell.env));
      await output.write(await tools.renderSuitePlan(plan, 'table', output));
      return EXIT.done;
    }
    const client = await session.client();
    const { concurrency } = config.settings;
    const result = await tools.runSuite(suite, { client, judging, concurrency, env: shell.env, signal });
    progress.close();
    await output.write(await tools.renderSuite(result, flags.format, output));
    await session.reportUsage();
    if (output.path !== null) progress.note(`written to ${output.path}`);
    if (result.stoppedBy !== null) throw result.stoppedBy;
    const open = tools.unansweredInSuite(result.responses);
    if (open > 0) progress.warn(tools.unansweredText(open));
    return tools.codeOfSuite(result);
  },
});
