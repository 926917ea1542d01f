/**
 * The characters that a match of a regular expression can begin with. To compile one of the grammar's expressions takes
 * about half a millisecond, and there are a thousand: most need not be compiled to see that they match nothing here.
 */

/** Collects characters; `any` once every character is possible. */
interface Firsts {
  readonly characters: Set<string>;
  any: boolean;
}

interface Read {
  /** It may match nothing at all. */
  readonly nullable: boolean;
  /** Where it ends in the source. */
  readonly end: number;
}

const DIGITS = '0123456789';

/** @returns null where it may begin with any character, or match nothing */
export function firstCharacters(source: string): ReadonlySet<string> | null {
  const firsts: Firsts = { characters: new Set(), any: false };
  const { nullable } = alternatives(source, 0, firsts);
  return nullable || firsts.any ? null : firsts.characters;
}

/** @param into null behind what takes up a character: from there on nothing can begin */
function alternatives(source: string, start: number, into: Firsts | null): Read {
  let read = succession(source, start, into);
  let nullable = read.nullable;
  while (source.charAt(read.end) === '|') {
    read = succession(source, read.end + 1, into);
    nullable ||= read.nullable;
  }
  return { nullable, end: read.end };
}

function succession(source: string, start: number, into: Firsts | null): Read {
  let nullable = true;
  let end = start;
  while (end < source.length && source.charAt(end) !== '|' && source.charAt(end) !== ')') {
    const part = atom(source, end, nullable ? into : null);
    const quantified = quantifier(source, part.end);
    nullable &&= part.nullable || quantified.nullable;
    end = quantified.end;
  }
  return { nullable, end };
}

function quantifier(source: string, at: number): Read {
  const sign = source.charAt(at);
  if (sign !== '?' && sign !== '*' && sign !== '+' && sign !== '{') return { nullable: false, end: at };
  const last = sign === '{' ? source.indexOf('}', at) : at;
  const isLazy = source.charAt(last + 1) === '?';
  const nullable = sign === '?' || sign === '*' || source.startsWith('{0', at);
  return { nullable, end: last + (isLazy ? 2 : 1) };
}

function atom(source: string, at: number, into: Firsts | null): Read {
  const character = source.charAt(at);
  if (character === '(') return group(source, at, into);
  if (character === '[') return characterClass(source, at, into);
  if (character === '\\') return escape(source, at, into);
  if (character === '^' || character === '$') return { nullable: true, end: at + 1 };
  if (character === '.') anything(into);
  else into?.characters.add(character);
  return { nullable: false, end: at + 1 };
}

function group(source: string, at: number, into: Firsts | null): Read {
  if (source.charAt(at + 1) !== '?') {
    const { nullable, end } = alternatives(source, at + 1, into);
    return { nullable, end: end + 1 };
  }
  const [opening = '(?:'] = /^\(\?(?:[:=!]|<[=!]|<\w+>)/u.exec(source.slice(at, at + 40)) ?? [];
  // What only looks ahead or back takes up no character.
  const looks = /[=!]$/u.test(opening);
  const { nullable, end } = alternatives(source, at + opening.length, looks ? null : into);
  return { nullable: looks || nullable, end: end + 1 };
}

function escape(source: string, at: number, into: Firsts | null): Read {
  const escaped = source.charAt(at + 1);
  if (escaped === 'b' || escaped === 'B') return { nullable: true, end: at + 2 };
  if (escaped === 'd') for (const digit of DIGITS) into?.characters.add(digit);
  else if (/\w/u.test(escaped)) anything(into);
  else into?.characters.add(escaped);
  const end = /[pP]/u.test(escaped) ? source.indexOf('}', at) + 1 : at + (escaped === 'u' ? 6 : 2);
  return { nullable: false, end };
}

/** Of ranges, escapes and what a class leaves out nothing is said: any character. */
function characterClass(source: string, at: number, into: Firsts | null): Read {
  let end = at + 1;
  while (end < source.length && source.charAt(end) !== ']') end += source.charAt(end) === '\\' ? 2 : 1;
  const inner = source.slice(at + 1, end);
  if (/^\^|\\|.-./su.test(inner)) anything(into);
  else for (const character of inner) into?.characters.add(character);
  return { nullable: false, end: end + 1 };
}

function anything(into: Firsts | null): void {
  if (into !== null) into.any = true;
}
