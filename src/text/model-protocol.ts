/** Text of others as a model is shown it: nothing hidden, and nothing that a tokenizer could take for a control token. */

/** Never visible: control codes, marks that reorder or hide text, joiners, selectors and tags. For a character class. */
export const HIDDEN = String.raw`\p{DI}\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufff9-\ufffb`;
/** Of these, what letters and emoji are written with: one joiner or selector behind the sign that it belongs to. */
const NEEDED = [
  String.raw`(?<=[\p{L}\p{M}])(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Inherited}\p{sc=Common}\p{DI}])[\u200c\u200d]`,
  String.raw`(?<=\p{ExtPict}|\p{EMod}|\p{ExtPict}\ufe0f)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mongolian})(?<!\p{DI})[\u180b-\u180f]`,
].join('|');
const NEEDED_OR_HIDDEN = new RegExp(`${NEEDED}|([${HIDDEN}])`, 'gu');
const LINE_BREAKS = /\r\n?|[\v\f\u2028\u2029]/gu;

/** Without what only a machine would see; line breaks of any kind are one kind. */
export function visibleText(text: string): string {
  return text
    .replace(LINE_BREAKS, '\n')
    .replace(NEEDED_OR_HIDDEN, (character, hidden?: string) => (hidden === undefined ? character : ''));
}

/**
 * Tags that answers in HTML and Markdown hold, which no server obeys. `s`, `image`, `img`, `audio` and `video` are missing:
 * models have tokens called so. A tag with attributes holds a space, as no token does.
 */
const HTML_TAGS =
  'a|abbr|address|article|aside|b|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hgroup|hr|html|i|iframe|input|ins|kbd|label|legend|li|link|main|map|mark|menu|meta|nav|noscript|ol|optgroup|option|p|picture|pre|q|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|u|ul|var|wbr';
/** A word in angle brackets (`<think>`, `</s>`, `<seed:bos>`, `<0x0A>`), and anything that opens with a bar (`<|end|>`). */
const ANGLED = String.raw`[<＜﹤◁](?=[|｜]|(?!/?(?:${HTML_TAGS}|${HTML_TAGS.toUpperCase()})/?>)(?=[^\s<>]{0,80}[\p{L}\p{N}])[^\s<>＜＞◁▷]{1,80}[>＞﹥▷])`;
const WORD = String.raw`[\p{L}\p{M}\p{N}_:.▁|~-]`;
/** A word with two capitals together (`[INST]`, `[gMASK]`) or a number (`[unused12]`) in square brackets. */
const SQUARED = String.raw`[\[［](?=/?${WORD}{0,40}\p{Lu}{2}${WORD}{0,40}[\]］]|/?\p{L}{4,40}_?\d{1,8}[\]］]|[^\s[\]]{0,8}~\[)`;
/** `>>TITLE<<`, `]~b]` */
const REVERSED = String.raw`>(?=>[\p{Lu}_]{1,40}<<)|\](?=~)`;
const CONTROL_TOKEN = new RegExp(`${ANGLED}|${SQUARED}|${REVERSED}`, 'gu');

/** What stands for an opening sign in a prompt, and how quotes are told to mean the same (`pages/align-quote.ts`). */
export const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['<', '⟨'],
  ['＜', '⟨'],
  ['﹤', '⟨'],
  ['◁', '⟨'],
  ['[', '⟦'],
  ['［', '⟦'],
  ['>', '⟩'],
  [']', '⟧'],
]);

/** Visible text, of the same length, in which each control token has another opening sign. */
export function withoutControlTokens(text: string): string {
  return text.replace(CONTROL_TOKEN, (opening) => STAND_INS.get(opening) ?? opening);
}
