/** `groundrule judge`: judges responses by a checklist; its exit code says what came of it. */
import { defineCommand } from '../define-command.ts';
import { formatsOf } from '../../report/formats.ts';
import { SCORING_PROTOCOLS } from '../../domain/protocols.ts';
import {
  choice,
  oneOf,
  share,
  titled,
  toggle,
  judgingFlags,
  JUDGING_SETTINGS,
  protocolFlags,
  dataFlags,
} from '../flags.ts';

export const judgeCommand = defineCommand({
  name: 'judge',
  description:
    'Judge responses by a checklist: what code can count by code, the rest by a model; or score them as a whole',
  arguments: [['[responses...]', 'Files, folders of .txt and .md files, or “-” for stdin']],
  flags: {
    protocol: oneOf(
      '--protocol <protocol>',
      'How: items of a checklist one by one, or a score of the whole; “groundrule protocols” says what each does and takes; default: pass-rate, with --selective checklist-score',
      ['pass-rate', ...SCORING_PROTOCOLS],
    ),
    ...titled('The responses of many systems, from rows of a file:', dataFlags),
    ...titled('How the protocol works:', protocolFlags),
    min: share(
      '--min <rate>',
      'Fail where a pass rate is below it (0–1), or could be by its unscored items; the exit code tells',
    ),
    watch: toggle(
      '-w, --watch',
      'Judge again whenever a response, the checklist or the task changes, until Ctrl-C; limits hold for all rounds',
    ).conflicts('dryRun'),
    ...judgingFlags,
    format: choice('-f, --format <format>', 'How to print', formatsOf('tests', 'rows')),
  },
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule judge letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule judge drafts/ --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini --max-usd 0.50',
    'groundrule judge answer.txt --instruction "Write a haiku about rain" --model gpt-4.1-mini --votes 3',
    'groundrule judge letter.md --checklist checklist.md --format html --out report.html --model gpt-4.1-mini',
    'groundrule judge answer.txt --protocol camieval-score --task task.txt --reference good.txt --model gpt-4.1 --role-model weak=local-7b',
    'groundrule judge --data answers.jsonl --rows verdicts.jsonl --model gpt-4.1-mini --max-usd 5 --format html --out leaderboard.html',
    'groundrule judge --data gpt.jsonl --data claude.jsonl --benchmark infobench --model gpt-4.1-mini --dry-run',
    'groundrule judge --data answers.jsonl --rows verdicts.jsonl --model gpt-4.1-mini --store postgres://groundrule@db.example.org/groundrule --queue',
    'groundrule judge drafts/ --selective 0.4 --instruction "Write a haiku about rain" --model gpt-4.1-mini',
    'groundrule judge letter.md --checklist checklist.md --watch',
    'groundrule judge drafts/ --checklist checklist.yaml --min 0.8 --format junit --out report.xml --model gpt-4.1-mini',
    'pbpaste | groundrule judge - --checklist lengths.md',
  ],
  run: async (session, references) => {
    const tools = await import('../run-judging.ts');
    const { flags } = session;
    tools.refuseMixedResponses(flags, references);
    const { protocol = flags.selective === undefined ? 'pass-rate' : 'checklist-score' } = flags;
    if (protocol !== 'pass-rate')
      return (await import('../score-responses.ts')).scoreResponses(session, references, protocol);
    const ofScores = {
      '--reference': flags.reference !== undefined,
      '--write-reference': flags.writeReference === true,
      '--dimensions': flags.dimensions !== undefined,
      '--selective': flags.selective !== undefined,
      '--dimensions-from': flags.dimensionsFrom !== undefined,
    };
    tools.refuseGiven(
      ofScores,
      'plays no part in judging item by item',
      'Leave it out, or choose a --protocol that scores.',
    );
    if (flags.data !== undefined) return (await import('../judge-data.ts')).judgeData(session, flags.data);
    const judgeAll = () =>
      tools.runJudging(session, {
        references,
        read: () => tools.readGivenResponses(session, references, flags),
        job: (responses) => ({ kind: 'judge', responses: responses.map(({ response }) => response) }),
        work: async (responses, { client, options, checklist, each }) => {
          const isAskedFor = responses.some(({ criteria }) => criteria === null);
          const common = isAskedFor ? await checklist() : null;
          return each(responses, ({ name, response, task, criteria }) => {
            const by = criteria ?? common ?? [];
            return client.judge({ name, response }, by, { ...options, instruction: task ?? undefined });
          });
        },
        print: (judgements, layout) => tools.renderJudgements(judgements, flags.format, layout),
        remarks: (judgements) => judgements,
        records: (judgements) => judgements,
        unanswered: (judgements) => judgements.reduce((sum, judged) => sum + tools.unansweredItems(judged), 0),
        exitCode: (judgements) => tools.codeOfRates(judgements, flags.min),
      });
    if (flags.watch !== true) return judgeAll();
    const { onEachChange } = await import('../on-each-change.ts');
    return onEachChange(session, [...references, flags.checklist, flags.set, flags.task, flags.context], judgeAll);
  },
});
