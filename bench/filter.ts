/**
 * How well the filter tells guidance from the rest, on labelled pages. `--data DIR` holds `pages/` and
 * `labels.json`: {"tasks": {kind: instruction}, "pages": [{"page", "kind", "good", "copyOf"?}]}. Every task is
 * discovered over all pages with default settings: a bad page should be kept for none, a good one for its kind.
 * Of a page and its copy exactly one should stay. The default set is the one that nothing was fitted to.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { discover } from '../src/index.ts';
import { benchOptions, printTable } from './support.ts';

const Labels = z.object({
  tasks: z.record(z.string(), z.string()),
  pages: z.array(
    z.object({ page: z.string(), kind: z.string(), good: z.boolean(), copyOf: z.string().optional() }),
  ),
});

const options = benchOptions();
const data = options.data ?? join(import.meta.dirname, 'data/filter/ninth');
const labels = Labels.parse(JSON.parse(await readFile(join(data, 'labels.json'), 'utf8')));

/** Tasks that a page was kept for, and why it was dropped elsewhere. */
const keptFor = new Map<string, Set<string>>();
const droppedBecause = new Map<string, Set<string>>();
for (const [kind, instruction] of Object.entries(labels.tasks)) {
  const set = await discover(instruction, { library: [join(data, 'pages')], store: 'memory' });
  for (const source of set.content.sources) {
    const page = decodeURIComponent(source.url.slice('library:'.length));
    const [map, entry] = source.decision === 'kept' ? [keptFor, kind] : [droppedBecause, source.decision];
    map.set(page, (map.get(page) ?? new Set()).add(entry));
  }
}

const rows = labels.pages.map(({ page, kind, good, copyOf }) => {
  const kept = keptFor.get(page) ?? new Set();
  const original = copyOf === undefined ? undefined : keptFor.get(copyOf);
  // A copy may stay in the place of its original, never beside it.
  const twinKept = copyOf !== undefined && kept.size > 0 && (original?.size ?? 0) === 0;
  const replacedByTwin = labels.pages.some(
    (other) => other.copyOf === page && (keptFor.get(other.page)?.size ?? 0) > 0,
  );
  const right = good ? kept.has(kind) || replacedByTwin : kept.size === 0 || twinKept;
  return {
    page,
    kind,
    good,
    kept: [...kept],
    because: [...(droppedBecause.get(page) ?? ['not found'])],
    right,
  };
});
printTable(
  ['page', 'kind', 'good', 'kept for', 'dropped because', 'right'],
  rows.map((row) => [
    row.page,
    row.kind,
    row.good ? 'good' : 'bad',
    row.kept.join(', '),
    row.because.join(', '),
    row.right ? 'yes' : 'NO',
  ]),
);
const bad = rows.filter((row) => !row.good);
const good = rows.filter((row) => row.good);
const summary = {
  bad: bad.length,
  badDropped: bad.filter((row) => row.right).length,
  good: good.length,
  goodLost: good.filter((row) => !row.right).length,
};
console.log(
  `${summary.badDropped} of ${summary.bad} bad pages dropped, ${summary.goodLost} of ${summary.good} good pages lost`,
);
if (options.json) console.log(JSON.stringify({ bench: 'filter', ...summary, rows }));
