/** `groundrule checklist ablate`: which items of a checklist bring a judge nearer to people. */
import { InputError } from '../../domain/errors.ts';
import type { AblationData } from '../../judge/ablate.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { text, whole, type ValuesOf } from '../flag.ts';
import { commonJudgingFlags, JUDGING_SETTINGS, rowFlags, votingFlags } from '../flags.ts';
import type { Reader } from '../../data/read-text.ts';
import { renderAblation } from '../../report/ablation.ts';
import { runJudging } from '../run-judging.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { readScored } from '../../judge/read-scored.ts';
import { readPairs } from '../../data/read-pairs.ts';

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
    ...votingFlags(),
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule checklist ablate --pairs pairs.jsonl --checklist list.json --votes 5 --model gpt-4.1-mini --dry-run',
    'groundrule checklist ablate --scored scored.jsonl --checklist list.json --model gpt-4.1-mini --max-usd 1',
  ],
  run: async (session) => {
    const { flags } = session;
    return runJudging(session, {
      references: [flags.pairs ?? flags.scored ?? []].flat(),
      read: () => readData(session, flags),
      plan: (data) => ({
        title: `Judge ${plural(data.cases.length, 'case')} without the checklist, with it, and without each item`,
        judgesItems: false,
      }),
      work: async (data, { client, task, options, checklist }) =>
        client.ablate(await checklist(), withTask(data, task), { ...options, bootstrapSeed: flags.bootstrapSeed }),
      checklistOf: (ablation) => ablation.checklist,
      print: (ablation, layout) => renderAblation(ablation, flags.format, layout),
      remarks: () => [],
      records: () => [],
      unanswered: () => 0,
      exitCode: ({ whole: { effect } }) => (effect === null ? EXIT.notDecided : EXIT.done),
    });
  },
});

type Given = NonNullable<AblationData['cases'][number]['task']> | null;

/** What a case does not say itself. */
function withTask(data: AblationData, task: Given): AblationData {
  return data.kind === 'pairwise'
    ? { ...data, cases: data.cases.map((each) => ({ ...each, task: each.task ?? task })) }
    : { ...data, cases: data.cases.map((each) => ({ ...each, task: each.task ?? task })) };
}

async function readData(reader: Reader, { pairs, scored, ...flags }: DataFlags): Promise<AblationData> {
  if (scored !== undefined) {
    return { kind: 'direct', cases: await readScored(reader, scored, rowMapping(flags)) };
  }
  if (pairs === undefined)
    throw new InputError('There is nothing that people judged.', { advice: 'Give --pairs or --scored with a file.' });
  const read = await readPairs(reader, { file: pairs, mapping: rowMapping(flags) });
  const cases = read.pairs.flatMap(({ label, ...pair }) => (label === null ? [] : [{ ...pair, label }]));
  const [first] = read.pairs.filter(({ label }) => label === null);
  if (first === undefined) return { kind: 'pairwise', cases };
  throw new InputError(`The pair ${first.name} has no label.`, { advice: 'Each needs one: a, b or tie.' });
}
