/**
 * Wordings in files that a tool reads as templates: what would be a tag of theirs is escaped, so that it is shown and never
 * run. Each `unescape` undoes its `escape` for every text.
 */

export interface TemplateEscape {
  readonly escape: (text: string) => string;
  readonly unescape: (text: string) => string;
}

/**
 * promptfoo (Nunjucks): an expression that prints the brace; the end of a comment may not stand alone there, either. A text
 * that begins as an address of theirs would be read as a file, or run: an expression prints its first letter.
 */
export const NUNJUCKS: TemplateEscape = {
  escape: (text) => text.replace(/\{(?=[{%#])|(?<=#)\}|^[fp](?=ile:\/\/|ackage:)/gu, (letter) => `{{ '${letter}' }}`),
  unescape: (text) => text.replace(/\{\{ '([{}fp])' \}\}/gu, '$1'),
};

const BETWEEN_DELIMITERS = '{{=<% %>=}}{<%={{ }}=%>';
/** autoevals (Mustache): a brace between two changes of the delimiters. */
export const MUSTACHE: TemplateEscape = {
  escape: (text) => text.replace(/\{(?=\{)/gu, () => BETWEEN_DELIMITERS),
  unescape: (text) => text.replaceAll(BETWEEN_DELIMITERS, '{'),
};

/** openevals (Python's format strings): braces are doubled. */
export const F_STRING: TemplateEscape = {
  escape: (text) => text.replace(/[{}]/gu, '$&$&'),
  unescape: (text) => text.replace(/\{\{|\}\}/gu, (pair) => pair.charAt(0)),
};

/** OpenAI's graders document no escape: a word joiner, which nobody sees, keeps two braces apart. */
export const WORD_JOINED: TemplateEscape = {
  escape: (text) => text.replace(/\{(?=\u2060*\{)/gu, '{\u2060'),
  unescape: (text) => text.replace(/\{\u2060(?=\u2060*\{)/gu, '{'),
};
