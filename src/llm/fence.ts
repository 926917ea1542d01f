/** The two ways to put text into a prompt: trusted text as it is, untrusted text between unforgeable delimiters. */
import { LRUCache } from 'lru-cache';
import { PromptText } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';
import { visibleText, withoutControlTokens } from '../text/model-protocol.ts';

/** 48 bits: a brute force search could find a text that contains its own token, so we check for it. */
const TOKEN_CHARS = 12;

/** A request of rewards shows one task and one list with hundreds of completions, and each of those with every part of the list. */
const KNOWN_FENCES = 200;
const MAX_KNOWN_CHARS = 10_000;
const fenced = new LRUCache<string, PromptText>({ max: KNOWN_FENCES });

/** Only for text from this project, or made of `trusted` and `fence` results. */
export function trusted(text: string): PromptText {
  return PromptText.parse(text);
}

/**
 * Untrusted text as data, without hidden characters and control tokens. The delimiters contain a token that is derived from
 * the text and does not occur in it, so the text cannot close the fence. The same text gets the same fence, so that
 * caches hit.
 * @param label letters, digits, spaces and hyphens
 */
export function fence(label: string, text: string): PromptText {
  // No label holds a line break: “response” of “A word” is not “response A” of “word”.
  const place = `${label}\n${text}`;
  const known = fenced.get(place);
  if (known !== undefined) return known;
  const made = fenceAnew(label, text);
  if (place.length <= MAX_KNOWN_CHARS) fenced.set(place, made);
  return made;
}

function fenceAnew(label: string, text: string): PromptText {
  if (!/^[a-z0-9][a-z0-9 -]*$/i.test(label)) throw new Error(`Invalid fence label: ${label}`);
  const data = withoutControlTokens(visibleText(text));
  const token = unforgeableToken(data, TOKEN_CHARS);
  return PromptText.parse(`<<<${label} ${token}\n${data}\n${token} end of ${label}>>>`);
}

/**
 * @param chars hex digits of the token; with few digits (tests) the text must not contain all such tokens
 * @returns a token that does not occur in the text; the same one for the same text
 */
export function unforgeableToken(text: string, chars: number): string {
  const lowerCase = text.toLowerCase();
  let hash = sha256Hex(text);
  while (lowerCase.includes(hash.slice(0, chars))) hash = sha256Hex(hash + text);
  return hash.slice(0, chars);
}
