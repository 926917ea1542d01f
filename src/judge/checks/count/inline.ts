/** Marks inside lines: bold, links, placeholders, emoji, contractions. Patterns to be matched globally. */

/** Text outside fenced code is not looked at apart: what is counted is what a reader sees. */
export const BOLD =
  /(?<![*\\])\*\*(?=\S)(?:(?!\*\*)[^\n])+?(?<=\S)\*\*(?!\*)|(?<![_\p{L}\p{N}\\])__(?=\S)[^_\n]+?(?<=\S)__(?![\p{L}\p{N}_])/gu;
export const ITALIC =
  /(?<![*\\])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?!\*)|(?<![_\p{L}\p{N}\\])_(?=[^\s_])[^_\n]+?(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const LINK = /(?<!!)\[[^\]\n]+\]\([^)\s]+(?:\s+"[^"]*")?\)/gu;
const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)[^\s<>()\]"']*[^\s<>()\]"'.,;:!?]/giu;
const IMAGE = /!\[[^\]\n]*\]\([^)\s]+[^)]*\)/gu;
export const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
/** Square brackets that are no link, no footnote, no checkbox; single braces around a name and double braces; angle brackets in capitals; blanks to fill in. */
const PLACEHOLDER =
  /(?<!!)\[(?![ xX]\]|\^|\d+\])[^\]\n[]+\](?!\()|\{\{[^}\n]+\}\}|(?<![{$])\{\p{L}[\p{L}\p{N}_ -]*\}(?!\})|<[A-Z][A-Z _-]+>|_{3,}/gu;
/** Signs that are text by default (©, ™, ✓) are emoji only when marked so. */
const PICTURE =
  '(?:\\p{RI}\\p{RI}|[#*0-9]\\u{FE0F}?\\u{20E3}|(?:\\p{Emoji_Presentation}|(?![©®™‼⁉ℹ↔-↪▪▫▶◀◻-◾✓-✖])\\p{Extended_Pictographic}|\\p{Extended_Pictographic}(?=\\u{FE0F}))(?:\\u{FE0F}|\\p{EMod})?(?:\\u{200D}\\p{Extended_Pictographic}(?:\\u{FE0F}|\\p{EMod})?)*)';
export const EMOJI = new RegExp(PICTURE, 'gu');
const HASHTAG = /(?<![\p{L}\p{N}#&/])#[\p{L}_][\p{L}\p{N}_]*/gu;
const MENTION = /(?<![\p{L}\p{N}@.])@[\p{L}_][\p{L}\p{N}_.-]*/gu;
const QUOTATION = /"[^"\n]+"|“[^”\n]+”|«[^»\n]+»/gu;
const PARENTHESIS = /\([^()\n]+\)/gu;
/** A possessive ("the baker's oven") is none, nor is an ordinary "'s" after a noun. */
const CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|m|d)|(?:it|he|she|that|there|here|what|who|where|how|when|why|let|this|everything|something|nothing|everyone|someone)['’]s|y['’]all|['’]tis|o['’]clock|ma['’]am)(?![\p{L}\p{N}])/giu;
/** Two letters or more; "I" and "A" stand in capitals anyway. */
const CAPITAL_WORD = /(?<![\p{L}\p{N}])(?=(?:[^\p{L}\s]*\p{Lu}){2})\p{Lu}[\p{Lu}\p{N}'’-]*(?![\p{L}\p{N}])/gu;
/** Runs of them at the very end. */
export const CLOSING_HASHTAGS = /(?:(?<![^\s])#[\p{L}_][\p{L}\p{N}_]*[\s,]*)+$/u;
export const CLOSING_EMOJI = new RegExp(`(?:(?:${PICTURE})\\s*)+$`, 'u');
const FOOTNOTE = /\[\^?\d+\](?!\()/gu;
/** A line that begins with P.S. after other text: what stands first is no postscript. */
const POSTSCRIPT = /(?<=\S\s*\n\s*)^[ \t]*(?:\*{1,2}|_{1,2})?P\.?\s?(?:P\.?\s?)?S\b/gmu;
const NUMBER = /(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu;

export const webAddresses = (text: string): number => count(text, WEB_ADDRESS);
export const markdownLinks = (text: string): number => count(text, LINK);
/** A Markdown link and the address inside it are one link. */
export const links = (text: string): number =>
  count(text, LINK) + count(text.replace(LINK, ' '), WEB_ADDRESS);
export const images = (text: string): number => count(text, IMAGE);
export const bold = (text: string): number => count(text, BOLD);
export const italic = (text: string): number => count(text.replace(BOLD, ' '), ITALIC);
export const emails = (text: string): number => count(text, EMAIL);
export const placeholders = (text: string): number => count(text, PLACEHOLDER);
export const emoji = (text: string): number => count(text, EMOJI);
export const hashtags = (text: string): number => count(text, HASHTAG);
export const mentions = (text: string): number => count(text.replace(EMAIL, ' '), MENTION);
export const quotations = (text: string): number => count(text, QUOTATION);
export const parentheses = (text: string): number => count(text, PARENTHESIS);
export const contractions = (text: string): number => count(text, CONTRACTION);
export const capitalWords = (text: string): number => count(text, CAPITAL_WORD);
export const footnotes = (text: string): number => count(text, FOOTNOTE);
export const postscripts = (text: string): number => count(text, POSTSCRIPT);
/** Those of the last block that has text: nothing comes after it. */
export function closingPostscripts(text: string): number {
  const trimmed = text.trimEnd();
  const lastBlockAt = Math.max(0, trimmed.search(/\n[ \t]*\n(?![\s\S]*\n[ \t]*\n)/u));
  return postscripts(trimmed) - postscripts(trimmed.slice(0, lastBlockAt));
}
export const numbers = (text: string): number => count(text, NUMBER);

/** Seven to fifteen digits, apart or with a "+" or "0" before them; no date and no years. */
const PHONE_NUMBER =
  /(?<![\p{L}\p{N}.,/-])(?!\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}([./-])\d{1,2}\1\d{2,4}(?!\d)|\d{4}\s?[-–]\s?\d{4}(?!\d))(?:\+\s?\d|\(\d|\d)(?:[\s().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu;
export const phoneNumbers = (text: string): number =>
  (text.match(PHONE_NUMBER) ?? []).filter((found) => /^[+(0]|\d[\s().-]+\d/u.test(found)).length;

/** In any case, with or without attributes. */
export function tagged(text: string, tag: string): number {
  return count(
    text,
    new RegExp(`<${tag}(?:\\s[^<>]*)?>\\s*\\S(?:(?!<${tag}[\\s>])[^])*?</${tag}\\s*>`, 'giu'),
  );
}

export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
