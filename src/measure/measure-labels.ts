/** How often people give each label, by group, and how far they agree (checklist study, tables 3, 9 and 10). Pure. */
import type { PeopleLabels } from '../data/read-people-labels.ts';
import { counts, groupsBy } from '../domain/groups.ts';
import { fleissKappa, majority } from '../metrics/kappa.ts';
import { krippendorffAlpha } from '../metrics/krippendorff-alpha.ts';
import { ratio, requireSome } from '../metrics/mean.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';

export interface LabelGroup {
  /** Null: rows without a group, or all rows together. */
  readonly name: string | null;
  readonly rows: number;
  /** By label, in the order of `LabelFigures.labels`: rows whose majority gives it. */
  readonly counts: readonly number[];
  /** Shares of the rows with a majority; `missing`: those without. */
  readonly shares: readonly Figure[];
  /** Null where no row has two people's labels. */
  readonly agreement: { readonly fleiss: Figure; readonly alpha: Figure } | null;
}

export interface LabelFigures {
  /** The most frequent one first. */
  readonly labels: readonly string[];
  /** Empty where no row names one. */
  readonly groups: readonly LabelGroup[];
  readonly all: LabelGroup;
}

/** @throws InputError without rows */
export function measureLabels(rows: readonly PeopleLabels[], options: FigureOptions = {}): LabelFigures {
  requireSome(rows, 'labelled rows');
  const frequencies = counts(rows.flatMap((row) => row.labels.flatMap((label) => label ?? [])));
  const labels = [...frequencies.keys()].sort((a, b) => (frequencies.get(b) ?? 0) - (frequencies.get(a) ?? 0));
  const groups = [...groupsBy(rows, ({ group }) => group)];
  return {
    labels,
    groups: groups.every(([name]) => name === null)
      ? []
      : groups.map(([name, inGroup]) => groupOf(name, inGroup, labels, options)),
    all: groupOf(null, rows, labels, options),
  };
}

function groupOf(
  name: string | null,
  rows: readonly PeopleLabels[],
  labels: readonly string[],
  options: FigureOptions,
): LabelGroup {
  const majorities = rows.map((row) => majority(row.labels));
  const rated = rows.map((row) => row.labels).filter(({ length }) => length > 1);
  return {
    name,
    rows: rows.length,
    counts: labels.map((label) => majorities.filter((each) => each === label).length),
    shares: labels.map((label) =>
      figureOf(
        majorities,
        (drawn) => {
          const decided = drawn.filter((each) => each !== null);
          return {
            value: ratio(decided.filter((each) => each === label).length, decided.length),
            scored: decided.length,
            missing: drawn.length - decided.length,
          };
        },
        { ...options, isShare: true },
      ),
    ),
    agreement:
      rated.length === 0
        ? null
        : {
            fleiss: figureOf(rated, fleissKappa, options),
            alpha: figureOf(rated, (drawn) => krippendorffAlpha(drawn, 'nominal'), options),
          },
  };
}
