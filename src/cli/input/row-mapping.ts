/** How the flags say that rows are read. */
import type { BenchmarkName } from '../../data/benchmarks.ts';
import type { RowMapping } from '../../data/benchmarks.ts';

export function rowMapping({
  benchmark,
  field = [],
}: {
  readonly benchmark: BenchmarkName | undefined;
  readonly field: readonly (readonly [string, string])[] | undefined;
}): RowMapping {
  return { benchmark, fields: Object.fromEntries(field) };
}
