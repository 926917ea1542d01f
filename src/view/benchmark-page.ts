/** A benchmark's board as a page: progress, leaderboard, and each instruction by each system, down to the verdicts. */
import { z } from 'zod';
import type { JobStatus } from '../domain/job.ts';
import type { SetSummary } from '../domain/ports.ts';
import { groupsBy } from '../domain/groups.ts';
import { usdOf } from '../domain/usd-of.ts';
import type { Benchmark, BenchmarkRow } from '../jobs/benchmark.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, facts, left, lines, main, paint, right, say, table } from '../report/report.ts';
import type { Block, Inline, Report, Tone } from '../report/report.ts';
import { amount, minute, percent, plural, seconds, usdText } from '../report/words.ts';
import { endedFacts, MAX_WORDS_CHARS } from './home-list.ts';
import { MAX_SIDE_BY_SIDE } from './judgements-page.ts';
import { option, partOf, type Page, type Part } from './page.ts';

const INSTRUCTIONS_SHOWN = 50;
const REFRESH_SECONDS = 5;
/** A run that lives writes its record twice a minute at least. */
const SILENT_MS = 120_000;
const WHICH = { all: 'all', differs: 'where systems differ', open: 'not done' } as const;

/** Wrong values in an address are ignored. */
export const BoardFilter = z.object({
  words: z.string().max(MAX_WORDS_CHARS).catch(''),
  category: z.string().catch(''),
  which: z.enum(Object.keys(WHICH) as (keyof typeof WHICH)[]).catch('all'),
  from: z.coerce.number().int().nonnegative().catch(0),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** An instruction with its rows, one for each system. */
export interface BoardLine {
  readonly instruction: string;
  readonly rows: readonly BenchmarkRow[];
}

export interface Board {
  readonly id: string;
  readonly benchmark: Benchmark;
  readonly filter: BoardFilter;
  readonly shown: Part<BoardLine>;
  /** Null: no workers do it. */
  readonly queue: { readonly counts: Readonly<Record<JobStatus, number>>; readonly held: number } | null;
  readonly board: Report | null;
  readonly now: Date;
  /** Of the lines shown, by their ids. */
  readonly sets: ReadonlyMap<string, SetSummary>;
}

export function rowsShown(
  id: string,
  { rows, instructions }: Pick<Benchmark, 'rows' | 'instructions'>,
  filter: BoardFilter,
): Part<BoardLine> {
  const { words, category, which, from } = filter;
  const ofCategory = rows.filter((row) => category === '' || row.category === category);
  const all = [...groupsBy(ofCategory, ({ instruction }) => instruction)].map(([at, own]): BoardLine => ({
    instruction: instructions[at] ?? '',
    rows: own,
  }));
  const found = all.filter(
    (line) => line.instruction.toLowerCase().includes(words.toLowerCase()) && isWanted(line, which),
  );
  return partOf(found, from, INSTRUCTIONS_SHOWN, (start) => {
    const query = new URLSearchParams({ words, category, which, from: String(start) });
    return `/benchmarks/${id}?${query.toString()}#rows`;
  });
}

function isWanted({ rows }: BoardLine, which: keyof typeof WHICH): boolean {
  // A row without a value differs from nothing.
  if (which === 'differs') return new Set(rows.flatMap(({ value }) => value ?? [])).size > 1;
  return which === 'all' || rows.some(({ status }) => status !== 'done');
}

export function benchmarkPage(all: Board): Page {
  const { id, benchmark, filter, shown, board } = all;
  const { name, of, rows } = benchmark;
  const isLive = stateOf(benchmark, all.now).name === 'running';
  const systems = systemsOf(benchmark);
  const title = of === 'responses' ? plural(systems.length, 'system') : plural(rows.length, 'instruction');
  const live = isLive ? markup` data-live="true"` : '';
  const body = markup`<div id="board"${live}><p class="kind">Benchmark · ${title}</p>
<h1 dir="auto">${name}</h1>
${blocksHtml([...progressBlocks(all), ...(board === null ? [] : board.blocks)])}</div>
<section id="rows" aria-labelledby="rows-head"><h2 id="rows-head">${of === 'responses' ? 'Each instruction by each system' : 'Each instruction'}</h2>
${filterForm(id, benchmark, filter)}<div id="lines">${shown.items.length === 0 ? markup`<p>Nothing matches.</p>` : blocksHtml([of === 'responses' ? matrix(shown.items, systems) : setTable(shown.items, all.sets)])}${shown.links}</div></section>`;
  return { title: name, body, refreshSeconds: isLive ? REFRESH_SECONDS : undefined };
}

const CONTINUED = 'The same command does what is missing.';

interface State {
  readonly name: string;
  readonly tone: Tone;
  readonly about: string;
}

function stateOf({ runs }: Benchmark, now: Date): State {
  const last = runs.at(-1);
  if (last?.endedAt === null && now.getTime() - Date.parse(last.heardAt) > SILENT_MS)
    return { name: 'interrupted', tone: 'warn', about: `Not heard of since ${minute(last.heardAt)} UTC. ${CONTINUED}` };
  if (last?.endedAt === null)
    return { name: 'running', tone: 'accent', about: `last heard of at ${minute(last.heardAt)} UTC` };
  if (last?.stoppedBy != null) return { name: 'stopped', tone: 'warn', about: `${last.stoppedBy} ${CONTINUED}` };
  return { name: 'done', tone: 'good', about: '' };
}

function progressBlocks({ benchmark, queue, now }: Board): readonly Block[] {
  const { rows, runs, models, settings } = benchmark;
  const ended = rows.filter(({ status }) => status !== 'open').length;
  const { name, tone, about } = stateOf(benchmark, now);
  const usage = runs.flatMap((run) => run.usage);
  const calls = usage.reduce((sum, each) => sum + each.calls, 0);
  const tookMs = runs.reduce((sum, { startedAt, heardAt }) => sum + Date.parse(heardAt) - Date.parse(startedAt), 0);
  return [
    lines(
      say`${badge(name, tone)} ${{ text: '', bar: { share: ended / Math.max(1, rows.length), columns: 10 } }} ${endedFacts(rows, benchmark.of === 'responses' ? 'response' : 'instruction').join(' · ')}`,
      about === '' ? null : paint.soft(about),
    ),
    facts({
      Models: models.join(', ') || 'none: code alone',
      ...settings,
      Took: `${seconds(tookMs)}${runs.length === 1 ? '' : ` in ${plural(runs.length, 'run')}`}, begun ${minute(runs[0]?.startedAt ?? '')} UTC`,
      Cost: calls === 0 ? null : costOf(usage, calls),
      Queue: queue === null ? null : queueText(queue),
    }),
  ];
}

function costOf(usage: Benchmark['runs'][number]['usage'], calls: number): string {
  const usd = usdOf(usage);
  return `${usd === null ? 'unknown' : `${usdText(usd)} USD`}, ${plural(calls, 'call')}`;
}

function queueText({ counts, held }: NonNullable<Board['queue']>): string {
  const parts = Object.entries(counts).flatMap(([status, count]) =>
    count === 0 ? [] : [`${amount(count)} ${status}`],
  );
  const isOpen = counts.queued + counts.running > 0;
  const workers = held === 0 ? '; no worker is at it' : `; workers are at ${amount(held)}`;
  return `${parts.join(', ') || 'no jobs'}${isOpen ? workers : ''}`;
}

function systemsOf({ leaderboard, rows }: Benchmark): readonly string[] {
  const ranked = leaderboard?.systems.map(({ name }) => name) ?? [];
  return [...new Set([...ranked, ...rows.flatMap(({ system }) => (system === '' ? [] : [system]))])];
}

function filterForm(id: string, { rows, of }: Benchmark, { words, category, which }: BoardFilter): Html {
  const categories = [...new Set(rows.flatMap((row) => row.category ?? []))];
  const chosen =
    categories.length === 0
      ? ''
      : markup`<label>Category <select name="category">${option('', 'all', category)}${categories.map((each) => option(each, each, category))}</select></label>`;
  const kinds = Object.entries(WHICH).filter(([name]) => of === 'responses' || name !== 'differs');
  return markup`<form method="get" action="/benchmarks/${id}#rows" data-swap="#lines" role="search" class="no-print"><div class="fields"><label>Words of the instruction <input type="search" name="words" maxlength="${MAX_WORDS_CHARS}" value="${words}"></label>${chosen}<label>Which <select name="which">${kinds.map(([name, label]) => option(name, label, which))}</select></label></div><p class="row without-js"><button class="quiet">Find</button></p></form>`;
}

/** A cell leads to the verdicts on a response, the instruction to all of its responses side by side. */
function matrix(shown: readonly BoardLine[], systems: readonly string[]): Block {
  return table(shown, [
    main('Instruction', ({ instruction, rows }): Inline => {
      const ids = rows.flatMap(({ result }) => result ?? []);
      const text = (instruction || rows[0]?.id) ?? '';
      return ids.length < 2 || ids.length > MAX_SIDE_BY_SIDE ? text : { text, path: judgementsPath(ids) };
    }),
    ...systems.map((system) =>
      right<BoardLine>(system, ({ rows }) =>
        rows.filter((row) => row.system === system).map((row, at) => (at === 0 ? cellOf(row) : [' ', cellOf(row)])),
      ),
    ),
  ]);
}

function judgementsPath(ids: readonly string[]): string {
  return `/judgements?${ids.map((id) => `id=${id}`).join('&')}`;
}

function cellOf({ status, value, unscored, result }: BenchmarkRow): Inline {
  if (result === null) return status === 'failed' ? paint.bad('failed') : paint.soft('…');
  const rate = { text: percent(value), path: judgementsPath([result]) };
  return unscored === 0 ? rate : [rate, paint.warn(` (${unscored} open)`)];
}

function setTable(shown: readonly BoardLine[], sets: Board['sets']): Block {
  const each = shown.flatMap(({ instruction, rows }) => rows.map((row) => ({ instruction, row })));
  return table(each, [
    main('Instruction', ({ instruction, row }): Inline => {
      const text = instruction || row.id;
      return row.result === null || !sets.has(row.result) ? text : { text, path: `/sets/${row.result}` };
    }),
    right('Criteria', ({ row }) => {
      const found = row.result === null ? undefined : sets.get(row.result);
      return found === undefined ? '' : amount(found.criteria);
    }),
    left('State', ({ row: { status, reason } }) =>
      status === 'done'
        ? 'done'
        : [paint[status === 'failed' ? 'bad' : 'warn'](status), reason === null ? '' : `: ${reason}`],
    ),
  ]);
}
