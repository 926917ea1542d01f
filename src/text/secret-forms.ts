/** The ways in which others write a secret, and one search for all of them. */

/** As it is, reversed, in JSON, in addresses, in hex and in base64, wherever in a longer text that was encoded it stands. */
export function formsOfSecret(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = hex.replace(/../gu, '%$&');
  const inAddresses = [encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret)), percent];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    Array.from(secret).reverse().join(''),
    ...inAddresses.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/giu, (escape) => escape.toLowerCase())]),
    percent.toUpperCase(),
    hex,
    hex.toUpperCase(),
    bytes.toString('base64').replace(/=+$/u, ''),
    bytes.toString('base64url'),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
  ];
}

/** The characters that the secret alone decides where so many bytes (modulo 3) stand before it, in both alphabets. */
function base64Within(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const [first, end] = [Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6)];
  return [padded.toString('base64'), padded.toString('base64url')].map((text) => text.slice(first, end));
}

/** Shorter texts are no forms of secrets. */
export const MIN_FORM_CHARS = 6;

/**
 * Covers any number of forms in one pass: three characters at each place tell whether a form may begin there, so that
 * the time is that of the text, however many there are.
 */
export class SecretMatcher {
  private readonly mayBegin = new Uint8Array(0x1_0000);
  private readonly forms = new Set<string>();
  /** Lengths of the forms that begin so, the longest first: of two that begin alike it is the one that stands there. */
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

  /** The same text with `*` in place of each character of a form. */
  cover(text: string): string {
    if (this.forms.size === 0) return text;
    const pieces: string[] = [];
    let copied = 0;
    let at = 0;
    while (at <= text.length - MIN_FORM_CHARS) {
      const length = this.mayBegin[beginning(text, at)] === 1 ? this.formLengthAt(text, at) : 0;
      if (length > 0) {
        pieces.push(text.slice(copied, at), '*'.repeat(length));
        copied = at + length;
      }
      at += Math.max(1, length);
    }
    return copied === 0 ? text : pieces.join('') + text.slice(copied);
  }

  private formLengthAt(text: string, at: number): number {
    const lengths = this.lengths.get(text.slice(at, at + MIN_FORM_CHARS)) ?? [];
    return lengths.find((length) => at + length <= text.length && this.forms.has(text.slice(at, at + length))) ?? 0;
  }
}

function beginning(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;
}
