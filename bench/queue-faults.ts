/**
 * The full form of what test/jobs/faults.e2e.test.ts shows: 200 instructions by four workers on PostgreSQL, one killed
 * every 5 seconds for a minute, PostgreSQL restarted once, the model's server answering 429 in bursts. Takes some minutes.
 */
import { faultyRun } from '../test/jobs/faulty-run.ts';
import { benchOptions, printTable } from './support.ts';

const INSTRUCTIONS = 200;
const MAX_CALLS_RATIO = 1.05;

const { json } = benchOptions();
const run = await faultyRun({
  instructions: INSTRUCTIONS,
  killEveryMs: 5_000,
  killForMs: 60_000,
  latencyMs: 50,
  withinMs: 1_800_000,
});
const ratio = run.calls / run.undisturbedCalls;
const bars = [
  { bar: `jobs done: ${INSTRUCTIONS}`, value: run.jobs['done'] ?? 0, met: run.jobs['done'] === INSTRUCTIONS },
  { bar: `sets: ${INSTRUCTIONS}, none twice`, value: run.sets, met: run.sets === INSTRUCTIONS },
  { bar: `rows written: ${INSTRUCTIONS}`, value: run.rows, met: run.rows === INSTRUCTIONS },
  { bar: 'the same bytes as one process on SQLite (1)', value: Number(run.sameBytes), met: run.sameBytes },
  { bar: `calls / undisturbed ≤ ${MAX_CALLS_RATIO}`, value: ratio.toFixed(4), met: ratio <= MAX_CALLS_RATIO },
  { bar: 'calls of a plain precompute afterwards: 0', value: run.callsAfterwards, met: run.callsAfterwards === 0 },
];
printTable(
  ['bar', 'measured', 'met'],
  bars.map(({ bar, value, met }) => [bar, value, met ? 'yes' : 'NO']),
);
if (bars.some(({ met }) => !met)) process.exitCode = 1;
if (json) console.log(JSON.stringify({ bench: 'queue-faults', bars, run }));
