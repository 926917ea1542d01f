/** Finds JSON objects in an answer: bare, fenced, in prose, after reasoning, with small syntax errors. */
import { jsonIn, jsonMistake } from '../text/parse-json.ts';
import { stripReasoning } from './own-words.ts';

export interface SeparatedJson {
  /** Top-level objects in text order, without those in the reasoning. */
  readonly objects: readonly unknown[];
  /** The text around them. */
  readonly prose: string;
  /**
   * True: an object is cut or damaged, and nothing is read. Inside it, the objects and verdicts that we could find may be
   * quotations in its strings.
   */
  readonly isBroken: boolean;
  /** What is wrong with the broken object, where the parser says it. */
  readonly mistake?: string | undefined;
}

const BROKEN: SeparatedJson = { objects: [], prose: '', isBroken: true };

const OPENING = /\{(?=\s*(?:\{\s*)?(?:["'“‘[}]|[\w-]+\s*:))/gu;
/** `{name}` and `{{name}}` are no JSON. */
const PLACEHOLDER = /\{{1,2}[^{}"']*\}{1,2}/gu;

const COMMENT = String.raw`//[^\n]*|/\*[^]*?(?:\*/|$)`;
/** A string ends at the first quotation mark that a mark of JSON follows: any other is part of the string. */
const stringIn = (quote: string) =>
  String.raw`${quote}[^${quote}\\]*(?:(?:\\[^]?|${quote}(?!\s*[,:}\]]))[^${quote}\\]*)*(?:${quote}|$)`;
const STRING = `${stringIn('"')}|${stringIn("'")}`;

/** A cut object is never completed. */
export function separateJson(text: string): SeparatedJson {
  try {
    return separated(text);
  } catch (error) {
    // With millions of escapes, a string is too long for the expressions.
    if (error instanceof RangeError) return BROKEN;
    throw error;
  }
}

function separated(text: string): SeparatedJson {
  const whole = plainJsonIn(text.trim());
  if (whole !== undefined) return { objects: [whole], prose: text.includes('{') ? '' : text, isBroken: false };
  const answer = stripReasoning(text);
  const objects: unknown[] = [];
  let prose = '';
  let proseStart = 0;
  for (const { index: start } of answer.matchAll(OPENING)) {
    if (start < proseStart) continue;
    const end = objectEnd(answer, start);
    const object = parseObject(answer.slice(start, end));
    if (object === undefined)
      return { ...BROKEN, mistake: jsonMistake(mended(answer.slice(start, end === start ? undefined : end)))?.mistake };
    objects.push(object);
    prose += answer.slice(proseStart, start);
    proseStart = end;
  }
  prose += answer.slice(proseStart).replace(/^[}\]\s`]*$/u, '');
  // A brace that is left over may belong to an object around those that were found.
  const isInside = objects.length > 0 && /[{}]/u.test(prose.replace(PLACEHOLDER, ''));
  return isInside ? BROKEN : { objects, prose, isBroken: false };
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
 * the end, and none between objects.
 */
function parseObject(text: string): unknown {
  return plainJsonIn(text) ?? plainJsonIn(mended(text));
}

const mended = (text: string): string => text.replace(MENDED, mendToken);

/** Not where an object has a key twice: what stands between the two may be a quotation. */
function plainJsonIn(text: string): unknown {
  const value = jsonIn(text);
  return value !== undefined && keysIn(text) > keysIn(JSON.stringify(value)) ? undefined : value;
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
  if (token.startsWith('/')) return /["{}]|\B'|'\B/u.test(token) ? token : '';
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
