/**
 * What figures take: 100,000 criteria and 1,000,000 labels, each also at a quarter and at a half, so that growth shows;
 * and 1,000 resamples of 10,000 pairs. Synthetic, seeded data; no model.
 *
 *   npm run bench:metrics
 */
import { parseTask } from '../src/domain/task.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { JudgeRow } from '../src/data/judge-row.ts';
import { measureCriteria } from '../src/measure/measure-criteria.ts';
import { measureJudge } from '../src/measure/measure-judge.ts';
import { accuracy } from '../src/metrics/accuracy.ts';
import { bootstrap, pairedBootstrap } from '../src/metrics/bootstrap.ts';
import { seededRandom } from '../src/domain/seeded-random.ts';
import { cohenKappa, quadraticKappa } from '../src/metrics/kappa.ts';
import { kendallTau } from '../src/metrics/kendall-tau.ts';
import { krippendorffAlpha } from '../src/metrics/krippendorff-alpha.ts';
import { mean } from '../src/metrics/mean.ts';
import { spearman } from '../src/metrics/correlation.ts';
import { workingAlone } from '../src/client/runs.ts';
import { printTable } from './support.ts';

const CRITERIA = 100_000;
const CRITERIA_PER_TASK = 50;
const LABELS = 1_000_000;
const PAIRS = 10_000;
const VOCABULARY = 20_000;
const MB = 1_000_000;

const random = seededRandom(1);
const whole = (below: number) => Math.floor(random() * below);
/** A few words stand often and most seldom, as in texts. */
const sentence = (words: number) =>
  Array.from({ length: words }, () => `word${Math.floor(VOCABULARY * random() ** 3)}`).join(' ');

const rows: (string | number)[][] = [];
async function timed(what: string, size: number, work: () => unknown): Promise<void> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  rows.push([
    what,
    size,
    seconds.toFixed(2),
    ((user + system) / 1e6).toFixed(2),
    ((user + system) / size).toFixed(2),
    Math.round(process.memoryUsage.rss() / MB),
  ]);
}

function listsOf(criteria: number) {
  return Array.from({ length: criteria / CRITERIA_PER_TASK }, (_, at) => ({
    task: parseTask(`Task ${at}: ${sentence(30)}`, null),
    criteria: Array.from({ length: CRITERIA_PER_TASK }, () => `The response should ${sentence(14)}.`),
    record: null,
    verified: null,
  }));
}

function judgeRows(count: number, said: (at: number) => Pick<JudgeRow, 'predicted' | 'labels'>): JudgeRow[] {
  const rest = { samples: [], group: null, generated: [], human: null };
  return Array.from({ length: count }, (_, at) => ({ id: String(at), confidence: random(), ...rest, ...said(at) }));
}

async function main(): Promise<void> {
  const run: RunContext = workingAlone();
  for (const size of [CRITERIA / 4, CRITERIA / 2, CRITERIA]) {
    const systems = [{ name: 'all', lists: listsOf(size) }];
    await timed('criteria: all figures, 1,000 resamples', size, () =>
      measureCriteria(run, null, systems, { given: new Map(), ks: [] }),
    );
  }
  for (const size of [LABELS / 4, LABELS / 2, LABELS]) {
    const scores = judgeRows(size, () => ({ predicted: 1 + whole(5), labels: [1 + whole(5)] }));
    await timed('labels: scores, all figures', size, () => measureJudge(scores));
    const words = ['a', 'b', 'tie'];
    const preferences = judgeRows(size, () => ({
      predicted: words[whole(3)] ?? null,
      labels: [words[whole(3)] ?? null],
    }));
    await timed('labels: preferences, all figures', size, () => measureJudge(preferences));
  }

  const pairs = Array.from({ length: PAIRS }, () => ({ predicted: 1 + whole(5), gold: 1 + whole(5) }));
  const numbers = pairs.map(({ predicted, gold }) => [predicted, gold] as const);
  const drawn = (what: string, work: () => unknown) => timed(`1,000 resamples: ${what}`, PAIRS, work);
  await drawn('accuracy', () => bootstrap(pairs, (sample) => accuracy(sample).value));
  await drawn('Cohen’s kappa', () => bootstrap(pairs, (sample) => cohenKappa(sample).value));
  await drawn('quadratic kappa', () => bootstrap(pairs, (sample) => quadraticKappa(sample).value));
  await drawn('alpha, nominal', () => bootstrap(numbers, (sample) => krippendorffAlpha(sample, 'nominal').value));
  await drawn('alpha, ordinal', () => bootstrap(numbers, (sample) => krippendorffAlpha(sample, 'ordinal').value));
  await drawn('Spearman', () => bootstrap(numbers, (sample) => spearman(sample).value));
  await drawn('Kendall', () => bootstrap(numbers, (sample) => kendallTau(sample).value));
  const [ones, others] = [pairs.map(({ predicted }) => predicted), pairs.map(({ gold }) => gold)];
  await drawn('paired difference of means', () => pairedBootstrap(ones, others, mean));

  printTable(['work', 'size', 'seconds', 'of a processor', 'µs for each', 'RSS, MB'], rows);
}

await main();
