/** What stands beside a quote that a text does not have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestSentence, nearestWording, quoteAndNearest } from '../../src/pages/nearest-wording.ts';
import { growth, LINEAR } from '../support/growth.ts';

const PAGE = `A letter is read in a minute. Keep the letter under two pages, and make the first line count.
Never begin with your name. Make the ending short, warm and brief.`;

describe('the nearest wording', () => {
  it.each([
    ['a word that was changed', 'Keep the letter under one page', 'Keep the letter under two pages'],
    ['the first word', 'Let the ending short, warm', 'Make the ending short, warm'],
    ['the last word', 'short, warm and kind', 'short, warm and brief'],
    ['a word that was put in', 'make the line count', 'make the first line'],
    ['another order', 'under two pages keep the letter', 'Keep the letter under two pages'],
    ['other case and marks', 'NEVER BEGIN: with your-name', 'Never begin with your name'],
  ])('is found by %s', (_what, quote, nearest) => {
    expect(nearestWording(PAGE, quote)).toBe(nearest);
  });

  it('is found where words are written without spaces', () => {
    expect(nearestWording('开头要有力。信件不要超过两页。', '信件不要超过一页')).toBe('信件不要超过两页');
  });

  it('stands in its sentence, of which a cut would say something else', () => {
    const page = 'Be brief. Avoid abbreviations that nobody but you and your bees understands. Date it.\nSign it.';
    const whole = 'Avoid abbreviations that nobody but you and your bees understands.';
    expect(nearestSentence(page, 'Avoid abbreviations that only you know')).toBe(whole);
    const long = `${'so '.repeat(200)}avoid abbreviations that nobody knows${' and on'.repeat(200)}.`;
    expect(nearestSentence(long, 'avoid abbreviations that nobody reads')).toBe(
      'avoid abbreviations that nobody knows',
    );
    expect(nearestSentence(page, 'Thank the neighbours')).toBeNull();
  });

  it('is none where half of the words stand nowhere together', () => {
    expect(nearestWording(PAGE, 'Thank the neighbours for their patience')).toBeNull();
    expect([nearestWording('', 'a b'), nearestWording(PAGE, '…'), nearestWording(PAGE, '')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is found in the time of the page', async () => {
    const find = (repeats: number) => {
      const page = `${'the letter of the '.repeat(repeats)}Keep the letter under two pages.`;
      expect(nearestWording(page, 'Keep the letter under one page')).toBe('Keep the letter under two pages');
    };
    expect(await growth(find, 20_000)).toBeLessThan(LINEAR);
  });

  it('is found in the time of the page and the quote, however long both are', async () => {
    const find = (count: number) => {
      const page = Array.from({ length: 50 * count }, (_, index) => `w${(index * 7919) % 5000}`).join(' ');
      const quote = Array.from({ length: count }, (_, index) => `w${(index * 31) % 5000}`).join(' ');
      expect(nearestWording(page, quote)).toBeNull();
    };
    expect(await growth(find, 200)).toBeLessThan(LINEAR);
  });

  it('is the window that shares the most words, then has the most in place, then is the first', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (page, quote) => {
        expect(nearestWording(page.join(' '), quote.join(' '))).toBe(nearestByEachWindow(page, quote));
      }),
    );
  });

  it('stands beside its quote, each cut with a mark', () => {
    expect(quoteAndNearest(PAGE, 'Never end with your name')).toBe(
      '“Never end with your name”; nearest there: “Never begin with your name”',
    );
    expect(quoteAndNearest(PAGE, 'word '.repeat(40))).toMatch(/^“(?:word )+word…”$/u);
  });
});

/** Each window, from the words that it has. */
function nearestByEachWindow(page: readonly string[], quote: readonly string[]): string | null {
  let best = { shared: Math.max(1, quote.length / 2), placed: 0, words: null as string | null };
  for (let at = 0; at <= Math.max(0, page.length - quote.length); at += 1) {
    const window = page.slice(at, at + quote.length);
    const shared = quote.filter((word) => window.includes(word)).length;
    const placed = quote.filter((word, index) => window[index] === word).length;
    if (shared > best.shared || (shared === best.shared && placed > best.placed))
      best = { shared, placed, words: window.join(' ') };
  }
  return best.words;
}
