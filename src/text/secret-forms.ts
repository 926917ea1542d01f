/** Encoded forms of secrets, and a search for all of them at once. */

/** Plain, reversed, and as JSON, URL-encoded, hex and base64 (at any position of an encoded text). */
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

  /** Replaces each character of a form by `*`. */
  mask(text: string): string {
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
