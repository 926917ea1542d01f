/**
 * Classifies an instruction by the kind of text that it asks for, among the kinds of the library: by the noun that it asks
 * for, else by how a sentence of it begins, else by a model of how people ask for a family without naming it, where that is
 * sure. Shared words alone decide nothing: words of every kind are in every text.
 */
import type { FoundKind, GuideKind, KindFinder, Kinds, TextRequest } from '../../domain/guide-kind.ts';
import { words } from '../../text/words.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { knownShare, knowsWord, likelihoods, MIN_KNOWN, OTHER, type KindModel } from './kind-model.ts';
import { kindNames, type NameMatch } from './kind-names.ts';

interface Guess {
  readonly probability: number;
  readonly lead: number;
  /** Where no special kind of the family is plain. */
  readonly ofHead?: Omit<Guess, 'ofHead'>;
}

/**
 * Of a guessed family, a group of families and a group of groups: its probability, and its ratio to the second. Each answers
 * where the one before it is not plain. None answers for any text: what fits every text says nothing of one.
 */
const GUESS: readonly Guess[] = [
  { probability: 0.25, lead: 2 },
  { probability: 0.4, lead: 2.5 },
  { probability: 0.75, lead: 6 },
];
/**
 * Many words spread their probability over many families, and the first is right in four of five. What fits no family is
 * seldom a group's: its data look factual, and its greetings like a message.
 */
const GUESS_OF_A_BRIEF = [{ probability: 0.2, lead: 1.4, ofHead: { probability: 0.4, lead: 2 } }];
/** Words. */
const BRIEF = 50;
/** Only what names no text, gives no other order and asks nothing is taken for a group of groups. */
const GUESS_OF_FAMILIES = GUESS.slice(0, 2);
const GUESS_AT_A_QUESTION = GUESS.slice(0, 1);
/** "Decline the invitation" asks for a text, "Report a leak" for none. */
const GUESS_AT_AN_ORDER = stricter(GUESS_OF_FAMILIES, 0.8, 4);
/** Of a special kind: its probability, and its share of the probability of its family; a brief says more of it. */
const SPECIAL = { probability: 0.3, share: 0.95, shareInBrief: 0.7 };
/** Of what no guide is about, though its noun is that of a family, too: "script", "proposal". */
const UNGUIDED = 0.65;
/** Where only the first words name the family. */
const UNGUIDED_OPENING = 0.85;
/** Of the probability that is not that of other tasks. */
const MIN_NEAR = 0.03;
/** Of other tasks than those that guides are about: half. */
const NO_TEXT_WANTED = 0.5;

/** First words of later sentences ask for nothing, except of the last. They may be data. */
const MAX_OPENINGS = 3;

type Likelihoods = ReadonlyMap<string, number>;

/** @param model null: nothing is guessed */
export function findKinds(kinds: Kinds, model: KindModel | null): KindFinder {
  const { guided } = kinds;
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const names = kindNames(kinds, (word) => model === null || knowsWord(model, word));
  const likelihoodsOf = (instruction: string): Likelihoods =>
    model === null ? new Map() : likelihoods(model, instruction);
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
    knowsWordsOf: (instruction) => (model === null ? null : knownShare(model, instruction) > MIN_KNOWN),
    find: (instruction, requests) => {
      const named = namedIn(requests, names);
      if (named?.kind === null) return null;
      if (named?.phrase != null && !named.isFamily) return { kind: named.kind, by: 'name' };
      const likely = likelihoodsOf(instruction);
      const length = words(instruction).length;
      // "help": one word names a kind, or says nothing.
      if (named === null && length === 1) return null;
      const isBrief = length >= BRIEF;
      if (named === null) return guess(guided, likely, isBrief ? GUESS_OF_A_BRIEF : enoughFor(requests), isBrief);
      const least = named.phrase === null ? UNGUIDED_OPENING : named.isAmbiguous === true ? UNGUIDED : 1;
      if ((likely.get(OTHER) ?? 0) >= least) return null;
      // "Student paper here, the canteen …": a noun that is not asked for yields to what all of it asks for, as do the
      // first words of "How do I tell my landlord that I am moving out?".
      const guessed = named.isWeak ? guess(guided, likely, isBrief ? GUESS_OF_A_BRIEF : GUESS, isBrief) : null;
      if (guessed !== null && guessed.kind.covers === undefined) return guessed;
      if (named.phrase !== null) return specialOf(guided, likely, named.kind, isBrief);
      return { kind: named.kind, by: named.kind.familyNouns === undefined ? 'name' : 'family' };
    },
    ofGuide: (url) => byFolder.get(decodeURIComponent(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}

/** The likeliest family, else the likeliest group of families, else of groups: the first that is plain. */
function guess(
  guided: readonly GuideKind[],
  likely: Likelihoods,
  enough: readonly Guess[],
  isBrief: boolean,
): FoundKind | null {
  let sums: ReadonlyMap<string, number> = summed([
    [OTHER, likely.get(OTHER) ?? 0],
    ...guided.flatMap((kind) =>
      kind.covers === undefined ? [[familyOf(kind), likely.get(kind.folder) ?? 0] as const] : [],
    ),
  ]);
  for (const least of enough) {
    const family = likeliest(sums, least);
    const head = guided.find((kind) => family === familyOf(kind) && answersForFamily(kind));
    if (head !== undefined) {
      const found = specialOf(guided, likely, head, isBrief);
      const { ofHead } = least;
      return found.kind === head && ofHead !== undefined && likeliest(sums, ofHead) === null ? null : found;
    }
    sums = grouped(guided, sums);
  }
  return null;
}

const familyOf = ({ family, folder }: GuideKind) => family ?? folder;

/** A group has no nouns of its own, but answers. */
const answersForFamily = ({ family, familyNouns }: GuideKind) => family === undefined || familyNouns !== undefined;

function summed(parts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [name, probability] of parts) sums.set(name, (sums.get(name) ?? 0) + probability);
  return sums;
}

/** Each group whose members are all there takes their place. */
function grouped(guided: readonly GuideKind[], sums: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const groups = guided.filter(({ covers }) => covers?.every((name) => sums.has(name)));
  const groupOf = new Map(groups.flatMap((group) => (group.covers ?? []).map((name) => [name, familyOf(group)])));
  return summed([...sums].map(([name, probability]) => [groupOf.get(name) ?? name, probability]));
}

function stricter(levels: readonly Guess[], minProbability: number, minLead: number): readonly Guess[] {
  return levels.map(({ probability, lead }) => ({
    probability: Math.max(minProbability, probability),
    lead: Math.max(minLead, lead),
  }));
}

function enoughFor(requests: readonly TextRequest[]): readonly Guess[] {
  const named = requests.filter(({ phrases }) => phrases.length > 0);
  if (requests[0]?.by === 'ordered') return GUESS_AT_AN_ORDER;
  if (isQuestion(requests)) return GUESS_AT_A_QUESTION;
  // A noun is asked for that names no known kind.
  const isNamed = named.some(({ by }) => by !== 'title') || (named.length > 0 && requests.length === 1);
  return isNamed ? GUESS_OF_FAMILIES : GUESS;
}

const QUESTION =
  /\?\s*$|^(?:(?:what|which|who|whom|whose|when|where|why|how(?: \w+)?)\s)?(?:is|are|was|were|do|does|did|has|have|can|could|should|would|will)\s/iu;

/** It begins or ends with a question. Questions between may be data. */
const isQuestion = (requests: readonly TextRequest[]) =>
  [requests[0], requests.at(-1)].some((request) => QUESTION.test(request?.sentence ?? ''));

/** Null if the first is not likely enough or the second too near to it. */
function likeliest(sums: ReadonlyMap<string, number>, least: Guess): string | null {
  const [[name, probability] = [OTHER, 0], [, second] = [OTHER, 0]] = [...sums].sort(([, a], [, b]) => b - a);
  return probability < Math.max(least.probability, least.lead * second) ? null : name;
}

/** A special kind of the family that a kind answers for, where one is plain. */
function specialOf(guided: readonly GuideKind[], likely: Likelihoods, kind: GuideKind, isBrief: boolean): FoundKind {
  if (kind.family === undefined) return { kind, by: 'wording' };
  const family = guided.filter((other) => other.family === kind.family);
  const sum = family.reduce((all, { folder }) => all + (likely.get(folder) ?? 0), 0);
  const least = Math.max(SPECIAL.probability, (isBrief ? SPECIAL.shareInBrief : SPECIAL.share) * sum);
  const special = family.find((other) => other !== kind && (likely.get(other.folder) ?? 0) >= least);
  return special === undefined ? { kind, by: 'family' } : { kind: special, by: 'wording' };
}

type Named = NameMatch & { readonly phrase: string | null; readonly isWeak?: boolean };

/** "I want an apology from the airline. Please write to them.": what is wanted may be what the text is to bring about. */
const isWrittenIn = (later: readonly TextRequest[]) => later.some(({ by }) => by === 'written');

/**
 * Null if the requests name nothing known, or begin with an order to do something else ("Report a leak"). A kind that no guide
 * is about has the kind null.
 */
function namedIn(requests: readonly TextRequest[], names: ReturnType<typeof kindNames>): Named | null {
  const nameOf = ({ phrases, object, by }: TextRequest): Named | null => {
    const isWeak = by === 'title' || by === 'mentioned';
    const whole = object === null ? null : names.wholeAt(object);
    if (whole !== null) return { ...whole, phrase: phrases[0] ?? null, isWeak };
    for (const match of [names.match, names.within])
      for (const phrase of phrases) {
        const found = match(phrase);
        if (found !== null) return { ...found, phrase, isWeak };
      }
    return null;
  };
  // Of what comes after an order, first words or another noun only what is to be written counts: the rest may be data.
  let opened: Named | null = null;
  let wanted: Named | null = null;
  let isAnother = false;
  for (const [index, request] of requests.entries()) {
    const { by, sentence, isDirect } = request;
    const named = nameOf(request);
    if (named !== null && by === 'wanted' && !isAnother && isWrittenIn(requests.slice(index + 1))) {
      wanted ??= { ...named, isFamily: true, isWeak: true };
      continue;
    }
    if (named !== null && (isAnother ? by === 'written' : by !== 'mentioned')) return named;
    if (isAnother) continue;
    const isNear = index < MAX_OPENINGS || index === requests.length - 1;
    const kind = isDirect && isNear && by !== 'mentioned' && named === null ? names.opened(sentence) : null;
    if (kind !== null) opened = { kind, isFamily: true, phrase: null, isWeak: sentence.trimEnd().endsWith('?') };
    const isImitation = requests[index + 1]?.sentence === sentence;
    if (opened !== null && index === 0 && !isImitation) return opened;
    if (!isImitation && ((by === 'written' && request.phrases.length > 0) || (by === 'asked' && index === 0)))
      return wanted;
    isAnother = opened !== null || by === 'asked' || (by === 'ordered' && index === 0);
  }
  if (opened !== null || wanted !== null || isAnother) return opened ?? wanted;
  const mentioned = requests.filter(({ by }) => by === 'mentioned').map(nameOf);
  return mentioned.find((named) => named !== null) ?? null;
}
