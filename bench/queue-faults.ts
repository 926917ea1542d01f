/**
 * The full form of what test/jobs/faults.e2e.test.ts shows: 200 instructions by four workers on PostgreSQL, one killed
 * every 5 seconds for a minute, PostgreSQL restarted once, the model's server answering 429 in bursts. Takes some minutes.
 * `npm run bench:queue-faults [-- --share kind --instructions 200]`
 */
import { parseArgs } from 'node:util';
import { faultyRun, KINDS } from '../test/jobs/faulty-run.ts';
import { printTable } from './support.ts';

const MAX_CALLS_RATIO = 1.05;

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: 'none' },
    instructions: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});
const share = values.share === 'kind' ? 'kind' : 'none';
const instructions = Number(values.instructions);
const guides = share === 'kind' ? KINDS.length : 0;
const run = await faultyRun({
  instructions,
  share,
  killEveryMs: 5_000,
  killForMs: 60_000,
  latencyMs: 50,
  withinMs: 1_800_000,
});
const ratio = run.calls / run.undisturbedCalls;
const bars = [
  { bar: `jobs done: ${instructions}`, value: run.jobs['done'] ?? 0, met: run.jobs['done'] === instructions },
  { bar: `guides: ${guides}`, value: run.guides, met: run.guides === guides },
  { bar: `sets: ${instructions}, none twice`, value: run.sets, met: run.sets === instructions },
  { bar: `rows written: ${instructions}`, value: run.rows, met: run.rows === instructions },
  { bar: 'the same bytes as one process on SQLite (1)', value: Number(run.sameBytes), met: run.sameBytes },
  { bar: `calls / undisturbed ≤ ${MAX_CALLS_RATIO}`, value: ratio.toFixed(4), met: ratio <= MAX_CALLS_RATIO },
  { bar: 'calls of a plain precompute afterwards: 0', value: run.callsAfterwards, met: run.callsAfterwards === 0 },
];
printTable(
  ['bar', 'measured', 'met'],
  bars.map(({ bar, value, met }) => [bar, value, met ? 'yes' : 'NO']),
);
if (bars.some(({ met }) => !met)) process.exitCode = 1;
if (values.json) console.log(JSON.stringify({ bench: 'queue-faults', bars, run }));
