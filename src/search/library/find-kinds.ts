/**
 * Classifies an instruction by the kind of text that it asks for, among the kinds of the library: by words and word pairs that
 * it shares with the kind's names and example requests.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type FoundKind,
  type GuideKind,
  GuideKindFile,
  type KindFinder,
  type Kinds,
  OtherKind,
} from '../../domain/guide-kind.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { stem, words } from '../../text/words.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { errorCode } from '../../domain/errors.ts';

/** A long brief says at its start what it wants. After this many words, a word counts half. */
const HALF_WEIGHT_WORDS = 120;
const MAX_CHARS = 3_000;
/** For the kind that is the grammatical object of the instruction. Other kinds may only be mentioned. */
const NAMED_FACTOR = 1.7;
const NAMED_BONUS = 3;
/** For a subkind of the object. */
const SORT_FACTOR = 1.3;
/** For a kind that does not contain the noun of the object. */
const UNNAMED_FACTOR = 0.7;
const MIN_SCORE = 6;
/** Minimum ratio of the first score to the second. */
const MIN_LEAD = 1.2;
/** For a kind that is not the named one: special within the named family, or without the noun that the instruction names. */
const MIN_CERTAIN_SCORE = 12;

interface Profile {
  /** Null: there is no guide for it. */
  readonly kind: GuideKind | null;
  readonly names: ReadonlySet<string>;
  /** TF-IDF weights of words and word pairs in names and requests. */
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

export function findKinds({ guided, others }: Kinds): KindFinder {
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const names = kindNames(guided);
  let profiles: readonly Profile[] | undefined;
  const ranked = (instruction: string, named: string | null) => {
    profiles ??= profilesOf({ guided, others });
    const features = weighted(instruction.slice(0, MAX_CHARS));
    const name = named === null ? null : nameKey(named);
    return profiles
      .map((profile) => ({
        kind: profile.kind,
        score: scoreOf(profile, features, name),
        hasNoun: name === null || profile.weights.has(name.split(' ').at(-1) ?? ''),
      }))
      .sort((a, b) => b.score - a.score);
  };
  return {
    all: guided,
    nearest: (instruction) =>
      ranked(instruction, null).flatMap(({ kind, score }) => (kind === null || score < MIN_SCORE / 2 ? [] : [kind])),
    isKnown: (phrase) => names.match(phrase) !== null,
    find: (instruction, named) => {
      const match = named === null ? null : names.match(named);
      const kind = match?.kind ?? names.byVerb(instruction);
      if (kind !== null && match?.isFamily !== true) return { kind, by: 'name' };
      const all = ranked(instruction, named);
      if (kind === null)
        return certain(all, named === null || all[0]?.hasNoun === true ? MIN_SCORE : MIN_CERTAIN_SCORE);
      const family = all.filter((entry) => entry.kind === null || entry.kind.family === kind.family);
      const others = family.filter((entry) => entry.kind !== kind);
      return certain(others, MIN_CERTAIN_SCORE) ?? { kind, by: 'family' };
    },
    ofGuide: (url) => byFolder.get(decodeURIComponent(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}

interface Ranked {
  readonly kind: GuideKind | null;
  readonly score: number;
  readonly hasNoun: boolean;
}

function certain([first, second]: readonly Ranked[], minScore: number): FoundKind | null {
  if (first === undefined || first.kind === null) return null;
  const leads = first.score >= Math.max(minScore, MIN_LEAD * (second?.score ?? 0));
  return leads ? { kind: first.kind, by: 'wording' } : null;
}

interface NameMatch {
  readonly kind: GuideKind;
  /** Only the family is named. */
  readonly isFamily: boolean;
}

const COURTESY = /^\W*(?:(?:please|kindly|can you|could you|would you|help me(?: to)?)\s+)*/iu;

function kindNames(guided: readonly GuideKind[]) {
  const byName = new Map<string, NameMatch>();
  const byVerb = new Map<string, GuideKind>();
  for (const kind of guided) byName.set(singularName(kind.name), { kind, isFamily: false });
  for (const kind of guided) {
    for (const name of kind.synonyms.map(singularName))
      if (!byName.has(name)) byName.set(name, { kind, isFamily: false });
    for (const verb of kind.verbs ?? []) byVerb.set(verb, kind);
  }
  for (const kind of guided)
    for (const noun of kind.familyNouns ?? []) byName.set(singularName(noun), { kind, isFamily: true });
  return {
    /** By the longest name at the end of the phrase, or of what stands before "of". */
    match: (phrase: string): NameMatch | null => {
      for (const part of [phrase, phrase.split(' of ')[0] ?? '']) {
        const all = singularName(part).split(' ');
        for (const index of all.keys()) {
          const match = byName.get(all.slice(index).join(' '));
          if (match !== undefined) return match;
        }
      }
      return null;
    },
    byVerb: (instruction: string): GuideKind | null =>
      byVerb.get(words(instruction.replace(COURTESY, '').slice(0, MAX_CHARS))[0] ?? '') ?? null,
  };
}

function scoreOf(
  { weights, length, names }: Profile,
  features: ReadonlyMap<string, number>,
  name: string | null,
): number {
  let shared = 0;
  for (const [feature, weight] of features) shared += weight * (weights.get(feature) ?? 0);
  const score = shared / Math.sqrt(length);
  if (name === null) return score;
  if (names.has(name)) return NAMED_FACTOR * score + NAMED_BONUS;
  // "An email" may be a marketing email.
  if ([...names].some((kindName) => kindName.endsWith(` ${name}`))) return SORT_FACTOR * score;
  return weights.has(name.split(' ').at(-1) ?? '') ? score : UNNAMED_FACTOR * score;
}

function profilesOf({ guided, others }: Kinds): Profile[] {
  const counted = [
    ...guided.map((kind) => ({ kind, names: [kind.name, ...kind.synonyms], requests: kind.requests })),
    ...others.map(({ name, requests }) => ({ kind: null, names: [name], requests })),
  ].map((entry) => ({ ...entry, counts: countOf([entry.names[0] ?? '', ...entry.names, ...entry.requests]) }));
  const kindsWith = new Map<string, number>();
  for (const { counts } of counted)
    for (const feature of counts.keys()) kindsWith.set(feature, (kindsWith.get(feature) ?? 0) + 1);
  return counted.map(({ kind, names, counts }) => {
    const weights = new Map<string, number>();
    let squares = 0;
    for (const [feature, count] of counts) {
      const rarity = Math.log1p(counted.length / (kindsWith.get(feature) ?? 1));
      weights.set(feature, Math.log1p(count) * rarity ** 2);
      squares += (Math.log1p(count) * rarity) ** 2;
    }
    return { kind, names: new Set(names.map(nameKey)), weights, length: Math.sqrt(squares) };
  });
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const feature of new Set(featuresOf(text))) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

/** Each word or pair once, weighted by its first position. */
function weighted(instruction: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [index, feature] of featuresOf(instruction).entries())
    if (!weights.has(feature)) weights.set(feature, 1 / (1 + index / HALF_WEIGHT_WORDS));
  return weights;
}

/** Stems without stop words, and pairs of stems with stop words ("say at my …'s funeral"). */
function featuresOf(text: string): string[] {
  const all = words(text).flatMap((word) => word.split('-').filter((part) => part !== ''));
  const stems = all.map(stem);
  return all.flatMap((word, index) => {
    const [current = '', next] = stems.slice(index, index + 2);
    return [...(STOP_WORDS.has(word) ? [] : [current]), ...(next === undefined ? [] : [`${current} ${next}`])];
  });
}

/** Without stemming, which takes a document for documentation. */
function singularName(name: string): string {
  const plurals = [
    [/ies$/u, 'y'],
    [/(?<=ch|sh|ss|x)es$/u, ''],
    [/(?<![su])s$/u, ''],
  ] as const;
  const singular = (word: string) =>
    plurals.reduce((current, [ending, instead]) => (current === word ? word.replace(ending, instead) : current), word);
  return words(name.replaceAll('-', ' ')).map(singular).join(' ');
}

function nameKey(name: string): string {
  return words(name.replaceAll('-', ' ')).map(stem).join(' ');
}

/**
 * The kinds, sorted by folder. A folder without `kind.yaml` is not a kind: its guides are about writing in general. Kinds
 * without a guide are in `other-kinds.yaml`.
 */
export async function readKinds(library: string): Promise<Kinds> {
  const { parse } = await import('yaml');
  const others = z.array(OtherKind).parse(parse(await readFile(join(library, 'other-kinds.yaml'), 'utf8')));
  const folders = (await readdir(library, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const kinds = await Promise.all(
    folders.map(async ({ name: folder }): Promise<GuideKind[]> => {
      const file = join(library, folder, 'kind.yaml');
      try {
        return [{ ...GuideKindFile.parse(parse(await readFile(file, 'utf8'))), folder }];
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw new Error(`${file} is invalid.`, { cause: error });
      }
    }),
  );
  return { guided: kinds.flat().sort((a, b) => (a.folder < b.folder ? -1 : 1)), others };
}
