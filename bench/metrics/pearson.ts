/** Linear correlation. */
import type { Agreement } from '../../src/metrics/cohen-kappa.ts';
import { mean } from '../../src/metrics/mean.ts';

/** Pearson's r, in [-1, 1]. Null for fewer than two complete pairs, or where one side never varies. */
export function pearson(pairs: readonly (readonly [number | null, number | null])[]): Agreement {
  const complete = pairs.flatMap(([x, y]) => (x === null || y === null ? [] : [{ x, y }]));
  const scored = complete.length;
  const missing = pairs.length - scored;
  const [meanX, meanY] = [mean(complete.map(({ x }) => x)) ?? 0, mean(complete.map(({ y }) => y)) ?? 0];
  let [together, ofX, ofY] = [0, 0, 0];
  for (const { x, y } of complete) {
    together += (x - meanX) * (y - meanY);
    ofX += (x - meanX) ** 2;
    ofY += (y - meanY) ** 2;
  }
  const spread = Math.sqrt(ofX) * Math.sqrt(ofY);
  if (scored < 2 || constant(complete.map(({ x }) => x)) || constant(complete.map(({ y }) => y)) || spread === 0) {
    return { value: null, scored, missing };
  }
  return { value: Math.max(-1, Math.min(1, together / spread)), scored, missing };
}

/** Rounding leaves a trace of spread where every value is the same. */
function constant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
