/** Untrusted text for a model: without hidden characters and control tokens. */

/** Invisible characters, for a character class: control codes, bidi marks, joiners, selectors and tags. */
export const HIDDEN = String.raw`\p{DI}\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufff9-\ufffb`;
/** Exceptions that letters and emoji need: one joiner or selector after its base character. */
const NEEDED = [
  String.raw`(?<=[\p{L}\p{M}])(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Inherited}\p{sc=Common}\p{DI}])[\u200c\u200d]`,
  String.raw`(?<=\p{ExtPict}|\p{EMod}|\p{ExtPict}\ufe0f)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mongolian})(?<!\p{DI})[\u180b-\u180f]`,
].join('|');
const NEEDED_OR_HIDDEN = new RegExp(`${NEEDED}|([${HIDDEN}])`, 'gu');
/** Nearly all texts have none, which takes a tenth of the time to see. */
const MAY_BE_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u');
const LINE_BREAKS = /\r\n?|[\v\f\u2028\u2029]/gu;

/** Removes invisible characters and normalizes line breaks. */
export function visibleText(text: string): string {
  const lines = text.replace(LINE_BREAKS, '\n');
  if (!MAY_BE_HIDDEN.test(lines)) return lines;
  return lines.replace(NEEDED_OR_HIDDEN, (character, hidden?: string) => (hidden === undefined ? character : ''));
}

/** Comments of HTML and of Markdown (`[//]: # (…)`), tags that are empty paragraphs and line breaks, entities that have no ink, and the blank of Braille. */
const UNSEEN =
  /<!--[^]*?(?:-->|$(?![^]))|^ {0,3}\[\/\/\]:[^\n]*$|<\/?(?:br|p)\s*\/?>|&(?:[a-z]*sp|zwn?j|[lr]rm|shy|nobreak|zerowidthspace|tab|newline);|\u2800/gimu;
const NUMBERED_CHARACTER = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu;
const MAX_CODE_POINT = 0x10_ff_ff;

/** Whether there is nothing to see in it. */
export function isBlank(text: string): boolean {
  const decoded = text.replace(NUMBERED_CHARACTER, (_written, hex?: string, decimal?: string) =>
    String.fromCodePoint(Math.min(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), MAX_CODE_POINT)),
  );
  return visibleText(decoded).replace(UNSEEN, '').trim() === '';
}

/**
 * HTML tags, which are not control tokens. `s`, `image`, `img`, `audio` and `video` are missing, because models have tokens
 * with these names. A tag with attributes contains a space, unlike any token.
 */
const HTML_TAGS =
  'a|abbr|address|article|aside|b|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hgroup|hr|html|i|iframe|input|ins|kbd|label|legend|li|link|main|map|mark|menu|meta|nav|noscript|ol|optgroup|option|p|picture|pre|q|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|u|ul|var|wbr';
/** A word in angle brackets (`<think>`, `</s>`, `<seed:bos>`, `<0x0A>`), and anything that begins with a bar (`<|end|>`). */
const ANGLED = String.raw`[<＜﹤◁](?=[|｜]|(?!/?(?:${HTML_TAGS}|${HTML_TAGS.toUpperCase()})/?>)(?=[^\s<>]{0,80}[\p{L}\p{N}])[^\s<>＜＞◁▷]{1,80}[>＞﹥▷])`;
const WORD = String.raw`[\p{L}\p{M}\p{N}_:.▁|@~-]`;
/** In square brackets: a word with two capitals together (`[INST]`, `[@BOS@]`), a number (`[unused12]`) or a bar (`[|user|]`). */
const SQUARED = String.raw`[\[［](?=[|｜]|/?${WORD}{0,40}\p{Lu}{2}${WORD}{0,40}[\]］]|/?\p{L}{4,40}_?\d{1,8}[\]］]|[^\s[\]]{0,8}~\[)`;
/** `>>TITLE<<`, `]~b]` */
const REVERSED = String.raw`>(?=>[\p{Lu}_]{1,40}<<)|\](?=~)`;
/** Tags around a model's reasoning; without brackets. */
export const REASONING = '(?:think|thinking|thought|reasoning|reflection)';
/** Also `[/think]`, and with brackets of two kinds. */
const REASONING_TAG = new RegExp(String.raw`[<[](?=/?${REASONING}[>\]])`, 'giu');
const CONTROL_TOKEN = new RegExp(`${ANGLED}|${SQUARED}|${REVERSED}`, 'gu');

/** Look-alikes of opening brackets. `pages/align-quote.ts` maps them back in quotes. */
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

/** Replaces the opening bracket of each control token by a look-alike. The length stays the same. */
export function withoutControlTokens(text: string): string {
  const masked = (opening: string) => STAND_INS.get(opening) ?? opening;
  return text.replace(CONTROL_TOKEN, masked).replace(REASONING_TAG, masked);
}
