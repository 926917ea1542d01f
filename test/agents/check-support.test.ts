import { describe, expect, it } from 'vitest';
import { checkSupport } from '../../agents/check-support.ts';
import { AdviceId, PointId } from '../../src/domain/ids.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const quote = (id: string, text: string) => ({
  id: AdviceId.parse(id),
  quote: text,
  passage: `Before. «${text}» After.`,
});
const criteria = [
  {
    ...{ id: PointId.parse('m1'), text: 'The response should open with the news.', question: 'Does it?' },
    isDrafted: false,
    quotes: [quote('a1', 'Put the news first.'), quote('a2', 'Name the town in 10 words.')],
  },
  {
    ...{ id: PointId.parse('m2'), text: 'The response should name a contact.', question: 'Does it?' },
    isDrafted: false,
    quotes: [quote('a3', 'Say who can be called.')],
  },
];

async function verdictsFrom(answer: (ids: readonly string[]) => object) {
  const model = modelThatSays((question) => {
    const heads = itemsIn(question, 'criteria and quotes').map(({ id }) => id);
    return answer(heads);
  });
  const verdicts = valueOf(await checkSupport.ask({ model, prompts }, run, { task, criteria }));
  return { verdicts: Object.fromEntries(verdicts), problems: model.calls[0]!.problems.join(' ') };
}
const said = (demand: string, quotes: readonly unknown[]) => ({
  criterion: `The response should ${demand}.`,
  question: `Does the response ${demand}?`,
  quotes,
});

describe('checkSupport', () => {
  it('cuts back a criterion in a language without spaces between words', async () => {
    const criterion = {
      ...{ id: PointId.parse('m1'), text: '回答应当在开头说明职位和薪水。', question: '是否说明？' },
      isDrafted: false,
      quotes: [quote('a1', '开头要说明职位。')],
    };
    const model = modelThatSays((question) => {
      const [{ id } = { id: '' }] = itemsIn(question, 'criteria and quotes');
      const row = { criterion: '回答应当在开头说明职位。', question: '回答是否在开头说明职位？', quotes: ['1'] };
      return { full: [], others: [{ id, added: '薪水', said: [row] }], disputes: [] };
    });
    const verdicts = valueOf(await checkSupport.ask({ model, prompts }, run, { task, criteria: [criterion] }));
    expect(verdicts.get('m1')).toMatchObject({ kind: 'part', said: [{ text: '回答应当在开头说明职位。' }] });
  });

  it('words beside a model’s own wording what its quotes say', async () => {
    const drafted = { ...criteria[0]!, text: 'The response should name the town and the mayor.', isDrafted: true };
    const model = modelThatSays((question) => {
      const [{ id, text } = { id: '', text: '' }] = itemsIn(question, 'criteria and quotes');
      expect(text).toMatch(/\(drafted\)$/mu);
      return {
        full: [],
        others: [{ id, added: 'the mayor', said: [said('name the town', ['2'])] }],
        disputes: [],
      };
    });
    const verdicts = valueOf(await checkSupport.ask({ model, prompts }, run, { task, criteria: [drafted] }));
    expect(model.calls[0]!.problems).toEqual([]);
    expect(verdicts.get('m1')).toMatchObject({
      added: 'the mayor',
      said: [{ text: 'The response should name the town.', adviceIds: ['a2'] }],
    });
  });

  it('cuts no figure that a quote has', async () => {
    const figure = { ...criteria[0]!, text: 'The response should name the town in 10 words.' };
    const model = modelThatSays((question) => {
      const [{ id } = { id: '' }] = itemsIn(question, 'criteria and quotes');
      return { full: [], others: [{ id, added: 'news', said: [said('name the town', ['2'])] }], disputes: [] };
    });
    const verdicts = valueOf(await checkSupport.ask({ model, prompts }, run, { task, criteria: [figure] }));
    expect(model.calls[0]!.problems.join()).toMatch(/drops the figure 10, which a quote has/);
    expect(verdicts.get('m1')).toMatchObject({ kind: 'part', said: null });
  });

  it('takes what is said in full, cut back, divided or not said at all', async () => {
    const { verdicts, problems } = await verdictsFrom(([news, contact]) => ({
      full: [],
      others: [
        { id: news, added: 'two demands', said: [said('put the news first', ['1']), said('name the town', [2])] },
        { id: contact, added: 'naming a contact', said: [] },
      ],
      disputes: [],
    }));
    expect(problems).toBe('');
    expect(verdicts).toEqual({
      m1: {
        kind: 'part',
        added: 'two demands',
        said: [
          {
            text: 'The response should put the news first.',
            question: 'Does the response put the news first?',
            adviceIds: ['a1'],
          },
          {
            text: 'The response should name the town.',
            question: 'Does the response name the town?',
            adviceIds: ['a2'],
          },
        ],
        disputes: [],
      },
      m2: { kind: 'part', added: 'naming a contact', said: [], disputes: [] },
    });
    expect((await verdictsFrom((ids) => ({ full: ids, others: [], disputes: [] }))).verdicts).toEqual({
      m1: { kind: 'full', disputes: [] },
      m2: { kind: 'full', disputes: [] },
    });
  });

  it('has no verdict on what is left out or named twice, and asks for it', async () => {
    const { verdicts, problems } = await verdictsFrom(([news]) => ({
      full: [news, 'zzz1'],
      others: [{ id: news, added: 'x', said: [] }],
      disputes: [],
    }));
    expect(verdicts).toEqual({});
    expect(problems).toMatch(/not given.*more than once.*are missing/su);
  });

  it('gives a quote that both halves name to the half that names fewer', async () => {
    const { verdicts, problems } = await verdictsFrom(([news, contact]) => ({
      full: [contact],
      others: [
        { id: news, added: 'two demands', said: [said('put it first', ['1', '2']), said('name the town', ['2'])] },
      ],
      disputes: [],
    }));
    expect(problems).toBe('');
    expect(verdicts['m1']).toMatchObject({ said: [{ adviceIds: ['a1'] }, { adviceIds: ['a2'] }] });
  });

  it('names quotes on the other side, as long as one is left that says it', async () => {
    const dispute = (id: string, quote: string) => ({ id, quote, reason: 'It wants the contrary.' });
    const { verdicts } = await verdictsFrom(([news = '', contact = '']) => ({
      full: [news, contact],
      others: [],
      disputes: [dispute(news, '2'), dispute(news, '9'), dispute(contact, '1'), dispute('zzz1', '1')],
    }));
    expect(verdicts).toEqual({
      m1: { kind: 'full', disputes: [{ with: 'a2', reason: 'It wants the contrary.' }] },
      m2: { kind: 'full', disputes: [] },
    });
  });

  it('leaves a criterion whole that would be divided on one quote', async () => {
    const { verdicts, problems } = await verdictsFrom(([news, contact]) => ({
      full: [contact],
      others: [{ id: news, added: 'two demands', said: [said('put it first', ['2']), said('name the town', ['2'])] }],
      disputes: [],
    }));
    expect(problems).toContain('one and the same quote');
    expect(verdicts['m1']).toEqual({ kind: 'part', added: 'two demands', said: null, disputes: [] });
  });

  it.each([
    ['a figure that no quote has', 'put the news first in 7 words', '1', 'figure, 7'],
    ['another beginning', '', '1', 'does not begin'],
    ['a quote that it has not', 'put the news first', '3', 'has no quote 3'],
  ])('keeps the wording, with what was added marked, for %s', async (_what, demand, quote, problem) => {
    const { verdicts, problems } = await verdictsFrom(([news, contact]) => {
      const wording = { ...said(demand, [quote]), ...(demand === '' ? { criterion: 'News first.' } : {}) };
      return { full: [contact], others: [{ id: news, added: 'the opening', said: [wording] }], disputes: [] };
    });
    expect(problems).toContain(problem);
    expect(verdicts).toEqual({
      m1: { kind: 'part', added: 'the opening', said: null, disputes: [] },
      m2: { kind: 'full', disputes: [] },
    });
  });
});
