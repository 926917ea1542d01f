/** A folder's advice that becomes no criterion is counted, and no other. */
import { expect, it } from 'vitest';
import { EMPTY_STATE, type DiscoveryState } from '../../src/discover/discovery.ts';
import { leftOutAdvice } from '../../src/discover/library-files.ts';
import { adviceOf } from '../engines/offline/support.ts';

const sources = (['library', 'bundled'] as const).map((via, index) => ({ source: { id: `s${index + 1}`, via } }));
const advice = [adviceOf(1, 'Name the hive.'), adviceOf(2, 'Ask a friend.'), adviceOf(3, 'Sleep on it.', 's2')];
const state = { ...EMPTY_STATE, sources, advice: new Map(advice.map((piece) => [piece.id, piece])) };
const removed = (...numbers: readonly number[]) =>
  numbers.map((number) => ({ step: 'rewriting', text: '', adviceIds: [`a${number}`], reason: 'It is work.' }) as never);

it('is a line where some of the user’s own is left out', () => {
  const lines = (...numbers: readonly number[]) =>
    leftOutAdvice(state as unknown as DiscoveryState, removed(...numbers));
  expect(lines(2, 3)).toEqual([
    expect.stringMatching(/^1 of the 2 pieces of advice recognised in your guides .*audit.*not read/u),
  ]);
  expect(lines(3)).toEqual([]);
});
