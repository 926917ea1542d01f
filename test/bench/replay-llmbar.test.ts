import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replayLlmBar, type LlmBarRun } from '../../bench/replay/replay-llmbar.ts';
import { InputError } from '../../src/domain/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { publicData } from './public-data.ts';

const { folder: data, isAbsent } = publicData('llmbar');
const Statistics = z.record(z.string(), z.unknown());
const Side = z.looseObject({ completion: z.tuple([z.string()], z.unknown()) });
const Results = z.array(z.looseObject({ results: z.array(z.unknown()) }));
type Sides = Record<string, z.infer<typeof Side>>;

/** A copy in which `change` sees the sides of every record, in order. */
async function changedCopy(
  change: (side: z.infer<typeof Side>, index: number) => z.infer<typeof Side>,
): Promise<string> {
  const copy = await temporaryFolder();
  for (const { set, model, protocol } of await replayLlmBar({ data, model: null })) {
    const file = path.join(set, model, protocol, 'result.json');
    const records = Results.parse(JSON.parse(await readFile(path.join(data, file), 'utf8')));
    let index = 0;
    for (const { results } of records) {
      const sides = z.record(z.string(), Side).parse(results.at(-1));
      const changed: Sides = {};
      for (const [order, side] of Object.entries(sides)) changed[order] = change(side, index++);
      results.splice(-1, 1, changed);
    }
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await writeFile(path.join(copy, file), JSON.stringify(records, null, 2));
  }
  return copy;
}

const named = ({ set, protocol }: LlmBarRun) => `${set} ${protocol}`;

describe.skipIf(isAbsent)('replaying LLMBar', () => {
  it('gives the published figures, to the last digit', async () => {
    const runs = await replayLlmBar({ data, model: 'gpt-4' });
    expect(runs.map(named)).toEqual(
      ['gptinst', 'natural'].flatMap((set) =>
        ['CoT', 'Metrics', 'Metrics_Reference', 'Reference', 'Vanilla'].map((protocol) => `${set} ${protocol}`),
      ),
    );
    for (const { set, model, protocol, statistics, unscored } of runs) {
      const published = await readFile(path.join(data, set, model, protocol, 'statistics.json'), 'utf8');
      expect(Statistics.parse(JSON.parse(published))).toMatchObject(statistics);
      expect(unscored).toEqual([]);
    }
  });

  it('never looks at the verdicts that were read from the answers before', async () => {
    const bare = await changedCopy(({ completion }) => ({ completion }));
    const lying = await changedCopy(({ completion }) => ({ completion, winner: '1' }));
    const figures = async (folder: string) =>
      (await replayLlmBar({ data: folder, model: null })).map(({ statistics }) => statistics);
    expect(await figures(bare)).toEqual(await figures(data));
    expect(await figures(lying)).toEqual(await figures(data));
  });

  it('leaves cut and refused answers unscored, and takes accuracy over the others', async () => {
    const isSpoilt = (index: number) => index % 20 === 7;
    const spoilt = await changedCopy(({ completion: [text, ...rest] }, index) => {
      if (!isSpoilt(index)) return { completion: [text, ...rest] };
      const answer =
        index % 40 === 7 ? text.slice(0, Math.floor(text.length * 0.6)) : "I'm sorry, but I can't compare these.";
      return { completion: [answer, ...rest] };
    });
    const whole = new Map((await replayLlmBar({ data, model: null })).map((run) => [named(run), run]));
    for (const run of await replayLlmBar({ data: spoilt, model: null })) {
      const before = whole.get(named(run))!;
      const items = before.notSwapped.scored;
      // Each record has two sides, so the spoilt ones (odd places) are all in the swapped order.
      const lost = Array.from({ length: 2 * items }, (_, index) => index).filter(isSpoilt).length;
      expect(run.unscored).toHaveLength(lost);
      expect(run.unscored.every(({ swapped, reason }) => swapped && reason !== '')).toBe(true);
      expect(run.notSwapped).toEqual(before.notSwapped);
      expect(run.swapped).toMatchObject({ scored: items - lost, missing: lost });
      expect(run.swapped.hits).toBeGreaterThanOrEqual(before.swapped.hits - lost);
      expect(run.swapped.value).toBe(run.swapped.hits / (items - lost));
      expect(run.both).toMatchObject({ scored: items - lost, missing: lost });
      expect(run.equal).toMatchObject({ scored: items - lost, missing: lost });
    }
  });

  it('runs on what is there: one set, one protocol, another model, fewer items', async () => {
    const copy = await temporaryFolder();
    await cp(path.join(data, 'natural/gpt-4/CoT'), path.join(copy, 'mine/other-model/CoT'), {
      recursive: true,
    });
    const file = path.join(copy, 'mine/other-model/CoT/result.json');
    const records = Results.parse(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(file, JSON.stringify(records.slice(0, 10)));
    const runs = await replayLlmBar({ data: copy, model: 'other-model' });
    expect(runs).toMatchObject([{ set: 'mine', model: 'other-model', protocol: 'CoT', notSwapped: { scored: 10 } }]);
  });
});

describe('input that cannot be replayed', () => {
  const side = { completion: ['Output (a)', 'stop'] };
  const record = { label: 1, results: [{ 'swap = False': side, 'swap = True': side }] };

  async function replay(text: string): Promise<LlmBarRun[]> {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'set/model/Vanilla'), { recursive: true });
    await writeFile(path.join(folder, 'set/model/Vanilla/result.json'), text);
    return replayLlmBar({ data: folder, model: null });
  }

  it.each<[string, string, RegExp]>([
    ['no JSON', '[\n{"label": 1,\n]', /result\.json:3: not JSON/],
    ['no list', '{}', /result\.json:1: not a JSON list/],
    ['another label', JSON.stringify([record, { ...record, label: 3 }], null, 1), /result\.json:\d{2}: label/],
    ['no order', JSON.stringify([{ label: 1, results: [{}] }]), /result\.json:1: results\.orders\.swap = False/],
  ])('%s: names the file and the line', async (_what, text, message) => {
    const error = await replay(text).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(message);
  });

  it('finds the line of the second record', async () => {
    const text = `[\n${JSON.stringify(record)},\n\n${JSON.stringify({ ...record, label: '1' })}\n]`;
    await expect(replay(text)).rejects.toThrow(/result\.json:4: label/);
  });

  it('is a folder without results, or without the model', async () => {
    const folder = await temporaryFolder();
    await expect(replayLlmBar({ data: folder, model: 'x' })).rejects.toThrow(/no results of the model x/);
    await expect(replayLlmBar({ data: path.join(folder, 'none'), model: null })).rejects.toThrow(/cannot be read/);
  });

  it('leaves an answer that never came unscored', async () => {
    const none = { label: 1, results: [{ 'swap = False': { completion: null }, 'swap = True': side }] };
    expect(await replay(JSON.stringify([none]))).toMatchObject([
      { notSwapped: { value: null, missing: 1 }, average: null, both: { value: null } },
    ]);
  });
});
