/** Lists of criteria to measure: stored sets, files of sets, what `precompute` wrote, or rows of an instruction and its criteria. */
import { basename } from 'node:path';
import { z } from 'zod';
import { verifiedQuotes } from './measuring.ts';
import type { CriteriaSet, CriteriaSetContent } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { StorePort } from '../domain/ports.ts';
import { listOfRecord, type MeasuredList, type MeasuredSystem } from '../measure/measured-list.ts';
import { parseTask, taskKey } from '../domain/task.ts';
import type { Block } from '../discover/select-criteria.ts';
import { PrecomputedRow } from '../precompute/precomputed-row.ts';
import { shorten } from '../text/printable.ts';
import { isSetId, setOf } from './find-set.ts';
import { fitRow } from '../data/fit-row.ts';
import { readRows } from '../data/read-rows.ts';
import type { RowMapping } from '../data/benchmarks.ts';
import { criteriaOf, withTasks } from '../data/row.ts';
import { readTable, type TableRow } from '../data/read-table.ts';
import type { Reader } from '../data/read-text.ts';

export const GROUPINGS = ['mode', 'file', 'set'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface ListReader extends Reader {
  readonly client: () => Promise<
    Parameters<typeof verifiedQuotes>[0] & {
      readonly store: StorePort;
      readonly sets: { get(id: string): Promise<CriteriaSet | null> };
    }
  >;
}

interface ListOptions {
  readonly by: Grouping;
  readonly top?: number | undefined;
  readonly only?: Block | undefined;
}

const Text = z.string('should hold a text');
const Wording = z.union([Text, z.looseObject({ text: Text }).transform(({ text }) => text)], 'should be a text');
const ListRow = z.looseObject({
  instruction: Text,
  context: Text.nullish(),
  criteria: z.array(Wording, 'should hold a list of criteria').min(1, 'should hold a list of criteria'),
});
const ADVICE = 'Give rows such as {"instruction": "Write a toast", "criteria": ["The response should be short"]}.';

/** What people ask for, by task. */
export async function readGivenCriteria(
  reader: Reader,
  reference: string,
  mapping: RowMapping,
): Promise<readonly MeasuredList[]> {
  const rows = await readRows(reader, reference, mapping, ['instruction', 'criteria']);
  return withTasks(rows).map((row) => listOf(row.task, criteriaOf(row)));
}

interface Found {
  readonly name: Readonly<Record<Grouping, string>>;
  readonly list: MeasuredList;
}

export async function readSystems(
  reader: ListReader,
  references: readonly string[],
  options: ListOptions,
): Promise<readonly MeasuredSystem[]> {
  const systems = new Map<string, Map<string, MeasuredList>>();
  for (const reference of references)
    for (const { name, list } of await listsOf(reader, reference, options)) {
      const system = name[options.by];
      const lists = systems.get(system) ?? new Map<string, MeasuredList>();
      const key = taskKey(list.task);
      if (lists.has(key))
        throw new InputError(`“${system}” has two lists for one task: ${shorten(list.task.instruction, 80)}`, {
          advice: 'Give --by set or --by file to hold them apart.',
        });
      systems.set(system, lists.set(key, list));
    }
  return [...systems].map(([name, lists]) => ({ name, lists: [...lists.values()] }));
}

async function listsOf(reader: ListReader, reference: string, options: ListOptions): Promise<readonly Found[]> {
  const file = isSetId(reference) ? 'stored sets' : basename(reference);
  const ofSet = async (id: string, content: CriteriaSetContent, set: CriteriaSet | null): Promise<Found> => ({
    name: { mode: content.mode, file, set: id.slice(0, 12) },
    list: listOfRecord(content, options, set === null ? null : await verifiedQuotes(await reader.client(), set)),
  });
  if (!/\.(?:jsonl|csv)$/iu.test(reference)) {
    const set = await setOf(reader, reference);
    return [await ofSet(set.id, set.content, set)];
  }
  const rows = await readTable(reader, reference);
  const found = rows.map(async (row, index): Promise<readonly Found[]> => {
    if (!('status' in row.fields)) {
      const name = basename(reference).replace(/\.\w+$/u, '');
      return [{ name: { mode: name, file, set: `${name} ${index + 1}` }, list: listOfRow(row) }];
    }
    const precomputed = fitRow(row.fields, row, PrecomputedRow, 'It should be what “precompute” wrote.');
    if (precomputed.status === 'failed') return [];
    const { id, content } = precomputed.set;
    return [await ofSet(id, content, await (await reader.client()).sets.get(id))];
  });
  return (await Promise.all(found)).flat();
}

function listOfRow({ fields, place }: TableRow): MeasuredList {
  const { instruction, context, criteria } = fitRow(fields, { fields, place }, ListRow, ADVICE);
  return listOf(parseTask(instruction, context ?? null), criteria);
}

function listOf(task: MeasuredList['task'], criteria: readonly string[]): MeasuredList {
  return { task, criteria, record: null, verified: null };
}
