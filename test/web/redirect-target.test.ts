/** Redirects between schemes and the like, which need no server to be tested. */
import { expect, it } from 'vitest';
import { redirectTarget } from '../../src/web/guarded-fetch.ts';

function follow(from: string, location: string): string {
  const target = redirectTarget(new URL(from), location, [from], 5);
  return target instanceof URL ? target.href : target.reason;
}

it.each([
  ['http://a.test/x', 'https://a.test/x', 'https://a.test/x'],
  ['http://a.test/x', 'HTTPS://A.test', 'https://a.test/'],
  ['https://a.test/x', 'y?b=1#part', 'https://a.test/y?b=1'],
  ['https://a.test/x', '//b.test/y', 'https://b.test/y'],
  ['https://a.test/x', 'http://a.test/x', 'refused: redirects from https: to http:'],
  ['https://a.test/x', 'http://b.test/', 'refused: redirects from https: to http:'],
  ['http://a.test/x', '/x', 'redirects in a circle'],
  ['http://a.test/x', '#other', 'redirects in a circle'],
  ['http://a.test/x', 'http://[', 'redirects to what is not a URL'],
])('%s by %s leads to %s', (from, location, target) => {
  expect(follow(from, location)).toBe(target);
});
