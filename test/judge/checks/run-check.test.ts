/** What checks count in responses, and what they say of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Check, CheckedPart, CheckFormat, CheckLanguage, Unit } from '../../../src/domain/check.ts';
import { parseCheck } from '../../../src/domain/parse-check.ts';
import { countUnit } from '../../../src/judge/checks/count/units.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';
import { fuzzing } from '../../support/mangled.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const judged = (written: string, response: string) => runCheck(parseCheck(written), response);
const met = async (written: string, response: string) => (await judged(written, response)).met;

it.each([
  ['words 2..3', 'One two three four', '4 words; 2 to 3 wanted'],
  ['sentences <= 1', 'This is one. It is two.', '2 sentences; at most 1 wanted'],
  ['phrase "," = 0', 'a, b', '1 × “,”; none wanted'],
  ['each(sentence, words <= 3)', 'Short one. This one is longer.', 'sentence 2 of 2: 4 words; at most 3 wanted'],
  ['each(list item, words <= 3)', 'No list.', 'no list item'],
  // Where one alone decides, it says why.
  ['all(phrase "tea", phrase "milk")', 'Tea.', '0 × “milk”; at least 1 wanted'],
  ['all(phrase "tea", phrase "milk")', 'Tea, milk.', '1 × “tea”; at least 1 wanted; 1 × “milk”; at least 1 wanted'],
  ['any(phrase "tea", phrase "milk")', 'Tea.', '1 × “tea”; at least 1 wanted'],
  ['any(phrase "tea", phrase "milk")', 'Soup.', '0 × “tea”; at least 1 wanted; 0 × “milk”; at least 1 wanted'],
  ['format json', '{a: 1}', 'not JSON; JSON wanted'],
  ['not(starts with "But")', 'But no.', 'begins with “But no.”; “But” not wanted'],
  ['not(phrase "x")', 'Tea.', '0 × “x”; none wanted'],
  ['not(words <= 2)', 'Tea.', '1 word; at least 3 wanted'],
  ['not(words 2..3)', 'Tea.', '1 word; anything but 2 to 3 wanted'],
  ['not(all(phrase "tea", not(phrase "milk")))', 'Tea.', '1 × “tea”; none wanted; 0 × “milk”; at least 1 wanted'],
  ['not(all(phrase "tea", phrase "milk"))', 'Tea.', '0 × “milk”; none wanted'],
  ['not(heading "Methods")', 'Text.', 'no heading “Methods”; none wanted'],
  ["pattern '[A-Z]{2}-\\d+' = 0", 'See AB-12 and CD-3.', '2 × /[A-Z]{2}-\\d+/; none wanted'],
  ['pattern "^\\\\d{4}$"', '2031', '1 × /^\\d{4}$/; at least 1 wanted'],
  ['ends with "?"', 'Why? Because.', 'ends with “Why? Because.”; “?” wanted'],
])('says what was counted: %s', async (written, response, counted) => {
  expect((await judged(written, response)).counted).toBe(counted);
});

it.each([
  // What has a letter or digit is a word.
  ['words = 4', 'Well-known – it’s 42 % true', true],
  // Blank lines end paragraphs; headings and dividers are none.
  ['paragraphs = 2', '# Title\n\nOne\nstill one.\n\n---\n\nTwo.', true],
  ['sentences = 2', 'Dr. Hale saw e.g. two cats. They slept.', true],
  ['lines = 2', 'a\n\nb', true],
  ['characters = 3', ' añb\n', true],
  // What stands in fenced code is code.
  ['headings = 0', '```\n# comment\n- item\n```', true],
  ['list items = 0', '```\n# comment\n- item\n```', true],
  ['code blocks = 1', '```\n# comment\n```', true],
  ['list items = 3', '- a\n- b\n\n1. c', true],
  ['bullets = 2', '- a\n- b\n\n1. c', true],
  ['table columns = 2', '| a | b |\n|---|:-:|\n| 1 | 2 |', true],
  ['table rows = 1', '| a | b |\n|---|:-:|\n| 1 | 2 |', true],
  ['tables >= 1', '| a | b |\n| 1 | 2 |', false],
  ['questions = 1', 'Why? Because.', true],
  ['json fields "größe"'.normalize('NFD'), '{"größe": 1}', true],
  ["pattern 'é'".normalize('NFD'), 'thé', true],
  ['questions = 1', 'هل يمكنك مساعدتي؟ شكرا.', true],
  ['all(questions = 1, sentences = 2)', 'Πού είναι ο σταθμός; Εκεί είναι.', true],
  ['questions = 0', 'One thing; another thing.', true],
  ['questions = 1', 'Ինչպե՞ս ես։', true],
  // What stands within an address ends nothing.
  ['questions = 0', 'See https://a.example/?a=b now.', true],
  ['all(questions = 1, sentences = 2)', 'Is it [this](/a?b=c)? Yes.', true],
  // An abbreviation, a letter or initials may end the sentence or not.
  ['sentences = 6', 'He is taller than I. So am I. We took plan B. Ask Ed. He lives on Main St. It is quiet.', null],
  ['sentences <= 6', 'He is taller than I. So am I. We took plan B. Ask Ed. He lives on Main St. It is quiet.', true],
  ['sentences = 1', 'He joined the U.S. Army.', null],
  ['sentences = 1', 'J. Hale saw Dr. Ode and Ms. Ito on p. 4 of no. 12, e.g. Node.', true],
  ['sentences = 1', 'Plan B. 20 people came.', null],
  ['sentences = 2', 'He came. 20 people left.', null],
  ['sentences = 2', 'hey. how are you?', null],
  ['sentences = 1', 'at 5 p.m. in the U.S. they met', true],
  ['each(sentence, words <= 4)', 'We took plan B. She knows.', null],
  ['each(sentence, words <= 9)', 'We took plan B. She knows.', true],
  ['sentences = 1', 'Er kam am 3. Oktober nach Berlin.', null],
  ['sentences = 1', 'Das Haus kostet 3 Mio. Euro.', null],
  ['sentences = 1', 'Wait ... I know it.', null],
  ['sentences = 1', 'Nach Abs. 2 Satz 1 gilt das.', null],
  ['sentences = 1', 'Es kostet 20 Euro bzw. 25 Euro, z. B. in Köln, d. h. hier, unter Nr. 4711.', true],
  ['sentences = 2', 'It began in 1990. It is 5 km. They are old.', false],
  ['sentences = 3', 'It began in 1990. It is 5 km. They are old.', true],
  // A part that fails decides where it stands in both divisions.
  ['each(sentence, words <= 4)', 'We took plan B. She knows. This one is far too long.', false],
  ['each(sentence, words >= 3)', 'We took plan B. Daily. We like it here.', null],
  ['each(sentence, words 3..5)', 'We took plan B. Daily. She does.', false],
  // A question in the middle of a sentence ends it or not.
  ['sentences = 1', 'He asked (why?) and left.', null],
  // Verse, addresses and rows end their lines where they want to.
  ['sentences = 1', 'Yours,\nAnn\n\nThis line is longer than all of that.', null],
  ['sentences = 3', 'Yours,\nAnn\n\nThis line is longer than all of that.', null],
  ['sentences = 3', 'ok i will come\nsee you at six\nbring some food', null],
  ['sentences = 3', 'Tea or milk\nRain or sun\nDay or night', null],
  ['sentences = 2', '| a | b |\n|---|---|\n| c | d |', true],
  [
    'sentences = 2',
    'The committee met on Tuesday in the old town hall to\ndiscuss the budget for the coming year.\n\nYours,\nAnn',
    null,
  ],
  // Where no spaces part words, there are at least as many as runs, and at most as many as letters.
  ['words <= 50', '春天来了，花儿都开了。'.repeat(30), null],
  ['words >= 20', '春天来了，花儿都开了。'.repeat(30), null],
  ['words <= 50', '谢谢你', true],
  ['words >= 500', '春天来了，花儿都开了。', false],
  ['each(sentence, words <= 3)', '春天来了，花儿都开了。', null],
  ['numbered items = 2', '1、水\n2、米', true],
  ['numbered items = 2', '１. 水\n２．米', true],
  ['numbered items = 1', '１．５\nIt began in\n1990. It ended.', true],
  ['numbered items = 3', 'Our top picks:\n3. Oslo\n2. Paris\n1. Rome', true],
  ['numbered items = 2', 'Steps:\n01. a\n٢. b', true],
  ['each(paragraph, numbered items >= 1)', '1. Open.\n\n   Wait.\n2. Go', true],
  // What goes on behind a full line without an end may be that line's sentence, or an item.
  ['numbered items = 0', 'The war that all of them remember until today began in\n1990. It ended.', null],
  ['format prose', 'The war that all of them remember until today began in\n1990. It ended.', null],
  ['each(list item, words <= 2)', 'The war that all of them remember until today began in\n1990. It ended.', null],
  ['sentences = 1', 'Wir treffen uns mit allen Freunden und Verwandten am\n3. Oktober in Berlin.', null],
  ['numbered items = 0', 'The war that all of them remember is long gone now.\n1990. It ended.', false],
  ['numbered items = 2', '2. a\n3. b', true],
  // Code within a list is set in as its item is.
  [
    'all(code blocks = 1, bullets = 0, sentences = 3)',
    '1. Clone\n2. Build:\n\n    ```sh\n    - x\n    # y\n    ```\n\n3. Run',
    true,
  ],
  ['all(code blocks = 1, bullets = 1)', '- ```js\n  - x\n  ```', true],
  ['all(code blocks = 1, bullets = 0)', '```md\n    ```\n- x\n```', true],
  ['all(code blocks = 0, bullets = 1)', '```code``` of a line\n- x', true],
  // Marks within code mark nothing; between letters or digits they may be more than marks.
  ['all(bold passages = 1, italic passages = 1)', '***a***', true],
  ['all(bold passages = 1, italic passages = 1)', '**a *b* c**', true],
  ['bold passages = 0', '`**a**`\n```\n**b**\n```', true],
  ['bold passages = 0', '2**3**4', null],
  ['bold passages = 1', '这是**重要**的事情', true],
  ['bold passages <= 1', '2**3**4', true],
  ['italic passages = 0', '2*3*4', null],
  ['hashtags = 0', '`#define`', null],
  ['mentions = 0', 'https://a.example/@ann', true],
  ['contractions = 0', "The bakers' oven is old.", true],
  ['contractions = 0', 'It’s old.', false],
  ['placeholders = 0', '[site](https://a.example) [x] see [1]', true],
  ['placeholders = 1', 'Dear [Name],', true],
  ['placeholders = 1', 'Dear {{name}},', true],
  ['placeholders = 0', 'Dear [Your Name],', false],
  // These may be no placeholders.
  ['placeholders = 0', '{"tags": ["x"]}', null],
  ['placeholders = 0', '`a[i]`', null],
  ['placeholders = 0', '“[T]he board [sic]”', null],
  ['placeholders = 0', 'See [The guide][g].', null],
  ['placeholders <= 3', 'See [The guide][g].', true],
  ['links = 1', '[a](https://a.example/x)', true],
  ['email addresses = 1', 'Write to ann@mail.example.', true],
  ['hashtags = 2', '#one and #two, not a#b', true],
  ['emoji = 2', 'Hi 👩‍👩‍👧 and 🇫🇷', true],
  ['emoji = 0', 'Call 112 © 2020', true],
  ['digits = 4', 'In 2024', true],
  ['bold passages = 1', '**a** and *b*', true],
  ['capital words = 1', 'I am NOT here', true],
  ['capital words = 0', 'eine E-Mail, S-Bahn und L’Europe', true],
  ['capital words = 0', 'the U.S. or a Q&A', null],
  ['sentences = 1', 'Es kostet 800 Euro zzgl. Nebenkosten.', null],
  ['sentences = 2', 'It is 5 km. They walk.', true],
  ['sentences = 1', 'One.<br>Two.', null],
  ['sentences = 1', 'Det regnar t.ex. Måndag.', null],
  // Before a word that stands anywhere, and with a vowel below its mark, no abbreviation is likely.
  ['sentences = 2', 'It took five hrs. They left.', true],
  ['sentences = 2', 'Má dým. Ano.', true],
  ['each(sentence, words <= 2)', 'Line one.<br>Line two.', null],
  ['sentences = 1', 'I am so happy 😊 See you on Friday!', null],
  ['sentences = 1', 'I love 🍕 and pasta.', true],
  ['paragraphs = 1', `Dear Ann,\n${'long '.repeat(30)}end.\n${'more '.repeat(30)}end.\nTom`, null],
  ['contractions = 0', "The dog's\nbarking again.", null],
  ['contractions = 1', "It's\nlate", true],
  ['email addresses = 1', '[ann@example.com](mailto:ann@example.com)', true],
  ['email addresses = 1', '<a href="mailto:ann@example.com">ann@example.com</a>', true],
  ['email addresses = 1', '[Write to Ann](mailto:ann@example.com)', true],
  ['email addresses = 1', '[ann@example.com](mailto:Ann@example.com)', true],
  ['email addresses = 1', '[Ann](mailto:ann@example.com) or [her](mailto:ann@example.com)', true],
  ['numbers = 3', 'Pick from 1,2,3.', null],
  ['numbers = 2', 'They won 3:1.', null],
  ['numbers = 1', 'It costs 1,000 euros.', true],
  ['numbers = 1', 'It is 3.14.', true],
  ['contains "tea"', 'Tea, please.', true],
  ["pattern ' - ' = 0", 'A well-known fact.', true],
  ["pattern '  ' = 0", 'One space.', true],
  // Letters of scripts without spaces end no word, and start none.
  ['heading "コーヒー"', '## コーヒーの歴史', true],
  ['heading "2024"', '## 2024年の総括', true],
  ['phrase "AI"', '生成AIを使う。', true],
  ['phrase "AI"', 'OpenAI', false],
  ['starts with "AI"', 'AI技術は', true],
  // Particles of Korean are attached; what stands before a word is of it.
  ['heading "결론"', '## 결론\n\n좋다', true],
  ['phrase "론"', '결론', false],
  // Whether it is a particle that is attached, code cannot tell.
  ['heading "결론"', '## 결론과 제언', null],
  ['heading "물"', '# 물고기 요리', null],
  ['not(heading "물")', '# 물고기 요리', null],
  ['starts with "물"', '물고기를 먹는다.', null],
  ['starts with "물"', '물, 그리고 소금', true],
  ['ends with "물"', '소금과 물.', true],
  ['phrase "물"', '물 한 잔', true],
  ['phrase "물"', '물고기', null],
  ['phrase "물" = 0', '물고기', null],
  ['phrase "물" = 0', '생선', true],
  // Marks that writers may leave out make no other word, unless they are asked for.
  ['phrase "شكرا"', 'شكراً لك', true],
  ['phrase "كتاب"', 'هذا كِتَابٌ جميل', true],
  ['phrase "كتاب"', 'كتابِهم', false],
  // Writers leave out those that are asked for, too: whether it is the same word, code cannot tell.
  ['phrase "كِتاب"', 'هذا كِتاب', true],
  ['phrase "كِتاب"', 'هذا كُتاب', null],
  ['phrase "شكراً"', 'شكرا لك', null],
  ['phrase "شكراً"', 'شُكراً لك', null],
  ['phrase "شكراً" = 0', 'شكرا لك', null],
  ['phrase "شكراً"', 'عفوا', false],
  ['heading "شكراً"', '**شكرا:** لكم', null],
  ['starts with "שָׁלוֹם"', 'שלום לכם', null],
  ['phrase "ً"', 'شكرا', false],
  ['phrase "שלום"', 'שָׁלוֹם לכם', true],
  ['phrase "люблю"', 'Я люблю́ тебя', true],
  ['phrase "и"', 'й', false],
  ['heading "شكرا"', '**شكراً:** لكم', true],
  ['ends with "شكرا"', 'لك شكراً.', true],
  // Vowel signs are of the word; those of emoji are not.
  ['heading "हिन्दी"', '## हिन्दू', false],
  ['heading "हिन्दी"', '## हिन्दी', true],
  ['heading "Risks"', '**Risks ⚠️**', true],
])('%s: %j is %s', async (written, response, expected) => {
  expect(await met(written, response)).toBe(expected);
});

describe('words', () => {
  it.each([
    ['phrase "soil"', 'Soil is life.', true],
    ['phrase "soil"', 'Subsoil and soiled hands.', false],
    ['phrase "don\'t look back"', 'Don’t\nlook back!', true],
    ['phrase "tea" = 2', 'Tea, and more tea.', true],
    ['starts with "Dear Ms Hale"', '**Dear Ms Hale**, hello', true],
    ['starts with "Dear"', 'Dearest Ann', false],
    ['ends with "to be continued"', 'It is to be continued.', true],
    ['ends with "Thank you."', 'Thank you', false],
    ['heading "Methods"', '# 2. Methods\n\nText', true],
    ['heading "Methods"', '**Methods:** we did it', true],
    ['heading "Methods"', 'Our methods are good.', false],
    ['heading "Methods"', '# Methods and materials', true],
    ['heading "Methods:"', '## **Methods**', true],
    ['heading "Art"', '# Getting started', false],
    ['heading "2024"', '# Introduction\n\n---\n\nhello', false],
    ['heading "2024"', '# Review of 2024', true],
    ['heading "2024"', '**2024:** it rained', true],
    ['heading "2024 results"', '# 2023 results', false],
    ['heading "2024 results"', '**2024 results**', true],
    ['heading "1.2.0"', '# Changelog\n\n## 9.9.9', false],
    ['not(heading "2024")', '# Intro', true],
    ['heading "…"', 'hello', false],
    ['heading "概要"', '# 製品の概要', true],
    ['phrase "概要" = 1', '製品の概要です。', true],
    ['phrase "कल"', 'कला अच्छी है।', false],
    ['phrase "कला" = 1', 'यह कला अच्छी है।', true],
    ['phrase "வணக்க"', 'வணக்கம்', false],
    ['phrase "ที"', 'ที่นี่', false],
    ['phrase "ที่"', 'อยู่ที่นี่', true],
    ['heading "कल"', '# कला', false],
    ['heading "कल"', '**कला:** अच्छी', false],
    ['heading "कला"', '**कला:** अच्छी', true],
    ['heading "Methods"', '**Methods ⚠️**', true],
    ['phrase "love"', 'I ❤️love tea', true],
    // Where what a reader sees is other than what is written, code cannot tell.
    ['phrase "very good" = 0', 'It is a very **good** offer.', null],
    ['phrase "very good" = 0', '[very](https://a.example) <b>good</b>', null],
    ['phrase "very good" <= 1', 'It is a very **good** offer.', true],
    ['phrase "bad" = 0', 'It is a very **good** offer.', true],
    ['phrase "milk eggs" = 0', '* milk\n* eggs', true],
    ['phrase "**" = 2', '**a**', true],
    ['phrase "*" = 4', '**a**', true],
    ['phrase "_" = 0', 'Use _this_.', false],
    ['phrase "[" = 0', 'See [this](https://a.example).', false],
    ['phrase "https://a.example"', 'See <https://a.example>.', true],
    ['phrase "ann@a.example"', 'Write to <ann@a.example>.', true],
    ['phrase "a.example"', 'See <a href="https://a.example">this</a>.', null],
    ['phrase "snake_case"', 'Use snake_case.', true],
    ['phrase "example.com"', '[a](https://example.com)', null],
    ['phrase "e-mail"', 'an e\u2011mail', true],
    ['starts with "Dear Ann"', '> Dear Ann, hello', null],
    ['heading "best way"', '## The **best** way', null],
    ['ends with "谢谢"', '谢谢。', true],
    ['ends with "谢谢。"', '谢谢', false],
    ['starts with "谢谢"', '「谢谢」', true],
    ['phrase "x" = 1', 'x **x** [x](x)', false],
    ['phrase "Warm up"', '1️⃣Warm up', true],
  ])('%s: %j is %s', async (written, response, expected) => {
    expect(await met(written, response)).toBe(expected);
  });
});

describe('forms', () => {
  it.each([
    ['format json', '```json\n{"a": 1}\n```', true],
    ['format json', 'Yes.', false],
    ['format csv', 'a,b\n"x, y",2', true],
    ['format csv', 'a,b\n1,2,3', false],
    // A line of prose may have commas, too.
    ['format csv', 'Dear Sir, thank you for the letter.', null],
    ['format csv', 'Dear Ann,\nWarm regards,', null],
    ['format csv', 'Yes, I know\nNo, I do not', null],
    ['csv fields "id" "name"', 'id,name', true],
    ['format yaml', 'name: Ann\nage: 3', true],
    ['format yaml', 'name: [Ann\nage: 3', false],
    ['format yaml', 'A plain sentence.', false],
    ['format yaml', '{"name": "Ann"}', null],
    ['format table', '| a |\n|---|\n| 1 |', true],
    ['format table', 'See:\n\n| a |\n|---|\n| 1 |', false],
    ['format bulleted list', '- a\n  more\n- b', true],
    ['format prose', '- a', false],
    ['json fields "a" "b"', '[{"a": 1, "b": 2, "c": 3}, {"b": 1, "a": 2}]', true],
    ['json fields "a" "b"', '[{"a": 1, "b": 2}, {"a": 2}]', false],
    ['csv fields "id" "name"', 'id,name\n1,Ida', true],
    ['table fields "Name" "Age"', '| **Name** | age |\n|---|---|\n| Ida | 3 |', true],
    ['case upper', 'NO 1!', true],
    ['case lower', 'no I', false],
    ['case title', 'The Wind in the Willows', true],
    ['wrapped in quotes', '“All of it.”', true],
    ['wrapped in "“" "”"', '“All of it.”', true],
    ['wrapped in "„" "“"', '„All of it.“', true],
    ['wrapped in "‘" "’"', '‘All of it.’', true],
    ['wrapped in "“" "”"', 'All of it.', false],
    ['wrapped in "<<" ">>"', '<<a>>', true],
    ['wrapped in code fence', '```js\n1\n```', true],
    ['wrapped in quotes', '"a" and b', false],
    // They may end before the end.
    ['wrapped in quotes', '“Yes,” she said, and then: “No.”', null],
    ['wrapped in parentheses', '(a) or (b)', false],
    ['wrapped in parentheses', '(a (in b) c)', true],
    ['wrapped in brackets', '[[1], [2]]', true],
    ['wrapped in parentheses', '(see 1) and 2))', null],
    ['wrapped in code fence', '```\na\n```\nb\n```\nc\n```', null],
  ])('%s: %j is %s', async (written, response, expected) => {
    expect(await met(written, response)).toBe(expected);
  });
});

describe('language', () => {
  const french =
    'La bibliothèque reste ouverte jusqu’à neuf heures. Les habitants y empruntent des livres et des outils.';
  it.each([
    ['French', french, true],
    ['French', `${french} The library stays open until nine in the evening.`, false],
    ['Spanish', french, false],
    ['English', 'hi there. thanks for writing. see you soon.', true],
    ['French', 'Guten Morgen, liebe Frau Hansen!', null],
    ['German', 'Unser Laden ist von Montag bis Samstag geöffnet.', true],
    ['German', 'Onze winkel is open van maandag tot zaterdag.', false],
    ['Japanese', '図書館は夜九時まで開いています。誰でも本を借りられます。', true],
    ['Russian', 'Библиотека открыта до девяти часов вечера.', true],
    // One short sentence may be of another language.
    ['German', 'Der Hund schläft auf dem Tisch. Thank you very much!', null],
    ['French', 'Voici la réponse : le chat dort sur la table. The quick brown fox.', null],
    ['English', 'The dog is on the table. Merci beaucoup mon ami.', null],
    // Neighbours that no check may ask for: Catalan, Danish, Slovak, Afrikaans, Croatian.
    ['Spanish', 'El gat va menjar el peix que era sobre la taula. La dona va sortir de casa per comprar pa.', null],
    ['Swedish', 'Katten spiste fisken på bordet. Manden gik ud for at se om vi kunne komme til byen i dag.', null],
    ['Czech', 'Mačka zjedla rybu, ktorá bola na stole v kuchyni. Žena vyšla z domu, aby kúpila chlieb na trhu.', null],
    ['Dutch', 'Die kat het die vis geëet wat op die tafel in die kombuis was.', null],
    ['Serbian', 'Mačka je pojela ribu koja je bila na stolu u kuhinji. Žena je izašla iz kuće da kupi kruh.', null],
  ])('%s: %j is %s', async (language, response, expected) => {
    expect(await met(`language ${language}`, response)).toBe(expected);
  });
});

describe('combinations', () => {
  it.each([
    // What cannot be told leaves the whole open, unless the rest decides it.
    ['all(language German, words <= 2)', 'Cordiali saluti, Anna', false],
    ['all(language German, words <= 3)', 'Cordiali saluti, Anna', null],
    ['any(language German, words <= 3)', 'Cordiali saluti, Anna', true],
    ['not(language German)', 'OK', null],
    ['any(list items = 0, each(list item, words <= 2))', 'No list.', true],
  ])('%s: %j is %s', async (written, response, expected) => {
    expect(await met(written, response)).toBe(expected);
  });
});

it('bounds are inclusive, and the contrary of a check is met where it is not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.nat(30), fc.nat(30), async (count, a, b) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      const response = Array.from({ length: count }, () => 'word').join(' ');
      const expected = count >= min && count <= max;
      expect(await met(`words ${min}..${max}`, response)).toBe(expected);
      expect(await met(`not(words ${min}..${max})`, response)).toBe(!expected);
      expect(await met(`all(words >= ${min}, words <= ${max})`, response)).toBe(expected);
    }),
    { numRuns: 100 },
  );
});

const bounds = fc
  .tuple(fc.option(fc.nat(6)), fc.nat(6))
  .map(([min, more]) => ({ min, max: min === null ? more : more === 6 ? null : min + more }));
const words = fc.constantFrom('tea', '"', 'Dear', '.', 'a|b', 'thé', 'é');
const simple: fc.Arbitrary<Check> = fc.oneof(
  fc
    .record({ unit: fc.constantFrom(...Unit.options), of: bounds })
    .map(({ unit, of }) => ({ kind: 'count' as const, unit, ...of })),
  fc.record({ text: words, of: bounds }).map(({ text, of }) => ({ kind: 'phrase' as const, text, ...of })),
  fc.record({ kind: fc.constant('heading' as const), text: words }),
  fc.record({ kind: fc.constant('edge' as const), at: fc.constantFrom('start', 'end'), text: words }),
  fc.record({ kind: fc.constant('case' as const), letters: fc.constantFrom('upper', 'lower', 'title') }),
  fc.record({ kind: fc.constant('wrapped' as const), open: words, close: words }),
  fc.record({ kind: fc.constant('format' as const), format: fc.constantFrom(...CheckFormat.options) }),
  fc.record({
    kind: fc.constant('fields' as const),
    of: fc.constantFrom('json', 'csv', 'table'),
    names: fc.array(words, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('language' as const), language: fc.constantFrom(...CheckLanguage.options) }),
);
const { check: anyCheck } = fc.letrec<{ check: Check }>((tie) => ({
  check: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      checks: fc.array(tie('check'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), check: tie('check') }),
    fc.record({
      kind: fc.constant('each' as const),
      part: fc.constantFrom(...CheckedPart.options),
      check: tie('check'),
    }),
  ),
}));
const response = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '# Tea\n',
        '- tea\n',
        '| a | b |\n|---|---|\n',
        '{"tea": 1}',
        '```\n',
        'Dear Ann, ',
        'Wo ist der Tee? ',
        'Thé Vert, É. Ober,\n',
        '{"thé": [1]}',
        '1. **thé**\n',
        '\n\n',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

it('“not” is the complement of every check; what cannot be told stays open', async () => {
  await fc.assert(
    fc.asyncProperty(anyCheck, response, async (check, text) => {
      const { met } = await runCheck(Check.parse(check), text);
      const negated = await runCheck({ kind: 'not', check }, text);
      expect(negated.met).toBe(met === null ? null : !met);
      expect((await runCheck({ kind: 'not', check: { kind: 'not', check } }, text)).met).toBe(met);
    }),
    { numRuns: 500 },
  );
});

const ofStrings = (check: Check, change: (text: string) => string): Check =>
  JSON.parse(JSON.stringify(check), (_key, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  ) as Check;

const saved: Readonly<Record<string, (text: string) => string>> = {
  CRLF: (text) => text.replace(/\r\n?|\n/gu, '\r\n'),
  decomposed: (text) => text.normalize('NFD'),
  'with a BOM': (text) => `\uFEFF${text}`,
  'with spaces at line ends': (text) => text.replace(/(?=\r\n?|(?<!\r)\n|$)/gu, '  '),
};

it.each(Object.entries(saved))(
  'a response that is saved otherwise gets the same verdict: %s',
  async (_name, change) => {
    const patterns = ["pattern 'é\\n'", "pattern '^É'", "pattern '[^\\n]\\n\\n'"].map(parseCheck);
    await fc.assert(
      fc.asyncProperty(anyCheck, response, async (check, text) => {
        const { met: before } = await runCheck(check, text);
        expect((await runCheck(check, change(text))).met).toBe(before);
        expect(
          (
            await runCheck(
              ofStrings(check, (one) => one.normalize('NFD')),
              text,
            )
          ).met,
        ).toBe(before);
      }),
      { numRuns: 300 },
    );
    const text = 'Élan du thé\n\nÉcole\n';
    for (const pattern of patterns)
      expect((await runCheck(pattern, change(text))).met).toBe((await runCheck(pattern, text)).met);
  },
);

const plainWord = fc.constantFrom(
  'rain',
  'the',
  'Ann',
  'a',
  'I',
  'of',
  'stones,',
  'London',
  '–',
  'note:',
  'half;',
  'well-known',
  '42',
);
const sentence = fc
  .tuple(fc.array(plainWord, { minLength: 6, maxLength: 30 }), fc.constantFrom('.', '?', '!'))
  .map(([middle, end]) => `So ${middle.join(' ')} it rained${end}`);

function wrapped(text: string, columns: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

it('lines that are broken for their width change no count', async () => {
  const paragraph = fc.array(sentence, { minLength: 2, maxLength: 5 }).map((all) => all.join(' '));
  const text = fc.array(paragraph, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 60, max: 100 }), async (paragraphs, columns) => {
      // Where no line begins with a small letter, it may as well be verse.
      fc.pre(paragraphs.some((one) => /\n[^\p{L}]*\p{Ll}/u.test(wrapped(one, columns))));
      const narrow = paragraphs.map((one) => wrapped(one, columns)).join('\n\n');
      for (const unit of ['sentences', 'words', 'questions', 'paragraphs'] as const)
        expect(countUnit(unit, narrow)).toEqual(countUnit(unit, paragraphs.join('\n\n')));
    }),
    { numRuns: 500 },
  );
});

const mayEnd = fc.constantFrom('3. Oktober', 'z. B.', 'am 1990.', '12.', 'Dr. Hale', 'bzw. 25', 'No. 4', 'e.g. Ann');

it('lines that are broken for their width leave what was counted for sure possible', async () => {
  const words = fc.array(fc.oneof(plainWord, mayEnd), { minLength: 12, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 60, max: 100 }), async (all, columns) => {
      const text = `So ${all.join(' ')} it rained.`;
      // "z. B. / 3. Oktober", "note: / 12. June" look like lists.
      fc.pre(!/[.:;]\n\d/u.test(wrapped(text, columns)));
      for (const unit of ['sentences', 'words', 'list items', 'questions'] as const) {
        const [before, after] = [countUnit(unit, text), countUnit(unit, wrapped(text, columns))];
        expect(after.least).toBeLessThanOrEqual(before.most);
        expect(after.most).toBeGreaterThanOrEqual(before.least);
      }
      expect(await met('list items = 0', wrapped(text, columns))).not.toBe(false);
      expect(await met('format prose', wrapped(text, columns))).not.toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('every list of three items is counted whatever stands before it', async () => {
  const number = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom('', '0')).map(([n, zero]) => `${zero}${n}`);
  const item = fc.tuple(number, sentence).map(([n, said]) => `${n}. ${said}`);
  const list = fc.array(item, { minLength: 3, maxLength: 3 }).map((items) => items.join('\n'));
  const short = fc.constantFrom('Steps', 'So', 'ok then', 'It began in', '**Picks**', '# List', '');
  await fc.assert(
    fc.asyncProperty(fc.oneof(short, sentence), list, async (before, items) => {
      expect(countUnit('numbered items', `${before}\n${items}`)).toEqual({ least: 3, most: 3 });
      expect(await met('each(paragraph, numbered items = 3)', `${before}\n${items}`)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('a pattern that would take for ever is ended, alone and in each part, and those after it are counted', async () => {
  const text = `${'a'.repeat(60)}!`;
  const slow = String.raw`pattern '^(a+)+$'`;
  expect((await judged(slow, text)).counted).toMatch(/^too long to count /u);
  expect(await met(`each(line, ${slow})`, `${text}\n`.repeat(500))).toBeNull();
  expect(await Promise.all([met(slow, text), met("pattern 'a'", text)])).toEqual([null, true]);
});

it('slow patterns of one response take no more together than its time, however many they are', async () => {
  const slow = parseCheck(String.raw`pattern '^(a+)+$'`);
  const left = { leftMs: 100 };
  const results = [];
  for (let checks = 0; checks < 1_000; checks += 1)
    results.push(await runCheck(slow, `${'a'.repeat(60)}${checks}!`, left));
  expect(left.leftMs).toBeLessThanOrEqual(0);
  expect(new Set(results.map(({ met: one }) => one))).toEqual(new Set([null]));
});

it('ten million matches take no memory: a thread without room for a list of them would end the process', async () => {
  expect((await judged("pattern '(?:)'", 'a'.repeat(10_000_000))).counted).toMatch(
    /^(?:10000001|too long to count) ×/u,
  );
});

it('patterns that take long to read are not read', () => {
  const costly = String.raw`[\p{L}\P{N}]`;
  const pattern = (times: number) =>
    Check.safeParse({ kind: 'pattern', source: costly.repeat(times), min: 1, max: null });
  expect(pattern(5).success).toBe(true);
  // The last one would take minutes.
  for (const times of [6, 160_000]) expect(pattern(times).success).toBe(false);
});

it.each(["pattern '('", "pattern ''", 'pattern 3'])('%s is no check', (written) => {
  expect(() => parseCheck(written)).toThrow('is no check');
});

describe('many characters of one mark', () => {
  const marks = [
    '`',
    '~',
    '{',
    '{{',
    '[',
    '[a](',
    '[[]]',
    '_',
    '<',
    '#',
    '# ',
    '|',
    '(',
    '*',
    '* ',
    '"',
    '?',
    '@',
    '’',
    '. ',
    'A. ',
    'α;',
    ' ',
    'é',
    '\u0301\u0316',
    '😀',
  ];
  const kinds = [
    ...Unit.options.map((unit) => `${unit} = 3`),
    ...CheckFormat.options.map((format) => `format ${format}`),
    ...['phrase "soil"', 'heading "Methods"', 'starts with "Dear"', 'ends with "soil"', 'case upper', 'case title'],
    ...['wrapped in quotes', 'json fields "a"', 'csv fields "a"', 'table fields "a"', 'language French'],
    ...["pattern '\\\\d+'", 'each(sentence, words <= 3)', 'each(line, words <= 3)'],
  ];
  /** Shorter texts come first: what takes the square of the length is found there, and does not run for hours. */
  const LENGTHS = [10_000, 100_000 * fuzzing(1).numRuns];
  const MAX_MS = 5_000;
  it.each(kinds)(
    'take no time that grows faster than they do: %s',
    async (written) => {
      const check = parseCheck(written);
      for (const length of LENGTHS)
        for (const mark of marks) {
          const text = `x${mark.repeat(length / mark.length)}x`;
          expect(await cpuMs(() => runCheck(check, text)), `${length} characters of ${mark}`).toBeLessThan(MAX_MS);
        }
    },
    120_000,
  );
});

it('reads no YAML in this process that would end it, or take it minutes', async () => {
  for (const text of ['- '.repeat(4_950), '{'.repeat(9_900), `x: ${'{'.repeat(420)}a: 1${'}: 1'.repeat(420)}`])
    expect(await met('format yaml', text)).not.toBe(true);
});
