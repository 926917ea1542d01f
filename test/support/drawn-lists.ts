/** Checklists drawn at random, whose wordings look like the templates of other tools at times. */
import fc from 'fast-check';
import { Category, Importance, type Level } from '../../src/domain/checklist.ts';
import { newChecklist, type NewItem } from '../../src/judge/new-item.ts';

const word = fc.stringMatching(/^[A-Za-z0-9äß“”'",:;{}[\]()<>#*&=+@%$-]{1,9}$/u);
/** What some tool takes for a template of its own, and what we write in place of it. */
const tags = fc.constantFrom(
  '{{item.x}}',
  '{{{a}}}',
  '{% if x %}',
  '{#c#}',
  "{{ '{' }}{",
  '{\u2060{',
  '{{=<% %>=}}{<%=',
  '}}',
  '{{env.HOME}}',
);
/** What some tool takes for a file to read, or to run. */
const reference = fc.constantFrom('', '', '', 'file://', 'package:');

export const wordings = fc
  .tuple(
    reference,
    fc.array(fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: tags, weight: 1 }), { minLength: 1, maxLength: 8 }),
  )
  .map(([start, parts]) => start + parts.join(' '));

const levels = fc
  .uniqueArray(wordings, { minLength: 5, maxLength: 5 })
  .map((texts): Level[] => texts.map((description, at) => ({ label: String(at + 1), description, value: at / 4 })));

export const anyItem = fc.record({
  text: wordings,
  weight: fc.integer({ min: -100, max: 100 }).filter((weight) => weight !== 0),
  importance: fc.option(fc.constantFrom(...Importance.options), { nil: undefined }),
  levels: fc.option(levels, { nil: undefined }),
  categories: fc.uniqueArray(fc.constantFrom(...Category.options), { maxLength: 2 }),
  pinned: fc.boolean(),
});
export type DrawnItem = typeof anyItem extends fc.Arbitrary<infer Value> ? Value : never;
export const drawnLists = fc.array(anyItem, { minLength: 1, maxLength: 6 });

export function listOf(items: readonly DrawnItem[], instruction = 'Write a note.') {
  return newChecklist(
    { instruction, context: null },
    items.map((item): NewItem => ({ ...item, origin: 'user' })),
  );
}
