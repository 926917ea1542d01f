import { expect, it } from 'vitest';
import { inventedDetail, lostFigure, wordsOf } from '../../../src/llm/agent-kit/wording.ts';
import { criterionFromAdvice, criterionProblem, readCriterion } from '../../../src/llm/agent-kit/written-criterion.ts';

it('two wordings are the same but for case, white space and punctuation', () => {
  expect(wordsOf('The response should  name “Miller”.')).toBe(wordsOf('the response should name Miller'));
});

it('two wordings differ by the vowels of a word, which are marks in Hindi', () => {
  expect(wordsOf('दिन लिखो')).not.toBe(wordsOf('दान लिखो'));
});

it.each([
  ['fit on 1 page', 'Keep the letter to one page.'],
  ['take at most 20 minutes', 'Speak for twenty minutes at most.'],
  ['name 25 guests', 'Name twenty-five guests.'],
  ['have at most 1500 words', 'Use at most 1,500 words.'],
  ['have 3 examples', 'اذكر ٣ أمثلة'],
  ['have 5 paragraphs', 'Write a five-paragraph essay.'],
  ['take 3 minutes', 'Speak for two-to-three minutes.'],
  ['have 150 words', 'Write 150 words.'],
])('a figure in another form is the same: %s', (demand, source) => {
  const wording = `The response should ${demand}.`;
  expect(inventedDetail(wording, [source])).toBeNull();
  expect(inventedDetail(wording.replace(/\d+/u, '47'), [source])).toContain('47');
  expect(lostFigure(`The response should ${source.toLowerCase()}`, [wording])).toBeNull();
});

it.each(['two-to-three minutes', 'a one-on-one meeting', 'no one'])(
  'what only looks like a figure is none: %s',
  (words) => {
    expect(inventedDetail(`The response should suggest ${words}.`, ['Speak two to three minutes.'])).toBeNull();
    const isFigure = words.startsWith('two');
    expect(lostFigure(`The response should suggest ${words}.`, ['Keep it under 150 words.'])).toBe(
      isFigure ? null : '150',
    );
  },
);

it('a footnote mark is no part of a figure, and a compound names one', () => {
  expect(inventedDetail('The response should stay under 150 words.', ['Keep it under 150¹ words.'])).toBeNull();
  expect(inventedDetail('The response should have five paragraphs.', ['Write a five-paragraph essay.'])).toBeNull();
  expect(lostFigure('The response should be an essay.', ['Write a five-paragraph essay.'])).toBe('5');
});

it('small figures may be spelled in other languages', () => {
  expect(
    inventedDetail('Die Antwort sollte höchstens 3 Absätze haben.', ['Schreiben Sie höchstens drei Absätze.']),
  ).toBeNull();
  expect(inventedDetail('Die Antwort sollte höchstens 300 Wörter haben.', ['Schreiben Sie kurz.'])).toContain('300');
  expect(inventedDetail('Die Antwort sollte höchstens 5 Absätze haben.', ['Höchstens 3 Absätze.'])).toContain('5');
  expect(lostFigure('Die Antwort sollte kurz sein.', ['Höchstens 3 Absätze.'])).toBe('3');
  expect(lostFigure('Die Antwort sollte kurz sein.', ['Höchstens 300 Wörter.'])).toBe('300');
});

it.each([
  ['Η απάντηση πρέπει', 'Η απάντηση πρέπει να ονομάζει τον αναγνώστη.', 'Ονομάζει η απάντηση τον αναγνώστη;'],
  ['回答は', '回答は読み手を名指しするべきです。', '回答は読み手を名指ししていますか。'],
  ['პასუხი უნდა', 'პასუხი უნდა იყოს მოკლე.', 'არის პასუხი მოკლე?'],
  [
    '回答は',
    '回答は “Thank you for all of your help” で終わるべきです。',
    '回答は “Thank you for all of your help” で終わりますか。',
  ],
])('a question is asked as its language asks: %s', (opening, criterion, question) => {
  expect(criterionProblem({ criterion, question }, opening)).toBeNull();
  expect(criterionProblem({ criterion, question: criterion }, opening)).toContain('question');
  expect(readCriterion({ criterion, question, check: null }).question).toContain(question);
});

it('an English question ends with its mark, whatever the opening', () => {
  const criterion = 'The response should be short.';
  for (const opening of ['The response should', 'The response', 'The response should be'])
    expect(criterionProblem({ criterion, question: 'It is short' }, opening)).toContain('question');
});

it.each(['The response should ', '', 'The response should'])(
  'an opening is used without white space: “%s”',
  (opening) => {
    expect(criterionFromAdvice('Name 3 dates.', opening).text).toBe(
      'The response should follow this advice: “Name 3 dates”.',
    );
  },
);
