/** Finds the JSON objects in what a model wrote: bare, in fences, in prose, after its reasoning; loose ones too. */
import { jsonrepair } from 'jsonrepair';
import { stripReasoning } from './own-words.ts';

/** Beyond this many false starts the text is no answer; keeps the search linear on hostile text. */
const MAX_FALSE_STARTS = 50;
/** Of one answer. Mending texts full of stray quotes takes time in proportion to the cube of their length. */
const MAX_MENDED_CHARS = 4_000;

/**
 * Top-level objects in the order of the text; what was only thought aloud is left out. Wrong quotes and commas are
 * mended; an object that breaks off is never completed, because nobody knows what it would have said.
 */
export function extractJsonObjects(text: string): unknown[] {
  const whole = parseStrict(text.trim());
  if (whole !== undefined) return [whole];
  const answer = stripReasoning(text);
  const objects: unknown[] = [];
  let falseStarts = 0;
  let mendableChars = MAX_MENDED_CHARS;
  for (let start = answer.indexOf('{'); start !== -1 && falseStarts <= MAX_FALSE_STARTS;) {
    const end = objectEnd(answer, start) ?? looseObjectEnd(answer, start);
    const found = answer.slice(start, end ?? start);
    let object = parseStrict(found);
    if (object === undefined && found !== '' && found.length <= mendableChars) {
      mendableChars -= found.length;
      object = parseMended(found);
    }
    if (object === undefined) falseStarts++;
    else objects.push(object);
    start = answer.indexOf('{', start + (object === undefined ? 1 : found.length));
  }
  return objects;
}

/** The offset after the brace that closes the one at `start`; null where none does. */
function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return index + 1;
  }
  return null;
}

/** Where a stray quote hides the end: after the last brace, if as many close as open. */
function looseObjectEnd(text: string, start: number): number | null {
  const end = text.lastIndexOf('}') + 1;
  const found = text.slice(start, end);
  const count = (bracket: string) => found.split(bracket).length;
  return end > start && count('{') === count('}') && count('[') === count(']') ? end : null;
}

function parseStrict(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseMended(text: string): unknown {
  try {
    return parseStrict(jsonrepair(text));
  } catch {
    return undefined;
  }
}
