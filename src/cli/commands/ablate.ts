import { InputError } from '../../domain/errors.ts';
import type { EachAblation } from '../../judge/ablate-each.ts';
import type { Ablation } from '../../judge/ablate.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { text, titled, toggle, whole, type ValuesOf } from '../flag.ts';
import {
  checklistFlag,
  commonJudgingFlags,
  JUDGING_SETTINGS,
  regenerateFlag,
  rowFlags,
  rowsFormatFlag,
  votingFlags,
} from '../flags.ts';
import type { Task } from '../../domain/task.ts';
import type { Reader } from '../../data/read-text.ts';
import { renderAblation } from '../../report/ablation.ts';
import { renderEachAblation } from '../../report/each-ablation.ts';
import { runJudging } from '../run-judging.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { readHumanJudged } from '../../judge/read-human-judged.ts';
import type { OfRow, HumanJudged } from '../../judge/repeated-verdicts.ts';

interface DataFlags extends ValuesOf<ReturnType<typeof rowFlags>> {
  readonly pairs: string | undefined;
  readonly scored: string | undefined;
}

export const ablateCommand = defineCommand({
  name: 'ablate',
  description:
    'Say which items of a checklist bring a judge nearer to people: judged without it, with it, and without each item',
  flags: {
    pairs: text('--pairs <file>', 'What people preferred, as for “compare”, each with a label').conflicts('scored'),
    scored: text('--scored <file>', 'What people scored, as rows: id, instruction, response, score (1–5)'),
    ...rowFlags(),
    bootstrapSeed: whole('--bootstrap-seed <n>', 'Of the intervals; default: 42', [0, 2 ** 31]),
    ...commonJudgingFlags,
    ...titled('What to judge by:', {
      checklist: checklistFlag('also “generated”, for each instruction its own, or “given”, by the rows'),
    }),
    format: rowsFormatFlag,
    ...votingFlags(),
    regenerate: regenerateFlag(),
    everyList: toggle(
      '--every-list',
      'With a list for each instruction: leave out items of lists, too, that neither help nor harm',
    ),
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule checklist ablate --pairs pairs.jsonl --checklist list.json --votes 5 --model gpt-4.1-mini --dry-run',
    'groundrule checklist ablate --scored scored.jsonl --checklist list.json --model gpt-4.1-mini --max-usd 1',
    'groundrule checklist ablate --pairs dataset.json --benchmark llmbar --checklist generated --policy specify --model gpt-4.1-mini',
  ],
  run: async (session) => {
    const { flags } = session;
    const { checklist: lists, regenerate, everyList } = flags;
    const data = {
      references: [flags.pairs ?? flags.scored ?? []].flat(),
      read: () => readData(session, flags),
    };
    const common = {
      remarks: () => [],
      records: () => [],
      unanswered: ({ unanswered }: Pick<Ablation, 'unanswered'>) => unanswered,
    };
    if (lists === 'given' || lists === 'generated') {
      const policy = lists === 'given' ? undefined : flags.policy;
      return runJudging<HumanJudged<OfRow>, EachAblation>(
        { ...session, flags: { ...flags, checklist: undefined } },
        {
          ...data,
          ...common,
          plan: ({ cases }) => ({
            title: `Judge ${plural(cases.length, 'case')} without its checklist and with it; items are left out as these come out`,
            judgesItems: false,
          }),
          work: (read, { client, task, options }) =>
            client.ablateEach(withTask(read, task), {
              ...{ ...options, policy, regenerate, everyList },
              bootstrapSeed: flags.bootstrapSeed,
            }),
          checklistOf: () => null,
          print: (ablation, layout) => renderEachAblation(ablation, flags.format, layout),
          exitCode: ({ lists: ablated }) =>
            ablated.some(({ whole: { effect } }) => effect !== null) ? EXIT.done : EXIT.notDecided,
        },
      );
    }
    return runJudging<HumanJudged<OfRow>, Ablation>(session, {
      ...data,
      ...common,
      plan: ({ cases }) => ({
        title: `Judge ${plural(cases.length, 'case')} without the checklist, with it, and without each item`,
        judgesItems: false,
      }),
      work: async (read, { client, task, options, checklist }) =>
        client.ablate(await checklist(), withTask(read, task), { ...options, bootstrapSeed: flags.bootstrapSeed }),
      checklistOf: (ablation) => ablation.checklist,
      print: (ablation, layout) => renderAblation(ablation, flags.format, layout),
      exitCode: ({ whole: { effect } }) => (effect === null ? EXIT.notDecided : EXIT.done),
    });
  },
});

/** What a case does not say itself. */
function withTask(data: HumanJudged<OfRow>, task: Task | null): HumanJudged<OfRow> {
  return data.kind === 'pairwise'
    ? { ...data, cases: data.cases.map((each) => ({ ...each, task: each.task ?? task })) }
    : { ...data, cases: data.cases.map((each) => ({ ...each, task: each.task ?? task })) };
}

async function readData(reader: Reader, { pairs, scored, ...flags }: DataFlags): Promise<HumanJudged<OfRow>> {
  const mapping = rowMapping(flags);
  if (scored !== undefined) return readHumanJudged(reader, [scored], mapping, 'direct');
  if (pairs !== undefined) return readHumanJudged(reader, [pairs], mapping, 'pairwise');
  throw new InputError('There is nothing that people judged.', { advice: 'Give --pairs or --scored with a file.' });
}
