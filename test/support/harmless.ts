/** What no page of the service may do, whoever wrote what it shows. */
import { parseHTML } from 'linkedom';
import { expect } from 'vitest';
import type { Answer } from './service.ts';

export const MAX_PAGE_BYTES = 150_000;

/** Of a page, whatever is in the store: our script and style alone, no handlers, and links that lead to pages. */
export function expectHarmless({ text, headers }: Answer): void {
  const { document } = parseHTML(text);
  const scripts = [...document.querySelectorAll('script')];
  expect(scripts.map((each) => [each.textContent, each.getAttribute('src')?.startsWith('/assets/')])).toEqual([
    ['', true],
  ]);
  expect(document.querySelectorAll('style, img, iframe, object, embed, base').length).toBe(0);
  for (const element of document.querySelectorAll('*')) {
    const names = [...element.attributes].map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('on') || name === 'style' || name === 'autofocus')).toEqual([]);
    for (const name of ['href', 'action']) {
      const address = element.getAttribute(name);
      if (address !== null) expect(address).toMatch(/^(?:\/(?!\/)|#|https?:\/\/)/u);
    }
  }
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_PAGE_BYTES);
}
