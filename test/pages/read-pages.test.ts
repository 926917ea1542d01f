import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { describe, expect, it } from 'vitest';
import { CancelledError, UnavailableError } from '../../src/domain/errors.ts';
import type { Page } from '../../src/domain/page.ts';
import type { DocumentOutcome, DocumentPort, StorePort } from '../../src/domain/ports.ts';
import { NO_LIMITS } from '../../src/domain/budget.ts';
import type { RunContext } from '../../src/domain/run-context.ts';
import { readPages } from '../../src/pages/read-pages.ts';
import { documentOf, LIMITS, PROSE, SENTENCE } from './support.ts';

function runContext(signal: AbortSignal = new AbortController().signal, concurrency = 2): RunContext {
  return {
    runId: 'test',
    signal,
    limits: { ...LIMITS, model: NO_LIMITS, concurrency },
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    emit: () => undefined,
  };
}

function memoryStore(): { store: StorePort; pages: Map<string, Page>; puts: () => number } {
  const pages = new Map<string, Page>();
  let puts = 0;
  const store: StorePort = {
    ...createMemoryStore(),
    putPage: async (page) => {
      puts += 1;
      pages.set(JSON.stringify(page.extraction), page);
    },
    getPage: async (extraction) => pages.get(JSON.stringify(extraction)) ?? null,
  };
  return { store, pages, puts: () => puts };
}

function port(scheme: string, get: (url: string) => Promise<DocumentOutcome>): DocumentPort {
  return { serves: (url) => url.startsWith(`${scheme}:`), get: (_run, url) => get(url) };
}

const fetched = (url: string, content = PROSE): DocumentOutcome => ({
  status: 'fetched',
  document: documentOf(content, { url, finalUrl: `${url}#final` }),
});

describe('readPages', () => {
  it('gives an outcome for every URL, in order, whatever becomes of each', async () => {
    const web = port('https', async (url) => {
      if (url.endsWith('/gone')) return { status: 'failed', decision: 'unreachable', reason: 'HTTP 404' };
      if (url.endsWith('/down')) throw new UnavailableError('no connection');
      return url.endsWith('/short') ? fetched(url, '<p>Hi.</p>') : fetched(url, `${PROSE}<p>${url}</p>`);
    });
    const urls = ['gone', 'a', 'down', 'short', 'b'].map((path) => `https://x.example/${path}`);
    const done: number[] = [];
    const { store } = memoryStore();
    const outcomes = await readPages(
      runContext(),
      { documents: [web], store },
      [...urls, 'gopher://old', 'https://x.example/a'],
      (count) => done.push(count),
    );
    expect([...outcomes.keys()]).toEqual([...urls, 'gopher://old']);
    expect([...outcomes.values()].map((outcome) => (outcome.status === 'read' ? 'read' : outcome.decision))).toEqual([
      ...['unreachable', 'read', 'unreachable', 'too-short', 'read'],
      'unreachable',
    ]);
    expect(outcomes.get('https://x.example/a')).toMatchObject({
      via: 'web',
      finalUrl: 'https://x.example/a#final',
      fetchedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('takes a stored extraction of the same bytes, and stores a new one', async () => {
    const { store, pages, puts } = memoryStore();
    const ports = { documents: [port('https', async (url) => fetched(url))], store };
    await readPages(runContext(), ports, ['https://x.example/a']);
    expect(puts()).toBe(1);
    const [key, page] = [...pages][0] ?? [];
    if (key === undefined || page === undefined) throw new Error('nothing was stored');
    expect(page.text).toContain(SENTENCE);
    pages.set(key, { ...page, title: 'from the store' });
    const again = await readPages(runContext(), ports, ['https://x.example/b']);
    expect(again.get('https://x.example/b')).toMatchObject({ page: { title: 'from the store' } });
    expect(puts()).toBe(1);
  });

  it('keeps within the concurrency of the run', async () => {
    let open = 0;
    let most = 0;
    const web = port('https', async (url) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return fetched(url);
    });
    const urls = Array.from({ length: 12 }, (_, index) => `https://x.example/${index}`);
    await readPages(runContext(undefined, 3), { documents: [web], store: memoryStore().store }, urls);
    expect(most).toBe(3);
  });

  it('stops where the run is cancelled, and fetches no more', async () => {
    const controller = new AbortController();
    let fetches = 0;
    const web = port('https', async (url) => {
      fetches += 1;
      controller.abort();
      return fetched(url);
    });
    const urls = Array.from({ length: 10 }, (_, index) => `https://x.example/${index}`);
    const reading = readPages(runContext(controller.signal, 1), { documents: [web], store: memoryStore().store }, urls);
    await expect(reading).rejects.toBeInstanceOf(CancelledError);
    expect(fetches).toBe(1);
  });

  it('does not hide a defect of a port or a store', async () => {
    const broken = port('https', async () => Promise.reject(new TypeError('a bug')));
    await expect(
      readPages(runContext(), { documents: [broken], store: memoryStore().store }, ['https://x.example/']),
    ).rejects.toThrow('a bug');
  });
});
