import { describe, expect, it } from 'vitest';
import { pageOf, PROSE } from './support.ts';

const withHead = (
  head: string,
  body = '',
): Promise<{
  title: string | null;
  byline: string | null;
  site: string | null;
  publishedOn: string | null;
}> => pageOf(`<!doctype html><html><head>${head}</head><body>${body}<main>${PROSE}</main></body></html>`);

describe('metadata of HTML', () => {
  it('comes from meta elements', async () => {
    expect(
      await withHead(`<title>Talks | Guides</title><meta property="og:title" content="How to give a talk">
        <meta name="author" content="By A. Writer"><meta property="og:site_name" content="Guides">
        <meta property="article:published_time" content="2026-03-01T23:30:00-05:00">`),
    ).toMatchObject({
      title: 'How to give a talk',
      byline: 'A. Writer',
      site: 'Guides',
      publishedOn: '2026-03-01',
    });
  });

  it('comes from linked data, in a graph and with several authors, broken pieces ignored', async () => {
    const data = {
      '@graph': [
        { '@type': 'WebSite', name: 'x' },
        {
          '@type': 'Article',
          headline: 'H',
          datePublished: '2025-12-31',
          author: [{ name: 'A. One' }, 'B. Two'],
          publisher: { name: 'House' },
        },
      ],
    };
    expect(
      await withHead(
        `<script type="application/ld+json">{ broken</script><script type="application/ld+json">${JSON.stringify(data)}</script>`,
      ),
    ).toMatchObject({ byline: 'A. One, B. Two', site: 'House', publishedOn: '2025-12-31' });
  });

  it('comes from the markup: title, heading, author link, canonical link, time', async () => {
    expect(
      await withHead(
        '<title>Notes for speakers - The Guide Site</title><link rel="canonical" href="https://www.guides.example/n">',
        '<h1>Notes for speakers</h1><p><a rel="author" href="/a">C. Three</a> <time datetime="2024-02-29">then</time></p>',
      ),
    ).toMatchObject({
      title: 'Notes for speakers',
      byline: 'C. Three',
      site: 'guides.example',
      publishedOn: '2024-02-29',
    });
  });

  it('is null where nothing is declared, or nonsense', async () => {
    expect(
      await withHead(
        '<meta name="author" content="https://a.example/me"><meta name="date" content="2026-02-31"><link rel="canonical" href="/n">',
      ),
    ).toMatchObject({ title: null, byline: null, site: null, publishedOn: null });
  });
});
