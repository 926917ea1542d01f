/** SHA-256, and the canonical JSON form for hashes. */
import { createHash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** JSON without white space, with object keys sorted by UTF-16 code units, without `undefined` members. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}
