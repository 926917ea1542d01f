/** Makes untrusted text safe to print: without control sequences and secrets. */
import { redact, redactAll } from './redact.ts';

const UNPRINTABLE = new RegExp(
  `[${[
    // C0 but tab and line break, DEL, C1
    '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
    // line and paragraph separators, bidi marks, invisible characters
    '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f\\ufeff',
  ].join('')}]`,
  // No `u` flag: it would take twice as long, and all of them are single units.
  'g',
);
const DELETE = 0x7f;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** Replaces control characters by visible ones and redacts secrets. Tabs and line breaks stay. */
export function printable(text: string): string {
  return redact(text.replace(/\r\n?/gu, '\n')).replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? PICTURE_OF_DELETE : '\ufffd';
  });
}

export function printableLine(text: string): string {
  // Single spaces stay as they are: to replace each of them takes most of the time.
  return printable(text)
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
}

/** At most `length` characters, cut at a word boundary if one is near, with “…” at the end. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s·|,;:–—\ud800-\udbff-]+$/u, '')}…`;
}

/** JSON with redacted secrets and escaped control characters. */
export function printableJson(value: unknown, indent?: number): string {
  return printableJsonText(JSON.stringify(value, null, indent), indent);
}

/** @param json as `JSON.stringify` writes it, with this indentation */
export function printableJsonText(json: string, indent?: number): string {
  const shown = holdsNoSecret(json) ? json : JSON.stringify(redactAll(JSON.parse(json)), null, indent);
  return shown.replace(
    UNPRINTABLE,
    (character) =>
      // The pattern does not match the line breaks of the indentation. JSON already escapes C0 in strings.
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * One search of the whole text, which is much faster than one of each string. True only where it is certain: with its
 * escapes undone, the text holds every string as it is, so nothing in any of them can be a secret.
 */
function holdsNoSecret(json: string): boolean {
  const text = json.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  // Another escape is left.
  return !text.includes('\\') && redact(text) === text;
}
