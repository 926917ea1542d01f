/** Bytes to text: charset from BOM, content type or meta; else UTF-8 where it is valid, else windows-1252. */

/** Windows-1252's 0x80–0x9F; some releases of Node decode them as Latin-1 control characters. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** The standard looks for a meta in the first 1024 bytes; real pages put it later. */
const META_PRESCAN_BYTES = 8192;

export function decodeText(bytes: Uint8Array, contentType: string | null, mayHaveMeta: boolean): string {
  const marked = bomCharset(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const declared =
    charsetLabel(/charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType ?? '')?.[1]) ??
    (mayHaveMeta ? metaCharset(bytes) : null);
  if (declared === 'windows-1252') return decodeWindows1252(bytes);
  if (declared !== null && declared !== 'utf-8') return new TextDecoder(declared).decode(bytes);
  return decodeUtf8(bytes);
}

function bomCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, META_PRESCAN_BYTES))
    .replace(/<!--[^]*?-->/g, '');
  const found =
    /<meta\b[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start) ??
    /<\?xml[^>]*encoding=["']([\w:.-]+)/i.exec(start);
  const label = charsetLabel(found?.[1]);
  // A meta that could be read byte by byte cannot be in UTF-16 (HTML standard).
  return label?.startsWith('utf-16') === true ? 'utf-8' : label;
}

/** The standard's name of a charset label; null where there is none or it is unknown. */
function charsetLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = count(text, /\uFFFD/g);
  if (broken === 0) return text;
  // A stray byte does not make a page windows-1252: it is one where most of what is not ASCII is no UTF-8.
  const sound = count(text, /[\u0080-\uFFFC]/g);
  return sound > broken ? text : decodeWindows1252(bytes);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (char) => WINDOWS_1252_HIGH.charAt(char.charCodeAt(0) - 0x80));
}
