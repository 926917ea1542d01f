/** The names of all kinds, and how sentences begin that ask for them, as they are looked up. Made when the library is built. */
import type { Kinds } from '../../domain/guide-kind.ts';
import { words } from '../../text/words.ts';

const PLURALS = [
  [/ies$/u, 'y'],
  [/(?<=ch|sh|ss|x)es$/u, ''],
  [/(?<![su])s$/u, ''],
] as const;

/** One has a name of its own ("marriage proposal"): the noun alone is that of the family. */
const MIN_OTHERS = 2;

export interface NamedKind {
  /** Of the kind; null: a kind without a guide. */
  readonly folder: string | null;
  /** Only the family is named: the kind answers for it. */
  readonly isFamily: boolean;
  /** Its noun is also that of several kinds without a guide: "script", for those of code. */
  readonly isAmbiguous?: boolean;
}

export interface NameTable {
  /** By name in the singular. */
  readonly names: readonly (readonly [name: string, kind: NamedKind])[];
  /** Folders by first words. */
  readonly openings: readonly (readonly [opening: string, folder: string])[];
}

export function nameTable({ guided, others }: Kinds): NameTable {
  const names = new Map<string, NamedKind>();
  const familyHeads = answeringFolders(guided);
  const add = (name: string, kind: NamedKind) => {
    const key = singularName(name);
    if (!names.has(key)) names.set(key, kind);
  };
  const nounsOfOthers = others.flatMap(({ name, family }) =>
    familyHeads.has(family) ? [] : [singularName(name).split(' ').at(-1)],
  );
  const isAmbiguous = (noun: string) =>
    nounsOfOthers.filter((other) => other === singularName(noun)).length >= MIN_OTHERS;
  for (const { folder, familyNouns = [] } of guided)
    for (const noun of familyNouns) add(noun, { folder, isFamily: true, isAmbiguous: isAmbiguous(noun) });
  for (const { folder, name } of guided) add(name, { folder, isFamily: false });
  for (const { name, synonyms = [], family } of others)
    for (const each of [name, ...synonyms])
      add(each, { folder: familyHeads.get(family) ?? null, isFamily: familyHeads.has(family) });
  for (const { folder, synonyms } of guided) for (const name of synonyms) add(name, { folder, isFamily: false });
  return {
    names: [...names],
    openings: guided.flatMap(({ folder, openings = [] }) => openings.map((opening) => [opening, folder] as const)),
  };
}

/** By family, the folder of the kind whose guides answer for all of it. */
export function answeringFolders(guided: Kinds['guided']): ReadonlyMap<string | undefined, string> {
  return new Map(
    guided.flatMap(({ family, familyNouns, folder }) => (familyNouns === undefined ? [] : [[family, folder]])),
  );
}

/** Without stemming, which takes a document for documentation. */
export function singularName(name: string): string {
  return words(name.replaceAll('-', ' ')).map(singular).join(' ');
}

function singular(word: string): string {
  for (const [ending, instead] of PLURALS) if (ending.test(word)) return word.replace(ending, instead);
  return word;
}
