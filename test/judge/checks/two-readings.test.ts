/** What may be what a check counts, or something else, decides nothing; what is plain does. */
import { expect, it } from 'vitest';
import { parseCheck } from '../../../src/domain/parse-check.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';

const SPEECH = '“Where are you going?” she asked.';
const FAQ = '## What is soil?\n\nSoil is earth.\n\n## Who needs it?\n\nAll do.';
const WRAPPED_ITEM = '- The soil feeds the plants and\n  holds the water.\n- It breathes.';
const LAZY_ITEM = '- The soil feeds the plants and\nholds the water.';

it.each([
  // TeX, definitions and addresses are no placeholders; labels, citations, emphasis and dividers may be none.
  ['placeholders = 0', String.raw`So $\frac{a}{b}$, x^{n} and \text{where}.`, true],
  ['placeholders = 0', 'See [Guide], [the guide][guide] and [Guide][].\n\n[Guide]: https://x.example', true],
  ['placeholders = 0', '[Name]: Ann', null],
  ['placeholders = 0', 'Dear {name},', null],
  ['placeholders = 0', 'One.\n\n___\n\nTwo.', null],
  ['placeholders = 0', 'It is ___very___ good.', null],
  ['placeholders = 0', 'Name: ____', false],
  ['placeholders = 0', '[Chorus]\nLa la', null],
  ['placeholders = 0', 'As was shown [Smith 2020].', null],
  ['placeholders = 0', '[Company] offers this.', false],
  // Questions of headings and of speech.
  ['questions = 0', FAQ, null],
  ['questions >= 2', FAQ, null],
  ['questions <= 2', FAQ, true],
  ['questions >= 3', FAQ, false],
  ['questions = 0', SPEECH, null],
  ['questions = 0', '“Why?” Ann asked.', null],
  ['sentences = 1', '“Why?” Ann asked.', null],
  ['questions = 0', '[Soil](/a?b=c) is `a ? b : c`.', true],
  // What is attached may make another word or number.
  ['phrase "50"', 'It costs 50,000 euros.', null],
  ['phrase "50"', 'It costs 1.50 euros.', null],
  ['phrase "50"', 'It costs 50.', true],
  ['phrase "$5"', 'It is $5.99.', null],
  ['starts with "1"', '1.5 million', null],
  ['ends with "5"', 'It is 1.5', null],
  ['phrase "won" = 0', 'It won’t rain.', null],
  ['phrase "free" = 0', 'It is gluten-free.', null],
  ['phrase "Ann"', 'It is Ann’s.', true],
  ['phrase "can"', 'She said ‘I can’, and did.', true],
  ['heading "Methods"', '## Mixed-Methods Design', null],
  // An item has all its lines.
  ['each(list item, ends with ".")', WRAPPED_ITEM, true],
  ['each(list item, words <= 6)', WRAPPED_ITEM, false],
  ['each(list item, phrase "and holds")', '- The soil feeds and\n  holds.', true],
  ['each(list item, words <= 6)', '- One\n\n  and a paragraph that is of this item\n- Two', false],
  ['each(list item, words <= 2)', '- One\n- Two\n\nThis is behind the list, not in it.', true],
  ['each(list item, ends with ".")', LAZY_ITEM, null],
  ['format bulleted list', LAZY_ITEM, null],
  ['format bulleted list', '- One\n\nThis is behind the list.', false],
  // Hashtags may begin with figures; fragments of addresses are none, colours may be some.
  ['hashtags = 3', '#100DaysOfCode #coding #dev', null],
  ['hashtags = 0', 'See [the start](#intro) and https://x.example/?a=#b.', true],
  ['hashtags = 0', 'The colour #ffffff, no. #1.', null],
  ['hashtags = 0', 'We are #1.', true],
  // Marks may be closed on the next line, but not in the next paragraph.
  ['bold passages = 1', '**some bold\ntext**', null],
  ['bold passages = 0', 'A **a\n\nb** c', true],
  ['italic passages = 1', '*some\ntext*', null],
  ['contractions = 0', "The dog's barking.", null],
  ['contractions = 0', "Tell 'em now.", null],
  ['contractions = 0', "C'mon!", null],
  ['contractions = 0', "Say ‘soil’ and 'earth'.", true],
  // Signs before lines may be bullets, dashes or anything.
  ['bullets = 0', '● One\n● Two', null],
  ['bullets <= 2', '● One\n● Two', true],
  ['bullets >= 3', '● One\n● Two', false],
  ['format prose', '● One\n● Two', null],
  ['format bulleted list', '● One\n● Two', null],
  ['bullets = 2', '<ul><li>One</li><li>Two</li></ul>', null],
  ['bullets = 0', 'An item is `<li>`.', true],
  ['format prose', '<ul><li>One</li></ul>', null],
  // A line above dashes may be a heading.
  ['format prose', 'Title\n=====\n\nText.', null],
  ['headings = 1', 'Title\n=====\n\nText.', null],
  ['sentences = 1', 'Title\n=====\n\nText.', null],
  ['paragraphs = 1', 'Title\n=====\n\nText.', null],
  ['each(heading, words <= 1)', 'Title\n-----\n\nText.', null],
  ['heading "soil"', 'All of it is soil and sand\n---\n', null],
  ['links = 1', "[a](/p 'title')", true],
  ['links = 1', '[a](/p (title))', true],
  ['links = 0', '![alt](https://x.example/a.png)', null],
  ['links = 1', '[![alt](https://x.example/i.png)](https://x.example)', null],
  ['links = 1', '[a][1] and [b][1]\n\n[1]: https://x.example', null],
  ['links <= 2', '[a][1] and [b][1]\n\n[1]: https://x.example', true],
  ['numbers >= 1', 'Use an A4 sheet.', null],
  ['format csv', 'It cost 1,000 euros.\nIt sold for 2,500 euros.', null],
  ['format csv', 'name,age\nAnn,30', true],
  // What is not seen is no paragraph.
  ['paragraphs = 2', 'A.\n\n<!-- x -->\n\n&nbsp;\n\nB.', true],
])('%s: %j is %s', async (written, response, expected) => {
  expect((await runCheck(parseCheck(written), response)).met).toBe(expected);
});
