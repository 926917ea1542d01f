/** A set as one file that needs no server. */
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { wholeSetHtml } from '../../src/report/whole-set.ts';
import { startPageService } from '../support/page-service.ts';

it('holds every quote in its passage, loads nothing, and links within itself or to the web', async () => {
  const { client, set, hostile } = await startPageService();
  for (const each of [set, hostile]) {
    const text = await wholeSetHtml(await client.audit(each));
    const { document } = parseHTML(text);
    expect(document.querySelectorAll('script, img, link, form, input').length).toBe(0);
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    const style = document.querySelector('style')?.textContent ?? '';
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).not.toContain('unsafe');
    const { criteria } = each.content;
    const quotes = criteria.reduce((sum, { evidence }) => sum + evidence.length, 0);
    expect(document.querySelectorAll('.evidence mark')).toHaveLength(quotes);
    // A printed file shows them.
    expect(document.querySelectorAll('.rows details:not([open])')).toHaveLength(0);
    expect(document.querySelectorAll('.rows > li')).toHaveLength(criteria.length);
    for (const link of document.querySelectorAll('a[href]')) {
      const address = link.getAttribute('href') ?? '';
      if (address.startsWith('#')) expect([address, document.querySelector(address) !== null]).toEqual([address, true]);
      else expect(address).toMatch(/^https?:/u);
    }
  }
});

it('names no flags of a command line, which its reader has not', async () => {
  const { client, set } = await startPageService();
  const grounding = { status: 'unchecked', reason: 'It is worded by rule.' } as const;
  const content = {
    ...set.content,
    kind: { name: 'toast', by: 'name' } as const,
    criteria: set.content.criteria.map((criterion) => ({ ...criterion, grounding })),
    engine: { ...set.content.engine, models: {} },
  };
  const text = await wholeSetHtml({ ...(await client.audit(set)), set: { ...set, content } });
  const shown = parseHTML(text).document.querySelector('main')?.textContent ?? '';
  expect(shown).toContain('kind: toast');
  expect(shown).toContain('A model would fit them to the task');
  expect(shown).not.toMatch(/--(?:kind|library|model)/u);
});

it('lists the sources that were kept before those that were dropped', async () => {
  const { client, set } = await startPageService();
  const audit = await client.audit(set);
  // As a discovery may find them.
  const text = await wholeSetHtml({ ...audit, sources: [...audit.sources].reverse() });
  const heads = [...parseHTML(text).document.querySelectorAll('.cards > li > p:first-child')].map(
    (head) => head.textContent,
  );
  const areKept = heads.map((head) => /^s\d+ kept /u.test(head));
  expect(areKept).toContain(false);
  expect(areKept.lastIndexOf(true)).toBeLessThan(areKept.indexOf(false));
  expect(areKept).toHaveLength(set.content.sources.length);
});
