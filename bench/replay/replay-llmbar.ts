/** LLMBar's figures from what judges really answered, read by the reader that comparisons use. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InputError } from '../../src/domain/errors.ts';
import { readVerdict } from '../../src/llm/read-verdict.ts';
import { accuracy, share, type Share } from '../../src/metrics/accuracy.ts';
import { readJsonList } from './read-input.ts';
import type { ReplayOptions } from './run-replay.ts';

/** An answer, and perhaps why it ended; null where none came. */
const Completion = z.union([
  z.string().nullable(),
  z.tuple([z.string().nullable()], z.unknown()).transform(([text]) => text),
]);
const Side = z.object({ completion: Completion });
const Orders = z.object({ 'swap = False': Side, 'swap = True': Side });

/** All that is read of a record: the gold label and the answers in both orders. What was read from them is not. */
const LlmBarRecord = z.object({
  label: z.literal([1, 2]),
  // Protocols with several calls list those before the last one too.
  results: z
    .array(z.unknown())
    .min(1)
    .transform((results) => results.at(-1))
    .pipe(Orders),
});

type Output = 1 | 2;

interface Unscored {
  readonly where: string;
  readonly swapped: boolean;
  readonly reason: string;
}

export interface LlmBarRun {
  readonly set: string;
  readonly model: string;
  readonly protocol: string;
  /** Right answers with the outputs shown as they are, and the other way round. */
  readonly notSwapped: Share;
  readonly swapped: Share;
  /** Mean of the two accuracies; null where either is missing. */
  readonly average: number | null;
  /** Of the items that are scored in both orders: right in both. */
  readonly both: Share;
  /** Of the same: the same output in both. */
  readonly equal: Share;
  /** The same figures as LLMBar words them in its `statistics.json`. */
  readonly statistics: Readonly<
    Record<'correct_False' | 'correct_True' | 'correct_average' | 'correct_both' | 'equal', string>
  >;
  readonly unscored: readonly Unscored[];
}

/** One run for each `<set>/<model>/<protocol>/result.json` below the folder. @throws InputError */
export async function replayLlmBar({ data, model }: ReplayOptions): Promise<LlmBarRun[]> {
  const files = await readdir(data, { recursive: true }).catch((error: unknown) => {
    throw new InputError(`${data} cannot be read`, { cause: error });
  });
  const runs = files
    .map((file) => file.split(path.sep))
    .filter((parts) => parts.length >= 3 && parts.at(-1) === 'result.json')
    .filter((parts) => model === null || parts.at(-3) === model)
    .sort((a, b) => (a.join('/') < b.join('/') ? -1 : 1));
  if (runs.length === 0) {
    const of = model === null ? '' : ` of the model ${model}`;
    throw new InputError(`${data} holds no results${of}`, {
      advice: 'They are read from <set>/<model>/<protocol>/result.json.',
    });
  }
  return Promise.all(runs.map((parts) => replayRun(data, parts)));
}

async function replayRun(data: string, parts: readonly string[]): Promise<LlmBarRun> {
  const rows = await readJsonList(path.join(data, ...parts), LlmBarRecord);
  const unscored: Unscored[] = [];
  const items = rows.map(({ value: { label, results }, where }) => {
    const chosen = (swapped: boolean): Output | null => {
      const answer = results[swapped ? 'swap = True' : 'swap = False'].completion ?? '';
      const read = readVerdict(answer, ['a', 'b']);
      if (read.status === 'done') return (read.value === 'a') === swapped ? 2 : 1;
      unscored.push({ where, swapped, reason: read.reason });
      return null;
    };
    return { gold: label, straight: chosen(false), swapped: chosen(true) };
  });
  const straight = accuracy(items.map(({ gold, straight: predicted }) => ({ gold, predicted })));
  const swapped = accuracy(items.map(({ gold, swapped: predicted }) => ({ gold, predicted })));
  const inBoth = items.filter((item) => item.straight !== null && item.swapped !== null);
  const missing = items.length - inBoth.length;
  const same = inBoth.filter((item) => item.straight === item.swapped);
  const right = same.filter((item) => item.straight === item.gold);
  const average = straight.value === null || swapped.value === null ? null : (straight.value + swapped.value) / 2;
  const both = share(right.length, inBoth.length, missing);
  const equal = share(same.length, inBoth.length, missing);
  return {
    set: parts.slice(0, -3).join('/'),
    model: parts.at(-3) ?? '',
    protocol: parts.at(-2) ?? '',
    notSwapped: straight,
    swapped,
    average,
    both,
    equal,
    statistics: {
      correct_False: worded(straight),
      correct_True: worded(swapped),
      correct_average: percentage(average),
      correct_both: worded(both),
      equal: worded(equal),
    },
    unscored,
  };
}

function worded({ value, hits, scored }: Share): string {
  return `${hits} / ${scored} = ${percentage(value)}`;
}

/** Every digit, and at least one after the point. */
function percentage(value: number | null): string {
  if (value === null) return 'none';
  return `${Number.isInteger(value * 100) ? (value * 100).toFixed(1) : value * 100}%`;
}
