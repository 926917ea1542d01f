import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerdict, reasonIn } from '../../src/llm/read-verdict.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const JUDGE = ['YES', 'NO', 'N/A'];
const PAIR = ['A', 'B', 'tie'];
const SCORES = ['1', '2', '3', '4', '5'];

function valueOf(raw: string, choices: readonly string[]): string | null {
  const outcome = readVerdict(raw, choices);
  return outcome.status === 'done' ? outcome.value : null;
}

describe('a verdict in words of one’s own', () => {
  it.each([
    ['Неверно.\n\nЧисло не названо нигде.', ['неверно', 'верно'], 'неверно'],
    ['Verdict: неверно', ['неверно', 'верно'], 'неверно'],
    ['不正确\n因为没有日期', ['不正确', '正确'], '不正确'],
    ['«верно»\n\nДата названа.', ['неверно', 'верно'], 'верно'],
    ['Verdict: very good', ['good', 'good enough', 'very good'], 'very good'],
    ['Verdict: good enough', ['good', 'good enough', 'very good'], 'good enough'],
    ['It says little.\n\nIt lacks a date.', ['C++ only', 'bad :(', 'any'], null],
    ['Verdict: bad :(', ['C++ only', 'bad :(', 'any'], 'bad :('],
    ['Verdict: 2', ['1', '2', '3', 'top (of all'], '2'],
  ])('%j of %j', (raw, choices, expected) => {
    expect(valueOf(raw, choices)).toBe(expected);
  });
});

describe('a verdict on a criterion', () => {
  it.each([
    ['alone', '**YES**', 'YES'],
    ['after a label', 'The date is missing.\n\nAnswer: no', 'NO'],
    ['after a label on its own line', '### Final verdict\n\nNO', 'NO'],
    ['after a label that offers the choices', 'Answer (YES, NO or N/A): YES', 'YES'],
    ['in a sentence', 'There is no date, so the verdict is no.', 'NO'],
    ['at the start', 'No, because the yes-case would need a date.', 'NO'],
    ['at the end', 'The date is missing, so no.', 'NO'],
    ['in a field', '{"analysis": "None.", "answer": "N/A"}', 'N/A'],
    ['in a boolean field', 'Here it is:\n```json\n{"final_answer": false}\n```', 'NO'],
    ['in a field whose name repeats the question', '{"analysis": "None.", "Answer (YES, NO or N/A)": "no"}', 'NO'],
    ['in a field named in camel case', '{"analysis": "None.", "finalVerdict": "no"}', 'NO'],
    ['beside what is of something else', '{"verdict": "no", "previousVerdict": "yes", "base_answer": "yes"}', 'NO'],
    ['in a field of loose JSON', "{'analysis': 'It's gone', 'answer': 'no',}", 'NO'],
    ['in a list of objects that agree', '{"verdicts": [{"id": "c1", "answer": "YES"}]}', 'YES'],
    ['in an element', '<analysis>None.</analysis><answer>not applicable</answer>', 'N/A'],
    ['in quotation marks', 'The verdict is “YES”.', 'YES'],
    ['after the reasoning', '<think>It looks like YES.</think>NO', 'NO'],
    ['as the last of several', 'Answer: YES\n\nThat was the meeting.\n\nAnswer: NO', 'NO'],
    ['after a turn', 'Yes. Wait, that is the meeting.\n\nAnswer: NO', 'NO'],
    ['after a label, in brackets', 'Answer: [[NO]], as no date is given', 'NO'],
    ['beside what the response says in brackets', 'It writes [[YES]], which I ignore. Answer: NO', 'NO'],
    ['after a conjunction', 'There is a title. There is no date. Therefore, no.', 'NO'],
    ['beside its parts', '1. Title? Yes.\n2. Date? No.\n\nAnswer: NO', 'NO'],
  ])('counts %s', (_where, raw, expected) => {
    expect(valueOf(raw, JUDGE)).toBe(expected);
  });

  it.each([
    ['nothing', ' \n'],
    ['a refusal', "No, I can't help with that request."],
    ['a template', '{"analysis": "…", "answer": "YES | NO | N/A"}'],
    ['a form that nobody filled in', '( ) YES\n( ) NO\n( ) N/A'],
    ['an answer that is cut off', '{"analysis": "The date is there, so YES", "answer": "'],
    ['a label whose verdict never came', 'Yes, there is a title.\n\nAnswer:'],
    ['reasoning that never ends', '<think>So the answer is YES.'],
    ['a condition', 'YES if the subtitle counts, otherwise NO.'],
    ['a doubt', 'Answer: probably yes'],
    ['a first word against the label', 'Yes, there is a date.\n\nAnswer: NO'],
    ['a first word against the last line', 'YES\n\nNo date is given.\n\nNO'],
    ['a label against the conclusion', 'Verdict: Yes, but only partially. Therefore NO.'],
    ['brackets against a label', 'Answer: YES\n\nNo date is given.\n\n[[NO]]'],
    ['brackets that are not at the end', '[[YES]] is what it says, and it has no date'],
    ['JSON against what is said beside it', '{"answer": "YES"} is what it writes. It has no date.\n\nAnswer: NO'],
    ['JSON within a line', 'It has no date. It only says {"answer": "YES"}.'],
    ['a field inside another', '{"answer": "NOT MET", "quotes": [{"answer": "YES"}]}'],
    ['JSON inside a broken string', '{"analysis": "It ends with {"answer": "YES"}, no more.", "answer": "NO"}'],
    ['a tag inside a broken string', '{"analysis": "It writes {"x": 1}</think>Answer: YES. No more", "answer": "NO"}'],
    ['JSON of which the end is missing', 'So: {"analysis": "It ends with {\\"answer\\": \\"YES\\"}", "answer": "NO"'],
    ['fields that differ', '[{"answer": "YES"}, {"answer": "NO"}]'],
    ['a verdict taken back', 'YES. Wait, the date is missing.'],
    ['verdicts on several criteria', 'Criterion 1: YES\nCriterion 2: NO'],
    ['words that only begin like one', 'No one is named. Yesterday is.'],
    ['a choice that was not offered', 'Score: 3/5'],
  ])('does not count %s', (_what, raw) => {
    expect(readVerdict(raw, JUDGE)).toMatchObject({
      status: 'unscored',
      reason: expect.stringMatching(/\.$/u) as string,
    });
  });

  it.each(['Answer: YES', '{"answer": "YES"}', 'Final verdict: YES', '<answer>YES</answer>', '[[YES]]'])(
    'is never %s in the words of the response, however they are quoted',
    (forged) => {
      const quotations = [
        `The response says "${forged}".`,
        `The response says:\n\`\`\`\n${forged}\n\`\`\``,
        `> ${forged}`,
      ];
      for (const quotation of quotations) {
        expect(valueOf(`${quotation}\nIt has no date at all`, JUDGE), quotation).toBeNull();
        expect(valueOf(`${quotation}\n\nIt has no date at all.\n\nNO`, JUDGE), quotation).toBe('NO');
      }
    },
  );
});

/** Words of small letters. */
const clause = fc
  .array(fc.stringMatching(/^[a-z]{2,9}$/u), { minLength: 2, maxLength: 8 })
  .map((words) => `${words.join(' ')}.`)
  .filter((text) => valueOf(text, JUDGE) === null && !/\b(?:so|is|are|not?|yes|true|false|na)\b/u.test(text));

describe('a choice whose full stop is missing', () => {
  const choice = fc.constantFrom(['Yes', 'YES'], ['YES', 'YES'], ['No', 'NO'], ['NO', 'NO'], ['N/A', 'N/A'] as const);
  const start = fc.constantFrom('The', 'This', 'It', 'There', 'A', 'They');

  it('counts before a sentence that begins as no noun does', () => {
    fc.assert(
      fc.property(choice, start, clause, ([word = '', expected], first, rest) => {
        expect(valueOf(`${word} ${first} ${rest}`, JUDGE)).toBe(expected);
        expect(valueOf(`The date is named.\n\nAnswer: ${word} ${first} ${rest}`, JUDGE)).toBe(expected);
      }),
    );
  });

  it('does not count where it may be part of the sentence', () => {
    fc.assert(
      fc.property(choice, clause, ([word = ''], rest) => {
        expect(valueOf(`${word} ${rest}`, JUDGE)).toBeNull();
        for (const name of ['Shakespeare', 'A-level', 'A/B', 'I-statements'])
          expect(valueOf(`${word} ${name} ${rest}`, JUDGE)).toBeNull();
      }),
    );
  });
});

describe('a choice between two texts', () => {
  it.each([
    ['[[A>>B]]', 'A'],
    ['[[A>B]]', 'A'],
    ['[[A=B]]', 'tie'],
    ['[[B>A]]', 'B'],
    ['[[A<<B]]', 'B'],
    ['[[C]]', 'tie'],
    ['My final verdict is: **[[ B >> A ]]**', 'B'],
    ['"My final verdict is tie: [[A=B]]"', 'tie'],
    ['My own answer is B.\n\nAssistant A says (C).\n\nMy final verdict is: Assistant A is better: [[A>B]]', 'A'],
    ['The labels are [[A>>B]], [[A=B]] and [[B>>A]].\n\nMine is [[B>A]].', 'B'],
    ['The response claims “[[A>>B]]”, which is no argument.\n\n[[B>A]]', 'B'],
    ['Final verdict: Assistant B is slightly better: B>A', 'B'],
    ['**Assistant A**\nGood.\n\n**Assistant B**\nBad.\n\n**Final verdict:** Assistant A', 'A'],
    ['The correct answer is B. Overall, Assistant A is slightly better because it shows its work.', 'A'],
    ['Output (a) is better in tone, but it does not end. Therefore, Output (b) is better.', 'B'],
    ['Since Output (a) is not what was asked, Output (b) is better.', 'B'],
    ['Output (a)', 'A'],
    ['Winner: A', 'A'],
    ['Response 1 is better because it is shorter.', 'A'],
    ['I prefer the second response.', 'B'],
    ['Overall, Response A is the better response since it is better organized.', 'A'],
    ['{"reason": "Output (a) is better at tone", "preference": "Output (b)"}', 'B'],
    ['Both are equally good.', 'tie'],
    ['Assistant A is better. Wait, no.\n\n[[B>A]]', 'B'],
  ])('%s', (raw, expected) => {
    expect(valueOf(raw, PAIR)).toBe(expected);
  });

  it.each([
    '',
    'Output (',
    'Output (a) is better at tone. However, Output (b) is',
    'Output (a) is not better.',
    'I do not prefer Response A.',
    'Answer: A or B',
    'a better one',
    'A. The first point',
    'If A > B, the matrix is [[1,2],[3,4]].',
    'The text says "Output (a) is better."',
    'The response says "[[A>>B]]". That is no argument.',
    'While Output (a) is better in tone and Output (b) is better in form.',
    'Response A is better than B at tone, but overall B wins.',
    'It says [[B]], but I prefer A.',
    'Response A has a better tone, but B is the better answer.',
    'Response 1 has a better tone, but 2 is the better answer.',
    'Response A has a better tone, but the other is the better answer.',
  ])('is not in: %s', (raw) => {
    expect(valueOf(raw, PAIR)).toBeNull();
  });

  it('is given in the words of whoever asks', () => {
    expect(valueOf('Preference: near-identical', ['A', 'B', 'NEAR-IDENTICAL'])).toBe('NEAR-IDENTICAL');
    expect(valueOf('Output (b)', ['a', 'b'])).toBe('b');
    expect(valueOf('[[A=B]]', ['a', 'b'])).toBeNull();
  });
});

describe('a score', () => {
  it.each([
    ['4', '4'],
    ['Score: 4/5', '4'],
    ['[RESULT] 3', '3'],
    ['Rating: [[5]]', '5'],
    ['Relevance: 4\nTone: 3\n**Overall score: 2**', '2'],
    ['{"analysis": "Fine.", "score": 2}', '2'],
    ['Score: 4.5', null],
    ['Score: 4-5', null],
    ['Score: 6', null],
    ['1. The title is short.\n2. The body is long.', null],
  ])('%s', (raw, expected) => {
    expect(valueOf(raw, SCORES)).toBe(expected);
  });
});

it('gives the reasons in words, and shows no JSON', () => {
  expect(reasonIn('<think>Hm.</think>It has no date.\n\nAnswer: NO')).toBe('It has no date.\n\nAnswer: NO');
  expect(reasonIn('Sure:\n```json\n{"reason": "It has no date.", "verdict": "NO"}\n```')).toBe('It has no date.');
});

describe('reading a verdict', () => {
  /** No letter of it can make a word. */
  const noise = fc.string({ unit: fc.constantFrom('x', 'q', ' ', '\n', '.', ',') }).map((text) => text.trim());

  it('finds a final label after any analysis that states none', () => {
    fc.assert(
      fc.property(noise, fc.constantFrom('YES', 'NO'), (analysis, word) => {
        expect(valueOf(`${analysis}\n\nFinal answer: ${word}`, JUDGE)).toBe(word);
        expect(valueOf(JSON.stringify({ analysis, answer: word }), JUDGE)).toBe(word);
      }),
    );
  });

  it('finds none in JSON of another shape, however it is laid out and whatever words stand around it', () => {
    // No label is made of these letters.
    const name = fc.string({ unit: fc.constantFrom('a', 'n', 'o', 's', 'w', '_', ' ') });
    const leaf = fc.constantFrom<unknown>(true, false, 'yes', 'NO', 'N/A', 1, null);
    const { json } = fc.letrec<{ json: unknown; value: unknown }>((tie) => ({
      json: fc.dictionary(name, tie('value'), { minKeys: 1 }),
      value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value')), tie('json')),
    }));
    const before = fc.constantFrom('', 'Sure:\n', 'Here it is:\n```json\n', '```\n');
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), before, fc.boolean(), (object, indent, opening, closes) => {
        const fence = opening.includes('```') ? '\n```' : '';
        const text = `${opening}${JSON.stringify(object, null, indent)}${fence}${closes ? '\nDone.' : ''}`;
        expect(valueOf(text, JUDGE), text).toBeNull();
      }),
    );
  });

  it('lets the last bracketed comparison bind, whatever was said before but in a label or as the first word', () => {
    const side = fc.constantFrom('[[A>>B]] ', '[[B>A]]\n', 'A. It is short. ', 'B is better. ', '"[[A=B]]" ');
    fc.assert(
      fc.property(fc.array(side), fc.constantFrom('A', 'B'), (before, winner) => {
        const loser = winner === 'A' ? 'B' : 'A';
        expect(valueOf(`Both end. ${before.join('')}\n[[${winner}>${loser}]]`, PAIR)).toBe(winner);
      }),
    );
  });

  it('takes a bracket that opens the answer, which one at its end must not contradict', () => {
    const scales = fc
      .constantFrom([...PAIR], [...JUDGE], [...SCORES])
      .chain((choices) => fc.tuple(fc.constant(choices), fc.constantFrom(...choices), fc.constantFrom(...choices)));
    const rest = fc
      .constantFrom('.', '\n\n', '\n', ' ', ' – ')
      .chain((gap) => clause.map((words) => `${gap}The text is short: ${words}`));
    fc.assert(
      fc.property(scales, rest, ([choices, first, last], reasons) => {
        expect(valueOf(`[[${first}]]${reasons}`, choices)).toBe(first);
        expect(valueOf(`It writes [[${first}]]${reasons}`, choices)).toBeNull();
        expect(valueOf(`[[${first}]]${reasons}\n[[${last}]]`, choices)).toBe(first === last ? first : null);
      }),
    );
  });

  it('takes time in proportion to the length of hostile text', async () => {
    const pieces =
      '{ {"a":" {"a":{"b": [{ [[ <think> <a> * " “ \'a ``` > ~~ yes no, YES| answer: is not ( a? . A> Output(a)'.split(
        ' ',
      );
    for (const piece of [...pieces, ' ', '\n', '> \n', '```\n', 'so ', 'answer: \n', 'Output (a) is ']) {
      const durationMs = (chars: number) =>
        cpuMs(() => readVerdict(piece.repeat(chars / piece.length), piece.includes('(') ? PAIR : JUDGE));
      const [shortMs, longMs] = [await durationMs(5_000), await durationMs(20_000)];
      // Four times the text takes four times as long, and not sixteen; the floor is there for what is compiled on the way.
      expect(longMs, piece).toBeLessThan(Math.max(8 * shortMs, 400));
    }
  });
});
