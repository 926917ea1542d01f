/** Finds the JSON of an answer: bare, in a fence, beside words, after reasoning, with small syntax errors. */
import { jsonIn, jsonMistake } from '../text/parse-json.ts';
import { stripReasoning } from './own-words.ts';

export interface JsonAnswer {
  /** In their order. Empty where there is none, or where one is cut or damaged. */
  readonly objects: readonly unknown[];
  /** They, as they stand in the answer. */
  readonly sources: readonly string[];
  /** Why one cannot be read; null: none is cut or damaged. The objects and words that we could find in it may be quotations. */
  readonly mistake: string | null;
  /** The words before the first object. */
  readonly before: string;
  /** Those behind it, and between others. */
  readonly after: string;
}

const NONE = { objects: [], sources: [], mistake: null, before: '', after: '' } as const;

/** Of an object. `{name}`, `{{name}}` and `{}` are no JSON. */
const OPENING = /\{(?=\s*(?:\{\s*)?(?:["'“‘[]|[\w-]+\s*:))/gu;
const FENCE = /(?:```|~~~) ?\w*\s*$/u;
/** Marks that are left over, up to what else stands there. */
const AFTER = /^[}\],\s`~]*/u;

const COMMENT = String.raw`//[^\n]*|/\*[^]*?(?:\*/|$)`;
/** A string ends at the first quotation mark that a mark of JSON follows: any other is part of the string. */
const stringIn = (quote: string) =>
  String.raw`${quote}[^${quote}\\]*(?:(?:\\[^]?|${quote}(?!\s*[,:}\]]))[^${quote}\\]*)*(?:${quote}|$)`;
const STRING = `${stringIn('"')}|${stringIn("'")}`;

/** A cut object is never completed. */
export function jsonAnswer(text: string): JsonAnswer {
  try {
    return found(text);
  } catch (error) {
    // With millions of escapes, a string is too long for the expressions.
    if (error instanceof RangeError) return { ...NONE, mistake: 'it is too long' };
    throw error;
  }
}

function found(text: string): JsonAnswer {
  const stripped = stripReasoning(text).trim();
  const answer = stripped.includes('"') ? stripped : stripped.replace(/[“”]/gu, '"');
  const first = startOfObject(answer, 0);
  if (first === -1) return NONE;
  const objects: unknown[] = [];
  const sources: string[] = [];
  const words: string[] = [];
  let end = 0;
  for (let start = first; start !== -1; start = startOfObject(answer, end)) {
    words.push(wordsIn(answer.slice(end, start)));
    end = objectEnd(answer, start);
    const source = answer.slice(start, end === start ? undefined : end);
    const object = end === start ? undefined : parseObject(source);
    if (object === undefined) return { ...NONE, mistake: jsonMistake(mended(source))?.mistake ?? 'it has a key twice' };
    objects.push(object);
    sources.push(source);
  }
  const note = wordsIn(answer.slice(end));
  // In an object that is torn by marks in its strings, what stands after a brace may be its own end.
  if (/[{}]/u.test(note)) return { ...NONE, mistake: 'a brace stands after its end' };
  const [before = '', ...between] = words;
  return { objects, sources, mistake: null, before, after: [...between, note].join('\n').trim() };
}

/** Without the marks around an object: `[`, `}]` and fences. */
function wordsIn(text: string): string {
  return text
    .replace(AFTER, '')
    .trimEnd()
    .replace(FENCE, '')
    .replace(/(?:^|\s)\[$/u, '')
    .trim();
}

function startOfObject(text: string, from: number): number {
  OPENING.lastIndex = from;
  return from === 0 && text.startsWith('{') ? 0 : (OPENING.exec(text)?.index ?? -1);
}

/** The offset after the closing brace; `start` if there is none. */
function objectEnd(text: string, start: number): number {
  const tokens = new RegExp(`${STRING}|${COMMENT}|[{}]`, 'gu');
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '{') depth++;
    else if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
  }
  return start;
}

const MENDED = new RegExp(`${STRING}|${COMMENT}|,(?=\\s*[}\\]])|[}\\]](?=\\s*\\{)|\\u00A0|[\\w.+-]+`, 'gu');

/**
 * What is certain is mended: single quotes, quotation marks and line breaks in strings, bare words, comments, a comma at
 * the end, and none between objects. A key with a quotation mark is what stood between two strings.
 */
function parseObject(text: string): unknown {
  const tokens = text.match(MENDED) ?? [];
  // What is taken for a comment may be the rest of a string.
  if (tokens.some((token) => token.startsWith('/')) && tokens.some(hasStrayMark)) return jsonIn(text);
  return plainJsonIn(text) ?? plainJsonIn(mended(text), /["']/u);
}

function hasStrayMark(token: string): boolean {
  const inner = token.slice(1, -1).replace(/\\[^]/gu, '');
  return /^["']/u.test(token) && inner.includes(token.charAt(0));
}

const mended = (text: string): string => text.replace(MENDED, mendToken);

/** Not where an object has a key twice: what stands between the two may be a quotation. */
function plainJsonIn(text: string, noKeys = /(?!)/u): unknown {
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  const keys = new Set<string>();
  const json = JSON.stringify(value, (key, member: unknown) => {
    keys.add(key);
    return member;
  });
  return keysIn(text) > keysIn(json) || [...keys].some((key) => noKeys.test(key)) ? undefined : value;
}

function keysIn(json: string): number {
  const strings = json.replace(/\\[^]/gu, '').match(/"[^"]*"(?:\s*:)?/gu) ?? [];
  return strings.filter((string) => string.endsWith(':')).length;
}

const SIDE_BY_SIDE = /(?<!\\)(["'])\s*(?:\+\s*)?\1/u;

function mendToken(token: string): string {
  if (token === ',') return '';
  if (token === '\u00A0') return ' ';
  if (/^[}\]]/u.test(token)) return `${token},`;
  // The end of a string in a comment: it may be the judge's own, and its verdict with it.
  if (token.startsWith('/')) return /["{}]|\B'|'\B/u.test(token) ? token : ' ';
  // Two strings side by side are no string.
  if (/^["']/u.test(token) && SIDE_BY_SIDE.test(token.slice(1, -1))) return token;
  if (!/^["']/u.test(token)) {
    const literal = token.toLowerCase().replace('none', 'null');
    return /^(?:true|false|null|-?\d.*)$/u.test(literal) ? literal : `"${token}"`;
  }
  const inner = token
    .slice(1, -1)
    .replace(
      /(\\["\\/bfnrtu])|\\'|\\|[^\\]+/gu,
      (part, escape?: string) => escape ?? JSON.stringify(part === "\\'" ? "'" : part).slice(1, -1),
    );
  return `"${inner}"`;
}
