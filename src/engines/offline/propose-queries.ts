/** Queries that ask how such a text is made, never what it is about. */
import type { ProposedQuery, ProposeItem, Step } from '../../domain/engine.ts';
import { nearestKinds, type KindFinder } from '../../domain/guide-kind.ts';
import { done, unscored, type Outcome } from '../../domain/outcome.ts';
import type { Task } from '../../domain/task.ts';
import { distinctWords, SMALL_WORDS } from '../../text/small-words.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import type { TextKind } from './noun-phrase.ts';
import { findTextKind, withArticle } from './text-kind.ts';

/** Data makes a brief look foreign: one such sentence is enough. */
const ENGLISH_SENTENCE = { words: 6, functionWords: 0.3 };
/** Even terse English has a function word in six; other languages share hardly one with it. */
const MIN_FUNCTION_WORDS = 0.12;
const FEW_WORDS = 12;
/** Shares of known words: briefs full of data have nine in ten, those in other languages up to three in four. */
const KNOWN = { fewWords: 0.5, data: 0.85 };
/** Words of "villanelle", "yelp review": rare ones may be all that there is. */
const NAME_ALONE = 2;
/** A capital inside a sentence, with the short words between two: "Santa María del Mar". */
const PROPER_NAME = /(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}'’-]*(?:(?:\s\p{Ll}{1,3}){0,2}\s\p{Lu}[\p{L}'’-]*)*/gu;
/** What a brief quotes, or has behind a colon, may be in any language. */
const GIVEN = /["“„«][^"“”„«»]*["“”»]|:\s.*/gu;
/**
 * Small words of another language, and how many times the English ones they must be. Beside a kind's name it is more of
 * them, or this share of all words: “Dia de los Muertos blog post”.
 */
const FOREIGN = { least: 2, besideName: 3, share: 0.5, lead: 3 };

export const proposeQueries =
  (kinds: KindFinder): Step<ProposeItem, readonly ProposedQuery[]> =>
  (_run, task, items) =>
    Promise.resolve(new Map(items.map((item) => [item.id, propose(task, item.count, kinds)])));

function propose(task: Task, count: number, kinds: KindFinder): Outcome<readonly ProposedQuery[]> {
  const kind = findTextKind(task.instruction, kinds);
  if (!looksEnglish(task.instruction, kind, kinds))
    return unscored(
      'The instruction does not look like English, the only language the offline engine reads. Write it in English, for example "Write a letter to …".',
    );
  if (kind === undefined)
    return unscored(
      `The instruction names no kind of text that the offline engine can recognise.${nearestKinds(kinds, task.instruction)}`,
    );
  return done(queriesFor(kind.phrase).slice(0, count));
}

function queriesFor(phrase: string): readonly ProposedQuery[] {
  const one = withArticle(phrase);
  const queries = [
    [`how to write ${one}`, `How ${one} is made, step by step.`],
    [`what makes ${withArticle(`good ${phrase}`)}: structure, opening, ending`, 'Its parts, their order and length.'],
    [`${phrase} common mistakes to avoid`, `What weakens ${one}.`],
    [`${phrase} tone, style and wording`, `How ${one} should sound.`],
    [`${phrase} checklist`, `What to check in ${one}.`],
    [`${phrase} examples, weak and improved`, 'What tells a good one from a weak one.'],
    [`${phrase} length, format and layout`, `How long ${one} is and how it looks.`],
    [`what readers expect of ${one}`, 'What its readers look for.'],
    [`${phrase} opening lines and title`, `How ${one} begins.`],
    [`${phrase} conclusion and closing`, `How ${one} ends.`],
  ] as const;
  return queries.map(([text, teaches]) => ({ text, teaches }));
}

export function looksEnglish(text: string, kind: TextKind | undefined, kinds: KindFinder): boolean {
  const isKindFound = kind?.filed != null;
  const isNamed = isKindFound && kind.by !== 'wording';
  if (speaksAnother(text.replaceAll(GIVEN, ' ').replaceAll(PROPER_NAME, ' '), isNamed)) return false;
  const all = words(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin / letters < 0.5) return false;
  const share = functionWordsIn(all);
  if (all.length <= NAME_ALONE || share >= ENGLISH_SENTENCE.functionWords) return true;
  // Few words may have no function word ("resignation letter, two weeks notice"), and other languages share a word with it.
  const known = kinds.knownShareOf(text.replaceAll(PROPER_NAME, ''));
  if (all.length <= FEW_WORDS && known !== null) return known > KNOWN.fewWords;
  if (share >= MIN_FUNCTION_WORDS || all.length < 5 || (isKindFound && all.length <= FEW_WORDS)) return true;
  // So may much data ("Q3 revenue, churn 2.1 %").
  if (known !== null && known >= KNOWN.data) return true;
  return text.split(/[.!?\n]/u).some((sentence) => {
    const inSentence = words(sentence);
    return inSentence.length >= ENGLISH_SENTENCE.words && functionWordsIn(inSentence) >= ENGLISH_SENTENCE.functionWords;
  });
}

/** Names and loans make foreign words known ones: small words tell, those that English has not, beside its own. */
function speaksAnother(text: string, isNamed: boolean): boolean {
  // A letter alone may be an abbreviation ("w/o").
  const all = distinctWords(text).filter((word) => word.length > 1);
  const { least, besideName, share, lead } = FOREIGN;
  const needed = isNamed ? Math.max(least, Math.min(besideName, share * all.length)) : least;
  return [...SMALL_WORDS].some(([language, small]) => {
    const own = all.filter((word) => small.has(word) && !STOP_WORDS.has(word)).length;
    const english = all.filter((word) => STOP_WORDS.has(word) && !small.has(word)).length;
    return language !== 'eng' && own >= needed && own > lead * english;
  });
}

function functionWordsIn(all: readonly string[]): number {
  return all.filter((word) => STOP_WORDS.has(word)).length / all.length;
}
