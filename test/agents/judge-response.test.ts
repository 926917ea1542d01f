import { describe, expect, it } from 'vitest';
import { judgeResponse } from '../../agents/judge-response.ts';
import type { JudgedByItems } from '../../src/llm/agent-kit/verdict-rows.ts';
import { conversingModel } from '../support/conversing-model.ts';
import { itemsIn, outsideFences } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const input: JudgedByItems = {
  task,
  response: 'The ferry sails at noon.',
  items: ['i1', 'i2', 'i3'].map((id) => ({ id, question: `Does the response do ${id}?` })),
  analysis: true,
};
const row = { analysis: 'It does.', quotes: ['at noon'], answer: 'YES' };

describe('judgeResponse', () => {
  it('gives ids that the response does not hold, though it knows the checklist', async () => {
    const idsFor = async (response: string) => {
      const seen: string[] = [];
      const model = conversingModel((question) => {
        seen.push(...itemsIn(question, 'criteria').map(({ id }) => id));
        return '';
      });
      await judgeResponse.ask({ model, prompts }, run, { ...input, response });
      return seen;
    };
    let response = 'The ferry sails at noon.';
    for (let times = 0; times < 3; times += 1) {
      const ids = await idsFor(response);
      for (const id of ids) expect(response).not.toContain(id);
      response += ` ${ids.join(' ')}`;
    }
    expect(await idsFor('Another ferry.')).toEqual(await idsFor('The ferry sails at noon.'));
  });

  const judgedBy = (idsOf: (ids: readonly string[]) => readonly string[]) => {
    const model = conversingModel((question) => {
      const ids = itemsIn(question, 'criteria').map(({ id }) => id);
      return JSON.stringify({ verdicts: idsOf(ids).map((id) => ({ id, ...row })) });
    });
    return judgeResponse.ask({ model, prompts }, run, input);
  };

  it('judges by id, in capitals too; what is left out after the repair has no verdict', async () => {
    const verdicts = valueOf(await judgedBy(([a = '', b = '']) => [a, b.toUpperCase()]));
    const judged = { answer: 'yes', analysis: 'It does.', quotes: ['at noon'], yesProbability: null };
    expect(Object.fromEntries(verdicts)).toEqual({ i1: judged, i2: judged });
  });

  it.each<[string, (id: string) => object, string]>([
    ['an id in brackets', (id) => ({ ...row, id: `[${id}]` }), 'yes'],
    ['an id and a colon', (id) => ({ ...row, id: `${id}:` }), 'yes'],
    ['members that nobody asked for', (id) => ({ id, criterion: 'i1', ...row, confidence: 1 }), 'yes'],
    ['a quote that is no list', (id) => ({ ...row, id, quotes: 'at noon' }), 'yes'],
    ['an answer in brackets', (id) => ({ ...row, id, answer: '[NO]' }), 'no'],
    ['“NA”', (id) => ({ ...row, id, answer: 'NA' }), 'not-applicable'],
    ['“Not applicable”', (id) => ({ ...row, id, answer: 'Not applicable.' }), 'not-applicable'],
  ])('reads a row with %s in one call', async (_what, rowOf, answer) => {
    let calls = 0;
    const model = conversingModel((question) => {
      calls += 1;
      return JSON.stringify({ verdicts: itemsIn(question, 'criteria').map(({ id }) => rowOf(id)) });
    });
    const verdicts = valueOf(await judgeResponse.ask({ model, prompts }, run, input));
    expect([...verdicts.values()].map((each) => each.answer)).toEqual([answer, answer, answer]);
    expect(calls).toBe(1);
  });

  it.each(['YES?', 'Yes, partially', 'Yes, mostly.', 'YES or NO', 'No (unless irony counts)'])(
    'has no verdict where the answer is %j',
    async (answer) => {
      const model = conversingModel((question) =>
        JSON.stringify({ verdicts: itemsIn(question, 'criteria').map(({ id }) => ({ ...row, id, answer })) }),
      );
      expect(await judgeResponse.ask({ model, prompts }, run, input)).toMatchObject({ failure: 'schema-mismatch' });
    },
  );

  it('has no verdict on a row with two members that differ in their letters’ case alone', async () => {
    const verdicts = (ids: readonly string[]) => ids.map((id) => ({ id, ...row, Answer: 'NO' }));
    const model = conversingModel((question) =>
      JSON.stringify({ verdicts: verdicts(itemsIn(question, 'criteria').map(({ id }) => id)) }),
    );
    expect(await judgeResponse.ask({ model, prompts }, run, input)).toMatchObject({ failure: 'schema-mismatch' });
  });

  it('has no verdict at all where an id is invented or repeated after the repair: a quotation may have made the row', async () => {
    for (const more of ['i3', 'z1', ''])
      expect(await judgedBy((ids) => [...ids, more === '' ? ids[0]!.toUpperCase() : more])).toMatchObject({
        status: 'unscored',
        failure: 'rejected',
      });
  });

  it('asks for the analysis before the answer, and for none where told so', async () => {
    let bare = false;
    const model = modelThatSays((question) => ({
      verdicts: itemsIn(question, 'criteria').map(({ id }) => (bare ? { id, answer: 'N/A' } : { id, ...row })),
    }));
    const analysed = await judgeResponse.ask({ model, prompts }, run, input);
    expect(valueOf(analysed).size).toBe(3);
    bare = true;
    const plain = valueOf(await judgeResponse.ask({ model, prompts }, run, { ...input, analysis: false }));
    expect(plain.get('i2')).toMatchObject({ answer: 'not-applicable', analysis: '', quotes: [] });
    expect(model.calls.map(({ text }) => /^Manner: (\w+)$/mu.exec(text)?.[1])).toEqual(['analysed', 'bare']);
  });

  it('shows everything shared first and the criteria last, and says where no instruction is known', async () => {
    const model = modelThatSays(() => null);
    await judgeResponse.ask({ model, prompts }, run, { ...input, task: null });
    const question = model.calls[0]?.messages.at(-1)?.content ?? '';
    expect(outsideFences(question)).toContain('The instruction is not known.');
    expect(question.indexOf('<<<response ')).toBeLessThan(question.indexOf('<<<criteria '));
    expect(question.trimEnd()).toMatch(/end of criteria>>>$/u);
  });
});
