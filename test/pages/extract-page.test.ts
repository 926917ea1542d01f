import { describe, expect, it } from 'vitest';
import { extractPage } from '../../src/pages/extract-page.ts';
import { EXTRACTOR_VERSION } from '../../src/pages/extraction-outcome.ts';
import { sha256Hex } from '../../src/text/hash.ts';
import { documentOf, LIMITS, pageOf, PROSE, read, SENTENCE } from './support.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('kind of document', () => {
  const html = `<!doctype html><title>x</title>${PROSE}`;
  const text = `# Openings\n\n${SENTENCE}\n\n- ${SENTENCE}`;
  it.each([
    ['bytes before content type', html, 'text/plain', 'https://a.example/x.txt', 'html'],
    ['bytes before extension', html, null, 'library:a/x.md', 'html'],
    ['content type before extension', text, 'text/markdown', 'https://a.example/x.txt', 'markdown'],
    [
      'extension where the type says little',
      text,
      'application/octet-stream',
      'https://a.example/x.md?raw=1',
      'markdown',
    ],
    ['markup where nothing else tells', PROSE, null, 'https://a.example/x', 'html'],
    ['plain text otherwise', text, 'text/plain', 'https://a.example/x', 'text'],
  ])('%s', async (_, content, contentType, url, kind) => {
    expect((await pageOf(content, { contentType, url })).mediaKind).toBe(kind);
  });

  it.each([
    ['an image', '\x89PNG\r\n\x1a\n', 'text/html'],
    ['an Office file', 'PK\x03\x04 word/document.xml', null],
    ['data', '{"a": 1}', 'application/json'],
    ['zeros', 'a\0b', null],
    ['a PDF that is none', 'hello', 'application/pdf'],
  ])('refuses %s as not text', async (_, content, contentType) => {
    expect(await read(latin1(content), { contentType })).toMatchObject({
      status: 'failed',
      decision: 'not-text',
    });
  });
});

describe('limits', () => {
  it('refuses what is too large or empty', async () => {
    const document = documentOf(PROSE);
    expect(await extractPage(document, { ...LIMITS, maxDocumentBytes: 100 })).toMatchObject({
      decision: 'too-large',
    });
    expect(await read('')).toMatchObject({ decision: 'too-short' });
    expect(await read('<html><body><script>x</script></body></html>')).toMatchObject({
      decision: 'unreadable',
    });
  });
});

describe('identity', () => {
  it('names the bytes and the extractor, and gives the same page each time', async () => {
    const { bytes } = documentOf(PROSE);
    const page = await pageOf(PROSE);
    expect(page.extraction).toEqual({ bytesHash: sha256Hex(bytes), extractorVersion: EXTRACTOR_VERSION });
    expect(await pageOf(PROSE)).toEqual(page);
  });
});

describe('charset', () => {
  const words = `café “déjà vu” – naïve. ${SENTENCE} ${SENTENCE}`;
  const windows1252 = latin1(words.replace('“', '\x93').replace('”', '\x94').replace('–', '\x96'));
  const withMeta = (meta: string): Uint8Array => Buffer.concat([latin1(`<head>${meta}</head><p>`), windows1252]);
  it.each([
    ['UTF-8 by default', new TextEncoder().encode(`<p>${words}`), 'text/html'],
    [
      'a BOM before the header',
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(`<p>${words}`)]),
      'text/html; charset=iso-8859-1',
    ],
    ['UTF-16 by its BOM', Buffer.from(`\uFEFF<p>${words}`, 'utf16le'), 'text/html'],
    ['the header', Buffer.concat([latin1('<p>'), windows1252]), 'text/html; charset="ISO-8859-1"'],
    ['a meta charset', withMeta('<meta charset=windows-1252>'), 'text/html'],
    [
      'a meta http-equiv',
      withMeta('<meta http-equiv="Content-Type" content="text/html; charset=latin1">'),
      'text/html',
    ],
    [
      'the header before a meta',
      new TextEncoder().encode(`<meta charset=latin1><p>${words}`),
      'text/html; charset=utf-8',
    ],
    ['windows-1252 where UTF-8 is invalid', Buffer.concat([latin1('<p>'), windows1252]), 'text/html'],
    ['windows-1252 even if UTF-8 is declared', withMeta('<meta charset=utf-8>'), 'text/html'],
    ['an unknown label', new TextEncoder().encode(`<meta charset=klingon><p>${words}`), 'text/html; charset=x-none'],
  ])('is taken from %s', async (_, bytes, contentType) => {
    expect((await pageOf(bytes, { contentType })).text).toBe(words);
  });

  it('reads other charsets, and keeps UTF-8 with one broken byte', async () => {
    const cyrillic = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const russian = await pageOf(Buffer.concat([latin1('<p>'), cyrillic, latin1(` ${SENTENCE} ${SENTENCE}`)]), {
      contentType: 'text/html; charset=windows-1251',
    });
    expect(russian.text).toContain('Привет');
    const broken = Buffer.concat([Buffer.from(`<p>${words}`), Uint8Array.from([0xe9]), Buffer.from(' end')]);
    expect((await pageOf(broken)).text).toBe(`${words}\uFFFD end`);
  });
});

describe('language', () => {
  const german =
    'Schreiben Sie die Empfehlung in den ersten Absatz, denn viele Leser kommen nie bis zum zweiten. Danach folgen die zwei oder drei Befunde, die sie stützen, und die Kosten. Wer mehr wissen will, blättert weiter; wer wenig Zeit hat, kennt schon das Wichtigste.';
  it('is guessed from the text, whatever the page declares', async () => {
    expect((await pageOf(`<html lang="en"><p>${german}</p>`)).language).toBe('deu');
    expect((await pageOf(PROSE + PROSE)).language).toBe('eng');
  });
  it('is null where the text is short', async () => {
    expect(
      (await pageOf(`<html lang="en"><p>${SENTENCE} It is so indeed, and ever was, and will be, as all agree.</p>`))
        .language,
    ).toBeNull();
  });
});
