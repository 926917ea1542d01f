/** SHA-256, and the canonical JSON form for hashes. */
import { createHash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** JSON without white space, with object keys sorted by UTF-16 code units, without `undefined` members. */
export function canonicalJson(value: unknown): string {
  return memberJson(value) ?? 'null';
}

/** Undefined for what JSON leaves out. Written piece by piece: a copy with sorted keys takes twice as long. */
function memberJson(value: unknown): string | undefined {
  if (typeof value === 'string') return stringJson(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => memberJson(item) ?? 'null').join(',')}]`;
  // As JSON.stringify takes it, such as a date.
  if (Object.getPrototypeOf(value) !== Object.prototype) return memberJson(JSON.parse(JSON.stringify(value)));
  let json = '';
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).sort()) {
    const member = memberJson(members[name]);
    if (member !== undefined) json += `${json === '' ? '' : ','}${stringJson(name)}:${member}`;
  }
  return `{${json}}`;
}

/** No quote, no backslash, no control character, no half of a surrogate pair: nothing is escaped. */
const UNESCAPED = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function stringJson(text: string): string {
  return UNESCAPED.test(text) ? `"${text}"` : JSON.stringify(text);
}
