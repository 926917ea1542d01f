import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunEvent } from '../../src/domain/run-context.ts';
import { gatherEvents } from '../../src/service/gather-events.ts';

const named = (type: string, detail: string) => ({ type, detail }) as unknown as RunEvent;

it('sends what waits together and in order, of the costs the last, and a message that fails once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  let isBroken = false;
  const events = gatherEvents((all) => {
    if (isBroken) throw new Error('the channel is closed');
    sent.push(all.map((event) => (event as unknown as { detail: string }).detail).join(' '));
  });
  events.add(named('step', 'a'));
  events.add(named('cost', '1'));
  events.add(named('step', 'b'));
  events.add(named('cost', '2'));
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(sent).toEqual(['a b 2']);

  isBroken = true;
  events.add(named('step', 'lost'));
  expect(() => {
    events.flush();
  }).toThrow('closed');
  isBroken = false;
  events.add(named('step', 'c'));
  events.flush();
  vi.advanceTimersByTime(100);
  expect(sent).toEqual(['a b 2', 'c']);
});
