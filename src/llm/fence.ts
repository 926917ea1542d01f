/** The two ways for text into a prompt: ours as it is, anybody else's between delimiters that it cannot forge. */
import { PromptText } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';

const TOKEN_CHARS = 12;

/** Vouches for text that this project wrote, or that was put together from `trusted` and `fence` alone. */
export function trusted(text: string): PromptText {
  return PromptText.parse(text);
}

/**
 * Untrusted text as data. The delimiters carry a token derived from the text and checked not to occur in it, so
 * nothing inside can close the fence; and the same text always gets the same fence, so that caches hit.
 * @param label what the text is, in our words: letters, digits, spaces and hyphens
 */
export function fence(label: string, text: string): PromptText {
  if (!/^[a-z0-9][a-z0-9 -]*$/i.test(label)) throw new Error(`Not a label for fenced text: ${label}`);
  const token = unforgeableToken(text);
  return PromptText.parse(`<<<${label} ${token}\n${text}\n${token} end of ${label}>>>`);
}

function unforgeableToken(text: string): string {
  const lowerCase = text.toLowerCase();
  let hash = sha256Hex(text);
  while (lowerCase.includes(hash.slice(0, TOKEN_CHARS))) hash = sha256Hex(hash + text);
  return hash.slice(0, TOKEN_CHARS);
}
