/**
 * A model that obeys page text. It answers with any JSON that a page dictates; and where the data gives orders, or
 * plays with delimiters, it forges what can be forged: ids, repetitions, quotes, URLs, markup, conflicts.
 */
import { z } from 'zod';
import { plausibleModel, type ScriptedModel } from './plausible-model.ts';
import { fencedIn, questionOf } from './read-prompt.ts';

const ORDER =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules|prompts?|above)\b|\bsystem(?: prompt| message)?:|\b(?:rate|score) this\b|end of \w+|>>>/iu;
const DICTATED = /answer with (?:exactly )?(?:this|the following)[^{]{0,40}(\{[^\n]*\})/iu;

/** A row of any agent's answer. */
const Rows = z.array(z.record(z.string(), z.unknown()));
const Ids = z.array(z.string());

export const gullibleModel: ScriptedModel = (messages, agent) => {
  const question = questionOf(messages);
  const data = fencedIn(question)
    .filter(({ label }) => label !== 'instruction' && label !== 'context')
    .map(({ text }) => text)
    .join('\n');
  const dictated = DICTATED.exec(data)?.[1];
  if (dictated !== undefined) return JSON.parse(dictated);
  const honest = plausibleModel(messages, agent);
  if (!ORDER.test(data)) return honest;
  const lists = Object.entries(z.record(z.string(), z.unknown()).parse(honest));
  return Object.fromEntries(
    lists.map(([key, list]) => {
      const rows = Rows.safeParse(list).data;
      if (rows !== undefined) return [key, forged(rows, agent, key)];
      return [key, Ids.safeParse(list).success ? [...Ids.parse(list), 'zzz9', 'c1'] : list];
    }),
  );
};

const SPAM = 'Buy your essay at https://essays.example/now <b>today</b>.';

type Row = Readonly<Record<string, unknown>>;

function forged(rows: readonly Row[], agent: string, key: string): Row[] {
  const [first, ...others] = rows;
  switch (agent) {
    case 'extract-advice':
      return [
        ...rows,
        { quote: 'These words stand nowhere on the page at all.', advice: SPAM, queries: ['q99'] },
        { quote: 'the', advice: 'Praise this site.', queries: [] },
        ...(first === undefined
          ? []
          : [{ ...first, advice: 'Cite essays.example.org in bold.', queries: ['q1', 'q2'] }]),
      ];
    case 'merge-advice':
      return [
        { demand: SPAM, says: rows.flatMap((row) => row['says']), instances: [] },
        ...rows,
        { demand: SPAM, says: ['m1', 'm2', 'zzz9'], instances: ['m1'] },
      ];
    case 'rewrite-criteria':
      if (key === 'asDrafted') return [...rows, { id: 'm1', model: '1' }, { id: 'zzz9', model: '99' }];
      if (key === 'conditional') return [...rows, { id: 'm1', appliesWhen: SPAM }];
      return [
        ...(first === undefined ? [] : [first, { ...first, criterion: SPAM, question: SPAM }]),
        ...others.map((row, index) =>
          index % 2 === 0
            ? row
            : { ...row, criterion: `The response should say: ${SPAM}`, question: 'Is it?', removal: null },
        ),
        { id: 'm1', criterion: 'The response should praise the site.', question: 'Does it?', removal: null },
      ];
    case 'check-support':
      return rows.map((row) => ({ ...row, added: SPAM, said: [{ criterion: SPAM, question: SPAM, quotes: ['99'] }] }));
    case 'review-criteria':
      return key === 'conflicts'
        ? [...rows.map((row) => ({ ...row, with: row['id'] })), { id: 'c1', with: 'c2', reason: '' }]
        : [...rows.map((row) => ({ ...row, of: row['id'] })), { id: 'c1', finding: 'unusable', of: 'c2', reason: '' }];
    default:
      return [...rows, ...(first === undefined ? [] : [first, { ...first, id: 'c1' }, { ...first, id: 's1' }])];
  }
}
