/** Which kind or family a noun phrase names, and which a sentence asks for by its first words. */
import type { GuideKind } from '../../domain/guide-kind.ts';
import { NEGATION, REFERRING } from '../../text/not-asked-for.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import { type NamedKind, type NameTable, singularName } from './name-table.ts';
import { speller } from './spelling.ts';

const MAX_SENTENCE_CHARS = 200;
/** Of a phrase, whose words may be joined by hyphens. */
const MAX_WORDS = 12;
const MAX_INSTRUCTION_CHARS = 4_000;
/** With the next word, which may begin a name: what is there already ("my cover letter"), or is not wanted ("I don't need a cover letter"). */
const NOT_ASKED_FOR = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:(?:${REFERRING})\s+)+|${NEGATION}(?:(?:need|want|an?|any|another)\s+)*)[\p{L}\p{N}]+`,
  'giu',
);
/** Forms that a special kind may have: a "market analysis report" is a market analysis. */
const FORMS: ReadonlySet<string> = new Set(['report', 'article', 'document', 'doc']);

export interface NameMatch extends Omit<NamedKind, 'folder'> {
  /** Null: a kind without a guide. */
  readonly kind: GuideKind | null;
}

/** @param isWord false: the word may be a misspelt one of a name */
export function kindNames(
  { names, openings }: NameTable,
  guided: readonly GuideKind[],
  isWord: (word: string) => boolean,
) {
  const byFolder = new Map(guided.map((kind) => [kind.folder, kind]));
  const byName = new Map(
    names.map(([name, { folder, ...match }]): [string, NameMatch] => [
      name,
      { ...match, kind: folder === null ? null : (byFolder.get(folder) ?? null) },
    ]),
  );
  const longestOpening = Math.max(0, ...openings.map(([opening]) => opening.split(' ').length));
  const byOpening = new Map(openings);
  const isFunctionWord = (word: string) => STOP_WORDS.has(word) || word.endsWith('ly');
  // "How to" is a name, and in many a sentence that asks for no guide.
  const longNames = [...byName.keys()].filter((name) => name.includes(' ') && !name.split(' ').every(isFunctionWord));
  const whole = [...byName.keys()]
    .filter((name) => name.includes(' ') && name.split(' ').some(isFunctionWord))
    .sort((a, b) => b.length - a.length);
  /** A kind whose name of so many words or more ends the phrase. */
  const endingIn = (phrase: readonly string[], leastWords: number): NameMatch | null => {
    const matches = phrase
      .slice(0, phrase.length + 1 - leastWords)
      .map((_, index) => byName.get(phrase.slice(index).join(' ')));
    return matches.find((match) => match?.isFamily === false && match.kind !== null) ?? null;
  };
  const meant = speller(byName.keys(), isWord);
  const matchOf = (all: readonly string[]): NameMatch | null => {
    const end = all.includes('of') ? all.indexOf('of') : all.length;
    // "Letter of complaint" is a name; "summary of articles" is a summary.
    for (const last of new Set([all.length, end]))
      for (let index = 0; index < end; index += 1) {
        const match = byName.get(all.slice(index, last).join(' '));
        const isForm = match?.isFamily === true && index === last - 1 && FORMS.has(all[index] ?? '');
        if (match !== undefined) return (isForm ? endingIn(all.slice(0, index), 1) : null) ?? match;
      }
    return null;
  };
  return {
    /** A name with function words or adverbs at the start of a text, after its article: "letter to parents". */
    wholeAt: (text: string): NameMatch | null => {
      const start = singularName(
        text.slice(0, MAX_SENTENCE_CHARS).replace(/^(?:(?:an?|the|my|our|short|brief|long)\s+)+/iu, ''),
      );
      const name = whole.find((candidate) => `${start} `.startsWith(`${candidate} `));
      return name === undefined ? null : (byName.get(name) ?? null);
    },
    /** By the longest name at the end of the phrase, or of what stands before "of"; as it is spelled, else as it may be meant. */
    match: (phrase: string): NameMatch | null => {
      const name = wordsOf(phrase);
      return matchOf(name) ?? matchOf(meant(name.join(' ')).split(' '));
    },
    /** By a name of several words that stands in the phrase: alone it says enough, whatever follows. */
    within: (phrase: string): NameMatch | null => {
      const all = wordsOf(phrase);
      const matches = all.map((_, index) => endingIn(all.slice(0, all.length - index), 2));
      return matches.find((match) => match !== null) ?? null;
    },
    /** Guided kinds named anywhere in a text by several words; for a kind without a guide, the head of its family. */
    anywhereIn: (text: string): ReadonlySet<GuideKind> => {
      // What stands before and after such words is no name together: "this policy. Our new brief".
      const parts = text.slice(0, MAX_INSTRUCTION_CHARS).split(NOT_ASKED_FOR);
      const joined = ` ${parts.map(singularName).join(' … ')} `;
      return new Set(
        longNames.filter((name) => joined.includes(` ${name} `)).flatMap((name) => byName.get(name)?.kind ?? []),
      );
    },
    /** By the longest opening. */
    opened: (sentence: string): GuideKind | null => {
      const first = words(sentence.slice(0, MAX_SENTENCE_CHARS)).slice(0, longestOpening);
      for (let length = first.length; length > 0; length -= 1) {
        const folder = byOpening.get(first.slice(0, length).join(' '));
        if (folder !== undefined) return byFolder.get(folder) ?? null;
      }
      return null;
    },
  };
}

const wordsOf = (phrase: string) => singularName(phrase.slice(0, MAX_SENTENCE_CHARS)).split(' ').slice(0, MAX_WORDS);
