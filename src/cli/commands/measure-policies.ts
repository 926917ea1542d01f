import { InvalidArgumentError } from 'commander';
import { CHECKLIST_POLICIES, type ChecklistPolicy } from '../../domain/checklist-policies.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { renderPolicies } from '../../report/policies.ts';
import { renderJudgingPlan } from '../../report/plan.ts';
import { plural } from '../../report/words.ts';
import { judgeOptionsOf, MAX_VOTES } from '../../judge/judge-options.ts';
import { unansweredInPolicies } from '../../judge/judge-policies.ts';
import { readHumanJudged } from '../../judge/read-human-judged.ts';
import { UNREAD } from '../../measure/measure-policies.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, names, repeatable, whole } from '../flag.ts';
import { dryRunFlag, JUDGING_SETTINGS, figureFlags, quietFlag, regenerateFlag, rowFlags } from '../flags.ts';
import { codeUnlessOpen } from '../output/report-minimum.ts';
import { openSessionPlanner } from '../run-judging.ts';

export const policiesCommand = defineCommand({
  name: 'policies',
  description:
    'Measure whether a judge gains from checklists: without one, always with one by each policy, and only where it wavers',
  arguments: [
    [
      '<files...>',
      'Rows that people judged: pairs with labels, or responses with scores from 1 to 5; several files are subsets, as are categories',
    ],
  ],
  flags: {
    policies: repeatable('--policies <names>', 'How checklists are written; default: the six of the study', policies),
    k: repeatable(
      '--k <numbers>',
      'Inconsistencies from which on the checklist is used; default: the study’s',
      numbers,
    ),
    votes: whole('--votes <n>', 'Judgements of each response, or of each order of a pair', [2, MAX_VOTES], 5),
    unread: choice(
      '--unread <how>',
      'How a case counts at every k whose judgements without a checklist could not be read: as judged with one, or without a verdict',
      UNREAD,
    ),
    regenerate: regenerateFlag(),
    ...rowFlags(),
    ...figureFlags,
    dryRun: dryRunFlag().conflicts(['format', 'out']),
    quiet: quietFlag,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule measure policies pairs.jsonl --model gpt-4.1-mini --dry-run',
    'groundrule measure policies natural.json gptinst.json --benchmark llmbar --regenerate 3 --model gpt-4.1-mini --max-usd 5 --format html --out policies.html',
    'groundrule measure policies scored.jsonl --policies baseline,specify --k 0.3,0.5 --votes 10 --model gpt-4.1-mini',
  ],
  run: async (session, files) => {
    const { flags } = session;
    const { policies: chosen, k: thresholds, votes, unread, regenerate, resamples, seed } = flags;
    const data = await readHumanJudged(session, files, rowMapping(flags));
    const options = { policies: chosen, thresholds, votes, unread, regenerate, resamples, seed };
    if (flags.dryRun === true) {
      const { client, planned } = await openSessionPlanner(session);
      await client.measurePolicies(data, { ...options, resamples: 0 });
      const title = `Judge ${plural(data.cases.length, 'case')} without a checklist, and with one by each policy`;
      const plan = { title, judgesItems: false, options: judgeOptionsOf({ votes }), checklist: null, model: planned() };
      await session.print((layout) => renderJudgingPlan(plan, 'table', layout));
      return EXIT.done;
    }
    const measured = await (await session.client()).measurePolicies(data, options);
    await session.print((layout) => renderPolicies(measured, flags.format, layout));
    await session.reportUsage();
    const code = measured.best.length === 0 ? EXIT.notDecided : EXIT.done;
    return codeUnlessOpen(session.progress, unansweredInPolicies(measured.verdicts), code);
  },
});

function policies(typed: string): readonly ChecklistPolicy[] {
  return names(typed).map((name) => {
    const policy = CHECKLIST_POLICIES.find((each) => each === name);
    if (policy !== undefined) return policy;
    throw new InvalidArgumentError(`“${name}” is no policy. They are ${CHECKLIST_POLICIES.join(', ')}.`);
  });
}

function numbers(typed: string): readonly number[] {
  const values = names(typed).map(Number);
  if (values.length > 0 && values.every((value) => value > 0)) return values;
  throw new InvalidArgumentError('It must be numbers above 0, with commas between.');
}
