import { describe, expect, it } from 'vitest';
import { readChoice } from '../../src/llm/agent-kit/read-choice.ts';

function valueOf(raw: string): string | null {
  const outcome = readChoice(raw);
  return outcome.status === 'done' ? outcome.value : null;
}

describe('reading a choice', () => {
  it.each([
    ['Output (a)', 'first'],
    ['[[B]]', 'second'],
    ['**2**', 'second'],
    ['Winner: A', 'first'],
    ['{"reason": "Output (a) is better at tone", "preference": "Output (b)"}', 'second'],
    ['<think>Output (a)</think>Output (b)', 'second'],
    ['Output (a) is better in tone, but it strays. Therefore, Output (b) is better.', 'second'],
    ['Output (a) is better. Wait, no: Output (b) is better.', 'second'],
    ['Response 1 is better because it is shorter.', 'first'],
    ['I prefer the second response.', 'second'],
    ['The better output is Output (a).', 'first'],
    ['Both are equally good.', 'tie'],
    ['Preference: near-identical', 'tie'],
  ])('%s', (raw, expected) => {
    expect(valueOf(raw)).toBe(expected);
  });

  it.each([
    '',
    'Output (',
    'Therefore, Output (b)',
    'Output (a) is better at tone. However, Output (b) is',
    'Output (a) is not better.',
    'Answer: A or B',
    'a better one',
    'The text says "Output (a) is better."',
    "I'm sorry, but I can't compare these.",
  ])('none in: %s', (raw) => {
    expect(readChoice(raw)).toMatchObject({ status: 'unscored' });
  });
});
