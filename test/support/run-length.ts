/** How much the tests do that kill, break and draw at random: little with every change, more in `npm run test:long`. */

/** Times that a property is run more often than with every change; `npm run fuzz` sets it for a night's length. */
export const LENGTH_FACTOR = Number(process.env['GROUNDRULE_TEST_FUZZ_FACTOR'] ?? 1);

export function shortOrLong<Value>(short: Value, long: Value): Value {
  return LENGTH_FACTOR > 1 ? long : short;
}
