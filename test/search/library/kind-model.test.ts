import { describe, expect, it } from 'vitest';
import type { Kinds } from '../../../src/domain/guide-kind.ts';
import { findKinds } from '../../../src/search/library/find-kinds.ts';
import { knowsWord, likelihoods, type KindModel } from '../../../src/search/library/kind-model.ts';
import { trainKindModel } from '../../../src/search/library/train-kind-model.ts';

const kindOf = (folder: string, family?: string) => ({
  ...{ folder, name: folder, synonyms: [], neighbours: [] },
  ...(family === undefined ? {} : { family, familyNouns: [folder] }),
});
const of = (kind: string, ...texts: string[]) => texts.map((text) => ({ kind, text, writer: 'a test' }));

const KINDS: Kinds = {
  guided: [kindOf('letter', 'letters'), kindOf('speech', 'speeches'), kindOf('minutes')],
  others: [{ name: 'sum' }, { name: 'code' }],
};
const REQUESTS = [
  ...of(
    'letter',
    'please write to my landlord about the boiler, firm but polite, and give him 14 days',
    'I want my money back from the shop, sign it with my name, and give them 14 days',
    'tell the bank politely that I close my account, signed with my name',
  ),
  ...of(
    'speech',
    'five minutes, warm, a few laughs, my sister marries on Saturday and I raise the glass at the end',
    'I stand up at his retirement party, four minutes, a few laughs, and raise the glass to him',
    'three minutes in front of the whole school, start with something that gets them quiet',
  ),
  ...of(
    'minutes',
    'from my scribbles: present, apologies, who does what by when, next meeting',
    'here is who was present, what was decided, who does what, next meeting on Monday',
  ),
  ...of('sum', 'what is 17 % of 2,340', 'what is 12 times 14', 'what is a third of 90'),
  ...of('code', 'python function that sorts a list', 'python script that renames files'),
];
const MODEL = trainKindModel(KINDS, REQUESTS);
const likeliest = (model: KindModel, text: string) =>
  [...likelihoods(model, text)]
    .map(([folder, probability]) => ({ folder, probability }))
    .sort((a, b) => b.probability - a.probability);

describe('the model of how people ask', () => {
  it('is the same for the same requests, also from a file', () => {
    expect(trainKindModel(KINDS, REQUESTS)).toEqual(MODEL);
    expect(() => trainKindModel(KINDS, of('ode', 'praise of tea'))).toThrow(/“ode” is no kind of text.*praise of tea/u);
    const read = JSON.parse(JSON.stringify(MODEL)) as typeof MODEL;
    const brief = 'My brother marries in May, warm, a few laughs, and I raise the glass';
    expect(likelihoods(read, brief)).toEqual(likelihoods(MODEL, brief));
  });

  it.each([
    ['My brother marries in May: four minutes, a few laughs, then I raise the glass to them', 'speech'],
    ['tell the shop politely that I want my money back, signed with my name', 'letter'],
    ['Present: Jo, Ana. Who does what: Jo asks the plumber. Next meeting on 3 May.', 'minutes'],
    ['what is 19 % of 500', 'other'],
  ])('tells what is wanted though nothing names it: %s', (brief, folder) => {
    const [first, second] = likeliest(MODEL, brief);
    expect(first?.folder).toBe(folder);
    expect(first?.probability).toBeGreaterThan(second?.probability ?? 1);
  });

  it('learns no words of what is to be translated', () => {
    const quoted = ['la abuela vive sola', 'sola vive la abuela', 'abuela sola vive ya'];
    const requests = of('letter', ...quoted.map((text) => `Put this into the English that we speak: “${text}”`));
    const model = trainKindModel(KINDS, [...REQUESTS, ...requests]);
    expect(['english', 'abuela'].map((word) => knowsWord(model, word))).toEqual([true, false]);
  });

  it('takes the names of JavaScript for words, and any text in a moment', () => {
    const words = 'the constructor of __proto__ and toString to hasOwnProperty or valueOf';
    const odd: Kinds = { ...KINDS, guided: [...KINDS.guided, kindOf('names')] };
    const requests = [...REQUESTS, ...of('names', words, `${words} please`, `please ${words}`)];
    const model = JSON.parse(JSON.stringify(trainKindModel(odd, requests))) as KindModel;
    for (const text of [
      words,
      '__proto__',
      'constructor',
      '',
      '书信',
      'x'.repeat(100_000),
      `${words} `.repeat(2_000),
    ]) {
      const all = [...likelihoods(model, text).values()];
      expect(all.every(Number.isFinite), text.slice(0, 40)).toBe(true);
      expect(all.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(
        /constructor|proto/u.test(text) ? 1 : 0,
      );
    }
  });

  it.each(['Min syster gifter sig på lördag, fem minuter', 'moja siostra bierze ślub w sobotę', '妹の結婚式', '?!'])(
    'has no opinion on other languages: %s',
    (text) => {
      expect(likelihoods(MODEL, text).size).toBe(0);
    },
  );

  it('is asked only where the instruction names nothing, and answers for a family alone where it is sure', () => {
    const said = (instruction: string) =>
      [
        {
          isDirect: true,
          sentence: instruction,
          phrases: [],
          beginnings: () => [],
          further: () => [],
          object: null,
          by: 'said',
        },
      ] as const;
    const find = (instruction: string, model: typeof MODEL | null) =>
      findKinds(KINDS, model).find(instruction, said(instruction));
    const brief = 'four minutes, warm, a few laughs, my sister marries on Saturday and I raise the glass at the end';
    expect(find(brief, MODEL)).toMatchObject({ kind: { folder: 'speech' }, by: 'family' });
    expect(find(brief, null)).toBeNull();
    expect(find('lisbon, two adults, arriving tuesday', MODEL), 'nothing speaks for any of them').toBeNull();
    expect(find('what is 19 % of 500', MODEL), 'no text is wanted').toBeNull();
  });
});
