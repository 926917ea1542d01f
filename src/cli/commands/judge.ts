import { InputError } from '../../domain/errors.ts';
import { plural } from '../../report/words.ts';
import { judgeData } from '../judge-data.ts';
import { scoreResponses } from '../score-responses.ts';
import { defineCommand } from '../define-command.ts';
import { SCORING_PROTOCOLS } from '../../domain/protocols.ts';
import { share, titled, toggle } from '../flag.ts';
import { formatFlag, judgingFlags, JUDGING_SETTINGS, protocolFlags, scoreFlags, dataFlags } from '../flags.ts';
import { COMPARISON_PROTOCOLS } from '../../judge/protocols/index.ts';
import { codeOfRates } from '../output/report-minimum.ts';
import { chosenScoring, protocolFlag } from '../input/own-protocol.ts';
import { readDrafts } from '../input/read-drafts.ts';
import { refuseIdleFlags, runJudging } from '../run-judging.ts';
import { renderJudgedDrafts, whyNothing } from '../../report/judgement.ts';
import { onEachChange } from '../on-each-change.ts';

export const command = defineCommand({
  name: 'judge',
  description:
    'Judge responses by a checklist: what code can count by code, the rest by a model; or score them as a whole',
  arguments: [
    [
      '[responses...]',
      'Files, folders of .txt and .md files (and the folders in them; files that a flag names are left out), or “-” for stdin',
    ],
  ],
  flags: {
    protocol: protocolFlag(
      '--protocol <protocol>',
      'How: items of a checklist one by one, or a score of the whole; “groundrule protocols” says what each does and takes; default: pass-rate, with --selective checklist-score',
      ['pass-rate', ...SCORING_PROTOCOLS],
    ),
    ...titled('The responses of many systems, from rows of a file:', dataFlags),
    ...titled('How the protocol works:', protocolFlags),
    min: share(
      '--min <rate>',
      'Fail where the pass rate, or the --score, is below it (0–1), or could be by its unscored items; the exit code tells',
    ),
    watch: toggle(
      '-w, --watch',
      'Judge again whenever a response, the checklist, its module of checks or the task changes, until Ctrl-C; limits hold for all rounds',
    ).conflicts('dryRun'),
    ...judgingFlags,
    ...scoreFlags,
    format: formatFlag('tests', 'rows'),
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule judge letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule judge drafts/ --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini --max-usd 0.50',
    'groundrule judge answer.txt --instruction "Write a haiku about rain" --model gpt-4.1-mini --votes 3',
    'groundrule judge letter.md --checklist checklist.md --format html --out report.html --model gpt-4.1-mini',
    'groundrule judge answer.txt --protocol camieval-score --task task.txt --reference good.txt --model gpt-4.1 --role-model weak=local-7b',
    'groundrule judge drafts/ --protocol score --scale scale.yaml --task task.txt --model gpt-4.1-mini',
    'groundrule judge drafts/ --protocol grader.md --task task.txt --model gpt-4.1-mini',
    'groundrule judge --data answers.jsonl --rows verdicts.jsonl --model gpt-4.1-mini --max-usd 5 --format html --out leaderboard.html',
    'groundrule judge --data answers.jsonl --checklist list.yaml --rewards rewards.jsonl --score healthbench --model gpt-4.1-mini',
    'groundrule judge --data gpt.jsonl --data claude.jsonl --benchmark infobench --model gpt-4.1-mini --dry-run',
    'groundrule judge --data answers.jsonl --rows verdicts.jsonl --model gpt-4.1-mini --store postgres://groundrule@db.example.org/groundrule --queue',
    'groundrule judge drafts/ --selective 0.4 --instruction "Write a haiku about rain" --model gpt-4.1-mini',
    'groundrule judge letter.md --checklist checklist.md --watch',
    'groundrule judge drafts/ --checklist checklist.yaml --min 0.8 --format junit --out report.xml --model gpt-4.1-mini',
    'pbpaste | groundrule judge - --checklist lengths.md',
  ],
  run: async (session, references) => {
    const { flags } = session;
    if (references.length === 0 && flags.data === undefined)
      throw new InputError('There is nothing to judge.', { advice: 'Name files or folders, or rows with --data.' });
    if (references.length > 0 && flags.data !== undefined)
      throw new InputError('--data cannot be used with files of responses.', {
        advice: 'Judge them one after the other.',
      });
    const { protocol: typed = flags.selective === undefined ? 'pass-rate' : 'checklist-score' } = flags;
    const { by: protocol, prompt } = await chosenScoring(session, typed);
    if (protocol !== 'pass-rate' && flags.score !== undefined)
      throw new InputError(`--score has no effect with --protocol ${typed}, which scores by itself.`, {
        advice: 'A score by name is taken of a judged checklist: leave --protocol out.',
      });
    if (protocol !== 'pass-rate') return scoreResponses(session, references, protocol, prompt);
    refuseIdleFlags(protocol, COMPARISON_PROTOCOLS[protocol], flags);
    if (flags.data !== undefined) return judgeData(session, flags.data);
    const judgeAll = (round: typeof session) =>
      runJudging(round, {
        references,
        read: () => readDrafts(session, references),
        plan: (responses) => ({ title: `Judge ${plural(responses.length, 'response')}` }),
        work: async (responses, { client, options, checklist, each }) => {
          const by = await checklist();
          return each(responses, (response) => client.judge(response, by, options));
        },
        checklistOf: ([first]) => first?.checklist ?? null,
        print: (judgements, layout, notJudged) => renderJudgedDrafts({ judgements, notJudged }, flags.format, layout),
        remarks: (judgements) => judgements.map((judged) => ({ name: judged.name, warnings: judged.warnings, judged })),
        tellsWhy: (judgements) => whyNothing(judgements) !== null,
        records: (judgements) => judgements,
        exitCode: (judgements) => codeOfRates(judgements, flags.min),
      });
    if (flags.watch !== true) return judgeAll(session);
    const { checklist, set, task, context, checks } = flags;
    return onEachChange(session, [...references, checklist, set, task, context, checks], judgeAll);
  },
});
