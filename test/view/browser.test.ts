/** The audit pages in a real browser, used as a person would: with and without scripts, on a desk and on a phone. */
import { readFile } from 'node:fs/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import type { Groundrule } from '../../src/groundrule.ts';
import type { JudgedRow } from '../../src/jobs/rows/judged-row.ts';
import { keepBenchmark } from '../../src/jobs/rows/keep-benchmark.ts';
import { putLabel } from '../../src/judge/labels.ts';
import { leaderboard } from '../../src/measure/leaderboard.ts';
import { toHtml } from '../../src/report/html.ts';
import { findChromium } from '../support/chromium.ts';
import { HOSTILE, startPageService } from '../support/page-service.ts';
import { workSet } from '../support/work-set.ts';
import { shortOrLong } from '../support/run-length.ts';

const executablePath = findChromium();
/** What a page and all that it loads may be, so that it is soon there. */
const MAX_REQUESTS = 4;
const MAX_BYTES = 500_000;
const DESK = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const RESPONSE = 'Dear friends, one story with a place and a day: Mia carried a bicycle up the stairs in Ghent.';

describe.skipIf(executablePath === null)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '' });
  }, 60_000);
  afterAll(() => browser.close());

  const opened = async (options: Parameters<Browser['newContext']>[0]) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    return { page, complaints, close: () => context.close() };
  };

  it('shows marked words in the colour of the text around them', async () => {
    const marks = ['good', 'bad', 'warn'] as const;
    const parts = [{ text: 'To Ada! ' }, ...marks.map((mark) => ({ text: mark, mark }))];
    const { page, close } = await opened(DESK);
    try {
      await page.setContent(await toHtml({ title: 'Marks', blocks: [{ kind: 'text', parts }] }));
      const colours = await page.locator('.text, .text mark').evaluateAll(coloursOf);
      expect(colours).toHaveLength(4);
      expect(new Set(colours).size).toBe(1);
    } finally {
      await close();
    }
  });

  /** Asks for criteria, looks at them and their sources, curates, judges and refines; returns each page's path. */
  async function useAll(page: Page, base: string): Promise<readonly string[]> {
    const seen: string[] = [];
    const see = () => seen.push(page.url().slice(base.length));
    await page.goto(base);
    see();
    await page.getByLabel('The writing task').fill('Write a cover letter for a first job in nursing');
    await page.getByRole('button', { name: 'Find the criteria' }).click();
    await page.waitForURL(/\/sets\/cs_/u, { timeout: 60_000 });
    see();
    const set = page.url();
    await page.goto(`${set}/sources`);
    await page.getByRole('checkbox').first().check();
    return [...seen, ...(await whatIf(page, base)), ...(await judgeAll(page, set, base))];
  }

  async function whatIf(page: Page, base: string): Promise<readonly string[]> {
    const button = page.getByRole('button', { name: 'Show what would change' });
    if (await button.isVisible()) await button.click();
    await page.getByRole('heading', { name: /^Without s\d/u }).waitFor();
    const seen = [page.url().slice(base.length)];
    await page.getByRole('button', { name: 'Take it as a new set' }).click();
    await page.getByText('Taken from').waitFor();
    return [...seen, page.url().slice(base.length)];
  }

  async function judgeAll(page: Page, set: string, base: string): Promise<readonly string[]> {
    const seen: string[] = [];
    const see = () => seen.push(page.url().slice(base.length));
    await page.goto(`${set}/curate`);
    see();
    const save = page.getByRole('button', { name: 'Save as a checklist' });
    expect((await save.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.getByLabel('Pin').first().check();
    await page.getByLabel('Drop').nth(1).check();
    await page.getByRole('button', { name: 'Save as a checklist' }).click();
    await page.waitForURL(/\/checklists\//u);
    see();
    await page.getByRole('link', { name: 'Judge' }).click();
    see();
    await page.getByLabel('Response 1').fill(RESPONSE);
    await page.getByText('More responses').click();
    await page.getByLabel('Response 2').fill(HOSTILE);
    await page.getByRole('button', { name: /^Judge by/u }).click();
    await page.waitForURL(/\/judgements/u, { timeout: 60_000 });
    const inCell = (text: string) => page.locator('#cell .kind', { hasText: text }).waitFor();
    await page.locator('.verdicts tbody tr').nth(2).getByRole('button').nth(1).click();
    await inCell('response 2');
    await page.locator('.verdicts tbody tr').nth(3).getByRole('button').first().click();
    await inCell('response 1');
    await page.goBack();
    await inCell('response 2');
    see();
    await labelOne(page);
    see();
    await page.getByRole('button', { name: 'Refine this response' }).click();
    await page.waitForURL(/\/refinements\//u, { timeout: 60_000 });
    see();
    return seen;
  }

  /** Blind: the verdict is shown once the person has given theirs. */
  async function labelOne(page: Page): Promise<void> {
    await page.getByText('Label by hand').click();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('The judge’s verdicts are shown as you label.').waitFor();
    expect(await page.locator('td button:is(.good, .bad)').count()).toBe(0);
    const verdict = page.getByRole('form', { name: 'Your verdict' });
    await verdict.getByLabel('Remark').fill('One story, told.');
    await verdict.getByRole('button', { name: 'yes' }).press('Enter');
    await page.getByRole('heading', { name: 'People beside the judge' }).waitFor();
    expect(await page.getByRole('button', { name: /; you: yes$/u }).count()).toBe(1);
  }

  const withScripts = ['with scripts, on a desk', { ...DESK }] as const;
  const withoutScripts = ['without scripts, on a phone', { ...PHONE, javaScriptEnabled: false }] as const;
  it.each(
    shortOrLong(
      [withScripts, withoutScripts],
      [
        withScripts,
        ['without scripts, on a desk', { ...DESK, javaScriptEnabled: false }],
        ['with scripts, on a phone', { ...PHONE }],
        withoutScripts,
      ],
    ),
  )(
    'does all there is to do, %s',
    async (_, options) => {
      const { url } = await startPageService();
      const { page, complaints, close } = await opened(options);
      const seen = await useAll(page, url);
      expect(seen.length).toBe(10);
      expect(complaints).toEqual([]);
      await close();
    },
    240_000,
  );

  it('opens a criterion in place, by keyboard alone', async () => {
    const { url, set } = await startPageService();
    const { page, close } = await opened(DESK);
    await page.goto(`${url}/sets/${set.id}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.locator('#c2 summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#c2 .proof mark', { hasText: 'Tell one story' }).waitFor();
    expect(await page.locator('#c2 .evidence').first().textContent()).toContain('expertise 5 of 5');
    await close();
  }, 120_000);

  it('finds a verdict from a board, labels it, and merges two criteria, by keyboard alone', async () => {
    const { url, set, client } = await startPageService();
    const board = await boardOf(client, 'Write a toast');
    const { page, complaints, close } = await opened(DESK);
    await page.goto(`${url}/benchmarks/${board}`);
    await page.getByLabel('Words of the instruction').focus();
    await page.keyboard.type('toast');
    await page.waitForURL(/words=toast/u);
    // Two choices, the table, which can be scrolled, and its first link.
    for (let tabs = 0; tabs < 4; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/judgements\?id=jg_/u);
    await page.getByText('Label by hand').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page
      .getByRole('form', { name: 'Your verdict' })
      .getByRole('button', { name: 'no', exact: true })
      .press('Enter');
    await page.getByRole('button', { name: /; you: no$/u }).waitFor();
    await page.goto(`${url}/sets/${set.id}/curate`);
    for (const at of [0, 1]) {
      await page.getByLabel('Merge').nth(at).focus();
      await page.keyboard.press('Space');
    }
    await page.getByRole('button', { name: 'Save as a checklist' }).press('Enter');
    await page.waitForURL(/\/checklists\//u);
    await page.getByText(/was “.* · .*”/u).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);

  it.each(shortOrLong([PHONE], [DESK, PHONE]))(
    'shows work as it runs, stops it, and reads pages anew: %o',
    async (options) => {
      const { url } = await startPageService({}, { latencyMs: 250 });
      const { page, complaints, close } = await opened(options);
      await page.goto(url);
      await page.getByLabel('The writing task').fill('Write a cover letter for a first job in nursing');
      await page.getByRole('button', { name: 'Find the criteria' }).click();
      await page.locator('[data-live] .columns > div tbody tr:nth-child(4)').waitFor({ timeout: 60_000 });
      expect(await page.locator('aside tr', { hasText: 'found' }).textContent()).toMatch(/^found\d+/u);
      await expectAccessible(page);
      await page.waitForURL(/\/sets\//u, { timeout: 60_000 });
      await page.getByRole('link', { name: 'Live audit' }).click();
      await page.getByRole('button', { name: 'Read the pages now' }).click();
      await page.getByText('Every quote still stands.').waitFor({ timeout: 60_000 });
      await expectAccessible(page);
      await page.goto(url);
      await page.getByLabel('The writing task').fill('Write an obituary for a gardener');
      await page.getByRole('button', { name: 'Find the criteria' }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('cancelled').waitFor();
      expect(await page.locator('[data-live]').count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
    240_000,
  );

  it('shows criteria on the first screen of a phone', async () => {
    const { url, client } = await startPageService();
    const { set } = workSet();
    await client.store.putSet(set);
    const { page, close } = await opened({ ...PHONE, javaScriptEnabled: false });
    await page.goto(`${url}/sets/${set.id}`);
    const box = await page.locator('#c3').boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(PHONE.viewport.height);
    await close();
  }, 120_000);

  it('warns who would leave edits behind', async () => {
    const { url, set } = await startPageService();
    const { page, close } = await opened(DESK);
    await page.goto(`${url}/sets/${set.id}/curate`);
    await page.locator('textarea.wording').first().fill('The response should be kind.');
    const asked = page.waitForEvent('dialog');
    const left = page.goto(url).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await left;
    await close();
  }, 120_000);

  it('fits eight responses on a desk, with their totals in view, and the reference of the API on a phone', async () => {
    const { url, client, set } = await startPageService();
    await client.store.putSet(set);
    const checklist = Array.from({ length: 30 }, (_, at) => ({
      text: `It has at most ${at + 1} words`,
      check: `words <= ${at + 1}`,
    }));
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        client.judge({ name: `response ${at + 1}`, response: `To Ada! ${'Yes. '.repeat(at * 3)}` }, checklist),
      ),
    );
    const { page, close } = await opened(DESK);
    await page.goto(`${url}/judgements?${made.map(({ id }) => `id=${id}`).join('&')}`);
    await page.locator('.grid tbody tr').last().scrollIntoViewIfNeeded();
    const box = await page.locator('.grid .totals td').last().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(DESK.viewport.width);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(
      await page.evaluate(
        "document.querySelector('.verdicts .scroll').scrollWidth - document.querySelector('.verdicts .scroll').clientWidth",
      ),
    ).toBe(0);
    await close();
    const phone = await opened(PHONE);
    await phone.page.goto(`${url}/docs`);
    await phone.page.locator('details').first().click();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await phone.close();
  }, 120_000);

  it('prints what a page says, and nothing to click', async () => {
    const { url, set } = await startPageService();
    const { page, close } = await opened(DESK);
    await page.emulateMedia({ media: 'print' });
    for (const [path, text] of [
      ['sources?without=s2', 'Grounds'],
      ['curate', 'Weight'],
    ] as const) {
      await page.goto(`${url}/sets/${set.id}/${path}`);
      expect(await page.getByText(text).first().isVisible()).toBe(true);
      expect(await page.locator('button:visible, nav:visible').count()).toBe(0);
    }
    await page.goto(`${url}/sets/${set.id}`);
    const quotes = set.content.criteria.flatMap(({ evidence }) => evidence);
    const shown = await page.locator('.evidence mark').evaluateAll(heightsOf);
    expect([shown.length, shown.every((height) => height > 0)]).toEqual([quotes.length, true]);
    await close();
  }, 120_000);

  it('is accessible, within the window, soon there, and runs nothing of what others wrote', async () => {
    const { url, set, hostile, client } = await startPageService();
    const judged = await client.judge({ name: HOSTILE, response: `${RESPONSE} ${HOSTILE}` }, [
      'Is it a toast?',
      'Is it short?',
    ]);
    const refined = await client.refine(RESPONSE, ['Is it a toast?', 'Is there more?']);
    const [first] = judged.verdicts;
    if (first === undefined) throw new Error('Nothing was judged.');
    const label = { itemId: first.itemId, answer: 'no', remark: HOSTILE, isBlind: true } as const;
    const by = HOSTILE.slice(0, 80);
    await putLabel(client.store, { judgement: judged, by, owner: undefined, label }, new Date());
    const saved = await client.saveChecklist({ checklist: judged.checklist, parent: null, changes: [HOSTILE] });
    const paths = [set, hostile].flatMap(({ id }) =>
      ['', '/criteria/c1', '/sources?without=s2', '/judge', '/curate', '/live'].map((part) => `/sets/${id}${part}`),
    );
    const more = [
      `/compare?before=${set.id}&after=${hostile.id}`,
      `/judgements?id=${judged.id}`,
      `/judgements?id=${judged.id}&by=${encodeURIComponent(by)}&cell=0.${first.itemId}`,
      `/judgements?id=${judged.id}&by=Bo&blind=on`,
      `/refinements/${refined.id}`,
      `/benchmarks/${await boardOf(client, HOSTILE)}`,
    ];
    for (const options of [DESK, PHONE]) {
      // Both sets have the same pages: of the one they are looked at in light, of the other in dark.
      const other = shortOrLong(options === DESK ? hostile.id : set.id, null);
      const { page, complaints, close } = await opened(options);
      for (const path of ['/', ...paths, ...more, `/checklists/${saved}`, '/nothing-here']) {
        await page.goto(url + path);
        expect([path, await page.evaluate('window.taken ?? null')]).toEqual([path, null]);
        expect([path, await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')]).toEqual([
          path,
          0,
        ]);
        if (path === '/nothing-here') continue;
        const { requests, bytes } = await page.evaluate(loadOf);
        expect(requests, path).toBeLessThanOrEqual(MAX_REQUESTS);
        expect(bytes, path).toBeLessThanOrEqual(MAX_BYTES);
        if (other === null || !path.startsWith(`/sets/${other}`)) await expectAccessible(page);
      }
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      await close();
    }
  }, 300_000);
});

/** A benchmark of two systems, one instruction and one verdict each. */
async function boardOf(client: Groundrule, instruction: string): Promise<string> {
  const systems = ['plain', HOSTILE];
  const judged = await Promise.all(
    systems.map((name, at) =>
      client.judge({ name, response: 'To Ada! '.repeat(1 + at * 9) }, [{ text: 'It is short', check: 'words <= 5' }]),
    ),
  );
  const row = (system: string) => ({ id: system, system, category: instruction, instruction });
  const kept = await keepBenchmark(
    { store: client.store, clock: systemClock },
    {
      ...{
        of: 'responses',
        name: instruction,
        models: [HOSTILE],
        settings: {},
        batch: 'b',
        setup: null,
        usage: () => [],
      },
      rows: systems.map(row),
    },
  );
  const output = kept.watch<JudgedRow>({
    earlier: async function* () {
      yield* [];
    },
    keepFirst: async () => undefined,
    append: async () => undefined,
  });
  const answers = ['yes', 'no'] as const;
  for (const [at, { id, checklist, verdicts }] of judged.entries()) {
    const items = checklist.items.flatMap(({ id: itemId, text }, place) => {
      const verdict = verdicts[place]?.verdict;
      return verdict === undefined ? [] : [{ id: itemId, text, themes: [], verdict }];
    });
    const judgement = { id, task: null, items, warnings: [] };
    await output.append({ ...row(systems[at] ?? ''), key: '0'.repeat(64), status: 'done', judgement });
  }
  const rated = systems.map((system, at) => {
    const answer = answers[at] ?? null;
    return { system, category: instruction, caseId: 'c', items: [{ themes: [HOSTILE], answer }] };
  });
  await kept.end(null, leaderboard(rated, []));
  return kept.id;
}

async function expectAccessible(page: Page): Promise<void> {
  // By the developer tools, which the page's own policy does not bind.
  const session = await page.context().newCDPSession(page);
  const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');
  await session.send('Runtime.evaluate', { expression: axe });
  const found = await page.evaluate<readonly string[]>(
    // What passes is not shown, and takes as long to describe.
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
  );
  expect(`${page.url()} ${found.join('; ')}`).toBe(`${page.url()} `);
}

/** Runs in the page. */
function coloursOf(elements: readonly Element[]): readonly string[] {
  return elements.map((element) => getComputedStyle(element).color);
}

/** Runs in the page. */
function heightsOf(elements: readonly Element[]): readonly number[] {
  return elements.map((element) => element.getBoundingClientRect().height);
}

/** Runs in the page. */
function loadOf(): { requests: number; bytes: number } {
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const sizes = (loaded as PerformanceResourceTiming[]).map(({ decodedBodySize }) => decodedBodySize);
  return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
