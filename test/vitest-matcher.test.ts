/** The matcher and the library's judge, as a program would use them. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateChecklist, judge, overallRate, readChecklist } from '../src/index.ts';
import { toPassChecklist } from '../src/vitest.ts';
import { answering } from './support/guide-web/start-guide-web.ts';
import { startModelServer } from './support/model-server/server.ts';
import { plausibleModel } from './support/plausible-model.ts';

expect.extend({ toPassChecklist });

const COUNTABLE = [
  { text: 'The response should have at most 5 words.', check: 'words <= 5' },
  { text: 'The response should have at least 3 words.', check: 'words >= 3' },
];
const memory = { store: 'memory' };

async function scriptedModel() {
  const server = await startModelServer({ handler: answering(plausibleModel), apiKey: 'key-0123456789' });
  onTestFinished(() => server.close());
  return { model: 'scripted', baseUrl: server.baseUrl, apiKey: 'key-0123456789', ...memory };
}

describe('toPassChecklist', () => {
  it('passes and fails by the rate, and says what is not met', async () => {
    await expect('one two three').toPassChecklist(COUNTABLE, memory);
    await expect('one').toPassChecklist(COUNTABLE, { ...memory, min: 0.5 });
    await expect(expect('one').toPassChecklist(COUNTABLE, memory)).rejects.toThrow(
      /pass rate is 0\.5 \(1 met, 1 not met, 0 unscored\); at least 1 was expected.*\n +not met: The response should have at least 3/su,
    );
  });

  it('fails both ways where unscored items could decide', async () => {
    const list = [...COUNTABLE, 'Is it kind?'];
    const decide = /1 unscored of 3 could decide whether 0\.8 is reached/u;
    await expect(expect('one two three').toPassChecklist(list, { ...memory, min: 0.8 })).rejects.toThrow(decide);
    await expect('one two three').toPassChecklist(list, { ...memory, min: 0.6 });
  });

  it('fails both ways where nothing could be scored, or what came is no text', async () => {
    await expect(expect('one').toPassChecklist(['Is it kind?'], memory)).rejects.toThrow(
      /Nothing could be scored:\n +unscored: Is it kind\?/u,
    );
    await expect(expect('one').toPassChecklist(COUNTABLE, { ...memory, min: 80 })).rejects.toThrow(
      /from 0 to 1; it is 80/u,
    );
    await expect(expect(7).toPassChecklist(COUNTABLE, memory)).rejects.toThrow(/takes a response, which is a string/u);
  });
});

describe('the library', () => {
  it('generates a checklist and judges by it with a model', async () => {
    const options = await scriptedModel();
    const checklist = await generateChecklist('Write a toast', { ...options, policy: 'ticking' });
    expect(checklist.items.length).toBeGreaterThan(1);
    const judgement = await judge('A toast to the couple, with one example.', checklist, {
      ...options,
      votes: 3,
      itemsPerCall: 15,
    });
    expect(judgement.judge?.model).toBe('scripted');
    expect(judgement.verdicts.map(({ verdict }) => verdict.status)).not.toContain('unscored');
    expect(overallRate([judgement.passRate])).toBe(judgement.passRate.rate);
  });

  it('stops at a limit', async () => {
    const options = await scriptedModel();
    const questions = ['Is it kind?', 'Is it warm?', 'Is it funny?'];
    await expect(judge('A note.', questions, { ...options, itemsPerCall: 1, maxCalls: 2 })).rejects.toThrow(
      /limit of 2 model calls/u,
    );
  });

  it('judges with the instruction that it is given, and reads checklists of any form', async () => {
    const checklist = await readChecklist('- Is it kind?', 'list.md');
    const judgement = await judge('A note.', checklist, { ...memory, instruction: 'Write a note' });
    expect(judgement.checklist.task).toEqual({ instruction: 'Write a note', context: null });
    expect(judgement.passRate).toMatchObject({ rate: null, unscored: 1 });
  });
});
