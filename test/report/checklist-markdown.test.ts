/** A checklist written as Markdown reads again with its wordings, weights, categories and pins. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderChecklist } from '../../src/report/checklist.ts';
import { Category, CHECKLIST_VERSION, type Checklist } from '../../src/domain/checklist.ts';
import { readChecklist } from '../../src/judge/checklists/read-checklist.ts';
import { newItem } from '../../src/judge/new-item.ts';
import { layout } from './layout.ts';

const WORDS = [
  'Is',
  'the',
  'tone',
  'warm',
  '`pinned`',
  '*kind*',
  '`weight 50`',
  '<b>',
  '50',
  '1.',
  '- ',
  'tables',
  '[x]',
  '\\',
  '&amp;',
  'weight',
  '_so_',
  '|',
  '$1',
  'www.a.org',
];
const wording = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })
  .map((words) => `${words.join(' ').replace(/\s+/gu, ' ').trim()}?`);
const given = fc.record({
  text: wording,
  weight: fc.oneof(
    fc.constant(100),
    fc.double({ min: 0, max: 100, noNaN: true, noDefaultInfinity: true }).map(Math.abs),
  ),
  categories: fc.uniqueArray(fc.constantFrom(...Category.options), { maxLength: 3 }),
  pinned: fc.boolean(),
  fault: fc.constantFrom(true as const, undefined),
  appliesWhen: fc.constantFrom('it has a table; or a list', 'it names “one” price', undefined),
});

describe('a checklist as Markdown', () => {
  it('reads again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 5 }), async (rows) => {
        const list: Checklist = {
          checklistVersion: CHECKLIST_VERSION,
          task: null,
          items: rows.map((row, index) => newItem(index + 1, { ...row, origin: 'user' })),
          leftOut: [],
        };
        const written = await renderChecklist(list, 'markdown', layout(100));
        const { items } = await readChecklist(written, 'list.md');
        const shown = ({ items: of }: Pick<Checklist, 'items'>) =>
          of.map(({ text, weight, categories, pinned, fault, appliesWhen }) => ({
            text,
            weight,
            pinned,
            fault,
            appliesWhen,
            categories: [...categories].sort(),
          }));
        expect(shown({ items })).toEqual(shown(list));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves code that ends an item alone where it says something else', async () => {
    const { items } = await readChecklist('- Does it end with `pin`?\n- Does it call `weight`\n', 'list.md');
    expect(items.map(({ text, weight }) => [text, weight])).toEqual([
      ['Does it end with pin?', 100],
      ['Does it call weight', 100],
    ]);
  });
});
