import { expect, it } from 'vitest';
import { wordsOf } from '../../../src/llm/agent-kit/wording.ts';

it('two wordings are the same but for case, white space and punctuation', () => {
  expect(wordsOf('The response should  name “Miller”.')).toBe(wordsOf('the response should name Miller'));
});

it('two wordings differ by the vowels of a word, which are marks in Hindi', () => {
  expect(wordsOf('दिन लिखो')).not.toBe(wordsOf('दान लिखो'));
});
