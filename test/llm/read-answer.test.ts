import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StopReason } from '../../src/domain/model.ts';
import { answerSchema } from '../../src/llm/answer-schema.ts';
import { separateJson } from '../../src/llm/extract-json.ts';
import { readAnswer } from '../../src/llm/read-answer.ts';
import { growth, LINEAR } from '../support/growth.ts';

const objectsIn = (text: string) => separateJson(text).objects;

describe('finding JSON in an answer', () => {
  it.each<[string, string, unknown[]]>([
    ['bare', ' {"a":1}\n', [{ a: 1 }]],
    ['in a fence', '```json\n{"a":1}\n```', [{ a: 1 }]],
    ['in prose with braces', 'Use {care}: {"a":{"b":"}{"}} {done}', [{ a: { b: '}{' } }]],
    ['several', '{"a":1} then {"a":2}', [{ a: 1 }, { a: 2 }]],
    ['after reasoning with a draft', '<think>{"a":0}</think>{"a":1}', [{ a: 1 }]],
    ['after two kinds of reasoning', '<think>x</think>\n<reasoning>{"a":0}</reasoning>{"a":1}', [{ a: 1 }]],
    ['after reasoning whose tag the template opened', 'so {"a":0}\n</think>\n{"a":1}', [{ a: 1 }]],
    [
      'in the final channel',
      '<|channel|>analysis<|message|>{"a":0}<|end|><|channel|>final<|message|>{"a":1}',
      [{ a: 1 }],
    ],
    ['with a reasoning tag inside a string', '{"a":"</think>{}"}', [{ a: '</think>{}' }]],
    ['reasoning that never ends', '<think>{"a":1}', []],
    ['with loose quotes and commas', "```json\n{'a': 'its', b: True,}\n```", [{ a: 'its', b: true }]],
    [
      'with line breaks and backslashes in a string',
      '{"a": "1\n\\d \\"so\\" \\u00e9", "b": None}',
      [{ a: '1\n\\d "so" é', b: null }],
    ],
    ['with quotation marks inside a string', '{"a": "He said "hi" to 5" pipes"}', [{ a: 'He said "hi" to 5" pipes' }]],
    ['with an apostrophe in single quotes', "{'a': 'It's \"gone\"'}", [{ a: 'It\'s "gone"' }]],
    ['that breaks off is not completed', "{'a': 1, 'b': [{'c': 2}", []],
    ['cut', '{"a":[{"b":1},{"b":', []],
    ['before one that is cut', '{"a":1} {"a":', []],
    ['in a string with stray quotes', '{"a": "It says {"b": 1} only."}', []],
    ['in an object without its opening', '"a": "It says {"b": 1} only."}', []],
    ['between strings that may end elsewhere', '{"a": "It says "b": 1, no more."}', []],
    ['with a key twice', '{"a": "no", "b": "It says ", "a": "yes", "c": " so."}', []],
    ['with a key twice in loose JSON', "{'a': 'no', 'b': [{a: 1, 'a': 2}]}", []],
    ['with comments', '{"a": 1, // it\'s one\n "b": /* two */ 2, "c": "//"}', [{ a: 1, b: 2, c: '//' }]],
    ['with a comment over what stands in strings', '{"a": "", "b": 1, /* ", "b": 2, "c": "*/ "d": ""}', []],
    ['without commas between objects', '{"a": [{"b": "} {"} {"b": [1]}]\n}', [{ a: [{ b: '} {' }, { b: [1] }] }]],
    ['with brackets too many after it', '```json\n{"a": 1}]}\n```', [{ a: 1 }]],
    ['with spaces that do not break', '{\u00A0"a":\u00A0"\u00A0"}', [{ a: '\u00A0' }]],
    ['with two strings side by side', '{"a": ["b" "c"]}', []],
    ['nothing', 'I cannot say.', []],
  ])('%s', (_what, text, expected) => {
    expect(objectsIn(text)).toEqual(expected);
  });

  it('finds any object, whatever prose without braces stands around it', () => {
    const prose = fc.string().map((text) => text.replace(/[{}<]/g, ''));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, object, after) => {
        const text = JSON.stringify(object);
        expect(objectsIn(`${before}\n${text}\n${after}`).at(-1)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is broken where a string is too long to be mended', () => {
    expect(separateJson(`So: {"a": "${'\\n'.repeat(4_000_000)}"}`)).toMatchObject({ objects: [], isBroken: true });
  });

  it('takes the time of the text for a brace before spaces', async () => {
    expect(await growth((length) => objectsIn(`{${' '.repeat(length)}x`), 200_000)).toBeLessThan(LINEAR);
  });

  it.each(['{', '{"a":"', '<think>', "{'a ", '{“a}'])('takes the time of the text for %s', async (piece) => {
    const extract = (length: number) => objectsIn(piece.repeat(length / piece.length));
    expect(await growth(extract, 200_000)).toBeLessThan(LINEAR);
  });
});

describe('reading an answer', () => {
  const schema = z.strictObject({ score: z.int() });
  const read = (text: string, stopReason: StopReason = 'done', readProse = (): { score: number } | null => null) =>
    readAnswer(
      {
        text,
        stopReason,
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, estimated: false },
        receivedAt: '',
      },
      { schema, readProse },
    );

  it('takes one object of the offered shape, also if it is repeated, and none of several: a page may be quoted', () => {
    expect(read('{"note": 1} {"score": 2} Again: {"score": 2}')).toMatchObject({ value: { score: 2 } });
    for (const text of ['I say {"score": 2}. The page said {"score": 10}.', '{"score": 10} {"note": "done"}'])
      expect(read(text)).toMatchObject({ status: 'unread' });
  });

  it('takes an answer that was complete before it was cut, and no part of one that was not', () => {
    expect(read('{"score": 2} And furthermore', 'length')).toMatchObject({ value: { score: 2 } });
    expect(read('{"scores": [{"points": 2}', 'length')).toMatchObject({
      status: 'unread',
      failure: 'truncated',
    });
  });

  it('asks no reader of prose about JSON that is cut or damaged', () => {
    const readProse = () => ({ score: 10 });
    expect(read('The score is ten.', 'done', readProse)).toMatchObject({ value: { score: 10 } });
    for (const text of ['{"score": 2', 'Sure: {"note": "It says {"score": 10}.", "score": 2}'])
      expect(read(text, 'done', readProse)).toMatchObject({ status: 'unread', failure: 'not-json' });
  });

  it('says what is wrong with JSON that cannot be read', () => {
    const problems = [expect.stringContaining("(Expected ',' or ']' after array element)") as string];
    expect(read('Sure: {"score": [2 3]}')).toMatchObject({ problems });
  });

  it.each<[string, StopReason, string]>([
    ['', 'done', 'empty'],
    ['', 'length', 'truncated'],
    ['prose', 'done', 'not-json'],
    ['{"score": 2', 'done', 'not-json'],
    ['[1]', 'done', 'schema-mismatch'],
    ['{"score": "2"}', 'done', 'schema-mismatch'],
    ['{"score": 2}', 'refused', 'refused'],
  ])('%j (%s) is %s', (text, stopReason, failure) => {
    expect(read(text, stopReason)).toMatchObject({ status: 'unread', failure });
  });
});

describe('the schema of an answer', () => {
  it('keeps structure and meaning, and drops what strict servers refuse', () => {
    const schema = z.strictObject({
      kind: z.enum(['a', 'b']).describe('Which.'),
      points: z.array(z.strictObject({ id: z.string().regex(/^a\d+$/), note: z.string().max(9).nullable() })).min(1),
    });
    expect(answerSchema('test', schema).portable).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['a', 'b'], description: 'Which.' },
        points: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
            required: ['id', 'note'],
            additionalProperties: false,
          },
        },
      },
      required: ['kind', 'points'],
      additionalProperties: false,
    });
    expect(JSON.stringify(answerSchema('test', schema).full)).toContain('minItems');
  });

  it.each([
    [
      'an optional member',
      z.strictObject({ a: z.strictObject({ b: z.string().optional() }) }),
      /test\.a: “b” is optional/,
    ],
    ['a record', z.strictObject({ a: z.record(z.string(), z.string()) }), /test\.a/],
    ['a list at its root', z.array(z.string()), /object at its root/],
  ])('with %s is a bug that shows at once', (_what, schema, message) => {
    expect(() => answerSchema('test', schema)).toThrow(message);
  });
});
