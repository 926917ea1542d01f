/**
 * What attacks on the built service cost: how each ends, the seconds until then, the worst answer of `/healthz` meanwhile,
 * and the memory of the service with all its processes. `npm run bench:hostile -- --service [--name WORDS]`. Linux.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { runBuiltCli, startBuiltCli } from '../test/support/built-cli.ts';
import { printTable } from './support.ts';
import { Served } from './support/served.ts';
import { ATTACKS, checked, judgement, keys, post, status, type Attack } from './support/service-attacks.ts';

const BAR = { seconds: 1, healthzMs: 100, megabytes: 400 };
const SAMPLE_MS = 50;
const Span = z.object({ worstMs: z.number(), failed: z.number() });

/** `/healthz`, asked by a process that does nothing else. */
function startProbe(service: Served) {
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    join(import.meta.dirname, 'support/probe.ts'),
    `${service.url}/healthz`,
  ]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** The worst since it was last asked. */
    span: async () => {
      child.stdin.write('\n');
      return Span.parse(JSON.parse(String((await lines.next()).value)));
    },
    close: () => child.stdin.end(),
  };
}

async function withService<Value>(
  home: string,
  work: (service: Served, env: Record<string, string>) => Promise<Value>,
) {
  const env = { GROUNDRULE_STORE: join(home, 'store.sqlite') };
  const add = async (...flags: readonly string[]) =>
    /grk_\S+/u.exec((await runBuiltCli(['keys', 'add', 'bench', ...flags], { home, env })).stdout)?.[0] ?? '';
  keys.admin = await add('--scopes', 'admin', '--rate', '100000');
  keys.slow = await add('--scopes', 'admin', '--rate', '10');
  const service = await Served.start(startBuiltCli(['serve', '--port', '0', '--require-keys'], { home, env }));
  try {
    return await work(service, env);
  } finally {
    await service.stop();
  }
}

/** A disk of 4 MB, filled: what asks hears of it. Where no disk can be mounted it is not measured. */
async function fullDisk(home: string): Promise<string[]> {
  const name = 'a request on a full disk';
  const disk = join(home, 'disk');
  await mkdir(disk);
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
  } catch {
    return [name, 'not measured: no disk can be mounted', '', '', ''];
  }
  try {
    return await withService(disk, async (service) => {
      await writeFile(join(disk, 'filler'), Buffer.alloc(8_000_000)).catch(() => undefined);
      const body = judgement(checked('words <= 5'), 'word '.repeat(50_000));
      return await measured(service, startProbe(service), name, (on) => status(post(on, '/v1/judgements', body)));
    });
  } finally {
    await run('umount', [disk]);
  }
}

async function measured(service: Served, probe: ReturnType<typeof startProbe>, name: string, attack: Attack) {
  await probe.span();
  let megabytes = service.residentMb();
  const timer = setInterval(() => (megabytes = Math.max(megabytes, service.residentMb())), SAMPLE_MS);
  const startMs = performance.now();
  const ended = await attack(service).catch((error: unknown) => String(error));
  const [end, seconds] = typeof ended === 'string' ? [ended, (performance.now() - startMs) / 1_000] : ended;
  // What it left behind falls on those who come next.
  await delay(300);
  clearInterval(timer);
  const { worstMs, failed } = await probe.span();
  if (seconds > BAR.seconds || worstMs > BAR.healthzMs || megabytes > BAR.megabytes || failed > 0) missed.push(name);
  return [
    name,
    end,
    seconds.toFixed(2),
    `${Math.round(worstMs)}${failed > 0 ? `, ${failed} failed` : ''}`,
    megabytes.toFixed(0),
  ];
}

const missed: string[] = [];

/** @param chosen only attacks whose names hold it */
export async function attackService(chosen: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-attacked-'));
  try {
    const rows = await withService(home, async (service) => {
      const probe = startProbe(service);
      // It starts its worker; both are warm then.
      await post(service, '/v1/judgements', judgement(checked('words <= 5')));
      await probe.span();
      await delay(1_000);
      const found: string[][] = [];
      for (const [name, attack] of Object.entries(ATTACKS).filter(([each]) => each.includes(chosen))) {
        found.push(await measured(service, probe, name, attack));
        process.stderr.write(`${found.at(-1)?.join(' · ') ?? ''}\n`);
      }
      probe.close();
      return found;
    });
    if ('a request on a full disk'.includes(chosen)) rows.push(await fullDisk(home));
    printTable(['attack', 'ends as', 's', 'worst /healthz, ms', 'MB of the service'], rows);
    console.log(`beyond 1 s, 100 ms or 400 MB: ${missed.length === 0 ? 'none' : missed.join('; ')}`);
    console.log(JSON.stringify({ bench: 'hostile-service', attacks: rows.length, missed }));
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await rm(home, { recursive: true });
  }
}
