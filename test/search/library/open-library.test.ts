import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CancelledError, InputError } from '../../../src/domain/errors.ts';
import { openLibrary, type Library } from '../../../src/search/library/open-library.ts';
import { createMemoryStore } from '../../../src/store/sqlite/memory.ts';
import { FONT, onePage, stream } from '../../support/hostile-pdfs.ts';
import { testRun } from '../../support/run-context.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILLER =
  'Say early what the reader gets from it, then give one reason at a time and an example for each of the reasons. ' +
  'Cut what does not help, and end with what should happen next and who should do it.';

/** A text guide about `subject`, long enough to be one. */
function guide(subject: string): string {
  return `How to plan ${subject}\n\nA good ${subject} helps its reader. ${FILLER}\n`;
}

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

function open(...paths: readonly string[]): Promise<Library> {
  const folders = paths.map((path) => ({ path, via: 'library' as const }));
  return openLibrary(testRun(), { folders, store: createMemoryStore() });
}

async function urlsFor(library: Library, query: string): Promise<string[]> {
  return (await library.search.search(testRun(), query, 100)).map(({ url }) => url);
}

/** Where opening must fail: the message. */
async function refusal(...paths: readonly string[]): Promise<string> {
  const error: unknown = await open(...paths).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof InputError)) throw new Error(`not an InputError: ${String(error)}`);
  expect(error.advice).not.toBeNull();
  return error.message;
}

const ORIGIN = {
  ...{ url: 'https://guide.example/', finalUrl: 'https://guide.example/' },
  ...{ fetchedAt: '2026-11-01T12:00:00Z', contentType: 'text/plain' },
};

describe('the files of a library', () => {
  it('are found below the folder, in every format, under percent-encoded URLs', async () => {
    const folder = await folderOf({
      'toast.txt': guide('toast'),
      'a b/#1 & more?.md': `# Toast\n\n${guide('toast')}`,
      'deep/er/Grüße.HTML': `<html><body><p>${guide('toast')}</p></body></html>`,
      'x.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${guide('toast')}</p></body></html>`,
      'y.htm': `<p>${guide('toast')}</p>`,
      'z.markdown': guide('toast'),
    });
    const library = await open(folder);
    expect(library.problems).toEqual([]);
    expect(library.urls.length).toBe(6);
    expect((await urlsFor(library, 'toast')).sort()).toEqual([
      'library:a%20b/%231%20%26%20more%3F.md',
      'library:deep/er/Gr%C3%BC%C3%9Fe.HTML',
      'library:toast.txt',
      'library:x.xhtml',
      'library:y.htm',
      'library:z.markdown',
    ]);
  });

  it('leave out what is hidden and what packages bring, and name what is no guide', async () => {
    const folder = await folderOf({
      'toast.txt': guide('toast'),
      '.hidden.txt': guide('toast'),
      '.git/toast.txt': guide('toast'),
      'node_modules/p/README.md': guide('toast'),
      'toast.docx': guide('toast'),
      toast: guide('toast'),
    });
    const library = await open(folder);
    expect(await urlsFor(library, 'toast')).toEqual(['library:toast.txt']);
    expect(library.urls).toEqual(['library:toast.txt']);
    expect(library.problems.map(({ url, decision }) => [url, decision])).toEqual([
      ['library:toast', 'not-text'],
      ['library:toast.docx', 'not-text'],
    ]);
  });

  it('of the same path in two folders keep URLs of their own', async () => {
    const first = await folderOf({ 'talks/toast.txt': guide('toast one'), 'a.txt': guide('toast') });
    const second = await folderOf({ 'talks/toast.txt': guide('toast two'), 'b.txt': guide('toast') });
    const library = await open(first, second);
    expect((await urlsFor(library, 'toast')).sort()).toEqual([
      'library:a.txt',
      'library:b.txt',
      'library:talks/toast.txt',
      'library:talks/toast.txt?folder=2',
    ]);
    const got = await library.documents.get(testRun(), 'library:talks/toast.txt?folder=2');
    expect(got.status === 'fetched' && new TextDecoder().decode(got.document.bytes)).toBe(guide('toast two'));
  });

  it('that are met again are skipped with a problem, and that is no mistake', async () => {
    const folder = await folderOf({ 'talks/toast.txt': guide('toast'), 'a.txt': guide('toast') });
    const library = await open(folder, join(folder, 'talks'), folder);
    expect(library.urls.length).toBe(2);
    expect(library.problems.map(({ url, decision }) => [url, decision])).toEqual([
      ['library:?folder=2', 'duplicate'],
      ['library:?folder=3', 'duplicate'],
    ]);
  });

  it('are not followed through symbolic links, wherever they lead', async () => {
    const outside = await folderOf({ 'secret.txt': guide('secret toast') });
    const folder = await folderOf({ 'b.txt': guide('toast'), 'sub/c.txt': guide('toast') });
    await symlink('b.txt', join(folder, 'a-link.txt'));
    await symlink('..', join(folder, 'sub', 'up'));
    await symlink(outside, join(folder, 'out'));
    await symlink(join(outside, 'secret.txt'), join(folder, 'out.txt'));
    const library = await open(folder);
    expect((await urlsFor(library, 'toast')).sort()).toEqual(['library:b.txt', 'library:sub/c.txt']);
    expect(library.problems.map(({ url }) => url).sort()).toEqual([
      'library:a-link.txt',
      'library:out',
      'library:out.txt',
      'library:sub/up',
    ]);
    expect(new Set(library.problems.map(({ decision }) => decision))).toEqual(new Set(['unreachable']));
  });

  it('may be a folder that is itself reached by a link', async () => {
    const folder = await folderOf({ 'toast.txt': guide('toast') });
    const link = join(await temporaryFolder(), 'link');
    await symlink(folder, link);
    expect(await urlsFor(await open(link), 'toast')).toEqual(['library:toast.txt']);
  });

  it('that cannot be read are recorded, and the others found', async () => {
    const folder = await folderOf({
      'toast.txt': guide('toast'),
      'broken.pdf': '%PDF-1.7\nthis is no PDF',
      'picture.html': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
      'large.txt': 'toast '.repeat(5_000),
      'empty.md': '',
    });
    const run = testRun({ limits: { maxDocumentBytes: 20_000 } });
    const library = await openLibrary(run, {
      folders: [{ path: folder, via: 'library' }],
      store: createMemoryStore(),
    });
    expect(await urlsFor(library, 'toast')).toEqual(['library:toast.txt']);
    expect(Object.fromEntries(library.problems.map(({ url, decision }) => [url, decision]))).toEqual({
      'library:broken.pdf': 'unreadable',
      'library:picture.html': 'not-text',
      'library:large.txt': 'too-large',
      'library:empty.md': 'too-short',
    });
    expect(library.problems.every(({ reason }) => reason !== '' && !reason.includes(folder))).toBe(true);
  });

  it('may be a single line', async () => {
    const folder = await folderOf({ 'warnings.md': 'Toast: list the warning signs.', 'ok.md': 'Ok.' });
    const library = await open(folder);
    expect(library.urls).toEqual(['library:warnings.md']);
    expect(library.problems.map(({ url, decision }) => [url, decision])).toEqual([['library:ok.md', 'too-short']]);
  });

  it('are each found or named, PDFs of every kind among them', async () => {
    const fonts = '/Font<</F1 5 0 R>>';
    const showing = (text: string) => onePage(stream(`BT /F1 3 Tf 72 700 Td (${text}) Tj ET`), fonts, [FONT]);
    const text = showing(`How to plan a toast. ${FILLER}`);
    const locked = `<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>`;
    const files = {
      ...{ 'guide.pdf': text, 'UPPER.PDF': text, 'pdf.txt': text, 'pdf.html': text },
      'page.pdf': `<html><body><p>${guide('toast')}</p></body></html>`,
      ...{ noextension: text, 'guide.doc': text, 'empty.pdf': '', 'cut.pdf': text.subarray(0, 300) },
      ...{
        'words.pdf': 'No PDF.',
        'drawing.pdf': onePage(stream('0 0 m 9 9 l S'), '', []),
        'short.pdf': showing('Hi.'),
      },
      'locked.pdf': text.toString('latin1').replace('/Root', `/Encrypt ${locked}/ID[<41><41>]/Root`),
    };
    const folder = await folderOf(files);
    await symlink('guide.pdf', join(folder, 'link.pdf'));
    const library = await open(folder);
    const found = new Set(library.urls);
    const left = new Map(library.problems.map(({ url, decision }) => [url, decision]));
    for (const name of [...Object.keys(files), 'link.pdf'])
      expect(Number(found.has(`library:${name}`)) + Number(left.has(`library:${name}`)), name).toBe(1);
    expect([...found].sort()).toEqual(
      ['UPPER.PDF', 'guide.pdf', 'page.pdf', 'pdf.html', 'pdf.txt'].map((name) => `library:${name}`),
    );
    expect(left.get('library:locked.pdf')).toBe('unreadable');
    expect(left.get('library:drawing.pdf')).toBe('too-short');
  });

  it.skipIf(process.platform === 'win32')('are regular files: a pipe does not block', async () => {
    const folder = await folderOf({ 'toast.txt': guide('toast') });
    expect(spawnSync('mkfifo', [join(folder, 'pipe.html')]).status).toBe(0);
    const library = await open(folder);
    expect(library.problems).toEqual([
      { url: 'library:pipe.html', decision: 'not-text', reason: 'it is not a regular file' },
    ]);
  });

  it.skipIf(process.platform === 'win32')('have origins that are regular files of the folder', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast'), 'b.txt': guide('toast'), 'c.txt': guide('toast') });
    const outside = await folderOf({ 'origin.json': JSON.stringify(ORIGIN) });
    expect(spawnSync('mkfifo', [join(folder, 'a.txt.origin.json')]).status).toBe(0);
    await symlink(join(outside, 'origin.json'), join(folder, 'b.txt.origin.json'));
    await writeFile(join(folder, 'c.txt.origin.json'), ' '.repeat(100_000) + JSON.stringify(ORIGIN));
    await writeFile(join(folder, 'd.txt'), guide('toast'));
    await writeFile(join(folder, 'd.txt.origin.json'), JSON.stringify(ORIGIN));
    const library = await open(folder);
    expect(await urlsFor(library, 'toast')).toEqual(['library:d.txt']);
    expect(library.problems.filter(({ decision }) => decision === 'unreadable')).toEqual(
      ['a', 'b', 'c'].map((name) => ({
        ...{ url: `library:${name}.txt`, decision: 'unreadable' },
        reason: `its origin file ${name}.txt.origin.json is unreadable`,
      })),
    );
  });

  // The superuser may read anything.
  it.skipIf(process.getuid?.() === 0)('without the right to read are recorded', async () => {
    const folder = await folderOf({
      'a.txt': guide('toast'),
      'b.txt': guide('toast'),
      'sub/c.txt': guide('toast'),
    });
    await chmod(join(folder, 'b.txt'), 0o000);
    await chmod(join(folder, 'sub'), 0o000);
    const library = await open(folder);
    expect(library.problems.map(({ url, decision }) => [url, decision])).toEqual([
      ['library:sub', 'unreadable'],
      ['library:b.txt', 'unreadable'],
    ]);
    await chmod(join(folder, 'sub'), 0o700);
    await chmod(folder, 0o000);
    expect(await refusal(folder)).toContain(folder);
    await chmod(folder, 0o700);
  });
});

describe('a folder that cannot serve', () => {
  it('is refused by name, with what to do', async () => {
    const folder = await folderOf({
      'good/toast.txt': guide('toast'),
      'none/notes.docx': 'x',
      'bad/a.pdf': '%PDF-x',
      'file.txt': 'x',
    });
    const good = join(folder, 'good');
    expect(await refusal(join(folder, 'absent'))).toBe(`The library folder ${join(folder, 'absent')} does not exist.`);
    expect(await refusal(join(folder, 'file.txt', 'x'))).toContain('does not exist');
    expect(await refusal(join(folder, 'file.txt'))).toContain('is not a folder');
    expect(await refusal(good, join(folder, 'none'))).toContain(
      `The library folder ${join(folder, 'none')} has no readable guide (library:notes.docx: `,
    );
    expect(await refusal(good, join(folder, 'bad'))).toMatch(
      /The library folder .*bad has 1 guide and none that is readable\. The first is library:a\.pdf \(/u,
    );
  });
});

describe('opening a library', () => {
  it('extracts only files whose bytes have changed', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast'), 'b.txt': guide('jam'), 'c.txt': guide('tea') });
    const store = createMemoryStore();
    const putPage = vi.spyOn(store, 'putPage');
    const options = { folders: [{ path: folder, via: 'library' as const }], store };
    await openLibrary(testRun(), options);
    expect(putPage).toHaveBeenCalledTimes(3);
    await openLibrary(testRun(), options);
    expect(putPage).toHaveBeenCalledTimes(3);
    await writeFile(join(folder, 'b.txt'), guide('butter'));
    const library = await openLibrary(testRun(), options);
    expect(putPage).toHaveBeenCalledTimes(4);
    expect(await urlsFor(library, 'butter')).toEqual(['library:b.txt']);
    expect(await urlsFor(library, 'jam')).toEqual([]);
  });

  it('reports progress for each file', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast'), 'b.txt': guide('jam') });
    const onProgress = vi.fn();
    await openLibrary(testRun(), {
      folders: [{ path: folder, via: 'library' }],
      store: createMemoryStore(),
      onProgress,
    });
    expect(onProgress.mock.calls).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('stops when the run is stopped', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast') });
    const run = testRun({ signal: AbortSignal.abort() });
    const opening = openLibrary(run, {
      folders: [{ path: folder, via: 'library' }],
      store: createMemoryStore(),
    });
    await expect(opening).rejects.toThrow(CancelledError);
  });
});

describe('the documents of a library', () => {
  it('come with their bytes, type and origin, and no path of the machine', async () => {
    const folder = await folderOf({ 'talks/toast.md': guide('toast') });
    const { documents } = await openLibrary(testRun(), {
      folders: [{ path: folder, via: 'bundled' }],
      store: createMemoryStore(),
    });
    const url = 'library:talks/toast.md';
    expect(documents.serves(url)).toBe(true);
    expect(documents.serves('https://example.org/')).toBe(false);
    expect(await documents.get(testRun(), url)).toEqual({
      status: 'fetched',
      document: {
        url,
        finalUrl: url,
        via: 'bundled',
        bytes: new TextEncoder().encode(guide('toast')),
        contentType: 'text/markdown',
        fetchedAt: '2026-11-01T12:00:00.000Z',
      },
    });
  });

  it('are those of the library alone', async () => {
    const folder = await folderOf({ 'in/toast.txt': guide('toast'), 'out.txt': guide('toast') });
    const { documents } = await open(join(folder, 'in'));
    for (const url of [
      'library:../out.txt',
      'library:%2e%2e/out.txt',
      `library:${join(folder, 'out.txt')}`,
      'library:',
    ])
      expect(await documents.get(testRun(), url), url).toMatchObject({
        status: 'failed',
        decision: 'unreachable',
      });
  });

  it('that are gone by now are a failure, not an exception', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast'), 'b.txt': guide('toast') });
    const { documents } = await open(folder);
    await rm(join(folder, 'a.txt'));
    expect(await documents.get(testRun(), 'library:a.txt')).toEqual({
      status: 'failed',
      decision: 'unreadable',
      reason: 'the file cannot be read (ENOENT)',
    });
  });

  it('that say something else by now are a failure: what was found there would be quoted from another text', async () => {
    const folder = await folderOf({ 'a.txt': guide('toast'), 'b.txt': guide('toast') });
    const { documents } = await open(folder);
    await writeFile(join(folder, 'a.txt'), guide('speech'));
    expect(await documents.get(testRun(), 'library:a.txt')).toMatchObject({
      status: 'failed',
      reason: 'it has changed since the library was opened',
    });
    expect(await documents.get(testRun(), 'library:b.txt')).toMatchObject({ status: 'fetched' });
  });
});

describe('the fingerprint of a library', () => {
  it('is the same wherever the folder lies, and changes with what a search may find there', async () => {
    const files = { 'a/toast.txt': guide('toast'), 'b.md': guide('speech') };
    const of = async (changes: Readonly<Record<string, string>>) =>
      (await open(await folderOf({ ...files, ...changes }))).fingerprint;
    const fingerprint = await of({});
    expect(await of({})).toBe(fingerprint);
    const changed = await Promise.all([
      of({ 'b.md': `${guide('speech')}.` }),
      of({ 'c.md': guide('letter') }),
      of({ 'c.md': 'Too short.' }),
    ]);
    expect(new Set([fingerprint, ...changed]).size).toBe(4);
  });
});
