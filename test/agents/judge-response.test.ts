import { describe, expect, it } from 'vitest';
import { judgeResponse } from '../../agents/judge-response.ts';
import type { JudgedByItems } from '../../src/llm/agent-kit/verdict-rows.ts';
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
  it('judges by id; what is left out, repeated or invented after the repair has no verdict', async () => {
    const model = modelThatSays((question) => {
      const [a, b] = itemsIn(question, 'criteria').map(({ id }) => id);
      return { verdicts: [a, b, b, 'i3'].map((id) => ({ id, ...row })) };
    });
    const verdicts = valueOf(await judgeResponse.ask({ model, prompts }, run, input));
    expect(Object.fromEntries(verdicts)).toEqual({
      i1: { answer: 'yes', analysis: 'It does.', quotes: ['at noon'], yesProbability: null },
    });
    expect(model.calls[0]?.problems).toHaveLength(3);
  });

  it('knows an id in capitals, and that it repeats one in small letters', async () => {
    const model = modelThatSays((question) => {
      const [a = '', b = ''] = itemsIn(question, 'criteria').map(({ id }) => id);
      return { verdicts: [a.toUpperCase(), b, b.toUpperCase()].map((id) => ({ id, ...row })) };
    });
    const verdicts = valueOf(await judgeResponse.ask({ model, prompts }, run, input));
    expect([...verdicts.keys()]).toEqual(['i1']);
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
