/** Each host gets few requests at once and a pause between them; hosts do not wait for one another. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { createHostPacer, type HostPacerOptions } from '../../src/web/host-pacer.ts';

function pacerWith(options: Partial<HostPacerOptions>) {
  return createHostPacer({ clock: systemClock, maxPerHost: 2, delayMs: 0, maxCrawlDelayMs: 100, ...options });
}
const turn = (crawlDelayMs = 0, signal = new AbortController().signal) => ({ signal, crawlDelayMs });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** When `count` requests to one host started, from when the first was asked for: on a busy machine it may start late. */
async function starts(pacer: ReturnType<typeof pacerWith>, count: number, crawlDelayMs = 0): Promise<number[]> {
  const times: number[] = [];
  const askedMs = performance.now();
  await Promise.all(
    Array.from({ length: count }, () =>
      pacer.run('a.test', turn(crawlDelayMs), async () => times.push(performance.now())),
    ),
  );
  return times.map((time) => time - askedMs);
}

describe('a host', () => {
  it('gets at most two requests at once', async () => {
    const pacer = pacerWith({});
    let active = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        pacer.run('a.test', turn(), async () => {
          most = Math.max(most, (active += 1));
          await pause(5);
          active -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
  });

  it('gets a pause between the starts', async () => {
    const times = await starts(pacerWith({ delayMs: 30 }), 4);
    times.forEach((time, index) => expect(time).toBeGreaterThanOrEqual(index * 30));
  });

  it('gets the pause that its robots.txt asks for, up to the cap', async () => {
    const [, second = 0] = await starts(pacerWith({}), 2, 40);
    expect(second).toBeGreaterThanOrEqual(40);
    // Longer than this test may take.
    expect(await starts(pacerWith({ maxCrawlDelayMs: 20 }), 2, 600_000)).toHaveLength(2);
  });

  it('does not wait for another one', async () => {
    // Longer than this test may take.
    const pacer = pacerWith({ delayMs: 600_000 });
    await Promise.all(['a.test', 'b.test', 'a.test:81'].map((host) => pacer.run(host, turn(), async () => host)));
  });

  it('is free again after work that failed', async () => {
    const pacer = pacerWith({ maxPerHost: 1 });
    const failing = async () => Promise.reject(new Error('broken'));
    await expect(pacer.run('a.test', turn(), failing)).rejects.toThrow('broken');
    expect(await pacer.run('a.test', turn(), async () => 'done')).toBe('done');
  });

  it('is not asked by a run that was stopped while it waited', async () => {
    const pacer = pacerWith({ delayMs: 10_000 });
    const controller = new AbortController();
    await pacer.run('a.test', turn(), async () => undefined);
    const waiting = [1, 2, 3].map((n) => pacer.run('a.test', turn(0, controller.signal), async () => n));
    controller.abort();
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
