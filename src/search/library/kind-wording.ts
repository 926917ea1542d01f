/** How like the names and example requests of each kind an instruction is, by words and word pairs that they share. */
import type { GuideKind, Kinds } from '../../domain/guide-kind.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { stem, words } from '../../text/words.ts';
import { singularName } from './kind-names.ts';

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

interface Profile {
  /** Null: there is no guide for it. */
  readonly kind: GuideKind | null;
  readonly family: string | undefined;
  readonly noun: string;
  readonly names: ReadonlySet<string>;
  /** TF-IDF weights of words and word pairs in names and requests. */
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

export interface RankedKind {
  /** Null: a kind without a guide. */
  readonly kind: GuideKind | null;
  readonly family: string | undefined;
  /** Last word of its name, singular. */
  readonly noun: string;
  readonly score: number;
}

/** @returns ranks all kinds for an instruction, best first; `named` is the noun phrase that it asks for */
export function rankByWording(kinds: Kinds): (instruction: string, named: string | null) => readonly RankedKind[] {
  let profiles: readonly Profile[] | undefined;
  return (instruction, named) => {
    profiles ??= profilesOf(kinds);
    const features = weighted(instruction.slice(0, MAX_CHARS));
    const name = named === null ? null : nameKey(named);
    return profiles
      .map((profile) => {
        const { kind, family, noun } = profile;
        return { kind, family, noun, score: scoreOf(profile, features, name) };
      })
      .sort((a, b) => b.score - a.score);
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
    ...guided.map((kind) => ({
      kind,
      family: kind.family,
      names: [kind.name, ...kind.synonyms],
      requests: kind.requests,
    })),
    ...others.map(({ name, family, requests }) => ({ kind: null, family, names: [name], requests })),
  ].map((entry) => ({ ...entry, counts: countOf([entry.names[0] ?? '', ...entry.names, ...entry.requests]) }));
  const kindsWith = new Map<string, number>();
  for (const { counts } of counted)
    for (const feature of counts.keys()) kindsWith.set(feature, (kindsWith.get(feature) ?? 0) + 1);
  return counted.map(({ kind, family, names, counts }) => {
    const weights = new Map<string, number>();
    let squares = 0;
    for (const [feature, count] of counts) {
      const rarity = Math.log1p(counted.length / (kindsWith.get(feature) ?? 1));
      weights.set(feature, Math.log1p(count) * rarity ** 2);
      squares += (Math.log1p(count) * rarity) ** 2;
    }
    return {
      ...{ kind, family, weights },
      noun:
        singularName(names[0] ?? '')
          .split(' ')
          .at(-1) ?? '',
      names: new Set(names.map(nameKey)),
      length: Math.sqrt(squares),
    };
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

function nameKey(name: string): string {
  return words(name.replaceAll('-', ' ')).map(stem).join(' ');
}
