/** SHA-256, and the canonical JSON form for hashes. */
import { createHash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** JSON without white space, with object keys sorted by UTF-16 code units, without `undefined` members. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** A copy: a replacer function would be called for every member, which takes twice as long. */
function withSortedKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  // As JSON.stringify takes it, such as a date.
  if (Object.getPrototypeOf(value) !== Object.prototype) return withSortedKeys(JSON.parse(JSON.stringify(value)));
  const members: Readonly<Record<string, unknown>> = { ...value };
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(members[name])]));
}
