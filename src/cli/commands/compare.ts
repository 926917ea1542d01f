import { PROTOCOLS } from '../../domain/protocols.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { needing, text, titled, toggle } from '../flag.ts';
import { judgingFlags, JUDGING_SETTINGS, protocolFlags, rowFlags, rowsFormatFlag } from '../flags.ts';
import { COMPARISON_PROTOCOLS } from '../../judge/protocols/index.ts';
import { readPairs } from '../../data/read-pairs.ts';
import { chosenProtocol, protocolFlag, protocolChoice } from '../input/own-protocol.ts';
import { readReference } from '../../data/read-responses.ts';
import { runJudging } from '../run-judging.ts';
import { renderComparisons } from '../../report/comparisons.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { settledGrounds } from '../../judge/selective.ts';

export const command = defineCommand({
  name: 'compare',
  description: 'Say which of two responses is better, for one pair or for many',
  arguments: [
    ['[a]', 'A file, a folder of .txt and .md files, or “-” for stdin'],
    ['[b]', 'Another; files of two folders are paired by their names'],
  ],
  flags: {
    protocol: protocolFlag(
      '--by, --protocol <protocol>',
      'How: “groundrule protocols” says what each does and takes; default: pass-rate, with --selective checklist-preference',
      PROTOCOLS,
    ),
    pairs: text(
      '--pairs <file>',
      'Pairs as JSON Lines, JSON or CSV: id, instruction, a, b and, where there are any, reference and label (a, b or tie)',
    ),
    ...needing('pairs', rowFlags()),
    ...titled('How the protocol works:', {
      ...protocolFlags,
      ties: toggle('--ties', 'Let the judge call both good or both poor'),
      oneOrder: toggle('--one-order', 'Show each pair in the order given alone, not in both'),
      reconsider: toggle('--reconsider', 'Ask the judge to think its decision over, and say how often it stays'),
    }),
    ...judgingFlags,
    format: rowsFormatFlag,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule compare old.md new.md --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule compare old.md new.md --by preference --instruction "Write a haiku about rain" --model gpt-4.1-mini',
    'groundrule compare drafts-a/ drafts-b/ --checklist checklist.yaml --model gpt-4.1-mini --format html --out report.html',
    'groundrule compare --pairs pairs.jsonl --protocol camieval --write-reference --one-order --model gpt-4.1',
    'groundrule compare old.md new.md --protocol cot --task task.txt --panel gpt-4.1-mini,gpt-4.1 --model gpt-4.1-mini',
    'groundrule compare --pairs llmbar.json --benchmark llmbar --protocol vanilla --model gpt-4.1-mini',
    'groundrule compare --pairs pairs.jsonl --selective 3 --policy specify --model gpt-4.1-mini',
    'groundrule compare --pairs pairs.jsonl --by chooser.md --model gpt-4.1-mini',
    'groundrule compare --pairs pairs.jsonl --by check-then-score --model gpt-4.1-mini --max-usd 1 --format json',
  ],
  run: async (session, a, b) => {
    const { flags } = session;
    const { selective, pairs: file, format, policy, top } = flags;
    const { protocol: typed = selective === undefined ? 'pass-rate' : 'checklist-preference' } = flags;
    const { by, prompt } = await chosenProtocol(session, typed);
    const protocol = COMPARISON_PROTOCOLS[by];
    const { ties, reconsider } = flags;
    const ofFlags = await protocolChoice(session, by, protocol, prompt);
    const chosen = { ...ofFlags, ties, reconsider, bothOrders: flags.oneOrder === true ? false : undefined };
    return runJudging(session, {
      references: [a, b, file, flags.reference].filter((reference) => reference !== undefined),
      read: async () => {
        const given = await readReference(session, flags.reference);
        const read = await readPairs(session, { a, b, file, mapping: rowMapping(flags) });
        // A file of pairs serves all protocols: a reference in it is left aside by those that take none.
        const ownReference = protocol.takes.includes('reference');
        return read.map((pair) => ({ ...pair, reference: (ownReference ? pair.reference : null) ?? given }));
      },
      plan: (pairs) => ({
        title: `Compare ${plural(pairs.length, 'pair')} by ${by}`,
        judgesItems: protocol.judgesItems,
      }),
      work: async (pairs, { client, task, options, each, namedChecklist }) => {
        const checklist = namedChecklist ?? undefined;
        const common = { ...options, ...chosen, by, policy, checklist, top };
        return each(pairs, ({ a: ofA, b: ofB, name, label, reference, task: own }) =>
          client.compare(ofA, ofB, { ...common, name, label, reference, instruction: own ?? task ?? undefined }),
        );
      },
      checklistOf: ([first]) => {
        const grounds = first?.grounds?.kind === 'panel' ? first.grounds.members[0]?.grounds : first?.grounds;
        const settled = settledGrounds(grounds ?? null);
        return settled !== null && 'checklist' in settled ? (settled.checklist ?? null) : null;
      },
      print: (comparisons, layout) => renderComparisons(comparisons, format, layout),
      remarks: (comparisons) => comparisons,
      records: (comparisons) => comparisons,
      namesRecords: (comparisons) => comparisons.length === 1,
      exitCode: (comparisons) =>
        comparisons.every(({ result }) => result.status === 'unscored') ? EXIT.notDecided : EXIT.done,
    });
  },
});
