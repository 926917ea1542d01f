/** The categories of checklist items. */
import { expect, it } from 'vitest';
import { Category, ChecklistItem } from '../../src/domain/checklist.ts';

it('are the sixteen of TICK, and an item with those of before is still read', () => {
  expect(Category.options).toHaveLength(16);
  expect(Category.options).toEqual(expect.arrayContaining(['keyword-exclusion', 'topic-exclusion']));
  const item = {
    ...{ id: 'i1', text: 'The response should be short.', question: 'Is it short?', weight: 100 },
    ...{ origin: 'model', pinned: false, from: null, formerText: null, evidence: [] },
  };
  expect(ChecklistItem.safeParse({ ...item, categories: ['length', 'topic-inclusion'] }).success).toBe(true);
  expect(ChecklistItem.safeParse({ ...item, categories: ['keyword'] }).success).toBe(false);
});
