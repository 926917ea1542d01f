/** TTCW's figures: how far experts agree, and how far the free-text verdicts of models agree with them. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { judgeResponse } from '../../agents/judge-response.ts';
import { InputError } from '../../src/domain/errors.ts';
import type { Answer } from '../../src/domain/judgement.ts';
import { accuracy, type Pair, type Share } from '../../src/metrics/accuracy.ts';
import type { Agreement } from '../../src/metrics/accuracy.ts';
import { cohenKappa, fleissKappa, majority } from '../../src/metrics/kappa.ts';
import { krippendorffAlpha } from '../../src/metrics/krippendorff-alpha.ts';
import { mean } from '../../src/metrics/mean.ts';
import { readAs } from './read-as.ts';
import { readJsonLines, readJsonList } from './read-input.ts';
import type { ReplayOptions } from './run-replay.ts';

const Annotation = z.object({
  story_id: z.string().min(1),
  ttcw_idx: z.int(),
  category: z.string(),
  /** Null: this expert gave none. */
  binary_verdict: z.enum(['Yes', 'No']).nullable(),
});
const ModelAnswer = z.object({
  id: z.string().regex(/^story_.+_test\d+$/u, 'not of the form story_<story_id>_test<n>'),
  response: z.string().nullable(),
});

export interface TestAgreement {
  readonly test: number;
  readonly category: string;
  readonly fleissKappa: Agreement;
}

export interface ModelAgreement {
  readonly model: string;
  readonly answers: number;
  /** Against the experts' majority, like the kappa; answers to items without one are missing. */
  readonly accuracy: Share;
  readonly cohenKappa: Agreement;
  /** Answers to items that no expert judged, or on which the experts are split. */
  readonly withoutMajority: number;
  readonly unscored: readonly { readonly where: string; readonly id: string; readonly reason: string }[];
}

export interface TtcwReport {
  readonly experts: {
    /** Over all (story, test) items. */
    readonly fleissKappa: Agreement;
    readonly perTest: readonly TestAgreement[];
    /** Of the kappas of the tests that have one. */
    readonly meanOfTests: number | null;
    /** Nominal. */
    readonly krippendorffAlpha: Agreement;
  };
  readonly models: readonly ModelAgreement[];
}

interface Item {
  readonly test: number;
  readonly category: string;
  readonly verdicts: (Answer | null)[];
}

/**
 * @param options.data holds `ttcw_annotations.json` and `annotations_<model>.jsonl`
 * @throws InputError
 */
export async function replayTtcw({ data, model }: ReplayOptions): Promise<TtcwReport> {
  const items = await readItems(path.join(data, 'ttcw_annotations.json'));
  const models = model === null ? await modelNames(data) : [model];
  const perTest = agreementPerTest([...items.values()]);
  const ratings = [...items.values()].map(({ verdicts }) => verdicts);
  return {
    experts: {
      fleissKappa: fleissKappa(ratings),
      perTest,
      meanOfTests: mean(perTest.flatMap(({ fleissKappa: { value } }) => (value === null ? [] : [value]))),
      krippendorffAlpha: krippendorffAlpha(
        ratings.map((verdicts) => verdicts.map(numbered)),
        'nominal',
      ),
    },
    models: await Promise.all(models.map((name) => judgeModel(data, name, items))),
  };
}

function agreementPerTest(items: readonly Item[]): TestAgreement[] {
  const categories = new Map(items.map(({ test, category }) => [test, category]));
  return [...categories]
    .sort(([one], [other]) => one - other)
    .map(([test, category]) => {
      const ratings = items.filter((item) => item.test === test).map(({ verdicts }) => verdicts);
      return { test, category, fleissKappa: fleissKappa(ratings) };
    });
}

function numbered(verdict: Answer | null): number | null {
  return verdict === null ? null : Number(verdict === 'yes');
}

function itemKey(story: string, test: number): string {
  return `story_${story}_test${test}`;
}

async function readItems(file: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (const { value } of await readJsonList(file, Annotation)) {
    const key = itemKey(value.story_id, value.ttcw_idx);
    const item = items.get(key) ?? { test: value.ttcw_idx, category: value.category, verdicts: [] };
    item.verdicts.push(value.binary_verdict === null ? null : value.binary_verdict === 'Yes' ? 'yes' : 'no');
    items.set(key, item);
  }
  return items;
}

async function modelNames(data: string): Promise<string[]> {
  const names = (await readdir(data)).flatMap((file) => /^annotations_(.+)\.jsonl$/u.exec(file)?.[1] ?? []);
  return names.sort();
}

async function judgeModel(data: string, model: string, items: ReadonlyMap<string, Item>): Promise<ModelAgreement> {
  const answers = await readJsonLines(path.join(data, `annotations_${model}.jsonl`), ModelAnswer);
  const seen = new Map<string, string>();
  const unscored: ModelAgreement['unscored'][number][] = [];
  const pairs = await Promise.all(
    answers.map(async ({ value: { id, response }, where }): Promise<Pair<Answer>> => {
      const earlier = seen.get(id);
      if (earlier !== undefined) throw new InputError(`${where}: ${id} was answered before, in ${earlier}`);
      seen.set(id, where);
      const shown = {
        task: null,
        response: '',
        items: [{ id, question: 'Does the story pass the test?' }],
        analysis: true,
      };
      const read = await readAs(judgeResponse, shown, response ?? '');
      const verdict = read.status === 'done' ? (read.value.get(id)?.answer ?? null) : null;
      if (verdict === null) unscored.push({ where, id, reason: read.status === 'done' ? 'No verdict.' : read.reason });
      return { predicted: verdict, gold: majority(items.get(id)?.verdicts ?? []) };
    }),
  );
  return {
    model,
    answers: answers.length,
    accuracy: accuracy(pairs),
    cohenKappa: cohenKappa(pairs),
    withoutMajority: pairs.filter(({ gold }) => gold === null).length,
    unscored,
  };
}
