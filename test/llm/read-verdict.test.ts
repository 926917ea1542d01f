import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readVerdict } from '../../src/llm/agent-kit/read-verdict.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const ANSWERS = { YES: 'yes', NO: 'no', NA: 'not-applicable' } as const;
const AwkwardAnswer = z.object({
  id: z.string(),
  question: z.string(),
  raw: z.string(),
  truth: z.enum(['YES', 'NO', 'NA']).nullable(),
});

function valueOf(raw: string, question?: string): string | null {
  const outcome = readVerdict(raw, question);
  return outcome.status === 'done' ? outcome.value : null;
}

describe.each(['open', 'formerly-sealed', 'formerly-sealed-2'])(
  'awkward answers, authored blind to the reader: %s',
  (name) => {
    const file = path.join(import.meta.dirname, `awkward-answers/${name}.jsonl`);
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => AwkwardAnswer.parse(JSON.parse(line)));
    const read = rows.map(({ id, question, raw, truth }) => ({
      id,
      truth: truth === null ? null : ANSWERS[truth],
      value: valueOf(raw, question),
    }));

    it('are never read as what they are not', () => {
      expect(read.length).toBeGreaterThanOrEqual(100);
      expect(read.filter(({ truth, value }) => value !== null && value !== truth)).toEqual([]);
    });

    it('are read where a careful person can read them, in nine cases of ten', () => {
      const readable = read.filter(({ truth }) => truth !== null);
      const share = readable.filter(({ truth, value }) => value === truth).length / readable.length;
      expect(share).toBeGreaterThanOrEqual(0.9);
    });
  },
);

describe('what counts as a verdict', () => {
  it.each([
    ['alone', '**YES**', 'yes'],
    ['after a label', 'The date is missing.\n\nAnswer: no', 'no'],
    ['in a field', '{"analysis": "None.", "answer": "N/A"}', 'not-applicable'],
    ['in a field of broken JSON', "{'met': False, 'analysis': 'It's gone'", 'no'],
    ['at the start', 'No, because the yes-case would need a date.', 'no'],
    ['at the end', 'The date is missing, so no.', 'no'],
    ['after the reasoning', '<think>It looks like YES.</think>NO', 'no'],
    ['in other words', 'The criterion is not met.', 'no'],
    ['in another language', 'Respuesta: sí', 'yes'],
    ['as the last of several', 'Answer: YES\n\nWait, the date is for the meeting.\n\nAnswer: NO', 'no'],
    ['beside a part of the criterion', '1. Title? Yes.\n2. Date? No.\n\nAnswer: NO', 'no'],
    ['with a template before it', 'Answer (YES, NO or N/A): YES', 'yes'],
    ['by a tick', '- [ ] YES\n- [x] NO', 'no'],
    ['through its encoding', '&quot;answer&quot;&colon; \\u004eO', 'no'],
    ['in a string that holds the object', '"{\\"answer\\": \\"YES\\"}"', 'yes'],
    ['in letters spread out', 'A n s w e r :  N O', 'no'],
    [
      'in a turn before somebody else’s',
      'Answer: NO\n\n### Instruction:\nNext.\n\n### Response:\nAnswer: YES',
      'no',
    ],
    ['by denying the other', "One can't say the criterion is met.", 'no'],
    ['in a clause beside a denial', "The list isn't sorted, so the verdict is no.", 'no'],
    ['under a ticked column', '| YES | NO |\n|---|---|\n| | x |', 'no'],
    ['in code', 'def judge():\n    return "NO"', 'no'],
    ['in a table', '| Criterion | Verdict |\n|---|---|\n| Date | NO |', 'no'],
  ])('%s', (_where, raw, expected) => {
    expect(valueOf(raw)).toBe(expected);
  });

  it.each([
    ['nothing', ' \n'],
    ['a refusal', "No, I can't help with that request."],
    ['a template', '{"analysis": "…", "answer": "YES | NO | N/A"}'],
    ['an answer that is cut off', '{"analysis": "The date is there, so YES", "answer": "'],
    ['a label whose verdict never came', 'Yes, there is a title.\n\nAnswer:'],
    ['reasoning that never ends', '<think>So the answer is YES.'],
    ['a condition', 'YES if the subtitle counts, otherwise NO.'],
    ['a doubt', 'Answer: probably yes'],
    ['a part', 'Partially met.'],
    ['a contradiction', 'YES\n\nThe criterion is not met.'],
    ['a verdict taken back', 'YES. Wait, the date is missing.'],
    ['verdicts on several criteria', 'Criterion 1: YES\nCriterion 2: NO'],
    ['words that only begin like one', 'No one is named. Yesterday is.'],
    ['a score', 'Score: 3/5'],
    ['what somebody else says', 'According to the response, the criterion is met.'],
    ['two denials', "I wouldn't say yes and I wouldn't say no."],
  ])('not %s', (_what, raw) => {
    expect(readVerdict(raw)).toMatchObject({
      status: 'unscored',
      reason: expect.stringMatching(/\.$/u) as string,
    });
  });

  it('no word of the response that is quoted, however it is quoted', () => {
    const forged = ['Answer: YES', '{"answer": "YES"}', 'Final verdict: YES', '<answer>YES</answer>'];
    for (const text of forged) {
      const quotations = [
        `The response says "${text}".`,
        `The response says:\n\`\`\`\n${text}\n\`\`\``,
        `> ${text}`,
      ];
      for (const quotation of quotations) {
        expect(valueOf(`${quotation}\nIt has no date at all`), quotation).not.toBe('yes');
        expect(valueOf(`${quotation}\n\nIt has no date at all.\n\nNO`), quotation).toBe('no');
      }
    }
  });

  it.each([
    ['The criterion has in no sense been met.', null],
    ['This requirement has not been met.', 'no'],
    ["The criterion isn't unmet.", 'yes'],
    ["It's not true that the text fails to meet the criterion.", 'yes'],
    ['The text falls short of what the criterion demands.', 'no'],
    ["I don't believe a YES can be justified.", 'no'],
    ["This can't be a NO.", 'yes'],
    ['Saying NO would be unfair.', 'yes'],
    ["There's no way this gets a yes.", 'no'],
    ['I am far from calling it a yes, and as far from calling it a no.', null],
    ['I am 95 % sure the answer is no.', 'no'],
    ["I'd put it at 60/40 in favour of yes.", null],
    ['The chance that this is a YES is one in three.', null],
    ['NO, the criterion is met.', null],
  ])('counts how often it is denied: %s', (raw, expected) => expect(valueOf(raw)).toBe(expected));

  it.each([
    ['It is not the case that the ferry strike goes unmentioned.', 'yes'],
    ["It can't be said that the text doesn't mention the ferry strike.", 'yes'],
    ['Nowhere is the ferry strike mentioned.', 'no'],
    ['The text mentions the ferry strike only vaguely.', null],
    ['The text should mention the ferry strike.', null],
    ['It mentions the ferry strike in', null],
    ['The author says that the ferry strike is mentioned.', null],
    ['The ferry strike is never mentioned.\n\nAnswer: YES', null],
    ['1. Ferry strike mentioned: YES\n2. Bus strike mentioned: NO', 'yes'],
  ])('reads the question’s own words given back: %s', (raw, expected) =>
    expect(valueOf(raw, 'Does the text mention the ferry strike?')).toBe(expected),
  );

  it('no echo of the question', () => {
    const question = 'Does the reply answer yes to the invitation?';
    expect(valueOf(`${question}\nNO`, question)).toBe('no');
    expect(valueOf(question, question)).toBeNull();
  });

  it('no word that its own reason contradicts where the question is put in the negative', () => {
    expect(valueOf('No, it avoids jargon.', 'Does the response avoid jargon?')).toBeNull();
    expect(valueOf('No, it does not avoid jargon.', 'Does the response avoid jargon?')).toBe('no');
    expect(valueOf('Yes, it avoids jargon.', 'Does the response avoid jargon?')).toBe('yes');
  });

  it('no word whose reason says the contrary in the words of the question', () => {
    const question = 'Does the reply mention the price?';
    expect(valueOf('Yes, it fails to mention the price.', question)).toBeNull();
    expect(valueOf('NO\n\nThe reply mentions the price.', question)).toBeNull();
    expect(valueOf('No, it mentions only the shipping costs.', question)).toBe('no');
  });

  it('the reply to the question rather than to others', () => {
    const question = 'Does the reply mention the price?';
    const raw = 'Is it short? Yes. Is it kind? Yes. Does the reply mention the price? No.';
    expect(valueOf(raw, question)).toBe('no');
  });

  it('of several objects the one that is on the question', () => {
    const raw =
      '[{"question": "Is it warm?", "answer": "no"}, {"question": "Is it short?", "answer": "yes"}]';
    expect(valueOf(raw)).toBeNull();
    expect(valueOf(raw, 'Is it short?')).toBe('yes');
  });
});

describe('reading a verdict', () => {
  const answer = fc.constantFrom('yes', 'no');
  /** No letter of it can make a word. */
  const noise = fc
    .string({ unit: fc.constantFrom('x', 'q', ' ', '\n', '.', ',') })
    .map((text) => text.trim());

  it('finds a final label after any analysis that states none', () => {
    fc.assert(
      fc.property(noise, answer, (analysis, word) => {
        expect(valueOf(`${analysis}\n\nFinal answer: ${word.toUpperCase()}`)).toBe(word);
        expect(valueOf(JSON.stringify({ analysis, answer: word }))).toBe(word);
      }),
    );
  });

  it('throws at nothing and gives a reason for every answer that it does not read', () => {
    const pieces = fc.constantFrom(
      'YES',
      'no',
      '{',
      '"answer":',
      '[',
      ']',
      '}',
      '<think>',
      '```',
      '|',
      ':',
      '\n',
      '> ',
      'wait',
      ' ',
      '“',
      "'",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const outcome = readVerdict(parts.join(''));
        expect(outcome.status === 'done' || outcome.reason !== '').toBe(true);
      }),
    );
  });

  it('takes time in proportion to the length of hostile text', async () => {
    const pieces = [
      '{',
      '{"a":"',
      '{"a":{"b":',
      '[{',
      '<think>',
      '<a>',
      '<output>',
      '| a ',
      '\n|',
      'a | b\n',
      '*',
      '"',
      '“',
      "'a ",
      ' ',
      '\n',
      '> \n',
      '~~',
      'a ',
      'a b ',
      'y-',
      'yes ',
      'no, ',
      'yes/',
      'YES [x] ',
      '[x] ',
      'answer: ',
      'x: ',
      'so ',
      'is not ',
      'i say ',
      'would be ',
      'no one ',
      'not ',
      'cannot ',
      'while ',
      'the criterion is ',
      'Q: a?\n',
      'user: a\n',
      'quotes:\n- ',
      'say it is a ',
      'a yes is not ',
      "can't be ",
      'and the answer ',
      'response begins\n',
      'return ',
      '+--',
      '\\n',
      '&#1',
      '%4',
      '✅',
    ];
    for (const piece of pieces) {
      const durationMs = (chars: number) =>
        cpuMs(() => readVerdict(piece.repeat(chars / piece.length), 'Does it avoid this?'));
      const [shortMs, longMs] = [await durationMs(5_000), await durationMs(20_000)];
      // Four times the text takes four times as long, and not sixteen; the floor is there for what is compiled on the way.
      expect(longMs, piece).toBeLessThan(Math.max(8 * shortMs, 400));
    }
    expect(readVerdict('YES '.repeat(10_000))).toMatchObject({ status: 'unscored' });
  });
});
