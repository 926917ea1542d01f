/** Tables that are kept by hand name all that their registries have. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BENCHMARK_NAMES } from '../../src/data/benchmarks.ts';
import { SCORES } from '../../src/domain/scores.ts';
import { METRIC_NAMES } from '../../src/experiment/metric-names.ts';
import { RUBRIC_FORMATS } from '../../src/judge/rubrics/names.ts';
import { ENGINES } from '../../src/search/engines/registry.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

it.each<readonly [string, string, RegExp, readonly string[]]>([
  ['metrics', 'experiments.md', /^\| `metrics` \|.*/gmu, METRIC_NAMES],
  ['benchmarks', 'experiments.md', /^\| `[^|]*\|/gmu, BENCHMARK_NAMES],
  ['search engines', 'models.md', /^\| `[^|]*\|/gmu, ENGINES.map(({ name }) => name)],
  ['formats of rubrics', 'checklists.md', /^\| `[^|]*\|/gmu, RUBRIC_FORMATS],
  ['scores', 'judging.md', /^\| `[^|]*\|/gmu, SCORES],
])('%s are all listed in docs/%s', async (_what, file, rows, names) => {
  const text = await readFile(join(docs, file), 'utf8');
  const listed = (text.match(rows) ?? []).join('\n');
  expect(names.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});
