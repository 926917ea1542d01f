/** Finds the JSON object that an answer is: bare, in a fence, after reasoning, with small syntax errors. */
import { jsonIn, jsonMistake } from '../text/parse-json.ts';
import { stripReasoning } from './own-words.ts';

export interface JsonAnswer {
  /** Undefined if the answer is none. */
  readonly object: unknown;
  /**
   * True: it is cut or damaged, stands beside other words, or is one of several. The objects and words that we could find in
   * it may be quotations.
   */
  readonly isBroken: boolean;
  /** What is wrong with it, where the parser says it. */
  readonly mistake?: string | undefined;
}

const BROKEN: JsonAnswer = { object: undefined, isBroken: true };

/** Of an object. `{name}` and `{{name}}` are no JSON. */
const OPENING = /\{(?=\s*(?:\{\s*)?(?:["'“‘[}]|[\w-]+\s*:))/u;
/** One clause of the model's own that announces the object: "Sure! Here it is:". */
const LEAD_IN = /^(?:\w+! )?[^.,;!?"“”„«»`<>\n]{0,80}:\**$/u;
const FENCE = /```\w*$/u;
const AFTER = /^[}\]\s`]*$/u;

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
    if (error instanceof RangeError) return BROKEN;
    throw error;
  }
}

function found(text: string): JsonAnswer {
  const answer = stripReasoning(text).trim();
  const start = answer.indexOf('{');
  if (start === -1 || !isLeadIn(answer.slice(0, start))) return { object: undefined, isBroken: OPENING.test(answer) };
  const whole = plainJsonIn(answer.slice(start));
  if (whole !== undefined) return { object: whole, isBroken: false };
  const end = objectEnd(answer, start);
  const json = answer.slice(start, end === start ? undefined : end);
  const object = end === start ? undefined : parseObject(json);
  if (object === undefined) return { ...BROKEN, mistake: jsonMistake(mended(json))?.mistake };
  return AFTER.test(answer.slice(end)) ? { object, isBroken: false } : BROKEN;
}

/** After more words than that, the object may be quoted. */
function isLeadIn(before: string): boolean {
  const words = before.trimEnd().replace(FENCE, '').trimEnd();
  return words === '' || LEAD_IN.test(words);
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
  return plainJsonIn(text) ?? plainJsonIn(mended(text), /["']/u);
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
