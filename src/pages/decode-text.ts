/** Decodes bytes: charset from BOM, content type or meta; else UTF-8 if valid, else windows-1252. */
import type { Document, MediaKind } from '../domain/page.ts';

/** 0x80–0x9F in windows-1252. Some Node versions decode them as Latin-1 control characters. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** The standard says 1024 bytes; real pages have the meta later. */
const META_PRESCAN_BYTES = 8192;

export function decodeText(bytes: Uint8Array, contentType: string | null, mayHaveMeta: boolean): string {
  const fromBom = bomCharset(bytes);
  if (fromBom !== null) return new TextDecoder(fromBom).decode(bytes);
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
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, META_PRESCAN_BYTES)).replace(/<!--[^]*?-->/g, '');
  const found =
    /<meta\b[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start) ?? /<\?xml[^>]*encoding=["']([\w:.-]+)/i.exec(start);
  const label = charsetLabel(found?.[1]);
  // If we can read the meta as ASCII, the page is not UTF-16 (HTML standard).
  return label?.startsWith('utf-16') === true ? 'utf-8' : label;
}

/** The standard name of a charset label; null if it is unknown. */
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
  if (!text.includes('\uFFFD')) return text;
  const invalid = count(text, /\uFFFD/g);
  // A page is windows-1252 only if most of its non-ASCII characters are invalid UTF-8.
  const valid = count(text, /[\u0080-\uFFFC]/g);
  return valid > invalid ? text : decodeWindows1252(bytes);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (char) => WINDOWS_1252_HIGH.charAt(char.charCodeAt(0) - 0x80));
}

type Sniffed = { readonly kind: MediaKind } | { readonly kind: null; readonly reason: string };
const SNIFF_BYTES = 2048;
const BINARY_SIGNATURES: readonly (readonly [name: string, bytes: string])[] = [
  ['a ZIP or Office file', 'PK\x03\x04'],
  ['a PNG image', '\x89PNG'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF8'],
  ['gzip data', '\x1f\x8b'],
  ['an old Office file', '\xd0\xcf\x11\xe0'],
];
const BY_TYPE: Readonly<Record<string, MediaKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
};
const BY_EXTENSION: Readonly<Record<string, MediaKind>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
};

export function sniffKind(document: Pick<Document, 'bytes' | 'contentType' | 'finalUrl'>): Sniffed {
  const start = Buffer.from(document.bytes.subarray(0, SNIFF_BYTES)).toString('latin1');
  // PDF readers accept the header anywhere in the first 1024 bytes.
  if (start.slice(0, 1024).includes('%PDF-')) return { kind: 'pdf' };
  const binary = BINARY_SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (binary !== undefined) return { kind: null, reason: `the bytes are ${binary[0]}` };
  const isUtf16 = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const ascii = isUtf16 ? start.replaceAll('\0', '') : start;
  if (ascii.includes('\0')) return { kind: null, reason: 'the bytes are binary' };
  if (/^(?:\W{0,3}\s*)(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(ascii))
    return { kind: 'html' };

  const type = document.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const byType = BY_TYPE[type];
  if (byType !== undefined && byType !== 'pdf') return { kind: byType };
  const byExtension = BY_EXTENSION[extension(document.finalUrl)];
  const generic = type === '' || type === 'text/plain' || type === 'application/octet-stream' || byType === 'pdf';
  if (!generic) return { kind: null, reason: `content type ${type} is not a page` };
  if (byExtension !== undefined && byExtension !== 'pdf') return { kind: byExtension };
  if (byExtension === 'pdf' || byType === 'pdf')
    return { kind: null, reason: 'declared as a PDF, but the bytes are not a PDF' };
  return { kind: type !== 'text/plain' && /^\s*<[a-z!]/i.test(ascii) ? 'html' : 'text' };
}

function extension(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
