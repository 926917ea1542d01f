import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replayTtcw } from '../../bench/replay/replay-ttcw.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { publicData } from './public-data.ts';

const { folder: data, isAbsent } = publicData('ttcw');
const Answers = z.array(z.object({ id: z.string(), response: z.string() }));
const Annotations = z.array(z.looseObject({ story_idx: z.number(), ttcw_idx: z.number() }));

async function readLines(file: string): Promise<z.infer<typeof Answers>> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return Answers.parse(lines.map((line): unknown => JSON.parse(line)));
}

describe.skipIf(isAbsent)('replaying TTCW', () => {
  it('gives the figures of the experts', async () => {
    const { experts } = await replayTtcw({ data, model: 'gpt4' });
    expect(experts.fleissKappa.value).toBeCloseTo(0.42614, 5);
    expect(experts.fleissKappa).toMatchObject({ scored: 672, missing: 0 });
    expect(experts.meanOfTests).toBeCloseTo(0.40106, 5);
    expect(experts.krippendorffAlpha.value).toBeCloseTo(0.42642, 5);
    const perTest = new Map(experts.perTest.map(({ test, fleissKappa }) => [test, fleissKappa.value]));
    expect(perTest.size).toBe(14);
    for (const [test, kappa] of [
      [1, 0.4705],
      [2, 0.2499],
      [11, 0.6425],
      [12, 0.6484],
    ] as const) {
      expect(perTest.get(test)).toBeCloseTo(kappa, 4);
    }
  });

  it.each([
    // Published of all answers: 0.44643, 0.43155, 0.40686. What is not plain is unread, and would be asked for again.
    ['gpt4', 0.44611, 0.06889, 668],
    ['cgpt', 0.4307, -0.02099, 671],
    ['claudev2', 0.40658, -0.00242, 669],
  ])('gives the figures of %s', async (model, accuracy, kappa, scored) => {
    const { models } = await replayTtcw({ data, model });
    expect(models).toMatchObject([
      {
        model,
        answers: 672,
        accuracy: { scored, missing: 672 - scored },
        cohenKappa: { scored },
        withoutMajority: 0,
      },
    ]);
    expect(models[0]?.accuracy.value).toBeCloseTo(accuracy, 5);
    expect(models[0]?.cohenKappa.value).toBeCloseTo(kappa, 5);
    expect(models[0]?.unscored).toHaveLength(672 - scored);
  });

  it('runs on other models, fewer stories and fewer tests, and leaves spoilt answers unscored', async () => {
    const copy = await temporaryFolder();
    const annotations = Annotations.parse(JSON.parse(await readFile(path.join(data, 'ttcw_annotations.json'), 'utf8')));
    const kept = annotations.filter(({ story_idx, ttcw_idx }) => story_idx < 20 && ttcw_idx !== 5);
    await writeFile(path.join(copy, 'ttcw_annotations.json'), JSON.stringify(kept, null, 1));
    const answers = await readLines(path.join(data, 'annotations_gpt4.jsonl'));
    const spoilt = answers.map((answer, index) =>
      index % 20 === 3
        ? { ...answer, response: index % 40 === 3 ? "I'm sorry, I can't judge this." : 'Y' + 'e' }
        : answer,
    );
    await writeFile(
      path.join(copy, 'annotations_new-1.jsonl'),
      spoilt.map((answer) => JSON.stringify(answer)).join('\n'),
    );
    const { experts, models } = await replayTtcw({ data: copy, model: null });
    expect(experts.perTest.map(({ test }) => test)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(experts.fleissKappa.scored).toBe(kept.length / 3);
    const whole = await replayTtcw({ data, model: 'gpt4' });
    const unread = whole.models.flatMap(({ unscored }) => unscored.map(({ id }) => id));
    const lost = answers.filter(({ id }, index) => index % 20 === 3 || unread.includes(id)).length;
    expect(models).toMatchObject([{ model: 'new-1', answers: 672, withoutMajority: 672 - kept.length / 3 }]);
    expect(models[0]?.unscored).toHaveLength(lost);
    expect(models[0]?.accuracy.value).not.toBe(whole.models[0]?.accuracy.value);
  });
});

describe('input that cannot be replayed', () => {
  async function replay(annotations: string, answers: string): Promise<unknown> {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'ttcw_annotations.json'), annotations);
    await writeFile(path.join(folder, 'annotations_x.jsonl'), answers);
    return replayTtcw({ data: folder, model: 'x' });
  }
  const annotation = '{"story_id": "0_A", "ttcw_idx": 1, "category": "C", "binary_verdict": "Yes"}';
  const answer = '{"id": "story_0_A_test1", "response": "Yes."}';

  it.each<[string, string, string, RegExp]>([
    ['a broken line', `[${annotation}]`, `${answer}\n\n{"id": `, /annotations_x\.jsonl:3: not JSON/],
    ['another id', `[${annotation}]`, '{"id": "a", "response": ""}', /annotations_x\.jsonl:1: id: not of the form/],
    [
      'an id that comes twice',
      `[${annotation}]`,
      `${answer}\n${answer}`,
      /jsonl:2: story_0_A_test1 was answered before, in .*:1/,
    ],
    [
      'another verdict',
      `[\n${annotation},\n${annotation.replace('Yes', 'Maybe')}]`,
      answer,
      /annotations\.json:3: binary_verdict/,
    ],
  ])('%s: names the file and the line', async (_what, annotations, answers, message) => {
    await expect(replay(annotations, answers)).rejects.toThrow(message);
  });

  it('is a model without answers', async () => {
    await expect(replayTtcw({ data: await temporaryFolder(), model: 'x' })).rejects.toThrow(
      /ttcw_annotations\.json cannot be read/,
    );
  });

  it('takes a missing verdict of an expert for missing, not for a no', async () => {
    const annotations = [annotation, annotation, annotation.replace('"Yes"', 'null')].join(',');
    expect(await replay(`[${annotations}]`, answer)).toMatchObject({
      models: [{ accuracy: { value: 1, hits: 1, scored: 1 } }],
    });
  });
});
