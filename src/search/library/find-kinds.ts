/**
 * Classifies an instruction by the kind of text that it asks for, among the kinds of the library: by the noun that it asks
 * for, else by how a sentence of it begins, else by a model of how people ask for a family without naming it, where that is
 * sure. Shared words alone decide nothing: words of every kind are in every text.
 */
import type { FoundKind, GuideKind, KindFinder, Kinds, TextRequest } from '../../domain/guide-kind.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { classOf, likeliest, type KindModel } from './kind-model.ts';
import { kindNames, singularName, type NameMatch } from './kind-names.ts';
import { rankByWording, type RankedKind } from './kind-wording.ts';

const MIN_NEAR_SCORE = 3;
/** For a special kind of the family that the instruction names: its score, and its ratio to the second of the family. */
const SPECIAL = { score: 20, lead: 1.5 };
/** For a kind without a guide that the wording speaks for: it may share the noun ("script", "proposal"). */
const UNGUIDED = { score: 12, lead: 1.2 };

/** Of a guess by the model: its probability, and its ratio to the second. */
const GUESS = { probability: 0.33, lead: 2.5 };
/** Where a noun is asked for that names no known kind. */
const GUESS_AGAINST_A_NOUN = { probability: 0.5, lead: 4 };

/** @param model null: nothing is guessed */
export function findKinds(kinds: Kinds, model: KindModel | null): KindFinder {
  const { guided } = kinds;
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const names = kindNames(kinds);
  const ranked = rankByWording(kinds);
  const byClass = new Map(
    guided.flatMap((kind) =>
      kind.familyNouns !== undefined || kind.family === undefined ? [[classOf(kind), kind]] : [],
    ),
  );
  const specialOf = (all: readonly RankedKind[], kind: GuideKind): FoundKind => {
    const family = all.filter((entry) => entry.family === kind.family && entry.kind !== kind);
    const special = kind.family === undefined ? null : plainFirst(family, SPECIAL)?.kind;
    return special == null
      ? { kind, by: kind.family === undefined ? 'wording' : 'family' }
      : { kind: special, by: 'wording' };
  };
  const guessed = (instruction: string, isNamed: boolean): FoundKind | null => {
    if (model === null) return null;
    const { probability, lead } = isNamed ? GUESS_AGAINST_A_NOUN : GUESS;
    const [first, second] = likeliest(model, instruction);
    if (first === undefined || first.probability < Math.max(probability, lead * (second?.probability ?? 0)))
      return null;
    const kind = byClass.get(first.name);
    return kind === undefined ? null : specialOf(ranked(instruction, null), kind);
  };
  return {
    all: guided,
    nearest: (instruction) =>
      ranked(instruction, null).flatMap(({ kind, score }) => (kind === null || score < MIN_NEAR_SCORE ? [] : [kind])),
    find: (instruction, requests) => {
      const named = namedIn(requests, names);
      if (named === null || named === UNKNOWN)
        return guessed(
          instruction,
          requests.some(({ phrases }) => phrases.length > 0),
        );
      if (named.kind === null) return null;
      const { kind, isFamily, phrase } = named;
      if (phrase !== null && !isFamily) return { kind, by: 'name' };
      const all = ranked(instruction, phrase);
      const unguided = plainFirst(all, UNGUIDED);
      const isOther = unguided?.kind === null && unguided.family !== kind.family;
      if (isOther && (phrase === null || unguided.noun === lastWord(phrase))) return null;
      if (phrase === null) return { kind, by: kind.familyNouns === undefined ? 'name' : 'family' };
      return specialOf(all, kind);
    },
    ofGuide: (url) => byFolder.get(decodeURIComponent(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}

function lastWord(phrase: string): string {
  return singularName(phrase).split(' ').at(-1) ?? '';
}

function plainFirst([first, second]: readonly RankedKind[], min: typeof SPECIAL): RankedKind | null {
  return first !== undefined && first.score >= Math.max(min.score, min.lead * (second?.score ?? 0)) ? first : null;
}

interface Named extends NameMatch {
  readonly phrase: string | null;
}

const UNKNOWN: Named = { kind: null, isFamily: false, phrase: null };

/** Null if the requests name nothing. A kind that no guide is about has the kind null. */
function namedIn(requests: readonly TextRequest[], names: ReturnType<typeof kindNames>): Named | null {
  const nameOf = ({ by, phrases, object }: TextRequest): Named | null => {
    const whole = object === null ? null : names.wholeAt(object);
    if (whole !== null) return { ...whole, phrase: phrases[0] ?? null };
    for (const phrase of phrases) {
      const match = names.match(phrase);
      if (match !== null) return { ...match, phrase };
    }
    // Keywords: "cover letter nurse".
    const first = by === 'title' && object !== null ? names.longAt(object) : null;
    return first === null ? null : { ...first, phrase: phrases[0] ?? null };
  };
  let isOrdered = false;
  for (const request of requests) {
    const { by, sentence, isDirect } = request;
    const named = nameOf(request);
    if (named !== null && (isOrdered ? by === 'written' : by !== 'mentioned')) return named;
    if (isOrdered) continue;
    const kind = isDirect && by !== 'mentioned' && named === null ? names.opened(sentence) : null;
    if (kind !== null) return { kind, isFamily: true, phrase: null };
    if (by === 'asked' || by === 'written') return UNKNOWN;
    // The first order is what the instruction is about. Later ones may be data.
    isOrdered = by === 'ordered' && request === requests[0];
  }
  if (isOrdered) return UNKNOWN;
  const mentioned = requests.filter(({ by }) => by === 'mentioned').map(nameOf);
  return mentioned.find((named) => named !== null) ?? null;
}
