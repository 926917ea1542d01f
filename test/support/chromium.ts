/** A real Chromium, and what it marks of a page that it opens at a text fragment. */
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { isExecutable } from './is-executable.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The first on the search path; null where there is none. */
export function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

export interface Marked {
  /** What is highlighted within the window, without white space; empty: nothing is. */
  readonly text: string;
  /** What stands before it on the page, without white space. */
  readonly before: string;
  /** How far the page was scrolled, in CSS pixels. */
  readonly scrollY: number;
}

export interface MarkReader {
  /** Opens the page afresh, as a click on a link does. */
  open(url: string): Promise<Marked>;
  close(): Promise<void>;
}

export async function startMarkReader(executablePath: string): Promise<MarkReader> {
  const browser: Browser = await chromium.launch({ executablePath });
  const page = await browser.newPage({ viewport: { width: 1000, height: 500 } });
  const devTools = await page.context().newCDPSession(page);
  await page.addInitScript(paintMarks, HIGHLIGHT);
  let visits = 0;
  return {
    open: async (url) => {
      const address = new URL(url);
      // A fragment alone would be a move within the page that is open.
      address.searchParams.set('visit', String((visits += 1)));
      await page.goto(address.href);
      await page.evaluate(isPainted);
      const { data } = await devTools.send('Page.captureScreenshot', {
        format: 'png',
        optimizeForSpeed: true,
      });
      return page.evaluate(readMarks, `data:image/png;base64,${data}`);
    },
    close: () => browser.close(),
  };
}

/** Runs in the page: until what was scrolled to has been drawn. */
function isPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Runs in every page that opens. */
function paintMarks(style: string): void {
  document.addEventListener('DOMContentLoaded', () => {
    document.head.appendChild(document.createElement('style')).textContent = style;
  });
}

const HIGHLIGHT = '::target-text { background: rgb(255, 0, 255) !important; color: rgb(255, 0, 255) !important }';

/**
 * Runs in the page. No interface tells what is highlighted, so it is read off the screenshot: the characters in whose
 * middle the colour of `HIGHLIGHT` shows.
 */
async function readMarks(screenshot: string): Promise<Marked> {
  const bitmap = await createImageBitmap(await (await fetch(screenshot)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
    willReadFrequently: true,
  });
  if (canvas === null) throw new Error('There is no canvas.');
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const isMarkedAt = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return false;
    const at = (Math.floor(y) * bitmap.width + Math.floor(x)) * 4;
    return data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 255;
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = '';
  let before = '';
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    const said = node.nodeValue ?? '';
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.bottom < 0 && text === '') before += said.replace(/[\s\u00ad]+/gu, '');
    if (box.bottom < 0 || box.top > bitmap.height) continue;
    for (let index = 0; index < said.length; index += 1) {
      const char = said.charAt(index);
      if (/[\s\u00ad]/u.test(char)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (isMarkedAt(x + width / 2, y + height / 2)) text += char;
      else if (text === '') before += char;
    }
  }
  return { text, before, scrollY: window.scrollY };
}
