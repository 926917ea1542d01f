/** The kinds of criteria that code decides, for people to read; docs/code-checks.md shows them. */
import type { CodeCheck } from './code-check.ts';

export interface CheckKind {
  readonly kind: CodeCheck['kind'];
  readonly name: string;
  readonly example: string;
  readonly counted: string;
}

// prettier-ignore
export const CHECK_KINDS: readonly CheckKind[] = [
  { kind: 'count', name: 'Words', example: 'The text is between 150 and 200 words long.', counted: 'Runs without white space that have a letter or a digit. “About” allows 10 % either way.' },
  { kind: 'count', name: 'Characters', example: 'The post fits into 280 characters, spaces included.', counted: 'Unicode characters of the trimmed response, white space included unless the wording leaves it out.' },
  { kind: 'count', name: 'Sentences', example: 'Does the reply have at most three sentences?', counted: 'Sentences of the text without headings; an abbreviation’s full stop ends none.' },
  { kind: 'count', name: 'Paragraphs', example: 'The essay has five paragraphs.', counted: 'Blocks apart by blank lines that are no heading or divider.' },
  { kind: 'count', name: 'Lines', example: 'The poem has exactly four lines.', counted: 'Lines that are not blank.' },
  { kind: 'count', name: 'List items', example: 'There are exactly five bullet points.', counted: 'Lines that begin with -, *, • or +; numbered items with “1.” or “1)”.' },
  { kind: 'count', name: 'Headings', example: 'Does the guide contain at least two Markdown headings?', counted: 'Lines that begin with one to six # and a space.' },
  { kind: 'count', name: 'Title', example: 'The response contains a title in double angular brackets.', counted: 'At the top: a heading, a line in bold or << >>, “Title: …”, or a short line without an end.' },
  { kind: 'count', name: 'Subject line', example: 'The subject line has at most eight words.', counted: 'What follows “Subject:” at the beginning of a line; a response of one line is the subject line, in a longer one without that label it cannot be told.' },
  { kind: 'count', name: 'Tables', example: 'Is there a Markdown table with exactly three columns?', counted: 'Tables with a line of dashes under their header; rows without the header.' },
  { kind: 'count', name: 'Code blocks', example: 'The response contains exactly one code block.', counted: 'Blocks between fences of ``` or ~~~.' },
  { kind: 'count', name: 'Words present or absent', example: "Avoids the words 'very' and 'really'.", counted: 'Whole words or phrases in any case; white space and forms of quotes do not matter.' },
  { kind: 'several', name: 'Some of several words', example: "At least two of the words 'red', 'green' and 'blue' are used.", counted: 'How many of them occur.' },
  { kind: 'count', name: 'Words a number of times', example: 'The word "sleep" appears at least three times.', counted: 'Occurrences as whole words.' },
  { kind: 'count', name: 'Punctuation', example: 'The text contains no exclamation marks.', counted: 'The characters themselves.' },
  { kind: 'count', name: 'Questions', example: 'The text asks exactly two questions.', counted: 'Sentences that end with a question mark.' },
  { kind: 'count', name: 'Emphasis', example: 'At least three words are in bold.', counted: 'Stretches between ** or __; in italics between * or _.' },
  { kind: 'count', name: 'Placeholders', example: 'No placeholders such as [Name] are left.', counted: '[…] that is no link, {{…}}, <NAME>, and blanks of three or more underscores.' },
  { kind: 'count', name: 'Links, addresses, phone numbers, emoji, hashtags, digits', example: 'The message includes an e-mail address.', counted: 'As they are written; a Markdown link with its address is one link.' },
  { kind: 'count', name: 'Contractions', example: 'No contractions are used.', counted: 'Shortened forms with an apostrophe; a possessive ’s is none.' },
  { kind: 'count', name: 'Parts set apart', example: "Paragraphs are separated by '***'.", counted: 'Stretches between divider lines, or lines that begin with the label and a number.' },
  { kind: 'count', name: 'Postscript', example: 'Does the letter have a postscript?', counted: 'Lines that begin with “P.S.” after other text.' },
  { kind: 'count', name: 'In a part or in each', example: 'No sentence is longer than 20 words.', counted: 'As above, in the part; in each, all parts must meet it.' },
  { kind: 'edge', name: 'Beginning and end', example: 'The response ends with a question.', counted: 'The first or last characters; marks around the text and the full stop after it do not matter.' },
  { kind: 'exact-text', name: 'One of given answers', example: "Answer with one of the following options: 'yes', 'no'", counted: 'The whole trimmed response in any case.' },
  { kind: 'letter-case', name: 'Case', example: 'Everything is in lower case.', counted: 'Letters of the other case.' },
  { kind: 'language', name: 'Language', example: 'The reply is written in Spanish throughout.', counted: 'The language of each sentence of 15 letters or more, by its small words and letter trigrams; what they leave open is left to a model.' },
  { kind: 'form', name: 'Format', example: 'The output is valid JSON.', counted: 'JSON, CSV (RFC 4180) and YAML by parsing, one code fence around them allowed; lists, tables and code blocks by their lines.' },
  { kind: 'count', name: 'Dates, times, percentages, sums of money', example: 'Contains a date in the format YYYY-MM-DD.', counted: 'As they are written; a date in the layout that is asked for.' },
  { kind: 'sorted', name: 'Order', example: 'The bulleted items are in alphabetical order.', counted: 'The items’ texts by Unicode’s order, in any case.' },
  { kind: 'acrostic', name: 'Acrostic', example: 'The first letters of the lines spell "HOPE".', counted: 'The first letter of each part, in any case.' },
  { kind: 'openings', name: 'First words or letters', example: 'No two sentences start with the same word.', counted: 'The first word or letter of each part, in any case.' },
  { kind: 'count', name: 'Tags', example: 'The final answer is placed between <answer> and </answer> tags.', counted: 'Pairs of <tag> and </tag> with something between them.' },
  { kind: 'emphasised', name: 'Given words in bold, italics or capitals', example: 'The word "urgent" is in bold.', counted: 'Whether all their occurrences are; where only some are, it cannot be told.' },
  { kind: 'other-language', name: 'Not in a language', example: 'The reply is not in English.', counted: 'As languages are; of a text in two languages it cannot be told.' },
  { kind: 'form', name: 'A number alone', example: 'Respond with an integer only.', counted: 'The whole trimmed response: digits, with a sign, with commas between thousands.' },
  { kind: 'json-key', name: 'Keys of JSON', example: 'Does the JSON object have a "title" and a "year" field?', counted: 'Keys of the object, or of every object of an array.' },
  { kind: 'csv-header', name: 'Header of CSV', example: 'CSV with the header row "id,name"', counted: 'The first row’s fields in any case.' },
  { kind: 'table-header', name: 'Header of a table', example: 'The response contains a table with the columns "Name" and "Age".', counted: 'The first table’s header cells in any case.' },
  { kind: 'wrapped', name: 'Wrapped', example: 'The whole response is wrapped in double quotation marks.', counted: 'The first and last characters.' },
];
