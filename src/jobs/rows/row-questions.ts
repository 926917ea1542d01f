/** What people ask of a response in a row, as items of a checklist with their points. */
import type { Row } from '../../data/row.ts';
import { pointsWithinBounds } from '../../judge/points-within-bounds.ts';

/** The criteria, and then the faults with points below 0. */
export function questionsOf({
  criteria,
  checks,
  points,
  faults,
}: Pick<Row, 'criteria' | 'checks' | 'points' | 'faults'>) {
  const given = [...criteria.map((_, index) => points[index] ?? null), ...faults.map((fault) => fault.points)];
  const { points: weights } = pointsWithinBounds(given);
  const questions = criteria.map((text, index) => {
    const check = checks[index] ?? null;
    const weight = weights[index] ?? null;
    if (check === null && weight === null) return text;
    return {
      text,
      ...(weight === null ? {} : { weight }),
      ...(check === null ? {} : { check: check.rule, decides: check.decides }),
    };
  });
  return [
    ...questions,
    ...faults.map(({ text, points: cost }, at) => ({ text, weight: weights[criteria.length + at] ?? cost })),
  ];
}
