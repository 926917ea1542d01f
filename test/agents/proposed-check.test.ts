/** Checks that agents propose: valid ones are kept, others left out with a warning. */
import { describe, expect, it } from 'vitest';
import { generateChecklist } from '../../agents/generate-checklist.ts';
import { testRun } from '../support/run-context.ts';
import { modelThatSays, prompts, task, valueOf } from './support.ts';

async function generated(check: object) {
  const run = testRun();
  const row = {
    criterion: 'The response should have at most 200 words.',
    question: 'Does the response have at most 200 words?',
    categories: [],
    importance: 3,
  };
  const model = modelThatSays(() => ({ analysis: 'It is short.', items: [{ ...row, ...check }] }));
  const items = valueOf(await generateChecklist(model, prompts, run, { task, examples: false }));
  return { check: items[0]?.check, warnings: run.events.filter(({ type }) => type === 'warning') };
}

describe('a proposed check', () => {
  it('is kept where it can be read', async () => {
    expect(await generated({ check: { rule: 'words <= 200', decides: 'part' } })).toEqual({
      check: { rule: { kind: 'count', unit: 'words', min: null, max: 200 }, decides: 'part' },
      warnings: [],
    });
  });

  it('is left out with a warning where it cannot, and the item stays', async () => {
    const { check, warnings } = await generated({ check: { rule: 'at most 200 words', decides: 'all' } });
    expect(check).toBeUndefined();
    expect(warnings).toMatchObject([
      { message: expect.stringContaining('“at most 200 words” is no check') as string },
    ]);
  });

  it.each([{}, { check: null }])('may be none: %j', async (none) => {
    expect(await generated(none)).toEqual({ check: undefined, warnings: [] });
  });
});
