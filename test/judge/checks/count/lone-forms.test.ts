/** What stands alone in a text, in brackets or in quotes need not be what it looks like. */
import { expect, it } from 'vitest';
import { parseCheck } from '../../../../src/domain/parse-check.ts';
import { runCheck } from '../../../../src/judge/checks/run-check.ts';

const LETTER = 'Dear Ann,\n\nThank you for the book. I loved it.\n\nBest wishes,\nTom';
const TABLE = 'The South grew fastest.\n\n| Region | Revenue |\n| --- | --- |\n| North | 2.1 |';
const LABELLED = '**Background**\n\nSoil is earth.\n\n**Methods**\n\nWe dug.';
const CODE = 'Do this:\n\n```js\nconst a = 1;\n```\n\nThat is it.';
const LONG = 'It rained every day and nobody minded, since the house was large. '.repeat(2).trim();

it.each([
  ['sentences = 2', LETTER, null],
  ['sentences <= 1', LETTER, false],
  ['sentences = 1', TABLE, null],
  ['sentences = 1', 'The cat sat on the mat', true],
  ['sentences = 1', 'We met Sen. Warren.', null],
  ['sentences = 2', 'We met Ann. She left.', true],
  ['numbered items = 0', '12. Mai 2024\n\nLiebe Oma,\n\ndanke.', null],
  ['numbered items = 0', '10115 Berlin\n1. Mai 2024\n\nLiebe Oma,', null],
  ['numbered items = 2', '5. One\n6. Two', true],
  ['format prose', 'Thanks for your help!\n- Tom', null],
  ['bullets = 1', 'Bring this:\n- Bread', true],
  ['placeholders = 0', '“I think [Johnson] will win,” she said.', null],
  ['placeholders = 0', 'Put it on your TODO list.', null],
  ['placeholders = 0', 'TODO: say more.', false],
  ['placeholders = 0', 'Thank you.\n\nBest wishes,\n[Your Name]', false],
  ['questions = 0', 'She asked, “Where are you going?”', null],
  ['questions = 0', 'It was built in 1984 (?).', null],
  ['questions = 0', 'Was it “new”?', false],
  [`phrase '"Ja"'`, 'Er sagte „Ja“ und ging.', true],
  [`phrase '"Oui"'`, 'Il dit « Oui ».', true],
  ['wrapped in quotes', '« Bonjour à tous. »', true],
  ['wrapped in quotes', '「你好。」', true],
  ['paragraphs = 2', `${LONG}\n${LONG}`, null],
  ['paragraphs = 3', CODE, null],
  ['headings >= 2', LABELLED, null],
  ['headings = 0', 'This is **bold** in a line.', true],
  ['numbers = 1', 'Cela coûte 10 000 euros.', null],
  ['emoji = 0', '☎ 030 1234', null],
  ['emoji = 1', '☎️ 030 1234', true],
  ['contractions = 0', "The shape of the dog's bowl is Ann's.", true],
  ['each(line, format yaml)', 'a: 1\n'.repeat(2_001), null],
  ['each(line, format yaml)', 'a: 1\nb: 2', true],
] as const)('%s: %j is %s', async (written, response, expected) => {
  expect((await runCheck(parseCheck(written), response)).met).toBe(expected);
});
