/** A kind of text that guides are filed under, and how people ask for it. */
import { z } from 'zod';
import { InputError } from './errors.ts';
import { nearestNames, sharedPairs } from './nearest-names.ts';
import type { Task } from './task.ts';

const Texts = z.array(z.string().min(1));

/** What `kind.yaml` in a folder of guides says. */
export const GuideKindFile = z.strictObject({
  name: z.string().min(1),
  /** The family that it belongs to, in the plural: "letters". */
  family: z.string().min(1).exactOptional(),
  /** Present: its guides answer for the whole family; nouns that name any text of the family. */
  familyNouns: Texts.exactOptional(),
  /** First words of sentences that ask for it without naming it: "explain", "how do i". */
  openings: Texts.exactOptional(),
  /** Other names for it. */
  synonyms: Texts,
  /** Kinds that are near it and are not it: folders of the same library, or names. */
  neighbours: Texts,
});
export type GuideKind = z.infer<typeof GuideKindFile> & { readonly folder: string };

/**
 * A kind that no guide is about: what asks for it is not to be taken for another. With a family, the guides of that
 * family answer.
 */
export const OtherKind = z.strictObject({
  name: z.string().min(1),
  synonyms: z.array(z.string().min(1)).exactOptional(),
  family: z.string().min(1).exactOptional(),
});
export type OtherKind = z.infer<typeof OtherKind>;

export interface Kinds {
  readonly guided: readonly GuideKind[];
  readonly others: readonly OtherKind[];
}

/** How the kind was found: the user or the instruction names it, the instruction's words, or only its family is plain. */
export const KindChoice = z.strictObject({
  name: z.string().min(1),
  family: z.string().min(1).exactOptional(),
  by: z.enum(['option', 'name', 'wording', 'family']),
  /** Names of further kinds that the same sentence asks for: nothing was sought for these. */
  also: z.array(z.string().min(1)).min(1).exactOptional(),
  /** Where only the family is plain: names of its special kinds that are not unlikely, the likeliest first. */
  near: z.array(z.string().min(1)).min(1).exactOptional(),
});
export type KindChoice = z.infer<typeof KindChoice>;

export interface FoundKind {
  readonly kind: GuideKind;
  readonly by: KindChoice['by'];
  /** Further kinds that the same sentence names. */
  readonly also?: readonly GuideKind[];
}

/** A sentence that may ask for a text, by its grammar. */
export interface TextRequest {
  /** It is the first, a question or a polite request: its first words may ask for a kind. */
  readonly isDirect: boolean;
  /** From its verb on, without courtesy. */
  readonly sentence: string;
  /** Noun phrases that may name the text, the likeliest first; empty if the sentence names none. */
  readonly phrases: readonly string[];
  /** What they may be without their last words, where none of them is known: telling takes a dictionary. */
  readonly beginnings: () => readonly string[];
  /** Noun phrases of further texts that it asks for. */
  readonly further: () => readonly string[];
  /** Where they stand, with what follows: names may hold function words ("letter to parents"). Null without phrases. */
  readonly object: string | null;
  /**
   * `written`: the object of "write" or the like. `asked`: of another request. `wanted`: the writer says to need it.
   * `title`: the instruction begins with it. `mentioned`: another clause has it. `wished`: another clause wants it, maybe for
   * somebody else. `ordered`: an order, maybe not to write. `said`: no request.
   */
  readonly by: 'written' | 'asked' | 'wanted' | 'title' | 'mentioned' | 'wished' | 'ordered' | 'said';
}

/** Tells kinds of text apart by what is known of them. */
export interface KindFinder {
  readonly all: readonly GuideKind[];
  /** Present: those of the user's own guides; the bundled ones are not read. */
  readonly isOfUser?: true;
  /**
   * The kind that an instruction asks for, or null where none is plain.
   * @param requests of the instruction, in order
   */
  find(instruction: string, requests: readonly TextRequest[]): FoundKind | null;
  /** The kinds most like what it asks for, best first. */
  nearest(instruction: string): readonly GuideKind[];
  /** It asks for code, a sum, a fact or the like: for nothing that guides on writing are about. */
  asksForNoText(instruction: string): boolean;
  /** 0–1: of its words, those that are known from requests, as words of other languages are not. Null without a model. */
  knownShareOf(instruction: string): number | null;
  /** The kind that a library files a guide under, by its address, or null. */
  ofGuide(url: string): GuideKind | null;
}

export const SHOWN_KINDS = 3;
/** Where a person is asked which of the nearest is meant. */
export const MAX_KIND_CHOICES = 5;
/** Of a kind that no bundled guide is about. */
const NO_FOLDER = '';

/**
 * What to ask for instead, where no guide is about what was asked for; empty where no kinds are known.
 */
export function nearestKinds(kinds: KindFinder | undefined, instruction: string): string {
  if (kinds?.isOfUser === true)
    return ' Name the kind of text as the title of one of your guides does (--kind NAME), or leave --library out to use the bundled guides.';
  if (kinds === undefined || kinds.all.length === 0) return '';
  const names = kinds
    .nearest(instruction)
    .slice(0, SHOWN_KINDS)
    .map(({ name }) => `“${name}”`);
  const near = names.length === 0 ? '' : `nearest: ${names.join(', ')}; `;
  const scope = kinds.asksForNoText(instruction)
    ? ' It seems to ask for something that these guides are not about, as code, a calculation or a fact would be.'
    : '';
  return `${scope} Name the kind of text with --kind NAME (${near}\`npx groundrule library kinds\` lists all ${kinds.all.length}), bring guides of your own with --library, or search the web with --search.`;
}

export interface KindReading {
  /** Null where none is plain, and where no kinds are read. */
  readonly kind: KindChoice | null;
  /**
   * Names of the likeliest kinds, best first; empty where one is plain, where no text seems to be asked for, and where the
   * engine does not read the language.
   */
  readonly nearest: readonly string[];
}

interface KindReader {
  readonly kinds?: KindFinder;
  readonly kindOf?: (task: Task) => KindChoice | null;
  readonly readsLanguageOf?: (task: Task) => boolean;
}

/** Of an instruction, by an engine that may read none. */
export function readKind(engine: KindReader, task: Task): KindReading {
  const { kinds, kindOf, readsLanguageOf } = engine;
  const kind = kindOf?.(task) ?? null;
  if (
    kind !== null ||
    kinds === undefined ||
    kinds.asksForNoText(task.instruction) ||
    readsLanguageOf?.(task) === false
  )
    return { kind, nearest: [] };
  return { kind, nearest: kinds.nearest(task.instruction).map(({ name }) => name) };
}

export const NO_KINDS: KindFinder = {
  all: [],
  find: () => null,
  nearest: () => [],
  asksForNoText: () => false,
  knownShareOf: () => null,
  ofGuide: () => null,
};

/** As the first line of a discovery and its record say it. */
export function kindLine({ name, family, by, also = [] }: KindChoice): string {
  const line = by === 'family' ? `family: ${family ?? name}` : `kind: ${name}`;
  return also.length === 0 ? line : `${line}; not covered: ${also.join(', ')}`;
}

/**
 * Every instruction asks for the kind with this name.
 * @param acceptsAny other guides than the bundled ones are read: they may be about a kind that no bundled guide is about
 * @throws InputError with the nearest names if no kind has it
 */
export function withNamedKind(kinds: KindFinder, name: string, acceptsAny = false): KindFinder {
  const kind = acceptsAny ? (kindCalled(kinds.all, name) ?? kindOfUser(plainName(name))) : kindNamed(kinds.all, name);
  return { ...kinds, find: () => ({ kind, by: 'option' }) };
}

/** A kind that no bundled guide is about. */
export function kindOfUser(name: string): GuideKind {
  return { name, synonyms: [], neighbours: [], folder: NO_FOLDER };
}

function kindCalled(kinds: readonly GuideKind[], name: string): GuideKind | undefined {
  const wanted = plainName(name);
  return (
    kinds.find((other) => plainName(other.name) === wanted) ??
    kinds.find(({ synonyms }) => synonyms.some((synonym) => plainName(synonym) === wanted))
  );
}

/** @throws InputError if no kind is called so, with the names that hold it, else with the nearest */
export function kindNamed(kinds: readonly GuideKind[], name: string): GuideKind {
  const kind = kindCalled(kinds, name);
  if (kind !== undefined) return kind;
  const wanted = plainName(name);
  const namesOf = new Map(kinds.map((other) => [other.name, [other.name, ...other.synonyms]]));
  const holding = [...namesOf.keys()].filter((other) => plainName(other).includes(wanted));
  const [only, another] = holding.filter((other) => plainName(other).split(' ').includes(wanted));
  // A kind that it names, too ("letter to the editor"), before those that are spelt alike.
  const likenessOf = (other: string) =>
    ` ${wanted} `.includes(` ${plainName(other)} `)
      ? 1
      : Math.max(...(namesOf.get(other) ?? []).map((synonym) => sharedPairs(plainName(synonym), wanted)));
  const near = holding.length > 0 ? holding : [...namesOf.keys()].filter((other) => likenessOf(other) > 0);
  const isOne = only !== undefined && another === undefined;
  const nearest = near.length === 0 ? '' : ` Nearest: ${nearestNames(name, near, likenessOf)}.`;
  const hint = isOne ? ` Did you mean “${only}”?` : nearest;
  throw new InputError(`There is no kind of text “${name}”.${hint}`, {
    advice: '`npx groundrule library kinds` lists all; with --library, any name is accepted.',
  });
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();
}
