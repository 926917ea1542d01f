/** The Retry-After header (RFC 9110 §10.2.3). */

/** @returns milliseconds from `now`, at least 0; null if the header is missing or invalid */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  // Not standard, but some servers send fractions.
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Require a month: Date.parse reads "-5" and "1e3" as years.
  if (!/[a-z]{3}/i.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
