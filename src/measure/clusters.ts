/** Rows that belong together, such as the responses to one task: drawn together, and put in order among themselves. */
import type { JudgeRow, Said } from '../data/judge-row.ts';
import type { Pair } from '../metrics/accuracy.ts';
import { pearson, spearman } from '../metrics/correlation.ts';
import { groupsBy } from '../domain/groups.ts';
import { kendallTau } from '../metrics/kendall-tau.ts';
import { meanOf } from '../metrics/mean.ts';
import type { Figure, figureOf } from './figure.ts';
import { scoresOf } from './judge-scale.ts';

/** @returns nothing where there are no items */
export type Measure<Name extends string> = <Item>(
  name: Name,
  items: readonly Item[],
  measure: Parameters<typeof figureOf<Item>>[1],
) => readonly (Figure & { readonly name: Name })[];

/** Rows of one cluster, such as the responses to one task, are drawn together: their errors go together. */
export function byCluster<Name extends string>(rows: readonly JudgeRow[], measured: Measure<Name>): Measure<Name> {
  const places = [...clustersOf(rows).values()];
  if (places.length < 2) return measured;
  return (name, items, measure) =>
    measured(
      name,
      places.map((group) => group.flatMap((at) => items.slice(at, at + 1))),
      (drawn) => ({ scored: drawn.flat().length, ...measure(drawn.flat()) }),
    );
}

/** The places of rows; a row of no cluster is one of its own. */
function clustersOf(rows: readonly JudgeRow[]): ReadonlyMap<string | number, readonly number[]> {
  return groupsBy([...rows.keys()], (at) => rows[at]?.cluster ?? at);
}

/**
 * Means of the correlations within clusters: only responses to the same task are held against each other, which work on
 * summaries calls “summary-level” (Bhandari et al. 2020). `missing`: clusters where none is defined.
 */
export function withinClusters<Name extends string>(
  rows: readonly JudgeRow[],
  pairs: readonly Pair<Said>[],
  measured: Measure<Name | (typeof WITHIN)[number][0]>,
): ReturnType<typeof measured> {
  const groups = [...clustersOf(rows).values()].map((places) =>
    places.flatMap((at) => pairs.slice(at, at + 1)).map(scoresOf),
  );
  if (groups.every(({ length }) => length < 2)) return [];
  return WITHIN.flatMap(([name, correlationOf]) => {
    const values = groups.map((group) => correlationOf(group).value);
    return measured(name, values, meanOf);
  });
}

const WITHIN = [
  ['pearsonWithin', pearson],
  ['spearmanWithin', spearman],
  ['kendallWithin', kendallTau],
] as const;
