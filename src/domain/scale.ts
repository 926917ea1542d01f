/** A scale of one's own: what a judge of a whole response may answer, from the worst to the best. */
import { z } from 'zod';

/** Judges tell no more steps apart. */
export const MAX_STEPS = 101;
const MAX_LABEL_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 5_000;

const Step = z.strictObject({
  /** What the judge answers; default: the points. */
  label: z.string().trim().min(1).max(MAX_LABEL_CHARS).exactOptional(),
  points: z.number(),
  /** What a response of this level is like. */
  description: z.string().min(1).max(MAX_DESCRIPTION_CHARS).exactOptional(),
});

/** Whole numbers from `min` to `max`, or `levels` from the worst to the best. */
export const GivenScale = z
  .strictObject({
    min: z.int().exactOptional(),
    max: z.int().exactOptional(),
    levels: z.array(Step).min(2).max(MAX_STEPS).exactOptional(),
  })
  .superRefine(({ min, max, levels }, context) => {
    const problem = (path: PropertyKey[], message: string) => {
      context.addIssue({ code: 'custom', path, message });
    };
    if (levels === undefined) {
      if (min === undefined || max === undefined) problem([], 'must have min and max, or levels');
      else if (max <= min) problem(['max'], 'must be above min');
      else if (max - min >= MAX_STEPS) problem(['max'], `must be at most ${MAX_STEPS - 1} above min`);
      return;
    }
    if (min !== undefined || max !== undefined) problem(['levels'], 'cannot stand beside min and max');
    for (const [at, { points }] of levels.entries())
      if (at > 0 && points <= (levels[at - 1]?.points ?? 0))
        problem(
          ['levels', at, 'points'],
          'must be above those of the level before: levels go from the worst to the best',
        );
    const labels = levels.map((level) => labelOf(level).toLowerCase());
    for (const [at, label] of labels.entries())
      if (labels.indexOf(label) < at) problem(['levels', at, 'label'], 'must be unlike those of other levels');
  });
export type GivenScale = z.infer<typeof GivenScale>;

export interface ScaleLevel {
  readonly label: string;
  readonly points: number;
  readonly description: string | null;
}
/** At least two, their points rising. */
export type Scale = readonly ScaleLevel[];

export const YES_OR_NO: Scale = ['no', 'yes'].map((label, points) => ({ label, points, description: null }));

export function scaleOf({ min = 0, max = 0, levels }: GivenScale): Scale {
  if (levels !== undefined)
    return levels.map((level) => ({
      label: labelOf(level),
      points: level.points,
      description: level.description ?? null,
    }));
  return Array.from({ length: max - min + 1 }, (_, at) => ({
    label: `${min + at}`,
    points: min + at,
    description: null,
  }));
}

function labelOf({ label, points }: z.infer<typeof Step>): string {
  return label ?? String(points);
}

/** The lowest and the highest points. */
export function boundsOf(scale: Scale): [lowest: number, highest: number] {
  return [scale[0]?.points ?? 0, scale.at(-1)?.points ?? 0];
}
