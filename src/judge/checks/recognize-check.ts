/** The check that a plain wording asks for; whatever is not plain is left to a model. */
import { type Check, CheckedPart, type DecidingCheck } from '../../domain/check.ts';
import { PATTERNS, type Predicate, readCount, readList, VERBS } from './patterns.ts';

/** A countable demand is short; longer texts say more than that. */
const MAX_WORDING_CHARS = 300;

/** Signs of a demand that counting over the whole response misses: parts, exceptions, conditions, likeness. */
export const REFUSED =
  /\b(?:each|every|per|respective(?:ly)?|first|second|third|last|final|opening|closing|same|different|distinct|unique|separate|except|excluding|including|besides|unless|if|when|while|instead|rather|such as|e\.g|like|introduction|conclusion|abstract|title|headline|body|stanzas?|verses?|chorus|footer|signature)\b/u;
const LISTED = /(?<=\b(?:following|specified|given|these) \p{L}+):.*$/u;

const NAMED =
  '(?:it|everything|(?:the|your|this|its)(?: (?!of|in|to|and|or|not|no|than|with|that|free)[\\p{L}-]+){0,5}(?: of the(?: (?!of|in)[\\p{L}-]+){1,4})?(?: in the(?: generated)? [\\p{L}]+)?)';
const SUBJECT = new RegExp(`^(?:(?<aux>is|are|does|do|has|have|should|must) )?${NAMED}$`, 'u');
/** What may follow a subject; after "is" anything may. */
const STARTS = new RegExp(
  `^(?:(?:exactly|only) )?(?:${VERBS}|mentions?|avoids?|names?|starts?|begins?|ends?|concludes?|closes?|not|limits?)\\b`,
  'u',
);
const PLACE = / (?:in|of|within) the (?:generated )?\p{L}+$/u;
const EACH = new RegExp(`^(?:does |is )?(?:each|every|(no)) (${CheckedPart.options.join('|')}) `, 'u');
/** Marks that set parts apart must stand there, whatever the parts are. */
const SEPARATES = /\b(?:separat(?:ed?|es|ing|ion)|divid(?:ed?|es|ing)|delimited)\b/u;
const MARKS: Readonly<Record<string, string>> = {
  ...{ comma: ',', semicolon: ';', colon: ':', pipe: '|', 'vertical bar': '|', dash: '-', hyphen: '-' },
  ...{ slash: '/', tab: '\t', asterisk: '*' },
};
const MARK_NAMES = new RegExp(`\\b(?:by|with|using) (?:an? |single )?(${Object.keys(MARKS).join('|')})s?$`, 'u');
const NEGATED = /\b(?:not|no|never|without|avoids?|instead)\b/u;

/** @param wording a statement, a question or an order: "The response should have at most 200 words", "No emojis" */
export function recognizeCheck(wording: string): DecidingCheck | null {
  if (wording.length > MAX_WORDING_CHARS) return null;
  const { text, quoted } = readWording(wording);
  const [mark = MARKS[MARK_NAMES.exec(text)?.[1] ?? ''], ...more] = quoted;
  if (mark !== undefined && more.length === 0 && !/[\p{L}\p{N}]/u.test(mark))
    if (SEPARATES.test(text) && !NEGATED.test(text))
      return { rule: { kind: 'phrase', text: mark, min: 1, max: null }, decides: 'part' };
  const ofParts = checkOfParts(text);
  if (ofParts !== null) return { rule: ofParts, decides: 'all' };
  if (REFUSED.test(text.replace(LISTED, ''))) return null;
  for (const predicate of predicatesOf(text, quoted)) {
    for (const read of PATTERNS) {
      const check = read(predicate);
      if (check !== null) return { rule: check, decides: 'all' };
    }
    const list = readList(predicate);
    if (list !== null) return { rule: list, decides: 'part' };
  }
  return null;
}

function checkOfParts(text: string): Check | null {
  const [opening = '', denies, named] = EACH.exec(text) ?? [];
  const part = CheckedPart.safeParse(named).data;
  if (part === undefined) return null;
  const said = text.slice(opening.length).replace(/^is longer/u, 'has more');
  // "No sentence has more than 20 words": each has at most 20.
  const demand = denies === undefined ? said : said.replace(/^has more than/u, 'has at most');
  if (REFUSED.test(said) || (denies !== undefined && demand === said)) return null;
  const check = readCount({ text: demand, quoted: [], subject: '' });
  return check === null ? null : { kind: 'each', part, check };
}

function* predicatesOf(text: string, quoted: readonly string[]): Generator<Predicate> {
  const words = text
    .replace(/^in (?:the|your) (?:generated )?\p{L}+, /u, '')
    .replace(PLACE, '')
    .split(' ');
  for (let at = 0; at < words.length; at += 1) {
    const subject = words.slice(0, at).join(' ');
    const predicate = words.slice(at).join(' ');
    const named = at === 0 ? null : SUBJECT.exec(subject);
    if (at > 0 && named === null) continue;
    const aux = named?.groups?.['aux'];
    if (at === 0 || aux === 'is' || aux === 'are' || STARTS.test(predicate)) yield { text: predicate, quoted, subject };
  }
}

const ONES = ' one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER = new RegExp(
  `\\b(?:(${TENS.slice(2).join('|')})(?:-(${ONES.slice(1, 10).join('|')}))?|(${ONES.slice(1).join('|')}))\\b`,
  'gu',
);
const QUOTED =
  /"([^"]+)"|`([^`]+)`|(<\/?\p{L}[\p{L}\p{N}]*>)|(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu;

export function readWording(said: string): { readonly text: string; readonly quoted: readonly string[] } {
  const quoted: string[] = [];
  const text = said
    .normalize('NFC')
    .replace(/[“”„]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(QUOTED, (_all, ...found: (string | undefined)[]) => {
      quoted.push((found.slice(0, 4).find((each) => each !== undefined) ?? '').replace(/(?<=[\p{L}\p{N}]),$/u, ''));
      return ` §${quoted.length - 1}`;
    })
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^ | ?[.?!]+ ?$/gu, '')
    .replace(NUMBER, (_all, tens?: string, ones?: string, one?: string) =>
      String(placeIn(TENS, tens) * 10 + placeIn(ONES, one ?? ones)),
    )
    .replace(/\b(?:a|(\d+)) hundred(?: and (\d+))?\b/gu, (_all, hundreds?: string, rest?: string) =>
      String(Number(hundreds ?? 1) * 100 + Number(rest ?? 0)),
    )
    .replace(/(?<=\d),(?=\d{3}\b)/gu, '')
    .replace(/(\d+) ?(?:-|–|to|and|or) ?(\d+)/gu, '$1..$2')
    .replace(/(?<=\d)[-+](?=\p{L})/gu, ' ')
    .replace(/\bonce\b/gu, '1 time')
    .replace(/\btwice\b/gu, '2 times');
  return { text, quoted };
}

const placeIn = (names: readonly string[], name: string | undefined): number =>
  name === undefined ? 0 : names.indexOf(name);
