import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../flags.ts';
import { actionabilityFigures } from '../../judge/actionability-figures.ts';
import { readDrafts } from '../input/read-drafts.ts';
import { renderActionability } from '../../report/judged-work.ts';
import { runJudging } from '../run-judging.ts';

export const command = defineCommand({
  name: 'actionability',
  description: 'Measure whether criteria tell a writer what to do: edit towards each unmet one alone, and judge again',
  arguments: [['<responses...>', 'Files, folders of .txt and .md files, or “-” for stdin']],
  flags: judgingFlags,
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule actionability letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule actionability drafts/ --checklist checklist.yaml --model gpt-4.1-mini --max-usd 1',
  ],
  run: async (session, references) => {
    const { flags } = session;
    return runJudging(session, {
      references,
      read: () => readDrafts(session, references),
      plan: (responses) => ({
        title: `Edit ${plural(responses.length, 'response')} towards each unmet item`,
        assumption: 'Every item is taken to be unmet: of those that are met, no edit is asked for.',
      }),
      work: async (responses, { client, options, checklist, each }) => {
        const by = await checklist();
        return each(responses, (given) => client.measureActionability(given, by, options));
      },
      checklistOf: ([first]) => first?.checklist ?? null,
      print: (records, layout) => renderActionability(records, flags.format, layout),
      remarks: (records) => records.map(({ start: { name, warnings } }) => ({ name, warnings })),
      records: (records) => records,
      exitCode: (records) => (actionabilityFigures(records).before === null ? EXIT.notDecided : EXIT.done),
    });
  },
});
