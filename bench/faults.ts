/**
 * The heavy variants of what the tests in test/faults show: 50 runs with faults of the model and the web, and a run that is
 * killed 20 times. Takes some minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultRuns } from '../test/faults/fault-runs.ts';
import { runWithKills } from '../test/faults/kill-runs.ts';
import { benchOptions, printTable } from './support.ts';

const WORLDS = 10;
const RUNS_PER_WORLD = 5;
const MIN_SETS = 48;
const KILLS = 20;

const { json } = benchOptions();
const worlds = [];
for (let seed = 1; seed <= WORLDS; seed += 1) worlds.push(await faultRuns(seed, RUNS_PER_WORLD));
const outcomes = worlds.flatMap((world) => world.outcomes);
const sets = outcomes.filter(({ status }) => status === 'set');
const problems = outcomes.flatMap((outcome) => outcome.problems);
const messages = outcomes.flatMap((outcome) => (outcome.status === 'error' ? [outcome.message] : []));
for (const line of [...problems, ...messages]) console.log(line);

const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
const killed = await runWithKills('bench', KILLS, join(folder, 'store.sqlite'));
await rm(folder, { recursive: true, force: true });

const bars = [
  { bar: `valid sets ≥ ${MIN_SETS} of ${outcomes.length}`, value: sets.length, met: sets.length >= MIN_SETS },
  { bar: 'problems of sets, unclear errors: none', value: problems.length, met: problems.length === 0 },
  {
    bar: `after ${KILLS} kills: repeats ≤ calls in flight (${killed.inFlight}), of ${killed.questions}`,
    value: killed.repeats,
    met: killed.repeats <= killed.inFlight,
  },
  {
    bar: 'after the kills: the same content (1)',
    value: Number(killed.sameContent),
    met: killed.sameContent,
  },
];
printTable(
  ['bar', 'measured', 'met'],
  bars.map(({ bar, value, met }) => [bar, value, met ? 'yes' : 'NO']),
);
if (bars.some(({ met }) => !met)) process.exitCode = 1;
if (json) console.log(JSON.stringify({ bench: 'faults', bars, met: worlds.map(({ met }) => met), killed }));
