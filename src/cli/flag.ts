/** One flag of a command, with the type of its value, and how the value is read. Light: help is printed from it. */
import { InvalidArgumentError, Option } from 'commander';

export class Flag<Value> extends Option {
  /** For the compiler alone. */
  declare readonly valueTypes?: readonly Value[];
  /** Attribute names of flags without which this one has no effect. */
  readonly neededFlags: string[] = [];
  isForModel = false;

  /** For another command, which changes nothing of this one's. */
  copy(): Flag<Value> {
    return Object.assign(new Flag<Value>(this.flags, this.description), this, { neededFlags: [...this.neededFlags] });
  }

  /** The command is refused where this flag is given and that one is not. */
  needs(attributeName: string): this {
    this.neededFlags.push(attributeName);
    return this;
  }

  /** The command is refused where this flag is given and the settings name no model. */
  needsModel(): this {
    this.isForModel = true;
    return this;
  }
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type ValuesOf<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value : never;
};

export function text<Preset extends string | undefined = undefined>(
  syntax: string,
  meaning: string,
  preset?: Preset,
): Flag<string | Preset> {
  return new Flag<string | Preset>(syntax, meaning).default(preset);
}

export function required(syntax: string, meaning: string): Flag<string> {
  return new Flag<string>(syntax, meaning).makeOptionMandatory();
}

export function toggle(syntax: string, meaning: string): Flag<true | undefined> {
  return new Flag<true | undefined>(syntax, meaning);
}

/** `--no-…`: true unless it is given. */
export function negated(syntax: string, meaning: string): Flag<boolean> {
  return new Flag<boolean>(syntax, meaning);
}

/** The first one is the default. */
export function choice<const Choice extends string>(
  syntax: string,
  meaning: string,
  choices: readonly [Choice, ...Choice[]],
): Flag<Choice> {
  return new Flag<Choice>(syntax, meaning).choices(choices).default(choices[0]);
}

export function oneOf<const Choice extends string>(
  syntax: string,
  meaning: string,
  choices: readonly Choice[],
): Flag<Choice | undefined> {
  return new Flag<Choice | undefined>(syntax, meaning).choices(choices);
}

/** @param bounds inclusive; help names them */
export function whole<Preset extends number | undefined = undefined>(
  syntax: string,
  meaning: string,
  [min, max]: readonly [min: number, max: number],
  preset?: Preset,
): Flag<number | Preset> {
  const fits = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  const read = numberThat(fits, `a whole number from ${min} to ${max}`);
  return new Flag<number | Preset>(syntax, `${meaning} (${min}–${max})`).default(preset).argParser(read);
}

export function share(syntax: string, meaning: string): Flag<number | undefined> {
  const read = numberThat((value) => value >= 0 && value <= 1, 'a number from 0 to 1');
  return new Flag<number | undefined>(syntax, meaning).argParser(read);
}

export function names(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function positive(syntax: string, meaning: string): Flag<number | undefined> {
  return new Flag<number | undefined>(syntax, meaning).argParser(numberThat((value) => value > 0, 'a number above 0'));
}

function numberThat(fits: (value: number) => boolean, what: string) {
  return (typed: string): number => {
    const value = typed.trim() === '' ? NaN : Number(typed);
    if (fits(value)) return value;
    throw new InvalidArgumentError(`It must be ${what}.`);
  };
}

export function repeatable<Value>(
  syntax: string,
  meaning: string,
  read: (typed: string) => readonly Value[],
): Flag<readonly Value[] | undefined> {
  return new Flag<readonly Value[] | undefined>(syntax, `${meaning} (repeatable)`).argParser(collecting(read));
}

export function collecting<Value>(read: (typed: string) => readonly Value[]) {
  return (typed: string, before: readonly Value[] = []): readonly Value[] => [...before, ...read(typed)];
}

/** The reader of a repeatable flag whose value is one text. */
export function asTyped(typed: string): readonly string[] {
  return [typed];
}

/** `name=value`, as it is typed. */
export function assignment(typed: string): readonly (readonly [string, string])[] {
  const at = typed.indexOf('=');
  if (at > 0 && at < typed.length - 1) return [[typed.slice(0, at).trim(), typed.slice(at + 1).trim()]];
  throw new InvalidArgumentError('It must be two names with “=” between.');
}

export function titled<Given extends Flags>(title: string, flags: Given): Given {
  for (const flag of Object.values(flags)) flag.helpGroup(title);
  return flags;
}

/** The command is refused where one of them is given and that other flag is not. */
export function needing<Given extends Flags>(attributeName: string, flags: Given): Given {
  const copies = Object.entries(flags).map(([name, flag]) => [name, flag.copy().needs(attributeName)]);
  return Object.fromEntries(copies) as Given;
}
