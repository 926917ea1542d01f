/**
 * How many of the criteria at the top of a list stand, by blind marks. `--data DIR` holds `guides/<kind>/*.html` and
 * `labels.json`: {"tasks": [{"kind", "instruction"}], "marks": [{"kind", "criterion", "failed"}]}; `failed` holds the
 * letters of the marks that a criterion did not pass (G grammatical, T to be told from the text alone, S specific to
 * the kind, I not in the instruction) and is empty for a good one. Every task is discovered over all guides with
 * default settings. What nobody has marked counts neither way and is said. Guides and marks are authored: the marks by
 * readers who saw an instruction and one sentence alone. Nothing was fitted to the default set; `data/criteria/first` to
 * `fourth` are part of what the weights of `src/offline/soundness.ts` were fitted to.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checklistOf, discover, InputError, type Criterion } from '../src/index.ts';
import { benchOptions, printTable } from './support.ts';

const Labels = z.object({
  tasks: z.array(z.object({ kind: z.string(), instruction: z.string() })),
  marks: z.array(z.object({ kind: z.string(), criterion: z.string(), failed: z.string() })),
});
const TOP = 15;

const options = benchOptions();
const data = options.data ?? join(import.meta.dirname, 'data/criteria/held-out');
const labels = Labels.parse(JSON.parse(await readFile(join(data, 'labels.json'), 'utf8')));
const failedOf = new Map(
  labels.marks.map(({ kind, criterion, failed }) => [`${kind}\n${criterion}`, failed]),
);

/** None where the offline engine sees no kind of text in the instruction. */
async function implicitCriteria(instruction: string): Promise<readonly Criterion[]> {
  try {
    const set = await discover(instruction, { library: [join(data, 'guides')], store: 'memory' });
    return set.content.criteria.filter((criterion) => !criterion.explicit);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

const rows = await Promise.all(
  labels.tasks.map(async ({ kind, instruction }) => {
    const implicit = await implicitCriteria(instruction);
    const shown = checklistOf(implicit, TOP).criteria.map(({ text }) => ({
      text,
      failed: failedOf.get(`${kind}\n${text}`),
    }));
    return {
      kind,
      shown: shown.length,
      good: shown.filter(({ failed }) => failed === '').length,
      unmarked: shown.filter(({ failed }) => failed === undefined).map(({ text }) => text),
      bad: shown.flatMap(({ text, failed }) =>
        failed === undefined || failed === '' ? [] : [{ text, failed }],
      ),
    };
  }),
);
printTable(
  ['kind', 'shown', 'good', 'unmarked', 'not good'],
  rows.map(({ kind, shown, good, unmarked, bad }) => [
    kind,
    shown,
    good,
    unmarked.length,
    bad.map(({ text, failed }) => `${failed}: ${text}`).join('\n'),
  ]),
);
const sum = (count: (row: (typeof rows)[number]) => number): number =>
  rows.reduce((total, row) => total + count(row), 0);
const summary = {
  shown: sum((row) => row.shown),
  marked: sum((row) => row.shown - row.unmarked.length),
  good: sum((row) => row.good),
};
console.log(
  `${summary.good} of ${summary.marked} marked criteria are good (${Math.round((100 * summary.good) / summary.marked)} %), ${summary.shown - summary.marked} unmarked`,
);
if (options.json) console.log(JSON.stringify({ bench: 'criteria', ...summary, rows }));
