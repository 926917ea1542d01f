/** The form of written items: what a request may hold, the reader takes, and nothing else. */
import { expect, it } from 'vitest';
import { MAX_ITEM_CHARS, type GivenItem } from '../../src/domain/given-item.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { JudgementRequest } from '../../src/service/requests.ts';

const LONG = 'x'.repeat(MAX_ITEM_CHARS + 1);
const items: readonly (string | GivenItem)[] = [
  ...['Is it short?', ' ', LONG],
  ...[{ text: 'a' }, { question: LONG }, { weight: 5 }, { text: 'a', weight: -101 }, { text: 'a', appliesWhen: LONG }],
  ...[
    { text: 'a', levels: ['poor', 'good'] },
    { text: 'a', levels: ['poor', ''] },
    { text: 'a', levels: ['poor'] },
  ],
  { text: 'a', levels: ['poor', 'x'.repeat(5_001)] },
  ...[
    { text: 'a', check: 'words <= 5', decides: 'part' as const },
    { text: 'a', decides: 'part' as const },
  ],
  ...[
    { text: 'a', check: 'no check' },
    { text: 'a', fault: true as const, pinned: true, categories: [] },
  ],
];

const isRead = (item: string | GivenItem): boolean => {
  try {
    return checklistOfItems([item]).items.length === 1;
  } catch {
    return false;
  }
};

it.each(items.map((item, at) => [at, item] as const))('%i is one for both, or for neither', (_, item) => {
  expect(JudgementRequest.safeParse({ response: 'r', checklist: [item] }).success).toBe(isRead(item));
});
