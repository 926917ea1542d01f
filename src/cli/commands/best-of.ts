import { InputError } from '../../domain/errors.ts';
import type { JudgedResponse } from '../../domain/judgement.ts';
import type { Selection } from '../../domain/judged-work.ts';
import { MAX_SAMPLES } from '../../judge/judge-options.ts';
import { plural } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { share, text, whole } from '../flag.ts';
import { judgingFlags, JUDGING_SETTINGS } from '../flags.ts';
import { codeOfRates } from '../output/report-minimum.ts';
import { readDrafts } from '../input/read-drafts.ts';
import { renderSelection } from '../../report/judged-work.ts';
import { runJudging } from '../run-judging.ts';

export const command = defineCommand({
  name: 'best-of',
  description: 'Judge several responses by one checklist and pick the best; ties are shown',
  arguments: [['[responses...]', 'Files, folders of .txt and .md files, or “-” for stdin']],
  flags: {
    n: whole('--n <number>', 'Sample so many from the model for the instruction', [2, MAX_SAMPLES]),
    min: share(
      '--min <rate>',
      'Fail where the best is below it (0–1), or could be by its unscored items; the exit code tells',
    ),
    saveText: text('--save-text <file>', 'Write the best text to a file of its own; of ties, the first'),
    ...judgingFlags,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule best-of drafts/ --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule best-of --n 8 --instruction "Write a haiku about rain" --model gpt-4.1-mini --save-text haiku.txt',
    'groundrule best-of a.md b.md c.md --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini',
  ],
  run: async (session, references) => {
    const { flags } = session;
    if (references.length > 0 === (flags.n !== undefined))
      throw new InputError('Candidates are either given as files or sampled with --n.', {
        advice: 'Give files, or --n and an --instruction.',
      });
    return runJudging(session, {
      references,
      read: async () => flags.n ?? (await readDrafts(session, references)),
      plan: (candidates) =>
        typeof candidates === 'number'
          ? {
              title: `Sample ${plural(candidates, 'response')} and pick the best`,
              assumption: 'A sampled response is taken to be about 600 words long.',
            }
          : { title: `Pick the best of ${plural(candidates.length, 'response')}` },
      work: async (candidates, { client, options, checklist }) => client.bestOf(candidates, await checklist(), options),
      checklistOf: (selection) => selection.checklist,
      print: (selection, layout) => renderSelection(selection, flags.format, layout),
      remarks: (selection) => [
        ...selection.candidates.flatMap(({ judged }) =>
          judged === null ? [] : [{ name: judged.name, warnings: judged.warnings }],
        ),
        ...firstBest(selection).map(({ name, passRate }) => ({
          name: `the best, ${name}`,
          warnings: [],
          judged: { passRate },
        })),
      ],
      records: (selection) => [selection],
      text: (selection) => firstBest(selection)[0]?.response ?? null,
      exitCode: (selection) => codeOfRates(firstBest(selection), flags.min),
    });
  },
});

/** Of ties, the first; none where nothing was scored. */
function firstBest({ best, candidates }: Selection): readonly JudgedResponse[] {
  const judged = candidates[best[0] ?? -1]?.judged ?? null;
  return judged === null ? [] : [judged];
}
