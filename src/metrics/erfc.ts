/** The complementary error function. */

/** From here on the continued fraction converges fast, and below the series loses no digits. */
const FRACTION_FROM = 2;
const FRACTION_TERMS = 200;

/** erfc(x) = 2/√π ∫ₓ^∞ exp(−t²) dt, to about 14 digits. @param x at least 0 */
export function erfc(x: number): number {
  if (x >= FRACTION_FROM) return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Number.EPSILON * Math.abs(sum); n += 1) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return 1 - (2 / Math.sqrt(Math.PI)) * sum;
}

/** x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))), from its end. */
function fraction(x: number): number {
  let value = x;
  for (let n = FRACTION_TERMS; n >= 1; n -= 1) value = x + n / 2 / value;
  return value;
}
