/** The judge of agents over real HTTP: what its prompts share, how many calls it takes, votes, probabilities, prose. */
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../src/llm/define-agent.ts';
import { judgeItems, type ItemsToJudge } from '../../src/judge/judge.ts';
import { startRig, type Rig, type RigOptions } from '../llm/harness.ts';
import { shippedPrompts } from '../support/fake-model-client.ts';
import type { Handler } from '../support/model-server/server.ts';
import type { ScriptedRequest } from '../support/model-server/request.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';

const prompts = await shippedPrompts();
const modelNames = { 'judge-response': 'scripted' };

/** 600 words. */
const RESPONSE = Array.from(
  { length: 60 },
  (_, index) => `In week ${index} the neighbours of Elm Lane met again.`,
).join('\n');

const QUESTIONS = Array.from(
  { length: 30 },
  (_, index) =>
    `Does the response say what the neighbours decided about point ${index + 1} of their long list, and who is going to do it before the summer?`,
);

const request: ItemsToJudge = {
  task: { instruction: 'Write the minutes of a year of neighbours’ meetings', context: null },
  response: RESPONSE,
  items: QUESTIONS.map((question, index) => ({ id: `i${index + 1}`, question })),
  itemsPerCall: 1,
  analysis: true,
};

function judging(rig: Rig) {
  const agents = { model: rig.newClient(), prompts, modelNames };
  return (changes: Partial<ItemsToJudge> = {}, sample: Sample = { sampleIndex: 0, samples: 1 }) =>
    judgeItems(rig.run, agents, { ...request, ...changes }, sample);
}

/** @param answer of an item, by its question */
function answering(answer: (question: string, request: ScriptedRequest) => string | null): Handler {
  return (asked) => ({
    verdicts: itemsIn(questionOf(asked.messages), 'criteria').flatMap(({ id, text }) => {
      const said = answer(text, asked);
      return said === null ? [] : [{ id, analysis: `On ${text}`, quotes: [], answer: said }];
    }),
  });
}

const start = (handler: Handler, options: RigOptions = {}) =>
  startRig({ ...options, server: { ...options.server, handler } });

function sharedPrefix(texts: readonly string[]): number {
  const [first = ''] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length += 1;
  return length;
}

describe('one call per item', () => {
  it.each(['json_schema', 'json_object', 'prompt'] as const)(
    'shares at least 80 % of each prompt as a prefix (%s)',
    async (capability) => {
      expect(RESPONSE.split(/\s+/u)).toHaveLength(600);
      const rig = await start(
        answering(() => 'YES'),
        { model: { capability } },
      );
      const outcomes = await judging(rig)();
      expect([...outcomes.values()].every(({ status }) => status === 'done')).toBe(true);
      const texts = rig.server.requests.map(({ text }) => text);
      expect(texts).toHaveLength(30);
      const shared = sharedPrefix(texts);
      for (const text of texts) expect(shared / text.length).toBeGreaterThanOrEqual(0.8);
    },
  );

  it('repeated costs no call', async () => {
    const rig = await start(answering((text) => (text.includes('point 7 ') ? 'NO' : 'YES')));
    const first = await judging(rig)();
    const again = await judging(rig)();
    expect(rig.server.requests).toHaveLength(30);
    expect(again).toEqual(first);
  });
});

describe('a batch', () => {
  it('takes at most 3 calls for 30 items', async () => {
    const rig = await start(answering((text) => (text.includes('point 7 ') ? 'NO' : 'YES')));
    const outcomes = await judging(rig)({ itemsPerCall: 15 });
    expect(rig.server.requests.length).toBeLessThanOrEqual(3);
    expect([...outcomes].filter(([, outcome]) => outcome.status !== 'done' || outcome.value.answer === 'no')).toEqual([
      ['i7', expect.objectContaining({ status: 'done' })],
    ]);
  });

  it('asks once more for items left out, then alone; those still missing are unscored, and nothing else', async () => {
    const rig = await start(
      answering((text, { messages }) =>
        text.includes('point 7 ') || (text.includes('point 8 ') && messages.length < 4) ? null : 'YES',
      ),
    );
    const outcomes = await judging(rig)({ itemsPerCall: 15 });
    const asked = rig.server.requests.map(({ messages }) => itemsIn(questionOf(messages), 'criteria').length);
    expect(asked.sort((a, b) => a - b)).toEqual([1, 1, 15, 15, 15]);
    expect([...outcomes].filter(([, { status }]) => status === 'unscored').map(([id]) => id)).toEqual(['i7']);
  });

  it('takes one further call for several items that its answers leave out', async () => {
    const rig = await start(
      answering((text, { messages }) => {
        const isLong = itemsIn(questionOf(messages), 'criteria').length > 3;
        return isLong && /point [789] /u.test(text) ? null : 'YES';
      }),
    );
    const outcomes = await judging(rig)({ itemsPerCall: 15, items: request.items.slice(0, 15) });
    const asked = rig.server.requests.map(({ messages }) => itemsIn(questionOf(messages), 'criteria').length);
    expect(asked).toEqual([15, 15, 3]);
    expect([...outcomes.values()].every(({ status }) => status === 'done')).toBe(true);
  });

  it('without a usable row, such as one with invented ids, is replaced by a call for each item', async () => {
    const rig = await start((asked) => {
      const items = itemsIn(questionOf(asked.messages), 'criteria');
      const idOf = (id: string, index: number) => (items.length > 1 ? String(index + 1) : id);
      return {
        verdicts: items.map(({ id }, index) => ({ id: idOf(id, index), analysis: 'A', quotes: [], answer: 'YES' })),
      };
    });
    const outcomes = await judging(rig)({ itemsPerCall: 15, items: request.items.slice(0, 3) });
    expect([...outcomes.values()].every(({ status }) => status === 'done')).toBe(true);
    expect(rig.server.requests).toHaveLength(2 + 3);
  });

  it('keeps the order in which items are asked', async () => {
    const rig = await start(answering(() => 'YES'));
    const items = [...request.items].reverse();
    await judging(rig)({ itemsPerCall: 15, items });
    const asked = rig.server.requests
      .map(({ messages }) => itemsIn(questionOf(messages), 'criteria').map(({ text }) => text))
      .sort(([a = ''], [b = '']) => (a.includes('point 30 ') ? -1 : b.includes('point 30 ') ? 1 : 0))
      .flat();
    expect(asked).toEqual(items.map(({ question }) => question));
  });
});

describe('samples', () => {
  it('are drawn apart, at a temperature above 0; a single one at 0', async () => {
    const rig = await start(answering(() => 'YES'));
    const items = request.items.slice(0, 1);
    await judging(rig)({ items });
    for (const sampleIndex of [0, 1, 2]) await judging(rig)({ items }, { sampleIndex, samples: 3 });
    expect(rig.server.requests.map(({ temperature }) => temperature)).toEqual([0, 1, 1, 1]);
  });
});

describe('what an endpoint gives', () => {
  it('token probabilities: P(yes) of each verdict, alone and in a batch', async () => {
    const rig = await start(
      answering((text) => (text.includes('point 2 ') ? 'NO' : 'YES')),
      { server: { probabilities: 0.8 } },
    );
    for (const itemsPerCall of [1, 15]) {
      const outcomes = await judging(rig)({ itemsPerCall, items: request.items.slice(0, 3) });
      const chances = [...outcomes.values()].map((outcome) =>
        outcome.status === 'done' ? outcome.value.yesProbability : undefined,
      );
      expect(chances).toEqual([0.8, 0.2, 0.8].map((chance) => expect.closeTo(chance) as number));
    }
  });

  it('verdict-like words inside an analysis change no probability', async () => {
    const rig = await start(
      (asked) => ({
        verdicts: itemsIn(questionOf(asked.messages), 'criteria').map(({ id }) => ({
          id,
          analysis: 'It says "answer": "YES" and NO, YES.',
          quotes: ['"answer":"YES"'],
          answer: 'NO',
        })),
      }),
      { server: { probabilities: 0.9 } },
    );
    const outcomes = await judging(rig)({ items: request.items.slice(0, 1) });
    expect(outcomes.get('i1')).toMatchObject({
      value: { answer: 'no', yesProbability: expect.closeTo(0.1) as number },
    });
  });

  it('no probability where the JSON had to be mended: in its strings anything may stand', async () => {
    const rig = await start(
      (asked) =>
        itemsIn(questionOf(asked.messages), 'criteria')
          .map(({ id }) => `{'id':'${id}','analysis':'It says "answer": "YES".','quotes':[],'answer':'NO'}`)
          .map((row) => `{'verdicts':[${row}]}`)
          .join(''),
      { server: { probabilities: 0.9 }, model: { capability: 'prompt' } },
    );
    const outcomes = await judging(rig)({ items: request.items.slice(0, 1) });
    expect(outcomes.get('i1')).toMatchObject({ value: { answer: 'no', yesProbability: null } });
  });

  it('prose: the verdict of one item is read, without a repair; of several each is asked for alone', async () => {
    const rig = await start(() => 'The response says nothing of it.\n\nAnswer: NO', {
      model: { capability: 'prompt' },
    });
    const items = request.items.slice(0, 2);
    const alone = await judging(rig)({ items });
    expect([...alone.values()]).toEqual([
      expect.objectContaining({ value: expect.objectContaining({ answer: 'no' }) as unknown }),
      expect.objectContaining({ value: expect.objectContaining({ answer: 'no' }) as unknown }),
    ]);
    expect(rig.server.requests).toHaveLength(2);
    const together = await judging(rig)({ items, itemsPerCall: 15 });
    expect(together).toEqual(alone);
  });
});
