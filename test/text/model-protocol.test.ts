/** Whatever others write, a prompt shows no control token, and what a model quotes from it is found in the original. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fence } from '../../src/llm/fence.ts';
import { quoteAligner } from '../../src/pages/align-quote.ts';
import { visibleText, withoutControlTokens } from '../../src/text/model-protocol.ts';
import { growth, LINEAR } from '../support/growth.ts';

const word = fc.stringMatching(/^[a-z]{2,9}$/u);
const name = fc.oneof(
  fc.tuple(word, word).map(([first, last]) => `${first}_${last}`),
  fc.tuple(word, word).map(([first, last]) => `${first}:${last}`),
  fc.tuple(word, word).map(([first, last]) => `x${first}\u2581${last}`),
  fc.tuple(word, fc.nat(999)).map(([text, number]) => `x_${text}${number}`),
  word.map((text) => `${text.toUpperCase()}QX`),
  fc.constantFrom('s', 'bos', 'eos', 'think', 'pad', 'unk', 'gMASK', '0x0A', 'TOOL_CALLS', 'img', 'audio', 'video'),
);
const controlToken = fc.oneof(
  ...(['<#>', '</#>', '<#/>', '<|#|>', '<\uff5c#\uff5c>', '<<#>>', '\uff1c#\uff1e', '\u25c1#\u25b7'] as const).map(
    (shape) => name.map((text) => shape.replace('#', text)),
  ),
  ...(['[#]', '[/#]', '\uff3b#\uff3d'] as const).map((shape) =>
    fc.tuple(name, fc.nat(99)).map(([text, number]) => shape.replace('#', `QX_${text}${number}`)),
  ),
  name.map((text) => `[|${text}|]`),
  fc.constantFrom('>>TITLE<<', ']~b]', '[@BOS@]', '[/think]', '[think]', '</think]', '[/Thought>'),
);
const hidden = fc.constantFrom(
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\ufe01',
  '\u00ad',
  '\u0007',
);
const text = fc.array(
  fc.oneof(
    word,
    controlToken,
    hidden,
    fc.constantFrom(' ', ' ', '. ', '\n', '\r\n', 'é', '语', '<div>', '[1]', '“', '<', '['),
  ),
  { minLength: 1, maxLength: 30 },
);

it('no control token stands in a prompt, also where hidden characters part it', () => {
  fc.assert(
    fc.property(text, controlToken, hidden, text, (before, token, invisible, after) => {
      const split = token.slice(0, 2) + invisible + token.slice(2);
      for (const attack of [token, split]) {
        const shown = fence('page', `${before.join('')}${attack}${after.join('')}`);
        expect(shown).not.toContain(token);
      }
    }),
  );
});

it('of hidden characters only those are shown that letters and emoji need', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      const shown = visibleText(any);
      expect(visibleText(shown)).toBe(shown);
      expect(shown).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u);
    }),
  );
  const needed = ['می\u200cخواهم', 'क्\u200dष', '👩\u200d🚀', '❤\ufe0f\u200d🔥', '1\ufe0f\u20e3', '葛\u{e0100}'];
  for (const written of needed) expect(visibleText(written)).toBe(written);
  expect(visibleText('o\u200dbey \u202ethis\u200c 👩\ufe0f\ufe0f')).toBe('obey this 👩\ufe0f');
});

it('a quote from what the prompt showed is found where it stands in the original', () => {
  fc.assert(
    fc.property(text, text, text, (before, quoted, after) => {
      fc.pre(visibleText(quoted.join('')).trim() !== '');
      const original = `${before.join('')} ${quoted.join('')} ${after.join('')}`;
      const shown = withoutControlTokens(visibleText(original));
      const whole = quoteAligner(original)(shown);
      expect(whole).not.toBeNull();
      const quote = withoutControlTokens(visibleText(` ${quoted.join('')} `));
      const span = quoteAligner(original)(quote);
      expect(span).not.toBeNull();
      const found = original.slice(span?.start, span?.end);
      expect(quoteAligner(found)(quote)).not.toBeNull();
    }),
  );
});

it('answers in HTML and Markdown, and comparisons, stand as they are', () => {
  const answer = '<div class="a"><h1>Plan</h1></div> if (a < b && c > d) x[i] = [1, 2]; [text](url) - [x] done [sic]';
  expect(withoutControlTokens(answer)).toBe(answer);
});

it.each(['<', '[', '<a', '[A', ']~', '>>A', '\u200d', '<|'])('takes the time of the text: %j', async (piece) => {
  const clean = (times: number) => withoutControlTokens(visibleText(piece.repeat(times)));
  expect(await growth(clean, 200_000)).toBeLessThan(LINEAR);
});
