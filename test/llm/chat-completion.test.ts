/** One chat completion by LangChain's client: the same request as its chat model sends, and whatever compatible servers answer. */
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Capability } from '../../src/domain/model.ts';
import { answerSchema } from '../../src/llm/answer-schema.ts';
import { sendCompletion } from '../../src/llm/chat-completion.ts';

const MESSAGES = [
  { role: 'system' as const, content: 'You judge.' },
  { role: 'user' as const, content: 'Is it so?' },
  { role: 'assistant' as const, content: 'Yes.' },
];
const schema = answerSchema('judge', z.strictObject({ answer: z.string() }));
const ASKED = { messages: MESSAGES, schema, choiceWords: [], seed: 7 };
const plain = (content: unknown) => ({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] });

/** Answers everything alike, and keeps what was asked. */
function rig(model: string, reply: unknown) {
  const bodies: unknown[] = [];
  const fields = {
    ...{ model, apiKey: 'k', maxRetries: 0, temperature: 0.5, logprobs: true, topLogprobs: 5 },
    configuration: {
      baseURL: 'http://127.0.0.1:9/v1',
      fetch: async (_: unknown, init?: RequestInit) => {
        bodies.push(JSON.parse(typeof init?.body === 'string' ? init.body : ''));
        return Response.json(reply);
      },
    },
  };
  const send = (capability: Capability) =>
    sendCompletion(new ChatOpenAICompletions(fields), ASKED, capability, new AbortController().signal, {});
  return { bodies, fields, send };
}

describe('a chat completion', () => {
  it.each(['gpt-4o-mini', 'o4-mini', 'gpt-5-mini', 'gpt-5-chat-latest', 'llama'])(
    'asks %s as LangChain does',
    async (name) => {
      const { bodies, fields, send } = rig(name, plain('{}'));
      await send('json_object');
      const [ours] = z
        .array(z.looseObject({ messages: z.array(z.looseObject({ content: z.string() })) }))
        .parse(bodies);
      const messages = MESSAGES.map((message, at) => ({ ...message, content: ours?.messages[at]?.content ?? '' }));
      await new ChatOpenAI(fields).invoke(messages, { seed: 7, response_format: { type: 'json_object' } });
      expect(ours).toEqual(bodies[1]);
    },
  );

  it('asks for a call of a tool as LangChain does', async () => {
    const { bodies, fields, send } = rig('m', plain('{}'));
    await send('tools');
    const parameters = schema.portable;
    const tool = {
      type: 'function',
      function: { name: 'judge', description: 'Gives the answer.', parameters },
    } as const;
    await new ChatOpenAI(fields).bindTools([tool], { tool_choice: 'judge' }).invoke(MESSAGES, { seed: 7 });
    expect(bodies[0]).toEqual(bodies[1]);
  });

  it('asks for the schema in strict form', async () => {
    const { bodies, send } = rig('m', plain('{}'));
    await send('json_schema');
    const json_schema = { name: 'judge', strict: true, schema: schema.portable };
    expect(bodies[0]).toMatchObject({ response_format: { type: 'json_schema', json_schema }, messages: MESSAGES });
  });

  it.each([
    ['a text', plain('Yes. \n'), 'Yes.'],
    [
      'text in parts, with reasoning',
      plain([
        { type: 'thinking', thinking: 'No' },
        { type: 'text', text: 'Yes' },
      ]),
      'Yes',
    ],
    ['nothing', plain(null), ''],
    ['no message', { choices: [{ finish_reason: 'stop' }] }, ''],
    [
      'a call of a tool',
      {
        choices: [{ message: { content: null, tool_calls: [{ function: { name: 'judge', arguments: '{"a": 1}' } }] } }],
      },
      '{"a": 1}',
    ],
  ])('reads %s', async (_, reply, text) => {
    expect(await rig('m', reply).send('prompt')).toMatchObject({
      text,
      stopReason: 'done',
      usage: null,
      choices: null,
    });
  });

  it.each<[Capability, string | null, [name: string, args: string][], string]>([
    ['json_schema', 'Yes', [['search', '{"q": "x"}']], 'Yes'],
    ['json_schema', 'Yes', [['search', '']], 'Yes'],
    ['json_schema', ' ', [['search', '{"a": 1}']], '{"a": 1}'],
    ['tools', 'I call it.', [['judge', '{"a": 1}']], '{"a": 1}'],
    ['tools', 'Yes', [['judge', '']], 'Yes'],
    ['tools', 'Yes', [['judge', '{ }']], 'Yes'],
    ['tools', 'Yes', [['search', '{"q": "x"}']], 'Yes'],
    ['tools', null, [['search', '{"a": 1}']], '{"a": 1}'],
    ['tools', null, [['judge', '{}']], '{}'],
    ['tools', 'I call it.', [['functions.judge', '{"a": 1}']], '{"a": 1}'],
    ['tools', 'I call it.', [['default_api:judge', '{"a": 1}']], '{"a": 1}'],
    ['tools', 'I call it.', [['', '{"a": 1}']], '{"a": 1}'],
    [
      'tools',
      'Yes',
      [
        ['think', '{"q": "x"}'],
        ['judge', '{"a": 1}'],
      ],
      '{"a": 1}',
    ],
  ])('asked with %s, reads of the content %j and the calls %j: %j', async (capability, content, calls, text) => {
    const tool_calls = calls.map(([name, args]) => ({ function: { name, arguments: args } }));
    const message = { content, tool_calls };
    expect(await rig('m', { choices: [{ message }] }).send(capability)).toMatchObject({ text });
  });

  it('reads a refusal, a cut, and figures', async () => {
    const refused = { choices: [{ message: { content: 'Yes', refusal: 'I cannot.' }, finish_reason: 'stop' }] };
    expect(await rig('m', refused).send('prompt')).toMatchObject({ text: 'I cannot.', stopReason: 'refused' });
    const cut = {
      choices: [{ message: { content: 'Ye' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 40 } },
    };
    const usage = { inputTokens: 10, cachedInputTokens: 10, outputTokens: 2 };
    expect(await rig('m', cut).send('prompt')).toMatchObject({ stopReason: 'length', usage });
  });

  it.each([{}, { choices: [] }, { choices: [{ message: { content: 5 } }] }, 'ok', null])(
    'takes no other reply for one: %j',
    async (reply) => {
      await expect(rig('m', reply).send('prompt')).rejects.toMatchObject({ kind: 'not-a-model-server' });
    },
  );
});
