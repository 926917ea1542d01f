/**
 * Classifies an instruction by the kind of text that it asks for, among the kinds of the library: by the noun that it asks
 * for, else by how a sentence of it begins, else by a model of how people ask for a family without naming it, where that is
 * sure. Shared words alone decide nothing: words of every kind are in every text.
 */
import type { FoundKind, GuideKind, KindFinder, Kinds, TextRequest } from '../../domain/guide-kind.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { likelihoods, OTHER, type KindModel } from './kind-model.ts';
import { kindNames, type NameMatch } from './kind-names.ts';

/** Of a guessed family: its probability, and its ratio to the second. */
const GUESS = { probability: 0.33, lead: 2.5 };
/** Where a noun is asked for that names no known kind. */
const GUESS_AGAINST_A_NOUN = { probability: 0.5, lead: 4 };
/** Of a special kind: its probability, and its share of the probability of its family. */
const SPECIAL = { probability: 0.3, share: 0.9 };
/** Of what no guide is about, though its noun is that of a family: "script", "proposal". */
const UNGUIDED = 0.75;
const MIN_NEAR = 0.02;

type Likelihoods = ReadonlyMap<string, number>;

/** @param model null: nothing is guessed */
export function findKinds(kinds: Kinds, model: KindModel | null): KindFinder {
  const { guided } = kinds;
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const names = kindNames(kinds);
  const likelihoodsOf = (instruction: string): Likelihoods =>
    model === null ? new Map() : likelihoods(model, instruction);
  return {
    all: guided,
    nearest: (instruction) =>
      [...likelihoodsOf(instruction)]
        .sort(([, a], [, b]) => b - a)
        .flatMap(([folder, probability]) => (probability < MIN_NEAR ? [] : (byFolder.get(folder) ?? []))),
    find: (instruction, requests) => {
      const named = namedIn(requests, names);
      if (named?.kind === null) return null;
      if (named?.phrase != null && !named.isFamily) return { kind: named.kind, by: 'name' };
      const likely = likelihoodsOf(instruction);
      if (named === null)
        return guess(
          guided,
          likely,
          requests.some(({ phrases }) => phrases.length > 0),
        );
      if ((likely.get(OTHER) ?? 0) >= UNGUIDED) return null;
      if (named.phrase !== null) return specialOf(guided, likely, named.kind);
      // "How do I tell my landlord that I am moving out?": its first words ask for a guide, all of it for a letter.
      const guessed = named.isQuestion ? guess(guided, likely, false) : null;
      return guessed ?? { kind: named.kind, by: named.kind.familyNouns === undefined ? 'name' : 'family' };
    },
    ofGuide: (url) => byFolder.get(decodeURIComponent(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}

function guess(guided: readonly GuideKind[], likely: Likelihoods, isNamed: boolean): FoundKind | null {
  const byFamily = new Map([[OTHER, likely.get(OTHER) ?? 0]]);
  for (const { family, folder } of guided)
    byFamily.set(family ?? folder, (byFamily.get(family ?? folder) ?? 0) + (likely.get(folder) ?? 0));
  const [[first, probability] = [OTHER, 0], [, second] = [OTHER, 0]] = [...byFamily].sort(([, a], [, b]) => b - a);
  const { probability: least, lead } = isNamed ? GUESS_AGAINST_A_NOUN : GUESS;
  const kind = guided.find(
    ({ family, folder, familyNouns }) =>
      first === (family ?? folder) && (family === undefined || familyNouns !== undefined),
  );
  return kind === undefined || probability < Math.max(least, lead * second) ? null : specialOf(guided, likely, kind);
}

/** A special kind of the family that a kind answers for, where one is plain. */
function specialOf(guided: readonly GuideKind[], likely: Likelihoods, kind: GuideKind): FoundKind {
  if (kind.family === undefined) return { kind, by: 'wording' };
  const family = guided.filter((other) => other.family === kind.family);
  const sum = family.reduce((all, { folder }) => all + (likely.get(folder) ?? 0), 0);
  const least = Math.max(SPECIAL.probability, SPECIAL.share * sum);
  const special = family.find((other) => other !== kind && (likely.get(other.folder) ?? 0) >= least);
  return special === undefined ? { kind, by: 'family' } : { kind: special, by: 'wording' };
}

type Named = NameMatch & { readonly phrase: string | null; readonly isQuestion?: boolean };

/** "Report a leak": no text is asked for. */
const NO_TEXT: Named = { kind: null, isFamily: false, phrase: null };

/** Null if the requests name nothing known. A kind that no guide is about has the kind null. */
function namedIn(requests: readonly TextRequest[], names: ReturnType<typeof kindNames>): Named | null {
  const nameOf = ({ phrases, object }: TextRequest): Named | null => {
    const whole = object === null ? null : names.wholeAt(object);
    if (whole !== null) return { ...whole, phrase: phrases[0] ?? null };
    for (const phrase of phrases) {
      const match = names.match(phrase);
      if (match !== null) return { ...match, phrase };
    }
    return null;
  };
  let isOrdered = false;
  for (const request of requests) {
    const { by, sentence, isDirect } = request;
    const named = nameOf(request);
    if (named !== null && (isOrdered ? by === 'written' : by !== 'mentioned')) return named;
    if (isOrdered) continue;
    const kind = isDirect && by !== 'mentioned' && named === null ? names.opened(sentence) : null;
    if (kind !== null) return { kind, isFamily: true, phrase: null, isQuestion: sentence.trimEnd().endsWith('?') };
    if (by === 'asked' || by === 'written') return null;
    // The first order is what the instruction is about. Later ones may be data.
    isOrdered = by === 'ordered' && request === requests[0];
  }
  if (isOrdered) return NO_TEXT;
  const mentioned = requests.filter(({ by }) => by === 'mentioned').map(nameOf);
  return mentioned.find((named) => named !== null) ?? null;
}
