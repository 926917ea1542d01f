/** An experiment whose process is killed is taken up where it was: the built program, at one request at a time. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ended, startBuiltCli } from '../support/built-cli.ts';
import { setUp } from '../support/experiment.ts';

it('pays for nothing twice, and ends with the table of a straight run', async () => {
  const { run, server, folder, command } = await setUp({
    name: 'Judges',
    data: [{ id: 'pairs', file: 'pairs.jsonl' }],
    protocols: [
      { id: 'plain', protocol: 'vanilla' },
      { id: 'reasoned', protocol: 'cot' },
    ],
    metrics: ['agreement'],
    resamples: 100,
  });
  const straight = await run('--format', 'csv', '--store', join(folder, 'straight.sqlite'));
  expect(straight.code, straight.stderr).toBe(0);
  const requests = () => server.requests.length;
  const whole = requests();
  expect(whole).toBe(12);

  // Nothing more is answered: however late the kill comes, it is in the middle.
  const isBeyond = () => requests() - whole > 5;
  server.behave({ gate: async () => (isBeyond() ? new Promise(() => undefined) : undefined) });
  const child = startBuiltCli([...command, '--model-concurrency', '1'], { home: folder });
  child.stdin.end();
  const killed = ended(child);
  while (child.exitCode === null && !isBeyond()) await delay(5);
  child.kill('SIGKILL');
  server.behave({ gate: null });
  expect(await killed).toMatchObject({ signal: 'SIGKILL' });
  const beforeIt = requests() - whole;
  expect(beforeIt).toBeLessThan(whole);

  const resumed = await run('--format', 'csv');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stdout).toBe(straight.stdout);
  // The one that was in flight may be asked again, no other.
  expect(requests() - whole).toBeLessThanOrEqual(whole + 1);
}, 120_000);
