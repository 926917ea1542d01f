/** A prompt cache as OpenAI documents it: how a prompt begins is known, from 1,024 tokens on and in steps of 128. */
import { sha256Hex } from '../../../src/text/hash.ts';

const STEP_TOKENS = 128;
const MIN_TOKENS = 1_024;

/** @returns how many tokens of a prompt the earlier ones began with */
export function createPromptCache(): (text: string, tokens: number) => number {
  const beginnings = new Set<string>();
  return (text, tokens) => {
    const charsPerStep = Math.ceil((text.length / Math.max(1, tokens)) * STEP_TOKENS);
    let known = 0;
    let isKnown = true;
    let beginning = '';
    for (let end = charsPerStep; end <= text.length; end += charsPerStep) {
      beginning = sha256Hex(`${beginning} ${text.slice(end - charsPerStep, end)}`);
      isKnown &&= beginnings.has(beginning);
      if (isKnown) known += STEP_TOKENS;
      beginnings.add(beginning);
    }
    return known < MIN_TOKENS ? 0 : Math.min(known, tokens);
  };
}
