import { describe, expect, it } from 'vitest';
import { answerQuery } from '../../agents/answer-query.ts';
import { draftCriteria } from '../../agents/draft-criteria.ts';
import type { DraftItem } from '../../src/domain/engine.ts';
import { fakeModelClient } from '../support/fake-model-client.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { modelThatSays, prompts, query, run, task, valueOf } from './support.ts';

const row = (what: string, explicit = false) => ({
  criterion: `The response should ${what}.`,
  question: `Does the response ${what}?`,
  explicit,
});

async function draft(wanted: DraftItem['wanted'], criteria?: readonly object[]) {
  const model = criteria === undefined ? fakeModelClient(plausibleModel) : modelThatSays(() => ({ criteria }));
  const drafted = valueOf(await draftCriteria.ask({ model, prompts }, run, { task, wanted }));
  return { drafted, call: model.calls[0]! };
}

describe('draftCriteria', () => {
  it('marks as explicit all that the instruction is taken apart into', async () => {
    const { drafted, call } = await draft({ kind: 'stated' }, [row('name the ferry line')]);
    expect(drafted).toEqual([
      {
        text: 'The response should name the ferry line.',
        question: 'Does the response name the ferry line?',
        explicit: true,
      },
    ]);
    expect(call.text).toMatch(/List wanted: stated$/u);
  });

  it.each([
    ['150 words on the two ferries', /names 150, 2, and none/u],
    ['a summary of 8,000 asked, 1,240 answers, 3.6 of 5, 48 %, 57 % and 22 %', /^$/u],
  ])('misses a figure of the instruction, unless those are data to write from: %s', async (instruction, problem) => {
    const model = modelThatSays(() => ({ criteria: [row('name the ferry line')] }));
    await draftCriteria.ask({ model, prompts }, run, {
      task: { ...task, instruction },
      wanted: { kind: 'stated' },
    });
    expect(model.calls[0]?.problems.join(' ')).toMatch(problem);
  });

  it('asks for an exact number, beyond an earlier list where there is one', async () => {
    const first = await draft({ kind: 'counted', count: 30, beyond: [] });
    expect(first.drafted).toHaveLength(30);
    expect(first.call.text).toMatch(/List wanted: counted, exactly 30 criteria$/u);
    const beyond = first.drafted.map(({ text }) => text);
    const more = await draft({ kind: 'counted', count: 30, beyond });
    expect(more.call.text).toMatch(/List wanted: beyond, exactly 30 criteria$/u);
    expect(new Set([...beyond, ...more.drafted.map(({ text }) => text)]).size).toBe(60);
  });

  it('takes no repetition, nothing from the earlier list, nothing unusable and nothing in excess', async () => {
    const { drafted, call } = await draft({ kind: 'counted', count: 2, beyond: ['The response should be brief.'] }, [
      row('be BRIEF'),
      row('open well'),
      row('open well'),
      { ...row('end well'), criterion: 'End well.' },
      row('name it'),
      row('date it'),
    ]);
    expect(drafted.map(({ text }) => text)).toEqual(['The response should open well.', 'The response should name it.']);
    expect(call.problems).toHaveLength(4);
  });

  it('takes a checklist of any length', async () => {
    const { drafted, call } = await draft({ kind: 'checklist' }, [row('be brief', true), row('open well')]);
    expect(drafted.map(({ explicit }) => explicit)).toEqual([true, false]);
    expect(call.problems).toEqual([]);
  });
});

describe('answerQuery', () => {
  it('returns advice in the model’s words, as much as asked for, without addresses', async () => {
    const model = modelThatSays(() => ({
      advice: ['Open with the news', 'See https://x.example.', 'Be brief.', 'Name a contact.'],
    }));
    expect(valueOf(await answerQuery.ask({ model, prompts }, run, { task, query, maxAdvice: 2 }))).toEqual([
      'Open with the news.',
      'Be brief.',
    ]);
    expect(model.calls[0]?.problems).toEqual(['Piece 2 holds a URL, which no text of yours may.']);
  });
});
