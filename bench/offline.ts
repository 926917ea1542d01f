/**
 * The offline engine as users run it: the built command line, one process per instruction; cold (empty store) and
 * warm (the same store again). Then the start-up of --help beside a bare node.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CriteriaSet } from '../src/domain/criteria-set.ts';
import { benchOptions, printTable, quantile } from './support.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/bin/main.js');
const HELP_RUNS = 15;
/** Prints the process's peak resident memory (KB) to descriptor 3 as it ends; the program itself is unchanged. */
const REPORT_RSS = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;

interface Measured {
  readonly seconds: number;
  readonly peakMb: number;
  readonly stdout: string;
  readonly code: number | null;
}

function measure(args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const child = spawn(process.execPath, ['--import', REPORT_RSS, ...args], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    let stdout = '';
    let rss = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    const report = child.stdio[3];
    if (report !== null && report !== undefined && 'setEncoding' in report)
      report.setEncoding('utf8').on('data', (chunk: string) => (rss += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ seconds: (performance.now() - startMs) / 1000, peakMb: Number(rss) / 1024, stdout, code }),
    );
  });
}

/** Medians of alternating runs, so that a busy moment hits both. */
async function helpRatio(): Promise<{ bareMs: number; helpMs: number; ratio: number }> {
  const times = { bare: [] as number[], help: [] as number[] };
  for (let run = 0; run < HELP_RUNS; run += 1) {
    times.bare.push((await timeOf(['-e', '0'])) * 1000);
    times.help.push((await timeOf([cli, '--help'])) * 1000);
  }
  const [bareMs, helpMs] = [quantile(times.bare, 0.5), quantile(times.help, 0.5)];
  return { bareMs, helpMs, ratio: helpMs / bareMs };
}

function timeOf(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    spawn(process.execPath, args, { stdio: 'ignore' })
      .on('error', reject)
      .on('close', () => resolve((performance.now() - startMs) / 1000));
  });
}

const options = benchOptions();
const data = options.data ?? join(root, 'bench/data/offline');
const instructions = (await readFile(join(data, 'instructions.jsonl'), 'utf8'))
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => z.object({ instruction: z.string() }).parse(JSON.parse(line)).instruction);

const rows = [];
for (const instruction of instructions) {
  const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
  const args = [cli, 'discover', instruction, '--format', 'json', '--quiet', '--store', join(folder, 'store.sqlite')];
  const cold = await measure(args);
  const warm = await measure(args);
  await rm(folder, { recursive: true, force: true });
  if (cold.code !== 0 || warm.code !== 0) throw new Error(`“${instruction}” ended with ${cold.code} and ${warm.code}.`);
  const [coldSet, warmSet] = [cold, warm].map(({ stdout }) => CriteriaSet.parse(JSON.parse(stdout)));
  rows.push({
    instruction,
    criteria: coldSet?.content.criteria.length ?? 0,
    sameContent: coldSet?.id === warmSet?.id,
    coldSeconds: cold.seconds,
    warmSeconds: warm.seconds,
    peakMb: Math.max(cold.peakMb, warm.peakMb),
  });
}
printTable(
  ['instruction', 'criteria', 'same content', 'cold s', 'warm s', 'peak MB'],
  rows.map((row) => [
    row.instruction.slice(0, 60),
    row.criteria,
    row.sameContent ? 'yes' : 'NO',
    row.coldSeconds.toFixed(2),
    row.warmSeconds.toFixed(2),
    row.peakMb.toFixed(0),
  ]),
);
const help = await helpRatio();
const summary = {
  instructions: rows.length,
  coldSecondsMax: Math.max(...rows.map((row) => row.coldSeconds)),
  warmSecondsMedian: quantile(
    rows.map((row) => row.warmSeconds),
    0.5,
  ),
  warmSecondsMax: Math.max(...rows.map((row) => row.warmSeconds)),
  peakMbMax: Math.max(...rows.map((row) => row.peakMb)),
  sameContent: rows.every((row) => row.sameContent),
  help,
};
printTable(
  ['measure', 'value'],
  [
    ['cold, slowest', `${summary.coldSecondsMax.toFixed(2)} s`],
    ['warm, median / slowest', `${summary.warmSecondsMedian.toFixed(2)} / ${summary.warmSecondsMax.toFixed(2)} s`],
    ['peak memory', `${summary.peakMbMax.toFixed(0)} MB`],
    ['--help / bare node', `${help.helpMs.toFixed(0)} / ${help.bareMs.toFixed(0)} ms = ${help.ratio.toFixed(2)}`],
  ],
);
if (options.json) console.log(JSON.stringify({ bench: 'offline', ...summary, rows }));
