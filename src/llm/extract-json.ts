/** Finds JSON objects in an answer: bare, fenced, in prose, after reasoning, with small syntax errors. */
import { jsonrepair } from 'jsonrepair';
import { jsonIn } from '../text/parse-json.ts';
import { stripReasoning } from './own-words.ts';

/** Keeps the search linear on hostile text. */
const MAX_FALSE_STARTS = 50;
/** Per answer. Repairing a text full of stray quotes takes cubic time. */
const MAX_REPAIRED_CHARS = 4_000;

/**
 * Top-level objects in text order, without those in the reasoning. Wrong quotes and commas are repaired. A cut object is
 * never completed.
 */
export const extractJsonObjects = (text: string): unknown[] => separateJson(text).objects;

/** The same, and the text around them. */
export function separateJson(text: string): { readonly objects: unknown[]; readonly prose: string } {
  const whole = jsonIn(text.trim());
  if (whole !== undefined) return { objects: [whole], prose: text.includes('{') ? '' : text };
  const answer = stripReasoning(text);
  const objects: unknown[] = [];
  let prose = '';
  let proseStart = 0;
  let falseStarts = 0;
  let repairableChars = MAX_REPAIRED_CHARS;
  for (let start = answer.indexOf('{'); start !== -1 && falseStarts <= MAX_FALSE_STARTS;) {
    const end = objectEnd(answer, start) ?? looseObjectEnd(answer, start);
    const candidate = answer.slice(start, end ?? start);
    let object = jsonIn(candidate);
    if (object === undefined && candidate !== '' && candidate.length <= repairableChars) {
      repairableChars -= candidate.length;
      object = parseRepaired(candidate);
    }
    if (object === undefined) {
      falseStarts++;
      start = answer.indexOf('{', start + 1);
      continue;
    }
    objects.push(object);
    prose += answer.slice(proseStart, start);
    proseStart = start + candidate.length;
    start = answer.indexOf('{', proseStart);
  }
  return { objects, prose: prose + answer.slice(proseStart) };
}

/** The offset after the closing brace; null if there is none. */
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

/** For objects with stray quotes: the offset after the last brace, if the brackets balance. */
function looseObjectEnd(text: string, start: number): number | null {
  const end = text.lastIndexOf('}') + 1;
  const found = text.slice(start, end);
  const count = (bracket: string) => found.split(bracket).length;
  return end > start && count('{') === count('}') && count('[') === count(']') ? end : null;
}

function parseRepaired(text: string): unknown {
  try {
    return jsonIn(jsonrepair(text));
  } catch {
    return undefined;
  }
}
