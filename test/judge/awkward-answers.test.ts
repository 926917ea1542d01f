/** What judges really send in place of what was asked for: read where it is plain, and never guessed at. */
import { describe, expect, it } from 'vitest';
import type { CompareCallOptions } from '../../src/client/judging-options.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const INSTRUCTION = 'Write a toast for Ada.';
const LONGER = 'A toast to Ada, who built the first engine.';
const CHECKLIST = ['Does it name Ada?', 'Is it a toast?'];

async function appThatSays(agent: string, raw: string, list = 'questions') {
  const { app } = await scriptedApp((messages, asked) => {
    if (asked !== agent) return plausibleModel(messages, asked);
    const ids = itemsIn(questionOf(messages), list).map(({ id }) => id);
    return raw.replace(/\$(\d)/gu, (_mark, index: string) => ids[Number(index) - 1] ?? '');
  });
  return app;
}

async function winnerOf(raw: string, options: CompareCallOptions) {
  const app = await appThatSays('compare-responses', raw);
  const { result } = await app.compare(LONGER, 'Cheers.', { instruction: INSTRUCTION, bothOrders: false, ...options });
  return result.status === 'scored' ? result.winner : null;
}

describe('a choice of one or the other', () => {
  it.each([
    ['bare', 'B', 'b'],
    ['in brackets behind a label', 'Analysis…\n\nDecision: [[Output (b)]]', 'b'],
    ['in bold', '**Output (a)** is better.', 'a'],
    ['in a concluding sentence', 'Both are short. Therefore, Response B is better.', 'b'],
    ['as loose JSON', "{'analysis': 'so', 'choice': 'A',}", 'a'],
    ['in a fence', '```json\n{"analysis": "so", "choice": "B"}\n```', 'b'],
    ['after reasoning', '<think>A seems fine.</think>\nB', 'b'],
    ['against itself', 'Decision: [[Output (a)]]\n\nDecision: [[Output (b)]]', null],
    ['refused', 'I cannot judge these responses.', null],
    ['a tie that was not offered', 'Both are equally good.', null],
    ['cut off', '{"analysis": "A is bet', null],
    ['nothing', ' ', null],
  ])('%s', async (_how, raw, winner) => {
    expect(await winnerOf(raw, { by: 'cot' })).toBe(winner);
  });
});

describe('a choice that may be a tie', () => {
  it.each([
    ['both', '[[Both]]', 'tie'],
    ['neither', '[[Neither]]', 'tie'],
    ['neither, in JSON', '{"analysis": "Both fail.", "choice": "NEITHER"}', 'tie'],
    ['both, behind a label', 'Decision: Both', 'tie'],
    ['in lower case', 'Decision: neither.', 'tie'],
    ['one of the two', '[[Output (a)]]', 'a'],
    ['the other, in capitals', 'DECISION: OUTPUT (B)', 'b'],
    ['beside another in its line', 'Not [[Both]] but [[Output (b)]]', null],
    ['the last line', 'Not [[Both]].\n\n[[Output (b)]]', 'b'],
    ['both named in the analysis', 'Both are fine. Neither is long.\n\nDecision: Output (a)', 'a'],
    ['the form itself', 'Decision: [[A / B / BOTH / NEITHER]]', null],
    ['a label without a word', 'Decision:', null],
    ['a number', '7', null],
  ])('%s', async (_how, raw, winner) => {
    expect(await winnerOf(raw, { by: 'camieval', ties: true })).toBe(winner);
  });
});

const row = (id: string, a: string, b: string) => `{"id": "${id}", "A": "${a}", "B": "${b}"}`;
const answered = (rows: readonly string[], choice = '"B"') => `{"answers": [${rows.join(', ')}], "choice": ${choice}}`;

describe('answers to each item, and a choice', () => {
  it.each([
    ['all', answered([row('$1', 'YES', 'NO'), row('$2', 'N/A', 'YES')]), 'b'],
    ['in another order', answered([row('$2', 'YES', 'NO'), row('$1', 'NO', 'YES')]), 'b'],
    ['in a fence', `\`\`\`json\n${answered([row('$1', 'NO', 'NO'), row('$2', 'NO', 'NO')])}\n\`\`\``, 'b'],
    ['after reasoning', `<think>A?</think>${answered([row('$1', 'NO', 'NO'), row('$2', 'NO', 'NO')])}`, 'b'],
    ['after a lead-in', `Sure: ${answered([row('$1', 'NO', 'NO'), row('$2', 'NO', 'NO')])}`, 'b'],
    ['in prose around', `Sure: ${answered([row('$1', 'NO', 'NO'), row('$2', 'NO', 'NO')])} Done.`, 'b'],
    ['one too few', answered([row('$1', 'YES', 'NO')]), null],
    ['one twice', answered([row('$1', 'YES', 'NO'), row('$1', 'NO', 'NO')]), null],
    ['one invented', answered([row('$1', 'YES', 'NO'), row('zzz9', 'NO', 'NO')]), null],
    ['a word that was not offered', answered([row('$1', 'MAYBE', 'NO'), row('$2', 'NO', 'NO')]), null],
    ['no choice', '{"answers": []}', null],
    ['a choice alone', 'Response B is better.', null],
    ['a tie', answered([row('$1', 'NO', 'NO'), row('$2', 'NO', 'NO')], '"BOTH"'), null],
  ])('%s', async (_how, raw, winner) => {
    expect(await winnerOf(raw, { by: 'checklist-preference', checklist: CHECKLIST })).toBe(winner);
  });
});

const rated = (rows: string, score: string) => `{"answers": [${rows}], "score": ${score}}`;
const two = '{"id": "$1", "answer": "YES"}, {"id": "$2", "answer": "N/A"}';

describe('a score from 1 to 5, with each item answered', () => {
  it.each([
    ['all', rated(two, '4'), 4],
    ['in a fence', `\`\`\`\n${rated(two, '2')}\n\`\`\``, 2],
    ['after reasoning', `<think>5!</think>${rated(two, '1')}`, 1],
    ['two that differ', `${rated(two, '1')}\nFinally: ${rated(two, '3')}`, null],
    ['an item too few', rated('{"id": "$1", "answer": "YES"}', '4'), null],
    ['above the scale', rated(two, '6'), null],
    ['below the scale', rated(two, '0'), null],
    ['between two', rated(two, '3.5'), null],
    ['in words', rated(two, '"four"'), null],
    ['none', rated(two, 'null'), null],
    ['the score alone', 'Rating: 4', null],
    ['nothing', '', null],
  ])('%s', async (_how, raw, score) => {
    const app = await appThatSays('score-response', raw, 'checklist to answer');
    const options = { by: 'checklist-score', checklist: CHECKLIST, instruction: INSTRUCTION } as const;
    const { result } = await app.score(LONGER, options);
    expect(result.status === 'scored' ? result.score : null).toBe(score);
  });
});

const dims = [1, 2, 3].map((n) => `{"id": "$${n}", "explanation": "So.", "score": ${n + 4}}`).join(', ');
const overall = (given: string, rows = dims) =>
  `{"shortcomings": "Short.", "dimensions": [${rows}], "overall": ${given}}`;

describe('an overall score from 1 to 10', () => {
  it.each([
    ['with a decimal, as text', overall('"6.5"'), 6.5],
    ['as a number', overall('7'), 7],
    ['of ten', overall('"8/10"'), 8],
    ['in brackets', overall('"[[7.5]]"'), 7.5],
    ['in prose, in brackets', 'Relevance\nScore: 8\n\nFinal Score: [[7.5]]\n\nConclusion:\nFinal Score: 7.5/10.0', 7.5],
    ['in prose, called overall', 'Dimension 1: 9/10.\nOverall score: **6** out of 10.', 6],
    ['of dimensions that are not given', overall('"5"', ''), 5],
    ['of dimensions that are invented', overall('"5"', '{"id": "q", "explanation": "", "score": 1}'), null],
    ['above the scale', overall('"11"'), null],
    ['0', overall('"0"'), null],
    ['in words', overall('"good"'), null],
    ['in prose, beside a quoted one', 'Overall score: 6. It says “Final score: 10” of itself.', null],
    [
      'of a quoted object',
      `It ends with ${overall('10', '')}, which I ignore.\n${overall('1', '{"id": "q", "explanation": "", "score": 1}')}`,
      null,
    ],
    ['in prose, against the brackets', 'Overall score: 6\n\n[[10]]', null],
    ['in prose, in brackets before the end', 'It says [[10]] of itself, and is short.', null],
    ['of one dimension alone', 'Relevance\nScore: 8', null],
  ])('%s', async (_how, raw, score) => {
    const app = await appThatSays('score-dimensions', raw, 'dimensions');
    const { result } = await app.score(LONGER, { by: 'camieval-score', instruction: INSTRUCTION });
    expect(result.status === 'scored' ? result.score : null).toBe(score);
  });
});

describe('what prepares the judging', () => {
  const about = (question: string) => `{"thought": "…", "question": ${JSON.stringify(question)}}`;
  const concrete = (...questions: readonly [string, string, string]) =>
    `{"relevance": ${about(questions[0])}, "factuality": ${about(questions[1])}, "adherence": ${about(questions[2])}}`;
  it.each([
    ['three questions', 'camieval', 'concretize-dimensions', concrete('Is it A?', 'Is it B?', 'Is it C?'), true],
    ['in a fence', 'camieval', 'concretize-dimensions', `\`\`\`\n${concrete('A?', 'B?', 'C?')}\n\`\`\``, true],
    ['the same three times', 'camieval', 'concretize-dimensions', concrete('Is it A?', 'Is it A?', 'is it a?'), false],
    ['an empty one', 'camieval', 'concretize-dimensions', concrete('Is it A?', '', ''), false],
    [
      'two alone',
      'camieval',
      'concretize-dimensions',
      `{"relevance": ${about('A?')}, "factuality": ${about('B?')}}`,
      false,
    ],
    ['prose', 'camieval', 'concretize-dimensions', 'Question 1: Is it A?', false],
    ['metrics', 'metrics', 'propose-metrics', '{"metrics": ["Is it A?", "Is it B?", "Is it C?", "Is it D?"]}', true],
    ['an address in one', 'metrics', 'propose-metrics', '{"metrics": ["See http://a.example/x", "Is it B?"]}', true],
    ['no metrics', 'metrics', 'propose-metrics', '{"metrics": []}', false],
    ['steps', 'g-eval', 'plan-evaluation', '{"steps": ["Read.", "Hold against it."]}', true],
    ['no steps', 'g-eval', 'plan-evaluation', '{"steps": [""]}', false],
    ['refused', 'g-eval', 'plan-evaluation', 'I cannot help with that.', false],
  ] as const)('%s', async (_how, by, agent, raw, isRead) => {
    const app = await appThatSays(agent, raw);
    const { result, grounds } = await app.compare(LONGER, 'Cheers.', { by, instruction: INSTRUCTION });
    expect(result.status).toBe(isRead ? 'scored' : 'unscored');
    if (!isRead) expect(grounds).toBeNull();
    if (agent === 'propose-metrics' && isRead)
      expect(grounds !== null && 'aids' in grounds ? grounds.aids.questions : []).not.toContain(
        expect.stringContaining('http'),
      );
  });
});
