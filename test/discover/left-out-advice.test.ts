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
    leftOutAdvice(state as unknown as DiscoveryState, removed(...numbers), false);
  expect(lines(2, 3)).toEqual([
    expect.stringMatching(/^1 of the 2 pieces of advice recognised in your guides .*audit/u),
  ]);
  expect(lines(3)).toEqual([]);
});

it('counts the passages of the user’s guides that gave no advice, where no model read them', () => {
  const text = 'Hives\nName the hive.\nGreet the guests.';
  const blocks = [
    { kind: 'heading', start: 0, end: 5 },
    { kind: 'paragraph', start: 6, end: 20 },
    { kind: 'table-row', start: 21, end: 38 },
  ];
  const source = { id: 's1', via: 'library', decision: 'kept' };
  const piece = { ...adviceOf(1, 'Name the hive.'), start: 6, end: 20 };
  const read = { ...EMPTY_STATE, sources: [{ source, page: { text, blocks } }], advice: new Map([[piece.id, piece]]) };
  const lines = (isByModel: boolean) => leftOutAdvice(read as unknown as DiscoveryState, [], isByModel);
  expect(lines(false)).toEqual([
    expect.stringMatching(/^1 of the 2 passages in your guides gave no advice: .*tables/u),
  ]);
  expect(lines(true)).toEqual([]);
});
