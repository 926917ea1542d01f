/** The Retry-After header (RFC 9110 §10.2.3). */

/** @returns milliseconds to wait from `now`, at least 0; null where the header is missing or means nothing */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  // Fractions are not in the standard, but some servers send them.
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // A date always names its month; this keeps Date.parse from reading "-5" or "1e3" as a year.
  if (!/[a-z]{3}/i.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
