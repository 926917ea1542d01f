import { describe, expect, it } from 'vitest';
import { recognizeCheck } from '../../../src/judge/checks/recognize-check.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';
import type { CheckResult } from '../../../src/judge/checks/code-check.ts';

function judged(wording: string, response: string): CheckResult {
  const check = recognizeCheck(wording);
  if (check === null) throw new Error(`Not recognised: ${wording}`);
  return runCheck(check, response);
}
const met = (wording: string, response: string): boolean | null => judged(wording, response).met;

describe('what was counted', () => {
  it.each([
    ['Between 2 and 3 words', 'One two three four', '4 words; 2 to 3 wanted'],
    ['At most one sentence', 'One. Two.', '2 sentences; at most 1 wanted'],
    ['No commas', 'a, b', '1 comma; none wanted'],
    [
      'No sentence is longer than 3 words.',
      'Short one. This one is longer.',
      'sentence 2 of 2: 4 words; at most 3 wanted',
    ],
    ['The title has at most two words.', 'Just a line.\nThen more.', 'no title'],
    ["Mentions 'tea' and 'milk'.", 'Tea.', '1 × “tea” (at least 1 wanted), 0 × “milk” (at least 1 wanted)'],
    ['The output is valid JSON.', '{a: 1}', 'not JSON'],
    [
      'No sentence starts with "But".',
      'Yes. But no.',
      'sentence 2 of 2: begins with “But no.”; “But” not wanted',
    ],
    ['No sentence starts with "But".', 'Yes. No.', 'none of 2 sentences does so; “But” not wanted'],
    ["At least one of 'tea' and 'milk'.", 'Tea.', '1 × “tea”, 0 × “milk”; at least 1 of these 2 wanted'],
    ['Ends with a question', 'Why? Because.', 'ends with “Why? Because.”; a question wanted'],
  ])('%s', (wording, response, counted) => {
    expect(judged(wording, response).counted).toBe(counted);
  });
});

describe('counting', () => {
  it('takes what has a letter or digit for a word', () => {
    expect(met('Exactly four words', 'Well-known – it’s 42 % true')).toBe(true);
  });

  it('takes blank lines for the ends of paragraphs, and no heading for one', () => {
    expect(met('Exactly two paragraphs', '# Title\n\nOne\nstill one.\n\n---\n\nTwo.')).toBe(true);
  });

  it('ends no sentence at an abbreviation', () => {
    expect(met('Exactly two sentences', 'Dr. Hale saw e.g. two cats. They slept.')).toBe(true);
  });

  it('looks for whole words in any case', () => {
    expect(met("Contains the word 'soil'.", 'Soil is life.')).toBe(true);
    expect(met("Contains the word 'soil'.", 'Subsoil and soiled hands.')).toBe(false);
    expect(met('Contains the phrase "don\'t look back".', 'Don’t\nlook back!')).toBe(true);
  });

  it('counts nothing inside fenced code as heading or list', () => {
    const code = '```\n# comment\n- item\n```';
    expect(met('No headings', code)).toBe(true);
    expect(met('No bullet points', code)).toBe(true);
    expect(met('Exactly one code block', code)).toBe(true);
  });

  it('knows a table by the line under its header', () => {
    expect(
      met('Is there a Markdown table with two columns and one row?', '| a | b |\n|---|:-:|\n| 1 | 2 |'),
    ).toBe(true);
    expect(met('The answer contains a Markdown table.', '| a | b |\n| 1 | 2 |')).toBe(false);
  });

  it('reads CSV with quoted commas and equally long rows', () => {
    expect(met('CSV with two columns', 'a,b\n"x, y",2')).toBe(true);
    expect(met('The output is CSV.', 'a,b\n1,2,3')).toBe(false);
    expect(met('CSV with the header row "id,name"', 'id,name\n1,Ida')).toBe(true);
  });

  it('reads JSON, in one code fence or without', () => {
    expect(met('The output is valid JSON.', '```json\n{"a": 1}\n```')).toBe(true);
    expect(met('Is the reply a JSON object in which "price" is a number?', '{"price": "3"}')).toBe(false);
    expect(met('The output is valid JSON.', 'Yes.')).toBe(false);
  });

  it('takes a possessive for no contraction', () => {
    expect(met('No contractions are used.', "The baker's oven is old.")).toBe(true);
    expect(met('No contractions are used.', 'It’s old.')).toBe(false);
  });

  it('takes links, checkboxes and footnotes for no placeholders', () => {
    expect(met('Are there no unfilled placeholders?', '[site](https://a.example) [x] see [1]')).toBe(true);
    expect(met('Are there no unfilled placeholders?', 'Dear [Name],')).toBe(false);
    expect(met('Are there no unfilled placeholders?', 'Dear {{name}},')).toBe(false);
  });

  it('counts joined emoji once', () => {
    expect(met('Exactly two emojis', 'Hi 👩‍👩‍👧 and 🇫🇷')).toBe(true);
    expect(met('No emojis', 'Call 112 © 2020')).toBe(true);
  });
});

describe('places', () => {
  it('fail where the response has none, but for “no sentence …”', () => {
    expect(met('Every bullet point has at most eight words.', 'No list here.')).toBe(false);
    expect(met('No bullet point has more than 12 words.', 'No list here.')).toBe(true);
    expect(met('The third paragraph starts with "However".', 'One.\n\nHowever two.')).toBe(false);
  });
});

describe('denial', () => {
  it('of something about parts is denied of each of them', () => {
    const wording = 'No sentence starts with "But".';
    expect(met(wording, 'Rain fell. We stayed.')).toBe(true);
    expect(met(wording, 'Rain fell. But we stayed.')).toBe(false);
    expect(met('Not a single word is in ALL CAPS.', 'A calm DAY.')).toBe(false);
    expect(met('Not a single word is in ALL CAPS.', 'A calm day, I said.')).toBe(true);
  });
});

describe('JSON', () => {
  it('has no other keys where the keys are exactly given', () => {
    const wording = 'A JSON object with exactly the keys "a" and "b"';
    expect(met(wording, '{"b": 1, "a": 2}')).toBe(true);
    expect(met(wording, '{"a": 1, "b": 2, "c": 3}')).toBe(false);
  });

  it('has entries of the type that is counted', () => {
    expect(met('A JSON array with 2 strings', '["a", "b"]')).toBe(true);
    expect(met('A JSON array with 2 strings', '["a", 1]')).toBe(false);
  });
});

describe('order', () => {
  it('follows the alphabet in any case, without marks', () => {
    const wording = 'The list is sorted alphabetically.';
    expect(met(wording, '- apple\n- Éclair\n- fig')).toBe(true);
    expect(met(wording, '- fig\n- Éclair')).toBe(false);
    expect(met('Items appear in reverse alphabetical order.', '1. fig\n2. apple')).toBe(true);
  });

  it('of first letters and words', () => {
    expect(met('The first letters of the lines spell "SUN".', 'Sand\nupon\nnight')).toBe(true);
    expect(met('The first letters of the lines spell "SUN".', 'Sand\nand\nnight')).toBe(false);
    expect(met('No two sentences start with the same word.', 'One. Two. One, again.')).toBe(false);
    expect(met('Each line starts with a different letter.', 'ant\nbee\ncat')).toBe(true);
  });
});

describe('dates', () => {
  it('are in the layout asked for', () => {
    expect(met('Every date is written as YYYY-MM-DD.', 'From 2025-05-04 on.')).toBe(true);
    expect(met('Every date is written as YYYY-MM-DD.', 'From 2025-05-04 to 4 June 2025.')).toBe(false);
    expect(met('Contains a date in the format DD/MM/YYYY.', 'On 04/05/2025.')).toBe(true);
    expect(met('Contains a date in the format DD/MM/YYYY.', 'On 2025-05-04.')).toBe(false);
  });
});

describe('edges', () => {
  it('ignore marks around the text, not words', () => {
    expect(met('The response starts with "Dear Ms Hale".', '**Dear Ms Hale**, hello')).toBe(true);
    expect(met('Ends with the words "to be continued"', 'It is to be continued.')).toBe(true);
    expect(met('Ends with "Thank you."', 'Thank you')).toBe(false);
    expect(met('The response starts with "Dear".', 'Dearest Ann')).toBe(false);
    expect(met('Ends with a question', 'Was it "you"?')).toBe(true);
  });
});

describe('marks', () => {
  it('of all kinds may begin a line or be a label', () => {
    expect(met('Every line begins with a dash.', '- a\n- b')).toBe(true);
    expect(met('Every line begins with a dash.', '- a\nb')).toBe(false);
  });

  it('of an item or heading are no part of what it says', () => {
    expect(recognizeCheck('Every heading starts with "##".')).toBeNull();
  });
});

describe('the subject line', () => {
  it('is what follows its label', () => {
    const wording = 'The subject line has at most three words.';
    expect(met(wording, 'Subject: Your new key\n\nDear all, come in.')).toBe(true);
    expect(met(wording, '**Subject:** Your very new key\n\nDear all.')).toBe(false);
    expect(met(wording, 'Dear all,\n\nour key is new.')).toBeNull();
  });

  it('is all of a response of one line', () => {
    expect(met('The subject line has 10 to 20 characters.', 'Your new key')).toBe(true);
    expect(met('The subject line has 10 to 20 characters.', 'Key')).toBe(false);
    expect(met('Title: at most three words', 'A New Key')).toBe(true);
    expect(met('Title: at most three words', 'The Very New Key')).toBe(false);
  });
});

describe('what stands between tags', () => {
  it.each([
    ['<answer>42</answer>', true],
    ['Let us see.\n<answer>\n42\n</answer>', true],
    ['<answer>42', false],
    ['<answer></answer>', false],
    ['42 is the answer.', false],
  ])('%s', (response, isMet) => {
    expect(met('The final answer is placed between <answer> and </answer> tags.', response)).toBe(isMet);
  });
});

describe('words in capitals', () => {
  it.each([
    ['ACT NOW, before the sale ends.', true],
    ['Act now, before the sale ends.', false],
    ['ACT NOW. Really, act now.', null],
    ['The sale ends.', false],
  ])('%s', (response, isMet) => {
    expect(met('The phrase "act now" appears in capital letters.', response)).toBe(isMet);
  });
});

describe('words in bold', () => {
  it.each([
    ['This is **urgent**.', true],
    ['This is urgent.', false],
    ['This is *urgent*.', false],
    ['**Nothing** here.', false],
    ['This is **urgent**, most urgent.', null],
  ])('%s', (response, isMet) => {
    expect(met('The word "urgent" is in bold.', response)).toBe(isMet);
  });
});

describe('formats without parts', () => {
  it.each([
    ['The output is valid YAML.', 'name: Ann\nage: 3', true],
    ['The output is valid YAML.', '- one\n- two', true],
    ['The output is valid YAML.', 'name: [Ann\nage: 3', false],
    ['The output is valid YAML.', 'A plain sentence.', false],
    ['The output is valid YAML.', '{"name": "Ann"}', null],
    ['Respond with an integer only.', ' 1,200 ', true],
    ['Respond with an integer only.', '3.5', false],
    ['Respond with an integer only.', 'It is 3', false],
    ['Respond with an integer only.', '3.', null],
    ['Answer with just a number.', '3.5', true],
  ])('%s %s', (wording, response, isMet) => {
    expect(met(wording, response)).toBe(isMet);
  });
});

describe('phone numbers', () => {
  it.each([
    ['Call +44 20 7946 0958.', true],
    ['Call (555) 010-2345 now.', true],
    ['Call 030 1234567.', true],
    ['On 2024-05-12 we met 1200 people.', false],
    ['From 1990-2005 it cost 1,000,000 dollars.', false],
  ])('%s', (response, isMet) => {
    expect(met('Includes a phone number.', response)).toBe(isMet);
  });
});

describe('another language than the one named', () => {
  it.each([
    ['Der Laden ist von Montag bis Samstag für alle geöffnet.', true],
    ['The shop is open to everybody from Monday to Saturday.', false],
    ['OK.', null],
  ])('%s', (response, isMet) => {
    expect(met('The reply is not in English.', response)).toBe(isMet);
  });
});

describe('lists', () => {
  it('are counted as such, not by their items', () => {
    expect(met('Contains two lists.', '- a\n- b\n\nThen:\n\n1. c\n2. d')).toBe(true);
    expect(met('Contains two lists.', '- a\n- b')).toBe(false);
  });
});

describe('language', () => {
  it('of a short greeting cannot be told', () => {
    expect(met('The reply is written in French.', 'Guten Morgen, liebe Frau Hansen!')).toBeNull();
    expect(met('The reply is in German and has at most two words.', 'Cordiali saluti, Anna')).toBe(false);
  });

  it('of one plain sentence can', () => {
    const wording = 'The reply is written in German.';
    expect(met(wording, 'Unser Laden ist von Montag bis Samstag geöffnet.')).toBe(true);
    expect(met(wording, 'Onze winkel is open van maandag tot zaterdag.')).toBe(false);
  });

  const french =
    'La bibliothèque reste ouverte jusqu’à neuf heures. Les habitants y empruntent des livres et des outils.';
  it('is that of every sentence', () => {
    expect(met('The reply is written in French.', french)).toBe(true);
    expect(
      met('The reply is written in French.', `${french} The library stays open until nine in the evening.`),
    ).toBe(false);
    expect(met('The reply is written in Spanish.', french)).toBe(false);
    expect(
      met('The reply is written in Japanese.', '図書館は夜九時まで開いています。誰でも本を借りられます。'),
    ).toBe(true);
    expect(met('The reply is written in Russian.', 'Библиотека открыта до девяти часов вечера.')).toBe(true);
  });
});

describe('a bold beginning', () => {
  it.each([
    ['- **Tea**: hot\n- __Milk__: cold', true],
    ['- **Tea**: hot\n- Milk: **cold**', false],
    ['Tea', false],
  ])('%j: %s', (response, expected) => {
    expect(met('Every bullet begins with a bolded term.', response)).toBe(expected);
  });
});
