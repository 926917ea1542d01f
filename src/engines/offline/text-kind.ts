/** The kind of text that an instruction asks for: a kind of the library, or the grammatical object. */
import type { KindFinder } from '../../domain/guide-kind.ts';
import type { Task } from '../../domain/task.ts';
import { stem, words } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import type { PreparedGuides } from './guide-reading.ts';
import { furtherTexts } from './further-texts.ts';
import { singular, UNCOUNTABLE, WHOLE_TEXT } from './lexicon.ts';
import {
  beginningsOf,
  DETERMINER,
  isClause,
  named,
  PHRASE_END,
  withoutContainer,
  type TextKind,
} from './noun-phrase.ts';
import { withoutMarkup } from './running-text.ts';
import { requestedTexts, type RequestedText } from './requested-texts.ts';

/** Undefined if no kind can be found in the instruction. */
export function findTextKind(instruction: string, kinds: KindFinder): TextKind | undefined {
  const requests = requestedTexts(instruction);
  const found = kinds.find(
    withoutMarkup(instruction),
    requests.map(({ kinds: named, ...request }) => ({
      ...request,
      phrases: named.flatMap((kind) => [kind.phrase, withoutContainer(kind).phrase]),
      beginnings: () =>
        isNoClause({ ...request, kinds: named }) ? named.flatMap(({ phrase }) => beginningsOf(phrase)) : [],
      further: () => furtherTexts(request.object ?? ''),
    })),
  );
  if (found === null) return firstNamed(requests);
  const { kind, by, also } = found;
  const synonyms = kind.synonyms.filter((name) => words(name).length === 1);
  return { ...named(words(kind.name)), synonyms, filed: kind, by, ...(also === undefined ? {} : { also }) };
}

/** By the instruction's grammar alone. */
export function kindAsNamed(instruction: string): TextKind | undefined {
  return firstNamed(requestedTexts(instruction));
}

/** A sentence is no title. */
const isNoClause = ({ by, kinds }: RequestedText) => by !== 'title' || !kinds.some(({ phrase }) => isClause(phrase));

/** What it asks to be written goes before what it mentions, and that before its first words. */
const BY_CERTAINTY: readonly RequestedText['by'][] = ['written', 'asked', 'wanted', 'mentioned', 'title'];

function firstNamed(requests: readonly RequestedText[]): TextKind | undefined {
  const [kind] = BY_CERTAINTY.flatMap((by) =>
    requests.filter((request) => request.by === by && isNoClause(request)),
  ).flatMap(({ kinds }) => kinds);
  return kind === undefined ? undefined : withoutContainer(kind);
}

/** "an" before a vowel sound, by its letters; nothing before a plural, or what has none. */
export function withArticle(phrase: string): string {
  const last = words(phrase).at(-1) ?? '';
  if (singular(last) !== last || UNCOUNTABLE.has(last)) return phrase;
  return `${/^(?:[aio]|e(?!u)|u(?!ni|se|su)|hono|hour)/iu.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

/** True if a noun phrase ("a good cover letter") refers to the whole text. */
export function wholeTextTest(kind: TextKind | undefined): (nounPhrase: string) => boolean {
  const heads = new Set([...WHOLE_TEXT, ...(kind === undefined ? [] : [kind.noun, ...kind.synonyms])].map(stem));
  return (nounPhrase) => {
    const [first = '', ...more] = words(nounPhrase);
    const name = DETERMINER.test(first) || first === 'all' ? more : [first, ...more];
    const noun = singular(name.at(-1) ?? '');
    return name.length <= 3 && heads.has(stem(noun)) && !name.slice(0, -1).some((word) => PHRASE_END.has(word));
  };
}

/** What was prepared of the guides in a folder, or null. */
export type PreparedOf = (folder: string) => Promise<PreparedGuides | null>;
/** Context for reading sentences. */
export type ReaderFor = (task: Task) => Promise<Reader>;

export function readersBy(kinds: KindFinder, preparedOf: PreparedOf = () => Promise.resolve(null)): ReaderFor {
  return async ({ instruction }) => {
    const kind = findTextKind(instruction, kinds);
    const prepared = kind?.filed == null ? null : await preparedOf(kind.filed.folder);
    const names = [kind, kindAsNamed(instruction)].flatMap((name) => name ?? []);
    return { isWhole: wholeTextTest(kind), names, isOfUser: kinds.isOfUser === true, prepared };
  };
}
