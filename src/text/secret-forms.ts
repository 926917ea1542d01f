/** Encoded forms of secrets, and a search for all of them at once. */

/**
 * Plain, reversed, and as JSON, URL-encoded, hex and base64 (at any position of an encoded text). The search itself undoes
 * escapes of single characters.
 */
export function formsOfSecret(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const inAddress = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    Array.from(secret).reverse().join(''),
    // Unescaped once, an address within an address shows these.
    inAddress,
    inAddress.replace(/%[\dA-F]{2}/giu, (escape) => escape.toLowerCase()),
    hex,
    hex.toUpperCase(),
    bytes.toString('base64').replace(/=+$/u, ''),
    bytes.toString('base64url'),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
  ];
}

/** The base64 characters that depend only on the secret, in both alphabets. @param offset position modulo 3 */
function base64Within(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor((padded.length * 8) / 6);
  return [padded.toString('base64'), padded.toString('base64url')].map((text) => text.slice(first, end));
}

/** Shorter forms are ignored. */
export const MIN_FORM_CHARS = 6;

/**
 * Masks all forms in one pass. A table of three-character prefixes tells where a form may begin, so that the time does not
 * depend on the number of forms.
 */
export class SecretMatcher {
  private readonly mayBegin = new Uint8Array(0x1_0000);
  private readonly forms = new Set<string>();
  /** Lengths of the forms with this prefix, longest first. */
  private readonly lengths = new Map<string, readonly number[]>();

  add(form: string): void {
    if (form.length < MIN_FORM_CHARS) return;
    this.forms.add(form);
    const prefix = form.slice(0, MIN_FORM_CHARS);
    const lengths = new Set([...(this.lengths.get(prefix) ?? []), form.length]);
    this.lengths.set(
      prefix,
      [...lengths].sort((a, b) => b - a),
    );
    this.mayBegin[beginning(form, 0)] = 1;
  }

  /**
   * Replaces each character of a form by `*`, also if some of its characters are escaped.
   * @param toView converts an unescaped character to the encoding of the forms
   */
  mask(text: string, toView: (character: string) => string = (character) => character): string {
    if (this.forms.size === 0) return text;
    let masked = replaceByStars(text, this.spansIn(text));
    for (const escape of ESCAPES) {
      const view = unescapedView(masked, escape, toView);
      if (view !== null) masked = replaceByStars(masked, this.spansIn(view.text).map(view.toOriginal));
    }
    return masked;
  }

  private spansIn(text: string): Span[] {
    const spans: Span[] = [];
    let at = 0;
    while (at <= text.length - MIN_FORM_CHARS) {
      const length = this.mayBegin[beginning(text, at)] === 1 ? this.formLengthAt(text, at) : 0;
      if (length > 0) spans.push({ start: at, end: at + length });
      at += Math.max(1, length);
    }
    return spans;
  }

  private formLengthAt(text: string, at: number): number {
    const lengths = this.lengths.get(text.slice(at, at + MIN_FORM_CHARS)) ?? [];
    return lengths.find((length) => at + length <= text.length && this.forms.has(text.slice(at, at + length))) ?? 0;
  }
}

function beginning(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param spans in order; two spans in the same escape may overlap */
function replaceByStars(text: string, spans: readonly Span[]): string {
  let copied = 0;
  const pieces = spans.map(({ start, end }) => {
    const first = Math.max(start, copied);
    const piece = text.slice(copied, first) + '*'.repeat(end - first);
    copied = end;
    return piece;
  });
  return pieces.join('') + text.slice(copied);
}

interface Escape {
  /** Matches one escaped character, or a run of them. */
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => string;
}

/** Escapes in URLs, in JSON and source code, and in HTML. Undone one kind at a time: a secret may look escaped itself. */
const ESCAPES: readonly Escape[] = [
  { pattern: /(?:%[0-7][\da-f])+|(?:%[89a-f][\da-f])+/giu, read: ([run]) => decoded(run) },
  {
    pattern: /(?:\\u[\da-f]{4})+|(?:\\\\)+|\\x([\da-f]{2})|\\(["'/])/giu,
    read: ([run, byte, sign]) => sign ?? (byte === undefined ? parsedRun(run) : fromCode(`0x${byte}`)),
  },
  {
    pattern: /&(?:#(x[\da-f]{1,5}|\d{1,6})|(amp|lt|gt|quot|apos));/giu,
    read: ([whole, code, name = '']) =>
      NAMED[name.toLowerCase()] ?? (code === undefined ? whole : fromCode(code.replace(/^x/iu, '0x'))),
  },
];
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The unescaped text, and a function that maps its spans to the original. Null without escapes. */
function unescapedView(text: string, { pattern, read }: Escape, toView: (character: string) => string) {
  const pieces: string[] = [];
  /** Original offsets of each character of the view. */
  const starts: number[] = [];
  const ends: number[] = [];
  let copied = 0;
  const copyUntil = (end: number): void => {
    pieces.push(text.slice(copied, end));
    for (; copied < end; copied += 1) {
      starts.push(copied);
      ends.push(copied + 1);
    }
  };
  for (const match of text.matchAll(pattern)) {
    const character = toView(read(match));
    copyUntil(match.index);
    pieces.push(character);
    copied += match[0].length;
    // Escaped non-ASCII bytes form characters of different lengths: map each to the whole run.
    const width = /^%[89a-f]/iu.test(match[0]) ? 0 : match[0].length / character.length;
    for (let unit = 0; unit < character.length; unit += 1) {
      starts.push(Math.floor(match.index + unit * width));
      ends.push(width === 0 ? copied : Math.ceil(match.index + (unit + 1) * width));
    }
  }
  if (pieces.length === 0) return null;
  copyUntil(text.length);
  const toOriginal = ({ start, end }: Span): Span => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 });
  return { text: pieces.join(''), toOriginal };
}

/** For escapes that JSON supports, in lower case. */
function parsedRun(run: string): string {
  return String(JSON.parse(`"${run.replaceAll('\\U', '\\u')}"`));
}

function fromCode(number: string): string {
  const code = Number(number);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
}

/** Returns the text unchanged if it is not valid UTF-8. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
