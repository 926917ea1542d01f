/** Whatever form a list is written in: read again, its checks decide as before, of demands and of faults. */
import fc from 'fast-check';
import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import type { Checklist } from '../../src/domain/checklist.ts';
import type { GivenItem } from '../../src/domain/given-item.ts';
import { givenChecklist } from '../../src/client/given-input.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { readChecklist } from '../../src/judge/checklists/read-checklist.ts';
import { timeForResponse } from '../../src/judge/checks/count/patterns.ts';
import { codeVerdict } from '../../src/judge/code-verdict.ts';
import { exportRubric, importRubric } from '../../src/judge/rubrics/registry.ts';
import { renderChecklist } from '../../src/report/checklist.ts';

const LAYOUT = { colors: picocolors.createColors(false), width: 80 };
const signal = new AbortController().signal;

const FORMS: Readonly<Record<string, (list: Checklist) => Promise<Checklist>>> = {
  markdown: async (list) => readChecklist(await renderChecklist(list, 'markdown', LAYOUT), 'a.md'),
  yaml: async (list) => readChecklist(await renderChecklist(list, 'yaml', LAYOUT), 'a.yaml'),
  json: async (list) => readChecklist(await renderChecklist(list, 'json', LAYOUT), 'a.json'),
  csv: async (list) => (await importRubric(exportRubric(list, 'csv').result, 'csv', 'a.csv', signal)).result,
};

const wording = fc.constantFrom('It uses emoji.', 'Does it avoid emoji?', 'It is “a”; or b.', 'It has *one* `a`');
const items = fc.array(
  fc.record(
    {
      text: wording,
      question: wording,
      weight: fc.constantFrom(-100, -50, -1, 0, 7, 100),
      check: fc.constantFrom('emoji = 0', 'emoji >= 1', 'words <= 3', String.raw`phrase "a\"; 'b" = 0`),
      decides: fc.constantFrom<('all' | 'part')[]>('all', 'part'),
      pinned: fc.boolean(),
    },
    { requiredKeys: ['text', 'check'] },
  ),
  { minLength: 1, maxLength: 4 },
);
/** One wording cannot be the fault and its absence. */
const isUsable = ({ text, question, weight = 0 }: GivenItem) => weight >= 0 || text !== question;

async function decisions(list: Checklist) {
  const call = () => Promise.reject(new Error('no function is called'));
  const decided = list.items.flatMap((item) =>
    ['Note 😀', 'Four words of it.', String.raw`Say a"; 'b`].map(async (response) => {
      const { verdict, isForJudge } = await codeVerdict(item, response, timeForResponse(), call);
      return [item.weight, verdict.status === 'scored' ? verdict.answer : verdict.reason, isForJudge];
    }),
  );
  return Promise.all(decided);
}

it.each(Object.keys(FORMS))('%s', async (form) => {
  await fc.assert(
    fc.asyncProperty(
      items.filter((drawn) => drawn.every(isUsable)),
      async (drawn) => {
        const list = checklistOfItems(drawn);
        const again = await FORMS[form]?.(list);
        expect(again === undefined ? null : await decisions(again)).toEqual(await decisions(list));
        // What a fault states, and that its question asks for the absence.
        const faults = (each: Checklist) => each.items.filter(({ weight }) => weight < 0);
        const textsOf = (each: Checklist) => faults(each).map(({ text }) => text.replace(/[*`]/gu, ''));
        expect(again === undefined ? null : textsOf(again)).toEqual(textsOf(list));
      },
    ),
    { numRuns: 60 },
  );
});

it.each<GivenItem>([
  { question: 'Does it avoid emoji?', weight: -50 },
  { text: 'Does it avoid emoji?', question: 'Does it avoid emoji?', weight: -50, check: 'emoji = 0' },
])('a fault that no text states is refused: %j', async (item) => {
  const message = /text must state the fault that costs/u;
  expect(() => checklistOfItems([item])).toThrow(message);
  await expect(readChecklist(JSON.stringify([item]), 'a.json')).rejects.toThrow(
    /items?\.0\.text: must state the fault/u,
  );
  await expect(readChecklist(JSON.stringify({ checklistVersion: 2, items: [item] }), 'a.json')).rejects.toThrow(
    /must state the fault/u,
  );
  const csv = 'criterion,question,points\nDoes it avoid emoji?,Does it avoid emoji?,-50\n';
  await expect(importRubric(csv, 'csv', 'a.csv', signal)).rejects.toThrow(/must state the fault/u);
});

it.each([
  ['JSON', async (list: Checklist) => readChecklist(JSON.stringify(list), 'a.json')],
  ['its type, as over HTTP', async (list: Checklist) => givenChecklist(list, {})],
  [
    'CSV',
    async (list: Checklist) => (await importRubric(exportRubric(list, 'csv').result, 'csv', 'a.csv', signal)).result,
  ],
])(
  '%s: where the sign of the points was changed, a question that was made for the other one is made anew',
  async (_form, read) => {
    const [text, check, own] = ['It uses emoji.', 'emoji >= 1', 'Is it plain?'];
    for (const [before, after] of [
      [100, -50],
      [-50, 100],
    ] as const) {
      const written = checklistOfItems([
        { text, check, weight: before },
        { text, question: own, weight: before },
      ]);
      const changed = { ...written, items: written.items.map((item) => ({ ...item, weight: after })) };
      const { items: read1 } = await read(changed);
      const [anew] = checklistOfItems([{ text, check, weight: after }]).items;
      expect(read1[0]).toEqual(anew);
      expect(read1[1]?.question).toBe(own);
    }
  },
);
