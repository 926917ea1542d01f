/** A run over many rows: its progress, its plan, and its outcome. */
import type { MeasuredDiscovery, RowsPlan } from '../jobs/rows/plan-rows.ts';
import type { DiscoveredRows, PrecomputeProgress } from '../jobs/rows/precompute.ts';
import type { ModelUsage } from '../domain/model.ts';
import { usdOf } from '../domain/usd-of.ts';
import { amount, plural, usdText } from './words.ts';

/** @param usage of the run; empty where no model is asked */
export function renderRows(progress: PrecomputeProgress, usage: readonly ModelUsage[]): string {
  const { total, done, cached, failed } = progress;
  const cost = usage.length === 0 ? '' : `; ${usdText(usdOf(usage))} USD`;
  return `${endedOf(progress)} of ${total}: ${done} done, ${cached} cached, ${failed} failed${restOf(progress)}${cost}`;
}

/**
 * What moves stands first: a narrow terminal cuts the end.
 * @param leftMs null where it is unknown, or nothing is left
 */
export function renderRowsUnderWay(
  progress: PrecomputeProgress,
  usage: readonly ModelUsage[],
  elapsedMs: number,
  leftMs: number | null,
): string {
  const { total, failed, underWay = {} } = progress;
  const ended = endedOf(progress);
  const calls = usage.reduce((sum, row) => sum + row.calls, 0);
  const usd = usdOf(usage);
  const steps = Object.entries(underWay).map(([step, rows]) => `${step} ${rows}`);
  return [
    `${ended} of ${total}${failed === 0 ? '' : `, ${failed} failed`}${restOf(progress)}`,
    calls === 0 ? null : `${plural(calls, 'call')}, ${amount(Math.round(calls / (elapsedMs / 60_000)))}/min`,
    leftMs === null ? null : `about ${duration(leftMs)} left`,
    usage.length === 0 || usd === null ? null : `${usdText(usd)} USD`,
    steps.length === 0 ? null : `now ${steps.join(', ')}`,
  ]
    .filter((part) => part !== null)
    .join('; ');
}

export function endedOf({ done, cached, withoutCriteria, incomplete, failed }: PrecomputeProgress): number {
  return done + cached + withoutCriteria + incomplete + failed;
}

function restOf({ withoutCriteria, incomplete }: PrecomputeProgress): string {
  const empty = withoutCriteria === 0 ? '' : `, ${withoutCriteria} without criteria`;
  return incomplete === 0 ? empty : `${empty}, ${incomplete} incomplete`;
}

/** By the pace of the rows that this run discovered; cached ones take almost no time. */
export function timeLeftMs(atStart: PrecomputeProgress, now: PrecomputeProgress, elapsedMs: number): number | null {
  const left = now.total - endedOf(now);
  const run = now.done + now.withoutCriteria - atStart.withoutCriteria + now.incomplete + now.failed - atStart.failed;
  return run === 0 || left === 0 ? null : (elapsedMs / run) * left;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MAX_REASONS = 5;

/** Why rows failed, the most frequent reasons first. */
export function failureLines(failures: DiscoveredRows['failures']): readonly string[] {
  const more = failures.slice(MAX_REASONS).reduce((sum, [, rows]) => sum + rows, 0);
  return [
    ...failures.slice(0, MAX_REASONS).map(([reason, rows]) => `failed: ${rows} × ${reason}`),
    ...(more === 0 ? [] : [`failed: ${more} more for other reasons`]),
  ];
}

/** What the cache saved; null where nothing was reused. */
export function sharingLine(pages: DiscoveredRows['pages'], usage: readonly ModelUsage[]): string | null {
  const hits = usage.filter(({ cacheHits }) => cacheHits > 0);
  const answers = hits.reduce((sum, { cacheHits }) => sum + cacheHits, 0);
  const asked = answers + usage.reduce((sum, { calls }) => sum + calls, 0);
  const worth = usdText(usdOf(hits.map(({ savedUsd = null }) => ({ usd: savedUsd }))));
  const parts = [
    ...(pages.atHand === 0 ? [] : [`${amount(pages.atHand)} of ${plural(pages.read, 'page')}`]),
    ...(answers === 0 ? [] : [`${amount(answers)} of ${plural(asked, 'model answer')}, worth ${worth} USD`]),
  ];
  return parts.length === 0 ? null : `reused from cache: ${parts.join('; ')}`;
}

/** How many tasks of a plan are cached, and how many are to do. */
export function planLine({ cached, failed, toDiscover }: RowsPlan): string {
  const notRun = failed === 0 ? '' : `, ${failed} failed or cannot be run`;
  return `${cached} cached${notRun}, ${toDiscover.length} to discover`;
}

/** @param tasks to be discovered */
export function expectedLine(measured: MeasuredDiscovery | null, tasks: number, rowsAtOnce: number): string | null {
  if (tasks === 0) return null;
  if (measured === null)
    return 'No stored set was discovered with these settings, so that nothing is measured: the figures are computed.';
  const { sets, calls, inputTokens, outputTokens, usd, elapsedMs } = measured;
  const all = (count: number) => amount(Math.round(count * tasks));
  const cost = `${all(calls)} calls, ${all(inputTokens)} tokens in, ${all(outputTokens)} out, ${usdText(usd === null ? null : usd * tasks)} USD, `;
  const time = duration((elapsedMs * tasks) / Math.min(rowsAtOnce, tasks));
  return `Expected, as ${plural(sets, 'stored set')} with these settings took on average: ${calls === 0 ? '' : cost}about ${time} with ${rowsAtOnce} at once.`;
}
