/** Several tries at one task: a judge's repeated verdicts on an item, or the responses of one model to one task. */
import type { JudgeRow, Said } from '../data/judge-row.ts';
import { groupsBy } from '../domain/groups.ts';
import { atLeastK, passAtK, type Tries } from '../metrics/repeated-passes.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';
import { meanScore } from './judge-scale.ts';

export interface TriesWanted {
  readonly passAt?: readonly number[] | undefined;
  readonly atLeast?: readonly number[] | undefined;
}

export interface TriesFigure extends Figure {
  /** "pass@5", "at least 3". */
  readonly name: string;
}

/** Of a true score that is a rate of what is met; one beyond 1 is on another scale, on which nothing says what passes. */
const ALL_MET = 1 - 1e-9;

/** Nothing where there are no tries, or where they are verdicts of which nothing says whether they pass. */
export function triesFigures(
  rows: readonly JudgeRow[],
  { passAt = [], atLeast = [] }: TriesWanted,
  given: FigureOptions,
): readonly TriesFigure[] {
  const tasks = triesOf(rows);
  const options = { ...given, isShare: true };
  if (tasks.length === 0) return [];
  return [
    ...passAt.map((k) => ({ name: `pass@${k}`, ...figureOf(tasks, (drawn) => passAtK(drawn, k), options) })),
    ...atLeast.map((k) => ({ name: `at least ${k}`, ...figureOf(tasks, (drawn) => atLeastK(drawn, k), options) })),
  ];
}

/** Candidates of one group are tries that pass where all is met; else the samples of each row are. */
function triesOf(rows: readonly JudgeRow[]): readonly Tries[] {
  const candidates = rows.flatMap(({ group, labels }) => (group === null ? [] : [{ group, truth: meanScore(labels) }]));
  if (candidates.length > 0) {
    if (candidates.some(({ truth }) => (truth ?? 0) > 1)) return [];
    const groups = groupsBy(candidates, ({ group }) => group);
    return [...groups.values()].map((group) => group.map(({ truth }) => (truth === null ? null : truth >= ALL_MET)));
  }
  const tries = rows.map(({ samples }) => samples).filter(({ length }) => length > 0);
  const isPassing = tries.flat().every((verdict) => verdict === null || PASSES.has(verdict));
  return isPassing ? tries.map((samples) => samples.map((verdict) => PASSES.get(verdict ?? '') ?? null)) : [];
}

/** Null: neither. Of any other verdict nothing says whether it passes. */
const PASSES: ReadonlyMap<Said, boolean | null> = new Map<Said, boolean | null>([
  ...([
    ['yes', true],
    [1, true],
    ['no', false],
    [0, false],
  ] as const),
  ['not-applicable', null],
]);
