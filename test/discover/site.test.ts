import { describe, expect, it } from 'vitest';
import { siteOf } from '../../src/discover/site.ts';

describe('siteOf', () => {
  it.each([
    ['two hosts of one domain are one site', 'https://www.example.co.uk/a', 'https://blog.example.co.uk/b', true],
    ['two domains are two sites', 'https://example.org/a', 'https://example.com/a', false],
    ['two users of a shared host are two sites', 'https://ann.github.io/a', 'https://bob.github.io/a', false],
    ['an address is its own site', 'http://192.0.2.1/a', 'http://192.0.2.2/a', false],
    ['pages at one address are one site', 'http://192.0.2.1/a', 'http://192.0.2.1/b', true],
  ])('web: %s', (_name, left, right, same) => {
    const site = (finalUrl: string): string => siteOf({ finalUrl, site: null, via: 'web' });
    expect(site(left) === site(right)).toBe(same);
  });

  it('library: a page that was saved from the web belongs to its domain, whatever it declares', () => {
    const site = (finalUrl: string, declared: string | null): string =>
      siteOf({ finalUrl, site: declared, via: 'library' });
    expect(site('https://a.example.org/x', 'A')).toBe(site('https://b.example.org/y', null));
    expect(site('https://example.org/x', null)).not.toBe(site('https://example.com/y', null));
  });

  it('library: the declared site decides, and files that declare none count as one', () => {
    const site = (name: string, declared: string | null): string =>
      siteOf({ finalUrl: `library:${name}`, site: declared, via: 'library' });
    expect(site('a', 'www.example.org')).toBe(site('b', 'example.org'));
    expect(site('a', 'Writing Notes')).not.toBe(site('b', 'Reading Notes'));
    expect(site('a', null)).toBe(site('b', null));
  });

  it('bundled: one publisher, whatever the pages declare', () => {
    expect(siteOf({ finalUrl: 'library:a', site: 'A', via: 'bundled' })).toBe(
      siteOf({ finalUrl: 'library:b', site: 'B', via: 'bundled' }),
    );
  });
});
