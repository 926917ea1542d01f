/** What people ask of a response in a row, as items of a checklist with their points. */
import type { Row } from '../../data/row.ts';
import { MAX_WEIGHT } from '../../domain/checklist.ts';

/**
 * The criteria, and then the faults with points below 0. Points beyond what an item may have are brought into bounds together:
 * their shares stay.
 */
export function questionsOf({
  criteria,
  checks,
  points,
  faults,
}: Pick<Row, 'criteria' | 'checks' | 'points' | 'faults'>) {
  const sizes = [...points, ...faults.map((fault) => fault.points)].map((each) => Math.abs(each ?? 0));
  const largest = Math.max(...sizes, 0);
  const scale = largest > MAX_WEIGHT ? MAX_WEIGHT / largest : 1;
  const questions = criteria.map((text, index) => {
    const check = checks[index] ?? null;
    const itemPoints = points[index] ?? null;
    if (check === null && itemPoints === null) return text;
    return {
      text,
      ...(itemPoints === null ? {} : { weight: itemPoints * scale }),
      ...(check === null ? {} : { check: check.rule, decides: check.decides }),
    };
  });
  return [...questions, ...faults.map(({ text, points: cost }) => ({ text, weight: cost * scale }))];
}
