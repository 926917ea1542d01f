/** Where two protocols differ on the same pairs: the paired bootstrap of their accuracy (checklist study, appendix A.3). */
import type { JudgeRow } from '../data/judge-row.ts';
import { mean } from '../metrics/mean.ts';
import { pairedBootstrap, type PairedDifference } from '../metrics/bootstrap.ts';
import type { Experiment } from './experiment-file.ts';

export interface ProtocolDifference extends PairedDifference {
  readonly first: string;
  readonly second: string;
  readonly pairs: number;
}

interface Named {
  readonly name: string;
  readonly rows: readonly JudgeRow[];
}

export function differencesOf(
  protocols: readonly Named[],
  { resamples = 1000, seed }: Pick<Experiment, 'resamples' | 'seed'>,
): readonly ProtocolDifference[] {
  if (resamples === 0) return [];
  const points = protocols.map(({ name, rows }) => ({ name, points: new Map(rows.flatMap(pointsOf)) }));
  return points.flatMap((first, at) =>
    points.slice(at + 1).flatMap((second) => {
      const shared = [...first.points].flatMap(([id, one]) => {
        const other = second.points.get(id);
        return other === undefined ? [] : [{ one, other }];
      });
      if (shared.length < 2) return [];
      const ofFirst = shared.map(({ one }) => one);
      const ofSecond = shared.map(({ other }) => other);
      const difference = pairedBootstrap(ofFirst, ofSecond, mean, { resamples, seed });
      return [{ first: first.name, second: second.name, pairs: shared.length, ...difference }];
    }),
  );
}

/** 1 where the verdict is that of people, ½ for a tie of the judge alone; nothing without a verdict or for scores. */
function pointsOf({ id, predicted, labels }: JudgeRow): readonly (readonly [string, number])[] {
  const [gold = null] = labels;
  if (typeof predicted !== 'string' || gold === null) return [];
  return [[id, predicted === gold ? 1 : predicted === 'tie' ? 0.5 : 0]];
}
