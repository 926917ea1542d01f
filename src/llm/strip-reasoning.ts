/** Parts what a model answered from what it only thought aloud. */

/**
 * Drops `<think>…</think>`, `[THINK]…[/THINK]` and their kin at the start, all up to a closing tag whose opening one stood in the chat
 * template, and the channels before the final one of the Harmony format. Empty where the reasoning never ends.
 */
export function stripReasoning(text: string): string {
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final !== -1) return text.slice(final + FINAL_CHANNEL.length);
  const opened = /^\s*[<[](think|thinking|thought|reasoning|reflection)[>\]]/i.exec(text);
  if (opened === null) {
    const closing = [...text.matchAll(/[<[]\/(?:think|thinking|thought|reasoning|reflection)[>\]]/gi)].at(-1);
    return closing === undefined ? text : text.slice(closing.index + closing[0].length);
  }
  const closing = new RegExp(`[<[]/${opened[1] ?? ''}[>\\]]`, 'i').exec(text);
  return closing === null ? '' : stripReasoning(text.slice(closing.index + closing[0].length));
}

const FINAL_CHANNEL = '<|channel|>final<|message|>';
