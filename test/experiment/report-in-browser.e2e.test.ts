/** One command, without a model, on real tasks: a report, which a real browser shows whole. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { publicData } from '../bench/public-data.ts';
import { runBuiltCli } from '../support/built-cli.ts';
import { findChromium } from '../support/chromium.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EXPERIMENT = join(import.meta.dirname, '../../examples/experiments/without-a-model.yaml');

const data = publicData('writingbench');
const executablePath = findChromium();

describe.skipIf(data.isAbsent || executablePath === null)('the report of an experiment in Chromium', () => {
  it('fetches and runs nothing, and shows its plots and how to repeat it', async () => {
    const home = await temporaryFolder();
    const report = join(home, 'report.html');
    const flags = ['--data', `writingbench=${join(data.folder, 'tasks.jsonl')}`, '--format', 'html', '--out', report];
    const { code, stderr } = await runBuiltCli(['experiment', 'run', EXPERIMENT, ...flags], { home });
    expect(code, stderr).toBe(0);

    const browser = await chromium.launch({ executablePath: executablePath ?? '' });
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
      const [asked, complaints]: [string[], string[]] = [[], []];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(pathToFileURL(report).href);
      expect(asked).toEqual([pathToFileURL(report).href]);
      expect(complaints).toEqual([]);
      expect(await page.locator('h1').innerText()).toBe('Criteria from guides and from people, without a model');
      const plots = page.locator('svg.plot');
      expect(await plots.evaluateAll((all) => all.map((plot) => plot.getAttribute('aria-label')))).toEqual([
        'Recall of given criteria at k',
        'Specificity and implicitness',
        'Cost against quality',
        'Specificity of the criteria',
        'Specificity among its own of the criteria',
        'Implicitness of the criteria',
        'Lengths of lists',
      ]);
      for (const plot of await plots.all()) {
        const box = await plot.boundingBox();
        expect(box?.width).toBeGreaterThan(400);
        // What is drawn lies within the picture, and there is something.
        const marks = await plot.locator('circle').evaluateAll((all) =>
          all.map((mark) => {
            const frame = mark.closest('svg')?.getBoundingClientRect();
            const { left, right, top, bottom } = mark.getBoundingClientRect();
            return (
              frame !== undefined &&
              left >= frame.left &&
              right <= frame.right &&
              top >= frame.top &&
              bottom <= frame.bottom
            );
          }),
        );
        expect(marks.length).toBeGreaterThan(0);
        expect(marks).not.toContain(false);
      }
      const text = await page.locator('body').innerText();
      for (const said of ['How to repeat it', '14 rows', 'seed 42', 'metrics: [criteria, recall]', 'What is missing'])
        expect(text).toContain(said);
      const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect(await page.evaluate(isWide)).toBe(false);
    } finally {
      await browser.close();
    }
  }, 180_000);
});
