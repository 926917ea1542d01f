import { describe, expect, it } from 'vitest';
import { refusedDomain } from '../../src/domain/domains.ts';

describe('refusedDomain', () => {
  const rules = { allowDomains: ['example.org', 'uni.example'], denyDomains: ['blog.example.org'] };
  it.each([
    ['https://example.org/a', null],
    ['https://www.example.org/a', null],
    ['http://EXAMPLE.org./a', null],
    ['https://example.org:8443/a', null],
    ['https://blog.example.org/a', /refused by the domain blog\.example\.org/],
    ['https://old.blog.example.org/a', /refused by the domain blog\.example\.org/],
    ['https://notexample.org/a', /none of the domains/],
    ['https://example.org.evil.test/a', /none of the domains/],
    ['https://example/a', /none of the domains/],
    ['library:guides/a.html', null],
  ])('%s', (url, refusal) => {
    const said = refusedDomain(url, rules);
    if (refusal === null) expect(said).toBeNull();
    else expect(said).toMatch(refusal);
  });

  it('refuses nothing without rules', () => {
    expect(refusedDomain('https://anywhere.example/', {})).toBeNull();
  });
});
