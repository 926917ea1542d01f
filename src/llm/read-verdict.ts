/** Reads the verdict of a prose answer: one of the offered choices. */
import { LABEL, NOUN, ownLines, STATED } from './own-words.ts';

const CONCLUDES = '(?:so|thus|hence|therefore|overall),? ';
const LABELLED = String.raw`(?:${CONCLUDES})?${LABEL}(?: ?\([^()]*\))?(?: is:?| ?[:：=]) ?`;
const END = String.raw`[.!]?$`;
/** Its subject begins a main clause: “it is warm”, not “mostly”, “if it is warm” or “the first half”. */
const CLAUSE = String.raw`(?:because )?(?:(?:it|they|s?he|there|this)['’ ]|(?:the|that|these|those|an?|(?:not )?(?:each|every|all|both)|its|his|her|their)(?: [^\s.,;:!?]+){3})`;
/** A first word is plain where its sentence ends, or a clause explains it. */
const PLAIN = String.raw`(?:${END}|[.!] (?!\d)|(?:[,:;]| [—–-]) ${CLAUSE})`;
/** Also where it is not: “Yes, partly”. Not in “No one”, “No. 4”, “4.5”. */
const HEDGED = String.raw`(?:[,:;.!?]?$|[,:;.!?] (?!\d)| [—–-] )`;
const DEMAND = '(?:the|this) (?:criterion|requirement|demand)';
const MET = new Map([
  ['yes', `(?:it|(?:the|this) \\w+) (?:meets|does meet) ${DEMAND}|${DEMAND} is met`],
  ['no', `(?:it|(?:the|this) \\w+) does not meet ${DEMAND}|${DEMAND} is not met`],
]);
/** Words that speak of a verdict or of the judge. */
const AGAIN = new RegExp(
  `\\b(?:verdict|rating|score|grade|criterion|my ${STATED}|(?:the|this) (?:answer|requirement|demand)|(?:is|are|not)(?: \\w+)? met)\\b`,
  'iu',
);
const TURN = /(?:^|[.!?…,(] )(?:wait|hold on|correction|actually|on second thought)\b/imu;
const FIRST_LABEL = new RegExp(`^${LABELLED}`, 'iu');

type Words = readonly (string | number)[];

/**
 * A verdict counts where the judge plainly states it: as the last line by itself ("NO", "Verdict: NO", "[[NO]]") or its last
 * sentence; as the first line or word ("No, it …") if the rest neither names another choice nor speaks of a verdict again.
 * What stands anywhere else may be quoted. If two of these differ there is none: to ask again costs less than a wrong one.
 * @param raw the whole answer, reasoning blocks included
 * @param choices Two single characters are the sides of a comparison ("Response A"), with up to two choices for a tie. Whole
 *   numbers are scores ("4/5").
 */
export function readVerdict<const Choice extends string | number>(
  raw: string,
  choices: readonly Choice[],
): Choice | null {
  const lines = ownLines(raw);
  if (lines === null) return null;
  const all = lines.all.join('\n');
  const find = (text: string, before: string, after = END) =>
    choices.filter((choice) => new RegExp(`^${before}${formOf(choice, choices)}${after}`, 'iu').test(text));
  const marked = (text: string) => [
    ...find(text, `${LABELLED}\`?`, `\`?${END}`),
    ...find(text, `(?:${LABELLED})?\\[\\[ ?`, ` ?\\]\\]${END}`),
  ];

  const sentences = lines.last.split(/(?<=[.!?]) /u);
  const last = sentences.pop() ?? '';
  // After a colon, a sentence may be quoted, unless it concludes.
  const isQuoted = !new RegExp(`^${CONCLUDES}`, 'iu').test(last) && sentences.some((text) => /[:：]/u.test(text));
  const inLast = [...marked(last), ...choices.filter((choice) => claims(choice, choices, '^').test(last))];
  const atEnd = [...find(lines.last, ''), ...marked(lines.last), ...(isQuoted ? [] : inLast)];

  // It may be the heading of what is said of that response, or of the parts that are of that grade.
  const isHeading =
    lines.all.length > 1 && (sidesOf(choices).length > 0 ? NAME.test(all) : lines.isHeaded && !YES_OR_FIGURE.test(all));
  const first = isHeading ? '' : lines.first;
  // "A. …" and "1. …" are items of a list.
  const label = choices.some((choice) => /^(?:.|\d+)$/u.test(String(choice))) ? LABELLED : `(?:${LABELLED})?`;
  const asFirst = [...find(first, ''), ...marked(lines.first)];
  const isFirst = asFirst.length > 0 || find(first, label, PLAIN).length > 0;

  const claimed = choices.filter((choice) => claims(choice, choices).test(all));
  const [choice, other] = new Set([...atEnd, ...asFirst, ...find(first, label, HEDGED), ...claimed]);
  if (choice === undefined || other !== undefined) return null;
  const rest = withoutClaims(all.replace(FIRST_LABEL, ''), [choice], choices);
  const isPlain = isFirst && !turnsFrom(rest, [choice], choices) && !AGAIN.test(rest);
  return atEnd.length > 0 || isPlain ? choice : null;
}

/** Whether words beside a verdict name another choice, or begin a second look. */
export function turnsFrom(words: string, said: Words, choices: Words): boolean {
  const rest = withoutClaims(words, said, choices);
  const others = choices.filter((choice) => !said.includes(choice));
  const named = (choice: string | number) => [claims(choice, choices), ...nameOf(choice, choices)];
  return TURN.test(rest) || others.some((choice) => named(choice).some((name) => name.test(rest)));
}

const withoutClaims = (words: string, said: Words, choices: Words): string =>
  said.reduce((text: string, choice) => text.replace(claims(choice, choices), ''), words);

/** A clause that says which response is better, or whether the criterion is met. */
function claims(choice: string | number, choices: Words, before = '(?<=^|[.!?,;] )'): RegExp {
  const better = `${formOf(choice, choices)} is (?:the )?better(?: ${NOUN}| than ${NOUN} \\S+)?(?: because [^.!?,;:\\n]*)?`;
  const claim = sidesOf(choices).includes(choice) ? better : (MET.get(String(choice).toLowerCase()) ?? '(?!)');
  const stated = `(?:so )?(?:the|my) (?:final )?answer is ${formOf(choice, choices)}(?![\\p{L}\\d])`;
  return new RegExp(`${before}(?:${CONCLUDES})?(?:(?:${claim})(?=[.!]|$)|${stated})`, 'gimu');
}

/** As it is offered (“NO”, “4”), at the end of a clause (“no.”), or as a side (“response 2”). */
function nameOf(choice: string | number, choices: Words): RegExp[] {
  const name = literally(choice);
  const before = String.raw`(?<![\p{L}\d]|\d\.|/ ?|out of )`;
  const side = sidesOf(choices).indexOf(choice);
  return [
    ...(/^\p{Ll}{2}/u.test(name) ? [] : [new RegExp(`${before}${name}(?![\\p{L}\\d]|\\.\\d)`, 'u')]),
    ...(/^\p{L}{2}/u.test(name) ? [new RegExp(`${before}${name}(?![- ]?[\\p{L}\\d])`, 'iu')] : []),
    ...(side < 0 ? [] : [new RegExp(`\\b${NOUN} \\(?(?:${name}|${side + 1})\\b`, 'iu')]),
  ];
}

const YES_OR_FIGURE = /^(?:yes|no|n\/?a|\d+)\b/iu;
const NAME = new RegExp(`^${NOUN}\\b`, 'iu');

/** The first two choices, if they alone are single characters, and at most two others are offered for a tie. */
function sidesOf(choices: Words): Words {
  const isPair = choices.every((choice, index) => (String(choice).length === 1) === index < 2) && choices.length <= 4;
  return isPair ? choices.slice(0, 2) : [];
}

/** Choices are words of the user's own. */
function formOf(choice: string | number, choices: Words): string {
  const literal = literally(choice);
  const side = sidesOf(choices).indexOf(choice);
  if (side !== -1) return `(?:(?:${NOUN} )?(?:\\(${literal}\\)|${literal})|${NOUN} ${side + 1})`;
  const highest = literally(choices.at(-1) ?? '');
  return /^\d+$/u.test(literal) ? `${literal}(?:\\.0)?(?: ?(?:/|out of) ?${highest})?` : literal;
}

const literally = (choice: string | number): string =>
  String(choice)
    .replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
    .replace(/\s+/gu, ' ');
