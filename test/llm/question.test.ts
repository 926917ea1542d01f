/** Questions ask for all that their criterion does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { droppedDetail, questionInFull, wholeQuestion } from '../../src/llm/agent-kit/question.ts';

const word = fc.stringMatching(/^[a-z]{4,9}$/u);
const phrase = fc.array(word, { minLength: 2, maxLength: 12 }).map((parts) => parts.join(' '));

describe('a question', () => {
  it('that says what the criterion says is kept', () => {
    fc.assert(
      fc.property(phrase, (demand) => {
        const question = `Does the response ${demand}?`;
        expect(wholeQuestion(`The response should ${demand}.`, question)).toBe(question);
      }),
    );
  });

  it('without a figure or a quotation of the criterion is replaced by the criterion itself', () => {
    const detail = fc.oneof(
      fc.integer({ min: 2, max: 9_999 }).map((figure) => `in ${figure} parts`),
      phrase.map((quoted) => `such as “${quoted}”`),
    );
    fc.assert(
      fc.property(phrase, detail, (demand, dropped) => {
        const criterion = `The response should ${demand} ${dropped}.`;
        const question = `Does the response ${demand}?`;
        expect(droppedDetail(criterion, question)).not.toBeNull();
        expect(wholeQuestion(criterion, question)).toBe(`Is this true of the response? ${criterion}`);
        expect(questionInFull({ text: criterion, question })).toBe(`${question} (${criterion})`);
      }),
    );
  });

  it.each([
    ['Die Antwort sollte in kurzen Sätzen formuliert sein.', 'Ist die Antwort in kurzen Sätzen formuliert?'],
    ['Die Antwort sollte die Form nach DIN 5008 einhalten.', 'Hält die Antwort die Form nach DIN 5008 ein?'],
    ['La respuesta debería nombrar la fecha.', '¿Nombra la respuesta la fecha?'],
  ])('in another language may be put as its grammar has it: %s', (criterion, question) => {
    expect(droppedDetail(criterion, question)).toBeNull();
  });

  it('comes with the condition of its criterion', () => {
    const item = { text: 'The response should name a price.', question: 'Does the response name a price?' };
    expect(questionInFull({ ...item, appliesWhen: 'it offers something' })).toBe(
      'Does the response name a price? Applies when: it offers something.',
    );
  });

  it('comes with a fault as what must be absent: yes is good in both', () => {
    const fault = {
      text: 'It promises a date that nobody gave.',
      question: 'Does it stay with the dates?',
      weight: -30,
    };
    expect(questionInFull(fault)).toBe(
      'Does it stay with the dates? (Is the response free of this fault? It promises a date that nobody gave.)',
    );
  });

  // Criteria and questions that a model wrote.
  it.each([
    [
      'The response should keep one recognisable personal voice, whether witty, informative or reflective, from beginning to end.',
      'Does the response keep one recognisable personal voice from beginning to end?',
      true,
    ],
    [
      'The response should be written in the first person from the traveller’s own experience.',
      'Is the response written in the first person from the traveller’s own experience?',
      false,
    ],
    [
      'The response should avoid phrases that sound like advertising.',
      'Is the response free of phrases that sound like advertising?',
      false,
    ],
  ])('that lacks examples or cases asks for less: %s', (criterion, question, asksForLess) => {
    expect(droppedDetail(criterion, question) !== null).toBe(asksForLess);
  });
});
