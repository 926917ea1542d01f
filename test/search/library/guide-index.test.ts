import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/domain/errors.ts';
import type { Page } from '../../../src/domain/page.ts';
import { createGuideIndex } from '../../../src/search/library/guide-index.ts';

const { signal } = new AbortController();

function page(title: string | null, heading: string, ...paragraphs: readonly string[]): Page {
  const lines = [heading, ...paragraphs];
  let start = 0;
  const blocks = lines.map((line, index) => {
    const block = {
      kind: index === 0 ? ('heading' as const) : ('paragraph' as const),
      start,
      end: start + line.length,
    };
    start = block.end + 1;
    return block;
  });
  return {
    extraction: { bytesHash: '0'.repeat(64), extractorVersion: 'test' },
    mediaKind: 'text',
    title,
    byline: null,
    site: null,
    publishedOn: null,
    language: 'eng',
    text: lines.join('\n'),
    blocks,
  };
}

function indexOf(pages: Readonly<Record<string, Page>>) {
  return createGuideIndex(new Map(Object.entries(pages)), signal);
}

async function urls(pages: Readonly<Record<string, Page>>, query: string, limit = 10): Promise<string[]> {
  return (await indexOf(pages)).search(query, limit).map(({ url }) => url);
}

const PAGES = {
  'library:a.txt': page('Toasts', 'Raising a glass', 'Speakers thank the hosts.'),
  'library:b.txt': page('Jam', 'On toast', 'Jam is sweet.'),
  'library:c.txt': page(
    'Bread',
    'Loaves',
    'Bread makes toast. Slice it evenly.',
    'Toasted bread keeps. Toast the toast!',
  ),
  'library:toasts/d.txt': page(null, 'Occasions', 'Weddings come to mind.'),
  'library:e.txt': page('Tea', 'Leaves', 'Warm the pot.'),
};

describe('a search in guides', () => {
  it('finds a word in any form, in title, heading, body and path', async () => {
    const expected = ['library:a.txt', 'library:b.txt', 'library:c.txt', 'library:toasts/d.txt'];
    expect((await urls(PAGES, 'toasting')).sort()).toEqual(expected);
    expect((await urls(PAGES, 'How to make TOASTS?')).sort()).toEqual(expected);
  });

  it('puts what is about the word before what mentions it', async () => {
    const [first] = await urls(PAGES, 'toast');
    expect(first).toBe('library:a.txt');
  });

  it('takes a guide with any of the words, those with more of them first', async () => {
    const pages = {
      'library:1.txt': page('Guide', 'Part', 'About poems.'),
      'library:2.txt': page('Guide', 'Part', 'About letters of thanks.'),
      'library:3.txt': page('Guide', 'Part', 'About poems in letters.'),
      'library:4.txt': page('Guide', 'Part', 'About soup.'),
    };
    expect(await urls(pages, 'poems and letters')).toEqual(['library:3.txt', 'library:1.txt', 'library:2.txt']);
  });

  it.each(['', '   ', '?!… — ()', 'how to be the', 'zeppelin'])('finds nothing for “%s”', async (query) => {
    expect(await urls(PAGES, query)).toEqual([]);
  });

  it('takes no sign of a query for an operator', async () => {
    expect(await urls(PAGES, '-toast* AND "tea" NOT (bread OR')).toContain('library:e.txt');
  });

  it('gives the best in order, no more than asked for, equals by URL', async () => {
    const same = page('Toasts', 'Raising a glass', 'Speakers thank the hosts.');
    const pages = Object.fromEntries(['d', 'b', 'c', 'a', 'e'].map((name) => [`library:x?folder=${name}`, same]));
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => `library:x?folder=${name}`);
    expect(await urls(pages, 'toast')).toEqual(all);
    expect(await urls(pages, 'toast', 3)).toEqual(all.slice(0, 3));
    expect(await urls(pages, 'toast', 0)).toEqual([]);
  });

  it('gives the title, and the passage with most of the words in one short line', async () => {
    const [hit] = (await indexOf(PAGES)).search('slice bread for toast', 1);
    expect(hit).toEqual({
      url: 'library:c.txt',
      title: 'Bread',
      snippet: null,
    });
    const [titled] = (await indexOf(PAGES))
      .search('jam toasts', 10)
      .filter(({ url }) => url === 'library:toasts/d.txt');
    expect(titled).toEqual({ url: 'library:toasts/d.txt', title: null, snippet: null });
  });

  it('ranks alike in whatever order the pages come', async () => {
    const query = 'toast bread tea warm slice';
    const expected = (await indexOf(PAGES)).search(query, 10);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.entries(PAGES), { minLength: 5 }), async (entries) => {
        const index = await createGuideIndex(new Map(entries), signal);
        expect(index.search(query, 10)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('stops indexing when the run is stopped', async () => {
    const pages = new Map(Object.entries(PAGES));
    await expect(createGuideIndex(pages, AbortSignal.abort())).rejects.toThrow(CancelledError);
  });
});
