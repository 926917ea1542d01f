/** Makes text of any origin safe to print: no control sequence reaches a terminal, and no secret anybody. */
import { redact, redactAll } from './redact.ts';

const UNPRINTABLE = new RegExp(
  `[${[
    // C0 but tab and line break, DEL, C1
    '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
    // what separates lines and paragraphs, reorders text or hides in it
    '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f\\ufeff',
  ].join('')}]`,
  'gu',
);
const DELETE = 0x7f;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** Each control character as a visible sign, secrets covered; tabs and line breaks stay. */
export function printable(text: string): string {
  return redact(text.replace(/\r\n?/gu, '\n')).replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? PICTURE_OF_DELETE : '\ufffd';
  });
}

export function printableLine(text: string): string {
  return printable(text).replace(/\s+/gu, ' ').trim();
}

/** At most `length` characters, cut at a word where one ends near, without what parts it from the next, and marked with “…”. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s·|,;:–—\ud800-\udbff-]+$/u, '')}…`;
}

/** JSON of the value, secrets covered, with what a terminal would act on escaped. */
export function printableJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  const shown = holdsNoSecret(json) ? json : JSON.stringify(redactAll(value), null, indent);
  return shown.replace(
    UNPRINTABLE,
    (character) =>
      // Line breaks of the indentation are none of these; inside strings JSON has escaped C0 already.
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const COMMON_ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\"': '"' };

/**
 * One search of the whole text, which is much faster than one of each string. True only where it is certain: with its
 * escapes undone, the text holds every string as it is, so nothing in any of them can be a secret.
 */
function holdsNoSecret(json: string): boolean {
  if (/\\[^nt"]/u.test(json)) return false;
  const text = json.replace(/\\[nt"]/gu, (escape) => COMMON_ESCAPES[escape] ?? escape);
  return redact(text) === text;
}
