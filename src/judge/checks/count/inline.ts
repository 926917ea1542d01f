/** Marks inside lines: bold, links, placeholders, emoji, contractions. Patterns to be matched globally. */

/** Text outside fenced code is not looked at apart: what is counted is what a reader sees. */
const BOLD =
  /(?<![*\\])\*\*(?=\S)(?:(?!\*\*)[^\n])+?(?<=\S)\*\*(?!\*)|(?<![_\p{L}\p{N}\\])__(?=\S)[^_\n]+?(?<=\S)__(?![\p{L}\p{N}_])/gu;
const ITALIC =
  /(?<![*\\])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?!\*)|(?<![_\p{L}\p{N}\\])_(?=[^\s_])[^_\n]+?(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const LINK = /(?<!!)\[[^\]\n]+\]\([^)\s]+(?:\s+"[^"]*")?\)/gu;
const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)[^\s<>()\]"']*[^\s<>()\]"'.,;:!?]/giu;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
/** Square brackets that are no link, no footnote, no checkbox; single braces around a name and double braces; angle brackets in capitals; blanks to fill in. */
const PLACEHOLDER =
  /(?<!!)\[(?![ xX]\]|\^|\d+\])[^\]\n[]+\](?!\()|\{\{[^}\n]+\}\}|(?<![{$])\{\p{L}[\p{L}\p{N}_ -]*\}(?!\})|<[A-Z][A-Z _-]+>|_{3,}/gu;
/** Signs that are text by default (©, ™, ✓) are emoji only when marked so. */
const EMOJI =
  /(?:\p{RI}\p{RI}|[#*0-9]\u{FE0F}?\u{20E3}|(?:\p{Emoji_Presentation}|(?![©®™‼⁉ℹ↔-↪▪▫▶◀◻-◾✓-✖])\p{Extended_Pictographic}|\p{Extended_Pictographic}(?=\u{FE0F}))(?:\u{FE0F}|\p{EMod})?(?:\u{200D}\p{Extended_Pictographic}(?:\u{FE0F}|\p{EMod})?)*)/gu;
const HASHTAG = /(?<![\p{L}\p{N}#&/])#[\p{L}_][\p{L}\p{N}_]*/gu;
const MENTION = /(?<![\p{L}\p{N}@.])@[\p{L}_][\p{L}\p{N}_.-]*/gu;
/** A possessive ("the baker's oven") is none, nor is an ordinary "'s" after a noun. */
const CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|m|d)|(?:it|he|she|that|there|here|what|who|where|how|when|why|let|this|everything|something|nothing|everyone|someone)['’]s|y['’]all|['’]tis|o['’]clock|ma['’]am)(?![\p{L}\p{N}])/giu;
/** Two letters or more; "I" and "A" stand in capitals anyway. */
const CAPITAL_WORD = /(?<![\p{L}\p{N}])(?=(?:[^\p{L}\s]*\p{Lu}){2})\p{Lu}[\p{Lu}\p{N}'’-]*(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu;

/** A Markdown link and the address inside it are one link. */
export const links = (text: string): number =>
  count(text, LINK) + count(text.replace(LINK, ' '), WEB_ADDRESS);
export const bold = (text: string): number => count(text, BOLD);
export const italic = (text: string): number => count(text.replace(BOLD, ' '), ITALIC);
export const emails = (text: string): number => count(text, EMAIL);
export const placeholders = (text: string): number => count(text, PLACEHOLDER);
export const emoji = (text: string): number => count(text, EMOJI);
export const hashtags = (text: string): number => count(text, HASHTAG);
export const mentions = (text: string): number => count(text.replace(EMAIL, ' '), MENTION);
export const contractions = (text: string): number => count(text, CONTRACTION);
export const capitalWords = (text: string): number => count(text, CAPITAL_WORD);
export const numbers = (text: string): number => count(text, NUMBER);

export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
