import { expect, it } from 'vitest';
import { findLanguage } from '../../../../src/judge/checks/count/language.ts';

const LETTER = 'Thank you for your letter of last week. Could you come to our office on Monday?';
const BRIEF = 'Wir wohnen in der Stadt und gehen jede Woche mit unseren Freunden auf den Markt.';
const NOTA = 'Vivimos en la ciudad y vamos al mercado con nuestros amigos cada semana.';

it.each([
  // A small word of many languages, and one that stands there often, tells none.
  ['english', 'We need a plan, a budget, a team and a deadline.', true],
  ['english', `${LETTER} We need a plan, a budget, a team and a deadline.`, true],
  ['english', '"No verdict" is a value with a reason: never a 0, a NO or an empty list.', true],
  ['spanish', 'Mañana voy a Madrid a ver a mi hermana. Después nos vamos a la playa con los niños.', true],
  // Names in Latin letters; more than three words are a sentence.
  ['chinese', '昨天我们参观了公司的新办公室。我喜欢 Taylor Swift 的歌。她也喜欢看书。', true],
  ['japanese', '新しいMacBook Proを買いました。とても速いです。', true],
  ['russian', 'Я купил новый iPhone и MacBook. Они мне очень нравятся, потому что работают быстро.', true],
  ['chinese', '今天 iPhone 15 发布了，很多人 went to the store。', false],
  ['chinese', '她喜欢看书。Thank you very much!', false],
  // An open sentence says nothing where no other language leads in it.
  ['english', `${LETTER} A hammer can build a house or break a window.\n\nYours faithfully,\nTom`, true],
  ['spanish', `${NOTA} Un cordial saludo,\nAna`, true],
  ['german', `${BRIEF}\n\nSehr geehrte Frau Müller,`, true],
  ['german', `${BRIEF} Thank you very much!`, null],
  ['german', `${BRIEF} Everything works perfectly.`, null],
  ['english', `${LETTER} Merci beaucoup mon ami.`, null],
  ['english', `${LETTER} Muchas gracias por todo.`, null],
  // Code is of no language.
  ['english', `${LETTER} It runs after \`npx groundrule trust FILE\`.`, true],
] as const)('%s: %j is %s', (language, text, expected) => {
  expect(findLanguage(text, language).isWanted).toBe(expected);
});

it('says which sentence is open', () => {
  const { found } = findLanguage(`${LETTER} Merci beaucoup mon ami.`, 'english');
  expect(found).toBe('may be of another language: “Merci beaucoup mon ami.”');
  const mixed = 'Wir treffen uns am Montag im Büro. Please bring your laptop and all of the papers that you have.';
  expect(findLanguage(mixed, 'german').found).toMatch(/^one sentence reads otherwise: “Please /u);
  expect(findLanguage('OK', 'english').found).toBe('too little text to tell its language');
});
