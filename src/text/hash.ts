/** SHA-256, and the canonical JSON form for hashes. */
import { hash } from 'node:crypto';

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data);
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
  let json = '';
  if (Array.isArray(value)) {
    for (const item of value) json += `${json === '' ? '' : ','}${memberJson(item) ?? 'null'}`;
    return `[${json}]`;
  }
  // As JSON.stringify takes it, such as a date.
  if (Object.getPrototypeOf(value) !== Object.prototype) return memberJson(JSON.parse(JSON.stringify(value)));
  const members = value as Readonly<Record<string, unknown>>;
  for (const { name, label } of sortedNames(Object.keys(members))) {
    const member = memberJson(members[name]);
    if (member !== undefined) json += `${json === '' ? '' : ','}${label}${member}`;
  }
  return `{${json}}`;
}

interface SortedName {
  readonly name: string;
  readonly label: string;
}

/** By the names in their own order: a record has hundreds of objects of a few shapes, and sorting takes half of the time. */
const shapes = new Map<string, readonly SortedName[]>();
const MAX_SHAPES = 1_000;

function sortedNames(names: readonly string[]): readonly SortedName[] {
  const shape = names.join('\n');
  const known = shapes.get(shape);
  // As many names as line breaks part: none of them holds one itself.
  if (known?.length === names.length) return known;
  const sorted = names.toSorted().map((name) => ({ name, label: `${stringJson(name)}:` }));
  if (shapes.size >= MAX_SHAPES) shapes.clear();
  if (!names.some((name) => name.includes('\n'))) shapes.set(shape, sorted);
  return sorted;
}

/** No quote, no backslash, no control character, no half of a surrogate pair: nothing is escaped. */
const UNESCAPED = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function stringJson(text: string): string {
  return UNESCAPED.test(text) ? `"${text}"` : JSON.stringify(text);
}
