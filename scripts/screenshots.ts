/**
 * Takes the pictures of docs/images from the built service: `npm run docs:screenshots`. The criteria are the offline
 * engine's; work that takes a while, and verdicts, are a scripted model's.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startBuiltCli } from '../test/support/built-cli.ts';
import { findChromium } from '../test/support/chromium.ts';
import { answering } from '../test/support/guide-web/start-guide-web.ts';
import { startModelServer } from '../test/support/model-server/server.ts';
import { plausibleModel } from '../test/support/plausible-model.ts';
import { Served } from '../bench/support/served.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const SIZE = { width: 1100, height: 860 };
const TOASTS = [
  'Dear guests, I am Ben, and I know the person we toast tonight from the desk beside hers. One story: in 1998 Ada carried a printer up to the fourth floor, because a pupil needed an essay on paper. Raise your glasses, guests, and say her name: to Ada!',
  'Ada has been a valued member of the team and we wish her all the best for the future.',
];

const executablePath = findChromium();
if (executablePath === null) throw new Error('There is no Chromium on the search path.');
const home = await mkdtemp(join(tmpdir(), 'groundrule-screenshots-'));
await mkdir(FOLDER, { recursive: true });
const model = await startModelServer({ handler: answering(plausibleModel), latencyMs: 700 });
const withModel = ['--model', 'scripted', '--base-url', model.baseUrl];
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
const take = (name: string) => page.screenshot({ path: join(FOLDER, `${name}.png`) });

async function ask(url: string, instruction: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('The writing task').fill(instruction);
  await page.getByRole('button', { name: 'Find the criteria' }).click();
}

async function withService(flags: readonly string[], show: (url: string, shown: Page) => Promise<void>): Promise<void> {
  const service = await Served.start(startBuiltCli(['serve', '--port', '0', ...flags], { home }));
  try {
    await show(service.url, page);
  } finally {
    await service.stop();
  }
}

try {
  let path = '';
  await withService([], async (url) => {
    await ask(url, 'Write a toast for a colleague who retires');
    await page.waitForURL(/\/sets\//u, { timeout: 120_000 });
    path = new URL(page.url()).pathname;
    await page.locator('#c1 summary').click();
    await page.locator('#c1 .proof mark').first().waitFor();
    await take('set');
  });
  await withService(withModel, async (url) => {
    await ask(url, 'Write a grant proposal for a seed library');
    await page.locator('[data-live] tr', { hasText: 'merging' }).waitFor({ timeout: 120_000 });
    await take('run');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.goto(`${url}${path}/judge`);
    await page.getByLabel('Response 1').fill(TOASTS[0] ?? '');
    await page.getByText('More responses').click();
    await page.getByLabel('Response 2').fill(TOASTS[1] ?? '');
    await page.getByRole('button', { name: /^Judge by/u }).click();
    await page.waitForURL(/\/judgements/u, { timeout: 120_000 });
    await page.locator('.verdicts tbody tr').nth(1).getByRole('button').first().click();
    await page.locator('#cell .kind').waitFor();
    await take('judge');
  });
} finally {
  await browser.close();
  await model.close();
  await rm(home, { recursive: true, force: true });
}
