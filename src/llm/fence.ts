/** The two ways for text into a prompt: ours as it is, anybody else's between delimiters that it cannot forge. */
import { PromptText } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';
import { visibleText, withoutControlTokens } from '../text/model-protocol.ts';

/** 48 bits: a text that holds its own token can be found by force, which is why that is checked. */
const TOKEN_CHARS = 12;

/** Vouches for text that this project wrote, or that was put together from `trusted` and `fence` alone. */
export function trusted(text: string): PromptText {
  return PromptText.parse(text);
}

/**
 * Untrusted text as data: nothing hidden, no control tokens. The delimiters carry a token derived from the text and
 * checked not to occur in it, so nothing inside can close the fence; and the same text always gets the same fence, so
 * that caches hit.
 * @param label what the text is, in our words: letters, digits, spaces and hyphens
 */
export function fence(label: string, text: string): PromptText {
  if (!/^[a-z0-9][a-z0-9 -]*$/i.test(label)) throw new Error(`Not a label for fenced text: ${label}`);
  const data = withoutControlTokens(visibleText(text));
  const token = unforgeableToken(data, TOKEN_CHARS);
  return PromptText.parse(`<<<${label} ${token}\n${data}\n${token} end of ${label}>>>`);
}

/**
 * @param chars hex digits of the token; with few of them (tests) the text must not hold every such token
 * @returns the same token for the same text, one that does not occur in it
 */
export function unforgeableToken(text: string, chars: number): string {
  const lowerCase = text.toLowerCase();
  let hash = sha256Hex(text);
  while (lowerCase.includes(hash.slice(0, chars))) hash = sha256Hex(hash + text);
  return hash.slice(0, chars);
}
