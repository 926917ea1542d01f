/** Reads the written form of a check: `words <= 50`, `all(emoji = 0, starts with "Dear")`; docs/checks.md lists it. */
import { z } from 'zod';
import { Check, CheckedPart, CheckFormat, CheckLanguage, Unit, type Bounds } from './check.ts';
import { InputError } from './errors.ts';
import { WRAPPERS } from './print-check.ts';

/** Longer ones are no checks, and deeper ones would exhaust the stack. */
const MAX_WRITTEN_CHARS = 1_000;
const TOKEN = /"(?:[^"\\]|\\.)*"|'[^']*'|<=|>=|\.\.|[<>=(),]|\d+|\p{L}+/gu;
const ADVICE = 'The written forms of checks are listed in docs/checks.md.';

/** @throws InputError that quotes the text and says what is wrong with it */
export function parseCheck(written: string): Check {
  const reader = new Reader(written);
  const check = readCheck(reader);
  if (reader.next !== undefined) reader.fail(`after “${reader.before}” nothing more is expected${reader.phraseHint}`);
  for (const { message } of Check.safeParse(check).error?.issues ?? []) reader.fail(`it ${message}`);
  return check;
}

/** A check as a file gives it: written or typed. */
export const GivenCheck = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return parseCheck(value);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Whoever words the issue ends the sentence.
    context.addIssue({
      code: 'custom',
      message: `${error.message.replace(/\.$/u, '')} (docs/checks.md lists the forms)`,
    });
    return z.NEVER;
  }
}, Check);

/** What stands within double quotes. */
export const unquoted = (inner: string): string => inner.replace(/\\(.)/gsu, '$1');

class Reader {
  private readonly written: string;
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(written: string) {
    this.written = written;
    if (written.length > MAX_WRITTEN_CHARS) this.fail(`it has more than ${MAX_WRITTEN_CHARS} characters`);
    this.tokens = written.match(TOKEN) ?? [];
    const rest = written.replace(TOKEN, '').trim();
    if (rest !== '') this.fail(`“${rest.slice(0, 20)}” has no meaning here; words of the text stand in quotes`);
  }

  get next(): string | undefined {
    return this.tokens[this.at];
  }
  get before(): string {
    return this.tokens.slice(0, this.at).join(' ');
  }
  /** For quoted words where none are expected. */
  get phraseHint(): string {
    if (!/^["']/u.test(this.next ?? '')) return '';
    const isDenied = /^(?:not|no|never|without|(?:does|do|is) not|doesn't)\b/iu.test(this.written);
    return isDenied
      ? `; that words are nowhere is phrase ${this.next ?? ''} = 0`
      : `; to look for words, use phrase ${this.next ?? ''}`;
  }

  take(): string {
    const token = this.next ?? this.fail('something is missing at the end');
    this.at += 1;
    return token;
  }

  /** Takes the next token where it is `token`, in any case. */
  takes(token: string): boolean {
    const is = this.next?.toLowerCase() === token;
    if (is) this.at += 1;
    return is;
  }

  require(token: string): void {
    if (!this.takes(token)) this.fail(`“${token}” is expected after “${this.before}”`);
  }

  /** The words up to the next mark, number or quoted text, in small letters. */
  name(): string {
    const words: string[] = [];
    while (this.next !== undefined && /^\p{L}/u.test(this.next)) words.push(this.take().toLowerCase());
    return words.join(' ');
  }

  quoted(): string | null {
    const token = this.next;
    if (token === undefined || !/^["']/u.test(token)) return null;
    this.at += 1;
    const inner = token.slice(1, -1);
    return token.startsWith("'") ? inner : unquoted(inner);
  }

  /** With the spaces at its ends, which a pattern may look for. */
  requirePattern(): string {
    const text = this.quoted() ?? this.fail(`words in quotes are expected after “${this.before}”`);
    return text === '' ? this.fail(`there are no words in the quotes after “${this.before}”`) : text;
  }

  requireQuoted(): string {
    return this.requirePattern().trim() || this.fail(`there are no words in the quotes after “${this.before}”`);
  }

  number(): number {
    const token = this.next ?? '';
    if (!/^\d+$/u.test(token) || !Number.isSafeInteger(Number(token)))
      this.fail(`a whole number is expected after “${this.before}”`);
    this.at += 1;
    return Number(token);
  }

  oneOf<Name extends string>(known: readonly Name[], name: string, what: string): Name {
    const found = known.find((one) => one === name);
    return found ?? this.fail(`there is no ${what} “${name}”; what there is: ${known.join(', ')}`);
  }

  fail(why: string): never {
    throw new InputError(`“${this.written.slice(0, 80)}” is no check: ${why}.`, { advice: ADVICE });
  }
}

function readCheck(reader: Reader): Check {
  const subject = reader.name();
  const format = (['json', 'csv', 'table'] as const).find((kind) => subject === `${kind} fields`);
  if (format !== undefined) return { kind: 'fields', of: format, names: readNames(reader) };
  switch (subject) {
    case 'all':
    case 'any':
      return { kind: subject, checks: readChecks(reader) };
    case 'not': {
      const [check, ...more] = readChecks(reader);
      if (check === undefined || more.length > 0) return reader.fail('“not” takes one check');
      return { kind: 'not', check };
    }
    case 'each':
      return readEach(reader);
    case 'phrase':
    case 'contains': // as other tools call it
      return { kind: 'phrase', text: reader.requireQuoted(), ...readBounds(reader) };
    case 'pattern':
      return { kind: 'pattern', source: reader.requirePattern(), ...readBounds(reader) };
    case 'function':
      return { kind: 'function', name: reader.requireQuoted() };
    case 'heading':
      if (/^["']/u.test(reader.next ?? '')) return { kind: 'heading', text: reader.requireQuoted() };
      break;
    case 'starts with':
    case 'ends with':
      return { kind: 'edge', at: subject === 'starts with' ? 'start' : 'end', text: reader.requireQuoted() };
    case 'wrapped in':
      return readWrapped(reader.requireQuoted(), reader.quoted());
    default:
  }
  return readNamed(subject, reader) ?? readCount(subject, reader);
}

function readChecks(reader: Reader): Check[] {
  reader.require('(');
  const checks = [readCheck(reader)];
  while (reader.takes(',')) checks.push(readCheck(reader));
  reader.require(')');
  return checks;
}

function readEach(reader: Reader): Check {
  reader.require('(');
  const part = reader.oneOf(CheckedPart.options, reader.name(), 'part');
  reader.require(',');
  const check = readCheck(reader);
  reader.require(')');
  return { kind: 'each', part, check };
}

function readNames(reader: Reader): string[] {
  const names = [reader.requireQuoted()];
  for (let name = reader.quoted(); name !== null; name = reader.quoted()) names.push(name);
  return names;
}

const readWrapped = (open: string, close: string | null): Check => {
  return { kind: 'wrapped', open, close: close ?? open };
};

/** Those whose words are all names: "case upper", "format json", "language French", "wrapped in quotes". */
function readNamed(words: string, reader: Reader): Check | null {
  const [, subject, name = ''] = /^(case|format|language|wrapped in) (.+)$/u.exec(words) ?? [];
  switch (subject) {
    case 'case':
      return { kind: 'case', letters: reader.oneOf(['upper', 'lower', 'title'], name, 'case') };
    case 'format':
      return { kind: 'format', format: reader.oneOf(CheckFormat.options, name, 'format') };
    case 'language':
      return { kind: 'language', language: reader.oneOf(CheckLanguage.options, name, 'language') };
    case 'wrapped in':
      return readWrapped(...(WRAPPERS[reader.oneOf(Object.keys(WRAPPERS), name, 'mark')] ?? ['"', '"']));
    default:
      return null;
  }
}

function readCount(name: string, reader: Reader): Check {
  if (/^(?:phrase|pattern|function|starts with|ends with|wrapped in|(?:json|csv|table) fields)(?: |$)/u.test(name))
    return reader.fail('its words must stand in quotes');
  if (name === '') return reader.fail('it does not begin with a word such as “words” or “phrase”');
  const unit = Unit.options.find((known) => known === name || known === `${name}s` || `${known}s` === name);
  if (unit === undefined)
    return reader.fail(`“${name}” cannot be counted${reader.phraseHint}; what can: ${Unit.options.join(', ')}`);
  return { kind: 'count', unit, ...readBounds(reader) };
}

/** None: at least one. */
function readBounds(reader: Reader): Bounds {
  if (reader.takes('<=')) return { min: null, max: reader.number() };
  if (reader.takes('>=')) return { min: reader.number(), max: null };
  if (reader.takes('>')) return { min: reader.number() + 1, max: null };
  if (reader.takes('<')) {
    const above = reader.number();
    return above === 0 ? reader.fail('nothing is less than 0') : { min: null, max: above - 1 };
  }
  if (reader.takes('=')) {
    const exact = reader.number();
    return { min: exact, max: exact };
  }
  if (!/^\d/u.test(reader.next ?? '')) return { min: 1, max: null };
  const min = reader.number();
  reader.require('..');
  const max = reader.number();
  return min > max ? reader.fail(`${min} is more than ${max}`) : { min, max };
}
