/** What benchmarks share: options, tables, and the one JSON object as the last line. */
import { parseArgs } from 'node:util';
import Table from 'cli-table3';

export interface BenchOptions {
  readonly data: string | undefined;
  readonly json: boolean;
}

/** `--data DIR` and `--json`, the options of every benchmark. */
export function benchOptions(): BenchOptions {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  return { data: values.data, json: values.json };
}

export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  table.push(...rows.map((row) => [...row]));
  console.log(table.toString());
}

/** The value below which the share `quantile` of the values lies (nearest rank); NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
