/** `groundrule actionability`: edits each response towards each unmet item, and prints the rates before and after. */
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../judging-flags.ts';

export const actionabilityCommand = defineCommand({
  name: 'actionability',
  description:
    'Measure whether criteria tell a writer what to do: edit towards each unmet one alone, and judge again',
  arguments: [['<responses...>', 'Files, folders of .txt and .md files, or “-” for stdin']],
  flags: judgingFlags,
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule actionability letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule actionability drafts/ --checklist checklist.yaml --model gpt-4.1-mini --max-usd 1',
  ],
  run: async (session, references) => {
    const [
      { runJudging },
      { checklistToJudgeBy },
      { readResponses },
      { reportCalls },
      reports,
      report,
      figures,
    ] = await Promise.all([
      import('../run-judging.ts'),
      import('../input/find-checklist.ts'),
      import('../input/read-responses.ts'),
      import('../output/report-usage.ts'),
      import('../../report/report/render-report.ts'),
      import('../../report/reports/actionability.ts'),
      import('../../judge/actionability-figures.ts'),
    ]);
    const { flags, shell, signal, progress } = session;
    return runJudging(session, {
      references,
      read: () => readResponses(references, shell.stdin, signal),
      job: (responses) => ({ kind: 'actionability', responses: responses.map(({ response }) => response) }),
      work: async (responses, { client, task, options, each }) => {
        const checklist = await checklistToJudgeBy(session, client, task);
        return each(responses, (given) => client.measureActionability(given, checklist, options));
      },
      print: (records, layout) =>
        reports.renderReport(report.actionabilityToPrint(records), flags.format, layout),
      report: (records, client) => {
        for (const record of records) {
          for (const warning of record.start.warnings) progress.warn(`${record.start.name}: ${warning}`);
          reportCalls(progress, client, record);
        }
      },
      exitCode: (records) =>
        figures.actionabilityFigures(records).before === null ? EXIT.notDecided : EXIT.done,
    });
  },
});
