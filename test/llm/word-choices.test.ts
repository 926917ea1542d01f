import { describe, expect, it } from 'vitest';
import { wordChoices } from '../../src/llm/word-choices.ts';

const WORDS = ['YES', 'NO', 'N/A'];

type Alternatives = Readonly<Record<string, number>>;

/** @param given token, or token and the probabilities of it and its alternatives */
function tokens(given: readonly (string | readonly [string, Alternatives])[]) {
  return given.map((entry) => {
    const [token, alternatives] = typeof entry === 'string' ? [entry, { [entry]: 1 }] : entry;
    return {
      token,
      bytes: [...Buffer.from(token, 'utf8')],
      logprob: Math.log(alternatives[token] ?? 1),
      top_logprobs: Object.entries(alternatives).map(([other, probability]) => ({
        token: other,
        logprob: Math.log(probability),
      })),
    };
  });
}

function choicesIn(given: Parameters<typeof tokens>[0]) {
  const shown = tokens(given);
  return wordChoices(shown.map(({ token }) => token).join(''), shown, WORDS);
}

describe('probabilities of words', () => {
  it('are read where the answer says one of them, alternatives and variants of a token together', () => {
    const choices = choicesIn(['{"answer', '":"', ['YES', { YES: 0.6, NO: 0.25, ' Y': 0.1, maybe: 0.05 }], '"}']);
    expect(choices).toHaveLength(1);
    expect(choices?.[0]?.start).toBe('{"answer":"'.length);
    expect(choices?.[0]?.probabilities['YES']).toBeCloseTo(0.7);
    expect(choices?.[0]?.probabilities['NO']).toBeCloseTo(0.25);
  });

  it('take a token that begins with a quote, and one that is the beginning of a word', () => {
    expect(choicesIn(['{"answer":', ['"NO', { '"NO': 0.9, '"YES': 0.1 }], '"}'])?.[0]).toMatchObject({
      start: 11,
      probabilities: { NO: expect.closeTo(0.9) as number, YES: expect.closeTo(0.1) as number },
    });
    expect(choicesIn([['Y', { Y: 0.8, NO: 0.2 }], 'ES'])?.[0]?.probabilities['YES']).toBeCloseTo(0.8);
  });

  it('are not guessed from a token that begins two of the words, or another word', () => {
    expect(choicesIn([['N', { N: 0.9 }], 'O'])).toEqual([]);
    expect(choicesIn([['NOT', { NOT: 0.9, NO: 0.1 }]])).toEqual([]);
    expect(choicesIn(['no', 'yes'])).toEqual([]);
  });

  it('know their place behind tokens that cut a character in two', () => {
    const bytes = [...Buffer.from('“', 'utf8')];
    const cut = [bytes.slice(0, 2), bytes.slice(2)].map((part) => ({
      token: '\ufffd',
      bytes: part,
      logprob: 0,
      top_logprobs: [],
    }));
    expect(wordChoices('“NO', [...cut, ...tokens([['NO', { NO: 1 }]])], WORDS)).toEqual([
      { start: 1, probabilities: { NO: 1 } },
    ]);
  });

  it('are null where the endpoint gives none, or nobody asks', () => {
    expect(wordChoices('YES', null, WORDS)).toBeNull();
    expect(wordChoices('YES', tokens(['YES']), [])).toBeNull();
  });
});
