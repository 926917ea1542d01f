/** Reads JSON as judges write it: with Python's words, single quotes, bare keys, stray commas, quotes in quotes; or cut off. */

export type LooseValue = string | number | boolean | null | LooseValue[] | LooseObject;
/** Pairs in the order of the text: a name may come twice. */
export interface LooseObject {
  readonly pairs: readonly (readonly [name: string, value: LooseValue])[];
}

export interface LooseReading {
  readonly value: LooseObject | LooseValue[];
  readonly end: number;
  /** False where the text ends before it does. */
  readonly isComplete: boolean;
}

const MAX_DEPTH = 20;
const BARE: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  undefined: null,
};

/**
 * The object or list that begins at `start`; null where none does. A value that was cut off is null; what was
 * complete before it stays.
 */
export function readLooseJson(text: string, start: number): LooseReading | null {
  const reader = new Reader(text, start);
  const value = reader.value(0);
  if (typeof value !== 'object' || value === null || reader.malformed) return null;
  return { value, end: reader.at, isComplete: /[}\]]/u.test(text.charAt(reader.at - 1)) };
}

/** What follows a string: a mark, a comment, the next name where the comma was forgotten, or nothing. */
const STRUCTURE_GOES_ON = /^\s*(?:[,:}\]=]|\/\/|$|["'][\p{L}_ ]{1,30}["']\s*:)/u;

/** White space, commas and comments. */
const BETWEEN = /(?:[\s,;]|\/\/[^\n]*)*/uy;

/** Stands for a value that the text ends in. */
const CUT = Symbol('cut');

class Reader {
  at: number;
  malformed = false;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(depth: number): LooseValue | typeof CUT {
    this.#skip(/[\s]*/uy);
    const char = this.#text[this.at];
    if (char === undefined) return CUT;
    if (depth > MAX_DEPTH) return this.#fail();
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#list(depth);
    if (char === '"' || char === "'") return this.#string(char);
    const bare = this.#skip(/[^,{}[\]"\n]*/uy).trim();
    if (this.at >= this.#text.length) return CUT;
    if (/^-?\d+(?:\.\d+)?$/u.test(bare)) return Number(bare);
    return BARE[bare.toLowerCase()] ?? (bare.toLowerCase() in BARE ? null : bare);
  }

  #object(depth: number): LooseObject {
    const pairs: (readonly [string, LooseValue])[] = [];
    this.at += 1;
    for (;;) {
      this.#skip(BETWEEN);
      const char = this.#text[this.at];
      if (char === undefined) return { pairs };
      if (char === '}') {
        this.at += 1;
        return { pairs };
      }
      const name =
        char === '"' || char === "'" ? this.#string(char) : this.#skip(/[\p{L}\p{N}_ -]+/uy).trim();
      if (name === CUT) return { pairs };
      // The quotation mark after the name was forgotten: `"answer: "NO"`.
      const joined = /^([\p{L}_ ]{1,30}):\s*"([^"]*)$/u.exec(name);
      if (joined?.[1] !== undefined && joined[2] !== undefined) {
        pairs.push([joined[1], joined[2]]);
        continue;
      }
      if (name === '' || this.#skip(/\s*[:=]/uy) === '') {
        if (this.at < this.#text.length) this.malformed = true;
        return { pairs };
      }
      const value = this.value(depth + 1);
      if (value === CUT) pairs.push([name, null]);
      if (value === CUT || this.malformed) return { pairs };
      pairs.push([name, value]);
    }
  }

  #list(depth: number): LooseValue[] {
    const values: LooseValue[] = [];
    this.at += 1;
    for (;;) {
      this.#skip(BETWEEN);
      const char = this.#text[this.at];
      if (char === undefined) return values;
      if (char === ']') {
        this.at += 1;
        return values;
      }
      const before = this.at;
      const value = this.value(depth + 1);
      if (value === CUT || this.malformed) return values;
      if (this.at === before) this.malformed = true;
      else values.push(value);
    }
  }

  /** A quotation mark ends it only where the structure goes on: judges forget to escape those inside. */
  #string(quote: string): string | typeof CUT {
    const start = this.at + 1;
    for (let index = start; index < this.#text.length; index++) {
      if (this.#text[index] === '\\') index++;
      else if (
        this.#text[index] === quote &&
        STRUCTURE_GOES_ON.test(this.#text.slice(index + 1, index + 60))
      ) {
        this.at = index + 1;
        return unescaped(this.#text.slice(start, index));
      }
    }
    this.at = this.#text.length;
    return CUT;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  #fail(): null {
    this.malformed = true;
    return null;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|(.))/giu,
    (_, hex: string | undefined, char: string | undefined) =>
      hex === undefined ? (ESCAPES[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
