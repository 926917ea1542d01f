/** Everything that was done, newest first: sets and records in one list, a page at a time. */
import { z } from 'zod';
import type { SetSummary } from '../domain/ports.ts';
import { RecordKind, type RecordSummary } from '../domain/stored-record.ts';
import { Judgement } from '../domain/judgement.ts';
import { Benchmark, BenchmarkRow } from '../jobs/benchmark.ts';
import { usdOf } from '../domain/usd-of.ts';
import type { Groundrule } from '../groundrule.ts';
import { isMostlyUnscored } from '../judge/pass-rate.ts';
import type { Span } from '../report/report.ts';
import { fromText } from '../report/set-list.ts';
import { amount, percent, plural, seconds, usdText } from '../report/words.ts';
import { mayDo, type Caller } from '../service/callers.ts';
import { pageOf } from '../service/listing.ts';
import { ownerFor } from '../service/record-owners.ts';

const LISTED = 25;
/** No text of a task or a name is searched for more. */
export const MAX_WORDS_CHARS = 200;

/** Wrong values in an address are ignored. */
export const HomeFilter = z.object({
  words: z
    .string()
    .transform((words) => words.trim().slice(0, MAX_WORDS_CHARS))
    .catch(''),
  kind: z
    .enum(['set', ...RecordKind.options])
    .optional()
    .catch(undefined),
  /** The time and the id of the last entry of the page before. */
  after: z.string().max(200).catch(''),
  /** A set whose task the form begins with. */
  again: z.string().max(40).optional().catch(undefined),
});
export type HomeFilter = z.infer<typeof HomeFilter>;

export interface Done {
  readonly kind: RecordKind | 'set';
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly facts: readonly string[];
  readonly parent: SetSummary['parent'];
  readonly links: readonly Span[];
}

export interface Listed {
  readonly items: readonly Done[];
  /** Null: this is the last page. */
  readonly next: string | null;
}

export async function listDone(client: Groundrule, caller: Caller, filter: HomeFilter): Promise<Listed> {
  const { words, kind, after } = filter;
  const [at = '', id = ''] = after.split(' ');
  const isAfter = at !== '';
  const [sets, records] = await Promise.all([
    kind === undefined || kind === 'set'
      ? client.sets.list(LISTED + 1, { words, ...(isAfter && { after: { startedAt: at, id } }) })
      : [],
    kind === 'set'
      ? []
      : client.records.list(LISTED + 1, {
          ...{ words, kind },
          owner: ownerFor(caller),
          ...(isAfter && { after: { savedAt: at, id } }),
        }),
  ]);
  const entries = [
    ...sets.map((set) => ({ at: set.startedAt, id: set.id, set, record: null })),
    ...records.map((record) => ({ at: record.savedAt, id: record.id, set: null, record })),
  ].sort((a, b) => (a.at === b.at ? compareTexts(a.id, b.id) : compareTexts(b.at, a.at)));
  const { items, next } = pageOf(entries, LISTED, (last) => `${last.at} ${last.id}`);
  const runs = await client.store.getSetRuns(items.flatMap(({ set }) => (set === null ? [] : [set.id])));
  const done = items.map(async ({ set, record }) => {
    const entry = set === null ? await doneRecord(client, record) : doneSet(set, runs.get(set.id));
    const removal = { text: 'Delete', path: `${set === null ? `/records/${entry.id}` : entry.path}/remove` };
    return mayDo(caller, set === null ? 'judge' : 'admin') ? { ...entry, links: [...entry.links, removal] } : entry;
  });
  return { items: await Promise.all(done), next };
}

/** As the stores order them: by their characters. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Run = Awaited<ReturnType<Groundrule['store']['getSetRuns']>> extends ReadonlyMap<string, infer One> ? One : never;

function doneSet(
  { id, instruction, kind, criteria, sources, mode, models, engine, startedAt, parent }: SetSummary,
  run: Run | undefined,
): Done {
  return {
    kind: 'set',
    id,
    name: instruction,
    path: `/sets/${id}`,
    at: startedAt,
    parent,
    facts: [
      ...(kind === null ? [] : [kind]),
      plural(criteria, 'criterion', 'criteria'),
      fromText({ mode, sources }),
      models.join(', ') || engine,
      ...(run === undefined ? [] : costsText(usdOf(run.model), run.elapsedMs)),
    ],
    links: [{ text: 'Repeat', path: `/?again=${id}` }],
  };
}

async function doneRecord(client: Groundrule, { id, kind, name, savedAt }: RecordSummary): Promise<Done> {
  return {
    kind,
    id,
    name,
    at: savedAt,
    parent: null,
    path: pathOfRecord(kind, id),
    facts: await (FACTS[kind]?.(client, id) ?? []),
    links: [],
  };
}

export function pathOfRecord(kind: RecordKind, id: string): string {
  if (kind === 'judgement') return `/judgements?id=${id}`;
  if (kind === 'refinement' || kind === 'checklist' || kind === 'benchmark') return `/${kind}s/${id}`;
  return `/records/${id}`;
}

const Facts = z.object({
  passRate: Judgement.shape.passRate,
  judge: z.object({ model: z.string() }).nullable(),
});

const FACTS: Readonly<Partial<Record<RecordKind, (client: Groundrule, id: string) => Promise<readonly string[]>>>> = {
  judgement: judgementFacts,
  benchmark: benchmarkFacts,
};

const { of, models, runs } = Benchmark.shape;
const { system, status } = BenchmarkRow.shape;
const BoardFacts = z.object({ of, models, runs, rows: z.array(z.object({ system, status })) });

async function benchmarkFacts(client: Groundrule, id: string): Promise<readonly string[]> {
  const read = BoardFacts.safeParse((await client.records.get(id))?.value);
  if (!read.success) return [];
  const { of, models, runs, rows } = read.data;
  const systems = new Set(rows.map(({ system }) => system)).size;
  return [
    ...endedFacts(rows, of === 'responses' ? 'response' : 'instruction'),
    ...(of === 'responses' ? [plural(systems, 'system')] : []),
    models.join(', ') || 'code alone',
    ...costsText(
      usdOf(runs.flatMap(({ usage }) => usage)),
      runs.reduce((sum, { startedAt, heardAt }) => sum + Date.parse(heardAt) - Date.parse(startedAt), 0),
    ),
  ];
}

/** "3 of 5 instructions", and how many of these are not done. */
export function endedFacts(rows: readonly Pick<BenchmarkRow, 'status'>[], unit: string): readonly string[] {
  const count = (...wanted: readonly BenchmarkRow['status'][]) =>
    rows.filter((row) => wanted.includes(row.status)).length;
  const notDone = [
    [count('no-criteria'), 'without criteria'],
    [count('incomplete'), 'incomplete'],
    [count('failed'), 'failed'],
  ] as const;
  return [
    `${amount(rows.length - count('open'))} of ${amount(rows.length)} ${unit}${rows.length === 1 ? '' : 's'}`,
    ...notDone.flatMap(([found, name]) => (found === 0 ? [] : [`${amount(found)} ${name}`])),
  ];
}

async function judgementFacts(client: Groundrule, id: string): Promise<readonly string[]> {
  const read = Facts.safeParse((await client.records.get(id))?.value);
  if (!read.success) return [];
  const { judge, passRate } = read.data;
  const { yes, no, unscored } = passRate;
  const rate = isMostlyUnscored(passRate) ? `${unscored} open` : `${percent(passRate.rate)} met`;
  return [`${yes} of ${yes + no} met`, rate, judge?.model ?? 'code alone'];
}

/** What a set took, as far as it is known. */
function costsText(usd: number | null, elapsedMs: number): readonly string[] {
  return [...(usd === null ? [] : [`${usdText(usd)} USD`]), seconds(elapsedMs)];
}
