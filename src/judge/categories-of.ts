/** The categories of an item by the words it uses (TICK's capabilities, as far as words tell). Pure. */
import { Category } from '../domain/checklist.ts';

const NUMBER = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|(?:a )?hundred)`;
const UNIT = String.raw`(?:words?|sentences?|paragraphs?|characters?|lines?|pages?|bullet points?|bullets|items|sections|stanzas)`;

/** A few plain rules: an item that none of them knows has no category rather than a guessed one. */
const RULES: Readonly<Partial<Record<Category, RegExp>>> = {
  length: new RegExp(
    String.raw`\b(?:${NUMBER}[\s-]+(?:\w+\s+)?${UNIT}|word (?:count|limit)|length|(?:at (?:most|least)|no (?:more|fewer|longer) than|under|within|up to|between|exactly) ${NUMBER} )\b`,
    'iu',
  ),
  tone: /\b(?:tone|voice|register|polite|friendly|formal|informal|warm|kind|respectful|professional|humorous|conversational|enthusiastic)\b/iu,
  'formatting-general':
    /\b(?:headings?|bullets?|bullet points?|bulleted|numbered|markdown|bold|italics?|layout|format(?:ted|ting)?|title|subject line|all caps|capital letters|lower ?case|upper ?case|indent\w*|line breaks?)\b/iu,
  'formatting-json': /\bJSON\b/iu,
  'formatting-tabular': /\b(?:TSV|CSV|tables?|columns?|rows|tabular|comma-separated|tab-separated)\b/iu,
  'keyword-inclusion':
    /[“"‘'][^”"’']{1,60}[”"’']|\b(?:keywords?|the (?:word|phrase|term)s?|hashtags?|by name)\b/iu,
  'topic-inclusion':
    /\b(?:mentions?|cover|covers|include|includes|address(?:es)?|discuss(?:es)?|explains?|describes?|states?|names?|refers? to|give|gives|say|says)\b/iu,
  extraction:
    /\b(?:extract|extracts|from the (?:given|provided|source|attached) (?:text|passage|document|article)|quote[sd]? (?:from|the))\b/iu,
  concision:
    /\b(?:concise(?:ly)?|brief(?:ly)?|succinct(?:ly)?|to the point|repetition|redundan\w+|wordy|wordiness|padding|filler|unnecessary)\b/iu,
  'knowledge-retrieval':
    /\b(?:accurate(?:ly)?|correct(?:ly)?|factual(?:ly)?|true facts?|facts|historical(?:ly)?)\b/iu,
  'subjective-qa': /\b(?:opinion|recommend(?:s|ation)?|preference|advice|point of view|argues?|stance)\b/iu,
  classification: /\b(?:classif\w+|categori[sz]\w+|labels?|sentiment)\b/iu,
  'data-manipulation':
    /\b(?:sort(?:s|ed)?|alphabetical(?:ly)?|chronological(?:ly)?|convert\w*|calculat\w+|reorder\w*|in (?:ascending|descending) order|totals?|sums?)\b/iu,
  'document-generation':
    /\b(?:(?:be|is) an? (?:\w+ ){0,3}(?:letter|email|e-mail|essay|report|poem|story|article|speech|press release|memo|proposal|abstract|review|script|outline|blog post|cover letter|summary|résumé|toast|eulogy|brief)|greeting|salutation|sign-off|signature)\b/iu,
};

/** In the vocabulary's order. */
export function categoriesOf(text: string): Category[] {
  return Category.options.filter((category) => RULES[category]?.test(text) === true);
}
