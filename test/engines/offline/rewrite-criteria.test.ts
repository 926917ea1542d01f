import { describe, expect, it } from 'vitest';
import { rewriteCriteria } from '../../../src/engines/offline/rewrite-criteria.ts';
import { rewriteSentence } from '../../../src/engines/offline/rewrite-sentence.ts';
import { notInText } from '../../../src/engines/offline/not-in-text.ts';
import { findTextKind } from '../../../src/engines/offline/task-kind.ts';
import { wholeTextTest } from '../../../src/engines/offline/whole-text.ts';
import { REWRITE_CASES } from './rewrite-cases.ts';
import { adviceOf, point, RUN, task, valueOf } from './support.ts';

/** Each sentence as advice that a second guide confirms, or not. */
async function rewriteAll(
  sentences: readonly string[],
  instruction: string,
  sourceRelevance = 2,
  confirmed = true,
) {
  const items = sentences.map((sentence, index) => ({
    id: point(index + 1, sentence).id,
    point: point(index + 1, sentence),
    advice: [adviceOf(index + 1, sentence), ...(confirmed ? [adviceOf(index + 1, sentence, 's2')] : [])],
    sourceRelevance,
    sourceExpertise: 4,
  }));
  const outcomes = await rewriteCriteria(RUN, task(instruction), items);
  return items.map((item) => valueOf(outcomes.get(item.id)));
}

const isWholeReport = wholeTextTest(findTextKind('Write a report on rain'));

describe('composing a criterion', () => {
  const composed = REWRITE_CASES.flatMap(([sentence, expected]) =>
    expected === null ? [] : [{ sentence, expected, made: rewriteSentence(sentence, isWholeReport) }],
  );
  it.each(composed)('$sentence', ({ expected, made }) => {
    expect(made).toMatchObject({ text: expected });
    expect('question' in made ? made.question : '').toMatch(/(?:^D|, d)oes the response .+\?["”]?$/u);
  });
});

describe('rewriting advice to criteria', async () => {
  const unfit = REWRITE_CASES.flatMap(([sentence, expected]) => (expected === null ? [sentence] : []));
  const rewrites = await rewriteAll(unfit, 'Write a report on rain');

  it.each(unfit.map((sentence, index) => ({ sentence, index })))('leaves out: $sentence', ({ index }) => {
    const rewrite = rewrites[index];
    // What needs work on the draft or other people is left to the filter, which says so.
    if (rewrite?.kind === 'criterion') expect(notInText(rewrite.text)).toMatch(/^It .+\.$/u);
    else expect(rewrite?.reason).toMatch(/^It .+\.$/u);
  });

  it.each([
    ['Do not open with an apology.', 'Does the response avoid opening with an apology?'],
    ['Never begin or end with a list.', 'Does the response avoid beginning or ending with a list?'],
    ['In the title, do not use a colon.', 'In the title, does the response avoid using a colon?'],
    ['The title should be a full sentence.', 'Does the response have a title that is a full sentence?'],
  ])('asks about %s', (sentence, question) => {
    expect(rewriteSentence(sentence, isWholeReport)).toMatchObject({ question });
  });

  it('takes the kind of text as the response itself', async () => {
    const [whole, foreign] = await rewriteAll(
      ['A good ballad opens with a question.', 'A good motet opens with a question.'],
      'Write a ballad about rain',
    );
    expect(whole).toMatchObject({ text: 'The response should open with a question.' });
    expect(foreign?.kind).toBe('removed');
  });

  it('marks what the instruction already says', async () => {
    const [said, unsaid] = await rewriteAll(
      ['Use four stanzas.', 'Begin each verse with a question.'],
      'Write a ballad about rain in four stanzas',
    );
    expect(said).toMatchObject({ explicit: true });
    expect(unsaid).toMatchObject({ explicit: false });
  });

  it('removes what speaks of a thing that one guide alone has introduced', async () => {
    const [rewrite] = await rewriteAll(['Be specific about the amount.'], 'Write a report on rain', 2, false);
    expect(rewrite?.kind).toBe('removed');
  });

  it('takes few words for a rule only where a second guide confirms them', async () => {
    const sentences = ['State the source.', 'Keep the tone warm.', 'Explain technical terms.'];
    for (const rewrite of await rewriteAll(sentences, 'Write a report on rain', 2, false))
      expect(rewrite).toMatchObject({ kind: 'removed', reason: 'It says too little to be judged.' });
    const [agreed] = await rewriteAll(['Keep the tone warm.'], 'Write a report on rain');
    expect(agreed?.kind).toBe('criterion');
    const enough = [
      'Do not open with thanks.',
      'Keep one tense throughout.',
      'Quote two witnesses.',
      'Name the source of every figure.',
    ];
    for (const rewrite of await rewriteAll(enough, 'Write a report on rain', 2, false))
      expect(rewrite.kind).toBe('criterion');
  });

  it('removes advice that only general sources give', async () => {
    const [rewrite] = await rewriteAll(['State the finding in the first line.'], 'Write a report on rain', 1);
    expect(rewrite).toMatchObject({ kind: 'removed' });
  });
});
