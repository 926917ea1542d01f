import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseReading } from '../../src/pages/html/choose-reading.ts';
import { openPage } from '../../src/pages/html/open-page.ts';
import { growth, LINEAR } from '../support/growth.ts';
import { pageOf } from './support.ts';

const MENU = `<nav class="menu"><ul>${['Home', 'Boards', 'Members', 'Help'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></nav>`;
const FOOTER =
  '<footer class="site-footer"><p><a href="/terms">Terms of use</a> <a href="/privacy">Privacy</a></p><p>© The board</p></footer>';
const post = (author: string, text: string): string =>
  `<div class="post"><div class="post-author"><a href="/u/${author}">${author}</a> <span>Posts: 12</span></div><div class="post-body"><p>${text}</p></div></div>`;
const ANSWERS = [
  'Read it aloud to somebody who never met him, and cut each sentence at which they look puzzled.',
  'Mine ran to four pages; the vicar asked for five minutes, so I kept two stories and dropped the list of jobs.',
  'Do not try to tell the whole life. One small thing that he did every week says more than all the dates.',
  'Print it in large type with wide gaps, since your hands will shake and your eyes will fill.',
];
const forum = (answers: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><title>How do I write a eulogy?</title></head><body>${MENU}<div class="thread"><h1>How do I write a eulogy?</h1>${answers
    .map((answer, index) => post(`member${index}`, answer))
    .join('')}</div>${FOOTER}</body></html>`;

const itemsOf = (count: number, before: string, after: string): string =>
  Array.from({ length: count }, (_, index) => `${before}Tip ${index}: write clearly and briefly.${after}`).join('');

describe('the readings of a page', () => {
  it.each([
    ['items of one list', (count: number) => `<ul>${itemsOf(count, '<li>', '</li>')}</ul>`],
    ['lines of one element', (count: number) => `<div>${itemsOf(count, '', '<hr>')}</div>`],
  ])(
    'are compared in time that grows as the page does: %s',
    async (_, html) => {
      const [small, large] = await Promise.all([5_000, 40_000].map((count) => openPage(html(count))));
      const compare = (count: number) => (count === 40_000 ? large : small);
      expect(
        await growth((count) => {
          const opened = compare(count);
          if (opened !== undefined) chooseReading(opened);
        }, 40_000),
      ).toBeLessThan(LINEAR);
    },
    120_000,
  );

  it('keep every answer of a thread, and neither its menu nor its footer', async () => {
    const { text } = await pageOf(forum(ANSWERS));
    for (const answer of ANSWERS) expect(text).toContain(answer);
    expect(text).not.toMatch(/Members|Terms of use/);
  });

  it('are not torn: the short lines of a dialogue stay among its long ones', async () => {
    const lines = ANSWERS.flatMap((answer) => [
      `<p>${answer}</p>`,
      ...['“No answer.”', '“What!” said I; “not even then?”', 'He moved not a limb.'].map((line) => `<p>${line}</p>`),
    ]);
    const { text } = await pageOf(
      `<html><body><table><tr><td>${lines.join('').repeat(3)}</td></tr></table></body></html>`,
    );
    expect(text.split('He moved not a limb.')).toHaveLength(13);
  });

  it('mark where a block was left out, so that no quote runs over the place', async () => {
    const widgets = ANSWERS.map(
      (answer, at) =>
        `<section class="sidebar widget"><h3>Step ${at}</h3><p>${answer} ${answer}</p><p><a href="/x${at}">Read more</a></p></section>`,
    );
    const { by, blocks } = chooseReading(await openPage(`<body>${MENU}${widgets.join('')}</body>`));
    // Before each heading stands a link, which the model leaves out. It leaves headings out, too, but they head what is kept.
    const parts = ANSWERS.flatMap((answer, at) => [`Step ${at}`, `${answer} ${answer}`]);
    expect([by, blocks.map(({ text }) => text)]).toEqual(['model', parts]);
    expect(blocks.map(({ breaks = [] }) => breaks[0])).toEqual(parts.map((_, at) => (at % 2 === 0 ? 0 : undefined)));
  });

  it('are compared block by block, each with a probability', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 6 }), async (answers) => {
        const opened = await openPage(forum(answers));
        const { judged, blocks, by } = chooseReading(opened);
        expect(judged.map(({ block }) => block)).toEqual(opened.blocks);
        for (const { probability } of judged) {
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(1);
        }
        const texts = new Set(opened.blocks.map(({ text }) => text));
        if (by === 'model') expect(blocks.every(({ text }) => texts.has(text))).toBe(true);
        else expect(blocks).toBe(opened.readings.rules);
      }),
      { numRuns: 20 },
    );
  });
});
