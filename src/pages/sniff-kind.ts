/** What a document is: from its bytes first, then its content type, then the extension of its URL. */
import type { Document, MediaKind } from '../domain/page.ts';

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
  // Some writers put bytes before the header; readers accept it within the first 1024.
  if (start.slice(0, 1024).includes('%PDF-')) return { kind: 'pdf' };
  const binary = BINARY_SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (binary !== undefined) return { kind: null, reason: `the bytes are ${binary[0]}` };
  const isUtf16 = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const ascii = isUtf16 ? start.replaceAll('\0', '') : start;
  if (ascii.includes('\0')) return { kind: null, reason: 'the bytes are binary' };
  if (/^(?:\W{0,3}\s*)(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(ascii))
    return { kind: 'html' };

  const type = document.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const byType = BY_TYPE[type];
  if (byType !== undefined && byType !== 'pdf') return { kind: byType };
  const byExtension = BY_EXTENSION[extension(document.finalUrl)];
  const generic =
    type === '' || type === 'text/plain' || type === 'application/octet-stream' || byType === 'pdf';
  if (!generic) return { kind: null, reason: `content type ${type} is not a page` };
  if (byExtension !== undefined && byExtension !== 'pdf') return { kind: byExtension };
  if (byExtension === 'pdf' || byType === 'pdf')
    return { kind: null, reason: 'said to be a PDF, but the bytes are none' };
  return { kind: type !== 'text/plain' && /^\s*<[a-z!]/i.test(ascii) ? 'html' : 'text' };
}

function extension(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
