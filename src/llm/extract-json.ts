/** Finds the JSON objects in what a model wrote: bare, in fences, in prose, after its reasoning. */
import { stripReasoning } from './strip-reasoning.ts';

/** Beyond this many false starts the text is no answer; keeps the search linear on hostile text. */
const MAX_FALSE_STARTS = 50;

/** Complete top-level objects in the order of the text; what was only thought aloud is left out. */
export function extractJsonObjects(text: string): unknown[] {
  const whole = tryParse(text.trim());
  if (whole.ok) return [whole.value];
  const answer = stripReasoning(text);
  const objects: unknown[] = [];
  let falseStarts = 0;
  for (let start = answer.indexOf('{'); start !== -1 && falseStarts <= MAX_FALSE_STARTS;) {
    const end = objectEnd(answer, start);
    const parsed = end === null ? { ok: false as const } : tryParse(answer.slice(start, end));
    if (parsed.ok) objects.push(parsed.value);
    else falseStarts++;
    start = answer.indexOf('{', parsed.ok && end !== null ? end : start + 1);
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

function tryParse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}
