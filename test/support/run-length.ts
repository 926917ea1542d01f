/** How much the tests do that kill, break and draw at random: little with every change, more in `npm run test:long`. */

/** How much of its number of runs a property takes: a quarter with every change, more in `npm run test:long` and `npm run fuzz`. */
export const LENGTH_FACTOR = Number(process.env['GROUNDRULE_TEST_FUZZ_FACTOR'] ?? 0.25);

export function shortOrLong<Value>(short: Value, long: Value): Value {
  return LENGTH_FACTOR > 1 ? long : short;
}
