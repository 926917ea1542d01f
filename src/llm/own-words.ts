/** The model's own words: without reasoning, markup and quotations. */

const FINAL_CHANNEL = '<|channel|>final<|message|>';

/**
 * Removes leading `<think>…</think>`, `[THINK]…[/THINK]` and the like, everything before a closing tag whose opening tag was
 * in the chat template, and all Harmony channels but the final one. Empty if the reasoning never ends. In an answer that
 * begins as JSON such tags are quoted.
 */
export function stripReasoning(text: string): string {
  if (JSON_FIRST.test(text)) return text;
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final !== -1) return text.slice(final + FINAL_CHANNEL.length);
  let from = 0;
  // Search from the end of the last block. Copying the rest for each block would take quadratic time.
  for (;;) {
    OPENING.lastIndex = from;
    const opened = OPENING.exec(text);
    if (opened === null) break;
    const closing = new RegExp(`[<[]/${opened[1] ?? ''}[>\\]]`, 'gi');
    closing.lastIndex = OPENING.lastIndex;
    if (closing.exec(text) === null) return '';
    from = closing.lastIndex;
  }
  for (const { 0: mark, index } of text.matchAll(CLOSING)) from = Math.max(from, index + mark.length);
  return text.slice(from);
}
const JSON_FIRST = /^\s*(?:```\w*\s*)?\{/u;
const OPENING = /\s*[<[](think|thinking|thought|reasoning|reflection)[>\]]/iy;
const CLOSING = /[<[]\/(?:think|thinking|thought|reasoning|reflection)[>\]]/gi;

const FENCED = /^[ \t]*(```|~~~)[^\n]*\n([^]*?)\n?[ \t]*\1[ \t]*$/gmu;
const QUOTED_LINE = /^[ \t]*>.*$/gmu;
const MARKUP = /[*`]+|^#+\s|(?<!\w)_+|_+(?!\w)|\\(?=[[\]])/gmu;
const QUOTATION =
  /"(?:[^"\n]|\n(?!\n)){0,2000}"|“(?:[^“”\n]|\n(?!\n)){0,2000}”|«[^«»\n]{0,2000}»|(?<![\w'])'[^'\n]+'(?!\w)/gu;
const ELEMENT = /<(\w+)>\s*([^<>\n]+?)\s*<\/\1>/gu;

/**
 * Removes quotations, which may be words of the judged text, unless a quotation is only a verdict, or has a verdict in
 * double brackets at the end of the answer. `<answer>yes</answer>` becomes the line `answer: yes`.
 */
export function ownWords(text: string, isVerdict: (quoted: string) => boolean): string {
  const verdictOrEmpty = (quoted: string, rest: string): string => {
    const isKept = quoted.includes('[[') ? /^[\s.]*$/u.test(rest) : isVerdict(quoted);
    return isKept ? quoted : '';
  };
  return stripReasoning(text)
    .replace(FENCED, (whole, _fence, inner: string, offset: number, all: string) =>
      verdictOrEmpty(inner, all.slice(offset + whole.length)),
    )
    .replace(QUOTED_LINE, '')
    .replace(MARKUP, '')
    .replace(QUOTATION, (quotation, offset: number, all: string) =>
      verdictOrEmpty(quotation.slice(1, -1), all.slice(offset + quotation.length)),
    )
    .replace(ELEMENT, '\n$1: $2\n')
    .trim();
}
