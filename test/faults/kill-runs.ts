/** Runs that are killed in the middle, again and again over one store, until one is let through. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundled } from '../support/bundled.ts';
import { drawing } from '../support/draw.ts';
import { discoverWith } from '../support/guide-web/discover-with.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { startGuideWeb, type GuideWeb } from '../support/guide-web/start-guide-web.ts';
import type { ScriptedRequest } from '../support/model-server/request.ts';

const PROCESS = join(import.meta.dirname, '../support/guide-web/discover-process.ts');
const CALLS_AT_ONCE = 3;
/** Long enough that a kill meets calls under way. */
const LATENCY_MS = 60;
/** A kill comes after so many calls of a run at most, and so long after the last of them. */
const MAX_CALLS_BEFORE_KILL = 3;
const MAX_DELAY_MS = 60;

export interface KilledRuns {
  readonly kills: number;
  /** Different questions that the model was asked. */
  readonly questions: number;
  /** Questions that were asked again. */
  readonly repeats: number;
  /** Calls under way when the kills came, at most. */
  readonly inFlight: number;
  readonly sameContent: boolean;
}

/** @param store path of a SQLite store that does not exist yet */
export async function runWithKills(seed: string, kills: number, store: string): Promise<KilledRuns> {
  const pages = await makePages({
    textKind: 'grant-proposal',
    counts: { guide: 14, general: 2, 'other-kind': 1, 'off-topic': 0, thin: 0, copy: 0 },
    sites: 7,
    sentences: 40,
    frame: 'bare',
    seed: `kills ${seed}`,
  });
  const world = await startGuideWeb({
    pages,
    resultsPerQuery: 12,
    modelBehaviour: { latencyMs: LATENCY_MS },
  });
  try {
    const flags = {
      ...world.flags,
      mode: 'full',
      n: 10,
      keep: 8,
      rounds: 2,
      modelConcurrency: CALLS_AT_ONCE,
    };
    const draw = drawing(seed);
    let killed = 0;
    let id: string | null = null;
    while (id === null) {
      const letThrough = killed === kills;
      const calls = 1 + draw.index(MAX_CALLS_BEFORE_KILL);
      id = await runOnce({ ...flags, store }, world, letThrough ? null : { calls, delayMs: draw.index(MAX_DELAY_MS) });
      if (id === null) killed += 1;
      else if (!letThrough) throw new Error(`The run was over before kill ${killed + 1}; make it longer.`);
    }
    const asked = world.model.requests.map(identity);
    const questions = new Set(asked).size;
    const whole = await discoverWith({ ...flags, store: 'memory' });
    const repeats = asked.length - questions;
    return { kills, questions, repeats, inFlight: kills * CALLS_AT_ONCE, sameContent: id === whole.id };
  } finally {
    await world.close();
  }
}

/** @returns the id of the set; null where the process was killed */
async function runOnce(
  flags: Readonly<Record<string, unknown>>,
  world: GuideWeb,
  kill: { readonly calls: number; readonly delayMs: number } | null,
): Promise<string | null> {
  const child = spawn(process.execPath, [await bundled(PROCESS), JSON.stringify(flags)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  if (kill !== null) {
    const goal = world.counts().model + kill.calls;
    while (world.counts().model < goal && child.exitCode === null) await delay(2);
    await delay(kill.delayMs);
    child.kill('SIGKILL');
  }
  await closed;
  if (child.signalCode === 'SIGKILL') return null;
  if (child.exitCode !== 0) throw new Error(`The run ended with ${child.exitCode}: ${errors}`);
  return output.trim();
}

function identity({ schemaName, text }: ScriptedRequest): string {
  return `${schemaName ?? ''} ${text}`;
}
