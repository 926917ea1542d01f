import { describe, expect, it } from 'vitest';
import { replayInfoBench } from '../../bench/replay/replay-infobench.ts';
import { publicData } from './public-data.ts';

const { folder: data, isAbsent } = publicData('infobench');

describe.skipIf(isAbsent)('replaying InFoBench', () => {
  it('gives the published rate of GPT-4, and one for each of the file’s labels', async () => {
    const { rates } = await replayInfoBench({ data, model: null });
    expect(rates[0]).toEqual({ name: 'all', yes: 1971, scored: 2250, rate: 0.876 });
    const sum = (names: readonly string[]) =>
      rates.filter(({ name }) => names.includes(name)).reduce((total, { scored }) => total + scored, 0);
    expect(sum(['Easy_set', 'Hard_set'])).toBe(2250);
    expect(rates.slice(3).map(({ name }) => name)).toEqual(['Content', 'Format', 'Linguistic', 'Number', 'Style']);
  });
});
