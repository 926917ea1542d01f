import { describe, expect, it } from 'vitest';
import { critiqueResponse } from '../../agents/critique-response.ts';
import { refineResponse } from '../../agents/refine-response.ts';
import { respond } from '../../agents/respond.ts';
import { rewriteResponse } from '../../agents/rewrite-response.ts';
import { modelThatSays, prompts, run, task } from './support.ts';

const written = { task, response: 'The ferry sails.' };

describe('an answer that brings an empty text', () => {
  it.each([
    ['respond', { response: ' ' }, (model) => respond.ask({ model, prompts }, run, { task })],
    ['critique', { critique: '' }, (model) => critiqueResponse.ask({ model, prompts }, run, written)],
    [
      'rewrite',
      { response: '\n' },
      (model) => rewriteResponse.ask({ model, prompts }, run, { ...written, critique: 'Say when.' }),
    ],
    [
      'refine',
      { plan: 'Say when.', response: '' },
      (model) => refineResponse.ask({ model, prompts }, run, { ...written, questions: [] }),
    ],
  ] satisfies [string, unknown, (model: ReturnType<typeof modelThatSays>) => Promise<unknown>][])(
    '%s: is asked to be mended, and is no answer',
    async (_name, answer, ask) => {
      const model = modelThatSays(() => answer);
      expect(await ask(model)).toMatchObject({ status: 'unscored', reason: 'The text is empty.' });
      expect(model.calls[0]?.problems).toEqual(['The text is empty.']);
    },
  );
});
