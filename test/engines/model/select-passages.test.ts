import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviceLimit, CHARS_PER_TOKEN, selectPassages } from '../../../src/engines/model/select-passages.ts';
import { pageOf } from './pages.ts';

const queries = ['how to write a press release'];
const NEWS = 'The harbour was rebuilt after the storm of 1953 and the population grew to 12,000 within a decade.';
const advice = (number: number) => `Keep paragraph ${number} of the release under forty words.`;
/** 60 blocks of news, every tenth one followed by a heading and a piece of advice. */
const long = pageOf([
  'This page is about releases.',
  ...Array.from({ length: 60 }, (_, index) =>
    index % 10 === 5 ? [NEWS, `# Chapter ${index}`, `- ${advice(index)}`] : [NEWS],
  ).flat(),
  'We sell courses.',
]);

function shown(page: typeof long, budgetTokens: number): string[] {
  return selectPassages(page, queries, budgetTokens).map(({ start, end }) => page.text.slice(start, end));
}

describe('selectPassages', () => {
  it('shows a page that fits as it is', () => {
    expect(shown(long, 10_000)).toEqual([long.text]);
    expect(selectPassages(pageOf([]), queries, 100)).toEqual([]);
  });

  it('chooses advice with its heading before news, and always the opening and the end', () => {
    const passages = shown(long, 220).join('\n');
    for (const index of [5, 15, 25, 35, 45, 55]) expect(passages).toContain(`Chapter ${index}\n${advice(index)}`);
    expect(passages.startsWith('This page is about releases.')).toBe(true);
    expect(passages.endsWith('We sell courses.')).toBe(true);
    expect(passages).not.toContain(NEWS);
  });

  it('prefers what is nearer to the queries', () => {
    const page = pageOf([
      NEWS,
      'Keep the soup warm for ten minutes.',
      NEWS,
      'Keep the release short for ten editors.',
      NEWS,
    ]);
    const passages = shown(page, 85).join('\n');
    expect(passages).toContain('release short');
    expect(passages).not.toContain('soup');
  });

  it('shows whole advice in a small room, not the shreds around it', () => {
    const shreds = ['**', '![', 'Follow', '- “x” 3', 'Tip 1'];
    const wordy = `Whoever has been on the road for weeks and comes home with a bag of notes in which the trains, the inns and the weather stand beside each other without an order should always wait with the writing until the reader of the first of them would be surprised by it.`;
    const blocks = Array.from({ length: 12 }, () => [...shreds, 'All of that', NEWS, wordy]).flat();
    const passages = shown(pageOf([NEWS, ...blocks, NEWS, '…']), 180);
    expect(passages.filter((passage) => passage.includes(wordy))).not.toEqual([]);
    expect(passages.filter((passage) => shreds.includes(passage) || passage === '…')).toEqual([]);
  });

  it.each([
    ['使用短句。', '不要夸张'],
    ['सरल लिखें।', 'छोटा लिखें'],
    ['Be brief.', 'Cut it.'],
  ])('shows short advice of any script: %s', (first, second) => {
    const passages = shown(pageOf(Array.from({ length: 40 }, (_, index) => `- ${index % 2 ? first : second}`)), 60);
    for (const advised of [first, second]) expect(passages.join()).toContain(advised);
  });

  it.each([
    ['English without full stops', 'name the reader and keep the letter short '],
    ['Thai', 'ควรเขียนประโยคแรกให้ชัดเจนและบอกผู้อ่านว่าจดหมายนี้เกี่ยวกับอะไร'],
    ['characters of two units', 'x𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀'],
  ])('shows parts of a text that has no ends of sentences: %s', (_name, words) => {
    const text = words.repeat(60).trim();
    const page = pageOf([text, text]);
    for (const budgetTokens of [60, 180, 600]) {
      const spans = selectPassages(page, queries, budgetTokens);
      expect(spans[0]?.start).toBe(0);
      // The last two characters alone would tell nothing.
      expect(spans.at(-1)?.end).toBeGreaterThanOrEqual(page.text.length - (words.startsWith('x') ? 4 : 0));
      for (const { start, end } of spans)
        expect(page.text.slice(start, end)).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    }
  });

  it('shows the opening and the end where all lines are shreds', () => {
    const passages = shown(pageOf(['Menu', ...Array.from({ length: 60 }, () => 'News'), 'Shop']), 40).join();
    expect(passages).toContain('Menu');
    expect(passages).toContain('Shop');
  });

  it('divides a long paragraph between sentences', () => {
    const page = pageOf([NEWS, `${`${NEWS} `.repeat(20)}${advice(1)} ${`${NEWS} `.repeat(20)}`.trim(), NEWS]);
    expect(shown(page, 200).join('\n')).toContain(advice(1));
  });

  it('gives spans in order, apart from each other, and within the budget but for one heading', () => {
    const block = fc.constantFrom(
      NEWS,
      '# A heading of some words',
      `- ${advice(1)}`,
      'Avoid jargon.',
      `${NEWS} `.repeat(9).trim(),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 60 }), fc.integer({ min: 1, max: 900 }), (blocks, budgetTokens) => {
        const page = pageOf(blocks);
        const spans = selectPassages(page, queries, budgetTokens);
        let last = -1;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        const chars = spans.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(chars).toBeLessThanOrEqual(budgetTokens * CHARS_PER_TOKEN + '# A heading of some words'.length);
      }),
    );
  });
});

it.each([
  [3, 10],
  [44, 11],
  [400, 12],
])('%i sentences of a page may give %i pieces of advice', (sentences, limit) => {
  const passages = [Array.from({ length: sentences }, (_, index) => `Name person ${index}.`).join(' ')];
  expect(adviceLimit({ host: null, title: null, byline: null, publishedOn: null, passages })).toBe(limit);
});
