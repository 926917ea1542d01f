/**
 * Classifies an instruction by the kind of text that it asks for, among the kinds of the library: by the noun that it asks
 * for, else by a noun that stands elsewhere or by how a sentence of it begins, unless a model of how people ask for a family
 * speaks against these, else by that model, where it is sure, or a name of several words stands somewhere. Shared words alone decide nothing: words of every kind are in every text.
 */
import type { FoundKind, GuideKind, KindFinder, Kinds, TextRequest } from '../../domain/guide-kind.ts';
import { decoded } from '../../text/secret-forms.ts';
import { words } from '../../text/words.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { knownShare, knowsWord, likelihoods, OTHER, type KindModel } from './kind-model.ts';
import { kindNames, type NameMatch } from './kind-names.ts';
import { nameTable } from './name-table.ts';

/** How plain the likeliest family must be: probability × logarithm of its lead over the second (limits: docs/benchmarks.md). */
const PLAIN = 0.5;
/** "Decline the invitation" asks for a text, "Report a leak" for none; so it is with questions. */
const PLAIN_DESPITE_ORDER = 1;
/** Where a name of several words of that family stands somewhere, too: nine of ten such are answered rightly. */
const PLAIN_IF_NAMED = 0.1;
/** Of a special kind: its probability, and its share of the probability of its family. */
const SPECIAL = { probability: 0.3, share: 0.86 };
/** Of what no guide is about, though its noun or its first words are those of a family, too: "script". */
const UNGUIDED = { probability: 0.3, lead: 1.5 };
/**
 * Where a noun stands that is not asked for ("Student paper here, the canteen …"): the logarithm of the odds by which
 * another family goes before its own, times the number of words, since few words say little; and the least of it. A special
 * kind is seldom named by chance. Limits: docs/benchmarks.md.
 */
const LEAD = { overFamily: 22, overSpecial: 44, least: 1 };
const ASKED_FOR: ReadonlySet<TextRequest['by']> = new Set(['written', 'asked', 'wanted', 'ordered']);
/** Of the probability that is not that of other tasks. */
const MIN_NEAR = 0.03;
/** Of other tasks than those that guides are about: half. */
const NO_TEXT_WANTED = 0.5;

/** First words of later sentences ask for nothing, except of the last. They may be data. */
const MAX_OPENINGS = 3;

type Probabilities = ReadonlyMap<string, number>;

/** @param model null: nothing is guessed */
export function findKinds(kinds: Kinds, model: KindModel | null, table = nameTable(kinds)): KindFinder {
  const { guided } = kinds;
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const knows = (word: string) => model === null || knowsWord(model, word);
  const names = kindNames(table, guided, knows);
  const likelihoodsOf = (instruction: string): Probabilities =>
    model === null ? new Map() : likelihoods(model, instruction);
  const withFurther = (found: FoundKind, { further, kind }: Named): FoundKind => {
    const also = new Set(further().flatMap((phrase) => names.match(phrase)?.kind ?? []));
    also.delete(found.kind);
    // "A positive and a negative review of the film": a film review, by its words, names its family twice.
    if (kind !== null) also.delete(kind);
    return also.size === 0 ? found : { ...found, also: [...also] };
  };
  /** What goes before the family that is named, if anything does: what is asked for in so many words is wanted. */
  const insteadOf = (named: Named, family: string, instruction: string, likely: Probabilities) => {
    const { phrase, isFamily, isAskedFor, isAmbiguous } = named;
    // Of another language, or without a model, nothing is known.
    if (likely.size === 0) return null;
    const families = familiesOf(guided, likely);
    const ofNamed = families.get(family) ?? 0;
    const ofOther = families.get(OTHER) ?? 0;
    const mayBeOther = phrase === null || isAmbiguous === true;
    if (mayBeOther && ofOther >= UNGUIDED.probability && ofOther >= UNGUIDED.lead * ofNamed) return OTHER;
    // The model cannot weigh a noun that it has not seen against other words.
    if (isAskedFor || (phrase !== null && !knows(words(phrase).at(-1) ?? ''))) return null;
    const lead = (isFamily ? LEAD.overFamily : LEAD.overSpecial) / words(instruction).length;
    const least = ofNamed * Math.exp(Math.max(LEAD.least, lead));
    const isBehind = [...families].some(([other, probability]) => other !== family && probability >= least);
    return isBehind ? (plainFamily(guided, families, PLAIN) ?? OTHER) : null;
  };
  return {
    all: guided,
    nearest: (instruction) => {
      const likely = likelihoodsOf(instruction);
      const least = MIN_NEAR * (1 - (likely.get(OTHER) ?? 0));
      return [...likely]
        .sort(([, a], [, b]) => b - a)
        .flatMap(([folder, probability]) => (probability < least ? [] : (byFolder.get(folder) ?? [])));
    },
    asksForNoText: (instruction) => (likelihoodsOf(instruction).get(OTHER) ?? 0) >= NO_TEXT_WANTED,
    knownShareOf: (instruction) => (model === null ? null : knownShare(model, instruction)),
    find: (instruction, requests) => {
      const named = namedIn(requests, names);
      if (named?.kind === null) return null;
      // "help": one word names a kind, or says nothing.
      if (named === null && words(instruction).length === 1) return null;
      const likely = likelihoodsOf(instruction);
      if (named === null) return guess(guided, likely, instruction, requests, names);
      const { kind, phrase, isFamily } = named;
      const another = insteadOf(named, familyOf(kind), instruction, likely);
      if (another === OTHER) return null;
      if (another !== null) return specialOf(guided, likely, another);
      if (phrase === null) return { kind, by: kind.familyNouns === undefined ? 'name' : 'family' };
      return withFurther(isFamily ? specialOf(guided, likely, kind) : { kind, by: 'name' }, named);
    },
    ofGuide: (url) => byFolder.get(decoded(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}

/** By the words of the request and by names of several words in it, where it asks for nothing known. */
function guess(
  guided: readonly GuideKind[],
  likely: Probabilities,
  instruction: string,
  requests: readonly TextRequest[],
  names: ReturnType<typeof kindNames>,
): FoundKind | null {
  const isOrder = requests[0]?.by === 'ordered';
  const isQuestion = asksQuestion(requests);
  // "Save the meeting minutes" and "build a schema for meeting minutes" ask for none, "turn my notes into meeting minutes" does.
  const hasOtherObject = isOrder || requests[0]?.by === 'asked' || requests[0]?.by === 'written';
  const wanted = hasOtherObject ? (/\sinto\s(.*)/su.exec(instruction)?.[1] ?? '') : instruction;
  const namedAnywhere = names.anywhereIn(isQuestion ? '' : wanted);
  // Of another language, or without a model, nothing is known.
  if (likely.size === 0) return null;
  const families = familiesOf(guided, likely);
  const head = plainFamily(guided, families, isOrder || isQuestion ? PLAIN_DESPITE_ORDER : PLAIN);
  if (head === OTHER) return null;
  if (head !== null) return specialOf(guided, likely, head, namedAnywhere);
  const likeliest = plainFamily(guided, families, PLAIN_IF_NAMED);
  if (likeliest === null || likeliest === OTHER) return null;
  const isNamed = [...namedAnywhere].some((kind) => familyOf(kind) === familyOf(likeliest));
  return isNamed ? specialOf(guided, likely, likeliest, namedAnywhere) : null;
}

/** By family, and of other tasks. */
function familiesOf(guided: readonly GuideKind[], likely: Probabilities): Probabilities {
  const sums = new Map([[OTHER, likely.get(OTHER) ?? 0]]);
  for (const kind of guided) sums.set(familyOf(kind), (sums.get(familyOf(kind)) ?? 0) + (likely.get(kind.folder) ?? 0));
  return sums;
}

/** What answers for the likeliest family where that is plain, or that it is none; null: what is not plain is not guessed. */
function plainFamily(
  guided: readonly GuideKind[],
  families: Probabilities,
  least: number,
): GuideKind | typeof OTHER | null {
  const [[family, probability] = [OTHER, 0], [, second] = [OTHER, 0]] = [...families].sort(([, a], [, b]) => b - a);
  const plainness = probability * Math.log(probability / Math.max(second, Number.EPSILON));
  if (plainness < least) return null;
  return family === OTHER
    ? OTHER
    : (guided.find((kind) => family === familyOf(kind) && answersForFamily(kind)) ?? null);
}

const familyOf = ({ family, folder }: GuideKind) => family ?? folder;
const answersForFamily = ({ family, familyNouns }: GuideKind) => family === undefined || familyNouns !== undefined;

const QUESTION =
  /\?\s*$|^(?:(?:what|which|who|whom|whose|when|where|why|how(?: \w+)?)\s)?(?:is|are|was|were|do|does|did|has|have|can|could|should|would|will)\s/iu;

/** It begins or ends with one: questions between may be data. */
const asksQuestion = (requests: readonly TextRequest[]) =>
  [requests[0], requests.at(-1)].some((request) => QUESTION.test(request?.sentence ?? ''));

/** A special kind of the family that a kind answers for: a plain one, else the only one whose name stands somewhere. */
function specialOf(
  guided: readonly GuideKind[],
  likely: Probabilities,
  kind: GuideKind,
  namedAnywhere: ReadonlySet<GuideKind> = new Set(),
): FoundKind {
  if (kind.family === undefined) return { kind, by: 'wording' };
  const family = guided.filter((other) => other.family === kind.family);
  const sum = familiesOf(guided, likely).get(kind.family) ?? 0;
  const least = Math.max(SPECIAL.probability, SPECIAL.share * sum);
  const plain = family.find((other) => other !== kind && (likely.get(other.folder) ?? 0) >= least);
  const [only, another] = family.filter((other) => other !== kind && namedAnywhere.has(other));
  const special = plain ?? (another === undefined ? only : undefined);
  return special === undefined ? { kind, by: 'family' } : { kind: special, by: 'wording' };
}

type Named = NameMatch & {
  readonly phrase: string | null;
  readonly isAskedFor: boolean;
  readonly further: TextRequest['further'];
};

/**
 * Null if the requests name nothing known, or begin with an order to do something else ("Report a leak"). A kind that no guide
 * is about has the kind null.
 */
function namedIn(requests: readonly TextRequest[], names: ReturnType<typeof kindNames>): Named | null {
  const nameOf = ({ phrases, beginnings, further, object, by }: TextRequest): Named | null => {
    const isAskedFor = ASKED_FOR.has(by);
    const whole = object === null ? null : names.wholeAt(object);
    if (whole !== null) return { ...whole, phrase: phrases[0] ?? null, isAskedFor, further };
    const matchIn = (all: readonly string[], match: (phrase: string) => NameMatch | null): Named | null => {
      const found = all.flatMap((phrase) => match(phrase) ?? [])[0];
      return found === undefined ? null : { ...found, phrase: phrases[0] ?? null, isAskedFor, further };
    };
    return matchIn(phrases, names.match) ?? matchIn(phrases, names.within) ?? matchIn(beginnings(), names.match);
  };
  // Of what comes after an order, first words or another noun only what is to be written counts: the rest may be data.
  let opened: Named | null = null;
  let isAnother = false;
  for (const [index, request] of requests.entries()) {
    const { by, sentence, isDirect } = request;
    const named = nameOf(request);
    // "I want an apology from the airline. Write a press release for them."
    if (by === 'wanted' && requests.slice(index + 1).some((later) => later.by === 'written' && nameOf(later) !== null))
      continue;
    if (named !== null && (isAnother ? by === 'written' : !isAside(by))) return named;
    if (isAnother) continue;
    const isNear = index < MAX_OPENINGS || index === requests.length - 1;
    const kind = isDirect && isNear && !isAside(by) && named === null ? names.opened(sentence) : null;
    if (kind !== null) opened = { kind, isFamily: true, phrase: null, isAskedFor: false, further: () => [] };
    const isImitation = requests[index + 1]?.sentence === sentence;
    if (opened !== null && index === 0 && !isImitation) return opened;
    if (!isImitation && (by === 'written' || (by === 'asked' && index === 0))) return null;
    isAnother = opened !== null || by === 'asked' || (by === 'ordered' && index === 0);
  }
  if (opened !== null || isAnother) return opened;
  const aside = requests.filter(({ by }) => isAside(by)).map(nameOf);
  return aside.find((named) => named !== null) ?? null;
}

const isAside = (by: TextRequest['by']) => by === 'mentioned' || by === 'wished';
