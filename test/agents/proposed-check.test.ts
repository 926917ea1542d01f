/** Checks that agents propose: valid ones are kept, others asked for again, then left out. */
import { describe, expect, it } from 'vitest';
import { generateChecklist } from '../../agents/generate-checklist.ts';
import { testRun } from '../support/run-context.ts';
import { modelThatSays, prompts, task, valueOf } from './support.ts';

async function generated(check: object) {
  const row = {
    criterion: 'The response should have at most 200 words.',
    question: 'Does the response have at most 200 words?',
    categories: [],
    importance: 3,
  };
  const model = modelThatSays(() => ({ analysis: 'It is short.', items: [{ ...row, ...check }] }));
  const items = valueOf(
    await generateChecklist.ask({ model, prompts }, testRun(), {
      task,
      manner: 'ticking',
      count: null,
      examples: false,
    }),
  );
  return { check: items[0]?.check, problems: model.calls[0]?.problems };
}

describe('a proposed check', () => {
  it('is kept where it can be read', async () => {
    expect(await generated({ check: { rule: 'words <= 200', decides: 'part' } })).toEqual({
      check: { rule: { kind: 'count', unit: 'words', min: null, max: 200 }, decides: 'part' },
      problems: [],
    });
  });

  it('is asked for again where it cannot, then left out, and the item stays', async () => {
    const { check, problems } = await generated({ check: { rule: 'at most 200 words', decides: 'all' } });
    expect(check).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('“at most 200 words” is no check')]);
  });

  it('names no function: a model does not know which there are', async () => {
    const { check, problems } = await generated({ check: { rule: 'not(function "greets")', decides: 'all' } });
    expect(check).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('A model names no function')]);
  });

  it.each([{}, { check: null }])('may be none: %j', async (none) => {
    expect(await generated(none)).toEqual({ check: undefined, problems: [] });
  });
});
