/** Finds JSON objects in an answer: bare, fenced, in prose, after reasoning, with small syntax errors. */
import { jsonIn } from '../text/parse-json.ts';
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
}

const BROKEN: SeparatedJson = { objects: [], prose: '', isBroken: true };

const OPENING = /\{(?=\s*\{?\s*(?:["'“‘[}]|[\w-]+\s*:))/gu;
/** `{name}` and `{{name}}` are no JSON. */
const PLACEHOLDER = /\{{1,2}[^{}"']*\}{1,2}/gu;

/** A string ends at the first quotation mark that a mark of JSON follows: any other is part of the string. */
const stringIn = (quote: string) =>
  String.raw`${quote}[^${quote}\\]*(?:(?:\\[^]?|${quote}(?!\s*[,:}\]]))[^${quote}\\]*)*(?:${quote}|$)`;
const STRING = `${stringIn('"')}|${stringIn("'")}`;

/** A cut object is never completed. */
export function separateJson(text: string): SeparatedJson {
  const whole = jsonIn(text.trim());
  if (whole !== undefined) return { objects: [whole], prose: text.includes('{') ? '' : text, isBroken: false };
  const answer = stripReasoning(text);
  const objects: unknown[] = [];
  let prose = '';
  let proseStart = 0;
  for (const { index: start } of answer.matchAll(OPENING)) {
    if (start < proseStart) continue;
    const end = objectEnd(answer, start);
    const object = parseObject(answer.slice(start, end));
    if (object === undefined) return BROKEN;
    objects.push(object);
    prose += answer.slice(proseStart, start);
    proseStart = end;
  }
  prose += answer.slice(proseStart);
  // A brace that is left over may belong to an object around those that were found.
  const isInside = objects.length > 0 && /[{}]/u.test(prose.replace(PLACEHOLDER, ''));
  return isInside ? BROKEN : { objects, prose, isBroken: false };
}

/** The offset after the closing brace; `start` if there is none. */
function objectEnd(text: string, start: number): number {
  const tokens = new RegExp(`${STRING}|[{}]`, 'gu');
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '{') depth++;
    else if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
  }
  return start;
}

/** What is certain is mended: single quotes, quotation marks and line breaks in strings, bare words, a comma at the end. */
function parseObject(text: string): unknown {
  return jsonIn(text) ?? jsonIn(text.replace(new RegExp(`${STRING}|,(?=\\s*[}\\]])|[\\w.+-]+`, 'gu'), mendToken));
}

function mendToken(token: string): string {
  if (token === ',') return '';
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
