/** Documents from strings, and pages as lists of what a reader sees. */
import { expect } from 'vitest';
import type { Document, Page } from '../../src/domain/page.ts';
import { extractPage } from '../../src/pages/extract-page.ts';
import type { ExtractionLimits, ExtractionOutcome } from '../../src/pages/extraction-outcome.ts';

export const LIMITS: ExtractionLimits = { maxDocumentBytes: 10_000_000, extractionTimeoutMs: 20_000 };

export const SENTENCE =
  'Put the recommendation in the first paragraph, because a busy reader may never reach the second one.';
export const PROSE = `<p>${SENTENCE}</p><p>Then give the two or three findings that support it, and say in one sentence what each of them cost to find out.</p>`;

export function documentOf(content: string | Uint8Array, rest: Partial<Document> = {}): Document {
  const url = rest.url ?? 'https://guide.example/page';
  return {
    url,
    finalUrl: url,
    via: 'web',
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    contentType: 'text/html; charset=utf-8',
    fetchedAt: '2026-11-20T10:00:00.000Z',
    ...rest,
  };
}

export function read(content: string | Uint8Array, rest: Partial<Document> = {}): Promise<ExtractionOutcome> {
  return extractPage(documentOf(content, rest), LIMITS);
}

export async function pageOf(content: string | Uint8Array, rest: Partial<Document> = {}): Promise<Page> {
  const outcome = await read(content, rest);
  if (outcome.status === 'failed') throw new Error(`${outcome.decision}: ${outcome.reason}`);
  expectSound(outcome.page);
  return outcome.page;
}

/** `kind[level]: text` per block. */
export function shown(page: Page): string[] {
  return page.blocks.map(({ kind, level, start, end }) => `${kind}${level ?? ''}: ${page.text.slice(start, end)}`);
}

/** What holds for every page: blocks in order, not empty, one line break apart, covering the canonical text. */
export function expectSound(page: Page): void {
  const slices = page.blocks.map(({ start, end }) => page.text.slice(start, end));
  expect(slices.join('\n')).toBe(page.text);
  let at = 0;
  for (const { start, end, kind, breaks = [] } of page.blocks) {
    expect(start).toBe(at);
    expect(end).toBeGreaterThan(start);
    const slice = page.text.slice(start, end);
    if (kind !== 'code') expect(slice).toBe(slice.replace(/\s+/g, ' ').trim());
    expect([start, ...breaks, end]).toEqual([start, ...breaks, end].sort((a, b) => a - b));
    at = end + 1;
  }
}
