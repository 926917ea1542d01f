/** A prompt cache as OpenAI documents it: how a prompt begins is known, from 1,024 tokens on and in steps of 128. */
import { sha256Hex } from '../../../src/text/hash.ts';

/** 128 and 1,024 tokens of English. By characters, so that prompts of other lengths are cut at the same places. */
const STEP_CHARS = 570;
const MIN_CHARS = 8 * STEP_CHARS;

/** @returns how many tokens of a prompt the earlier ones began with */
export function createPromptCache(): (text: string, tokens: number) => number {
  const beginnings = new Set<string>();
  return (text, tokens) => {
    let known = 0;
    let isKnown = true;
    let beginning = '';
    for (let end = STEP_CHARS; end <= text.length; end += STEP_CHARS) {
      beginning = sha256Hex(`${beginning} ${text.slice(end - STEP_CHARS, end)}`);
      isKnown &&= beginnings.has(beginning);
      if (isKnown) known = end;
      beginnings.add(beginning);
    }
    return known < MIN_CHARS ? 0 : Math.floor((known / text.length) * tokens);
  };
}
