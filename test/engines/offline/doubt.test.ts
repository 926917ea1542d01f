/** What cannot be read with certainty is doubted; plain demands of the same build are not. */
import { describe, expect, it } from 'vitest';
import { doubtfulGrammar } from '../../../src/engines/offline/doubtful-grammar.ts';
import { doubtfulReference } from '../../../src/engines/offline/doubtful-reference.ts';

describe('a demand that was read wrongly or cut', () => {
  it.each([
    'date and hour, full address',
    'not list the parts, do not praise the maker',
    'greet the host, name a guest',
    'greet “the host”, and before the writer names anyone',
    'add a date where the writer can',
    'ensure that a longer part has splitting into steps',
    'ensure that colour goes too',
    'avoid missing phone list',
    'answer in the first line',
    'leave out through twelve pages',
    'aim at two or three',
    'show that the writer expects a reason and are ready',
    'not use a footnote simply',
    'keep true apart from likely',
    'weigh instead of guessing',
    'put exact amounts',
    'offer to teach, to hand over the keys, or to stay',
    'leave out the line that begins ⟦0⟧ A shorter line would do',
    'ensure that the planning is real planning',
    'ensure that the tables show data in columns and says what they mean',
  ])('%s', (demand) => {
    expect(doubtfulGrammar(demand)).toMatch(/^It .+\.$/u);
  });

  it.each([
    'name the month, the place and the weather',
    'use long names for towns, short names for streets',
    'explain in one line who asked and why',
    'thank at most three people by name',
    'offer two options, never five',
    'say how reliable they are',
    'avoid legal language',
    'leave out filler: very, really, quite',
    'keep fact apart from opinion',
    'ensure that the tables show data in columns and say what they mean',
    'ensure that the author names the sources and the dates',
  ])('is not: %s', (demand) => {
    expect(doubtfulGrammar(demand)).toBeNull();
  });
});

describe('a demand that speaks of what was said before', () => {
  it.each([
    'let a reader rebuild that sentence by the end',
    'say so openly',
    'list the ten things owners ask',
    'ensure that the second comes from outside',
    'contain no more than four with names',
    'give half a line to what it costs',
    'show what came',
    'say what will happen',
    'use the words the person said',
    'ensure that the loudest guest comes before the host',
    'put a number or a name in its place',
    'list the one or two rooms that stay shut',
    'tell members what’s different',
    'weigh against what was promised',
    'mention the other options',
    'ensure that everything afterwards comes in order',
  ])('%s', (demand) => {
    expect(doubtfulReference(demand, false)).toBe('It refers to something said before it.');
  });

  it.each([
    'use words that readers know',
    'spend no more than two minutes on reasons and no more than three on methods',
    'say for each part what it costs',
    'have 40 to 60 words of text',
    'ensure that the summary comes before the table',
    'name the person who decides',
  ])('is not: %s', (demand) => {
    expect(doubtfulReference(demand, false)).toBeNull();
  });

  it('takes "so" as said of the circumstance before it', () => {
    expect(doubtfulReference('say so politely', true)).toBeNull();
  });
});
