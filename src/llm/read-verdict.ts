/** Reads the verdict of a prose answer: one of the offered choices. */
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import { separateJson } from './extract-json.ts';
import { ownWords, stripReasoning } from './own-words.ts';

const NOUN = '(?:output|response|answer|assistant|option|model|candidate|text|completion|version)';
const LABEL = String.raw`(?<!\w)(?:verdict|(?<=final |^|[\n.!?]\s*)answer|decision|judge?ment|rating|score|result|choice|conclusion|winner|preference|grade)`;
/** Between a label and its value: "(YES or NO):", "is:", "]". */
const IS = String.raw`(?:\s*\([^()\n]*\))?\s*(?:is|[:=→\]-])\s*:?\s*(?:an?\s|the\s)?`;
/** After a complete choice: not "A or B", "YES if …", "4.5". */
const END = String.raw`(?=\s*(?:$|[\n;:!?\])]|[.,](?!\d)|[–—]|-\s|\(\p{L}{2}))`;
/** No letter of any script: they are no \w. */
const LINE_START = String.raw`^(?!\W*\[\[)[^\p{L}\p{N}_]*`;
const LINE_END = String.raw`[.!]?\s*$`;
/** Up to six words of the same clause. */
const WORDS = String.raw`(?:\s(?!not\b|no\b|less\b|than\b)[\w-]+){0,6}?\s`;
const BETTER = String.raw`(?:better|best|superior|stronger|prefer(?:red|able)|winner|wins)\b`;
const PREFERS = String.raw`\b(?:prefer|choose|pick|select|favou?r|winner is|(?:better|best|preferred) ${NOUN} is)\s(?:the\s)?`;
const THEREFORE = /^\W*(?:therefore|thus|hence|so|overall|ultimately|in (?:conclusion|summary))\b[\s,:]*/iu;
const DENIED = /\b(?:not|never|neither|nor)\b|n['’]t\b/iu;
const TURN = /(?:^|[.!?…]\s+|\n\s*)(?:wait|hold on|correction|actually|on second thought)\b/giu;
const OTHER_ONE = /\b(?:other|former|latter)\b/iu;
const DECLINED = /^.*\b(?:can(?:no|['’])t|unable to|won['’]t) (?:help|assist|judge|evaluate|compare)\b/iu;
const BRACKETED = /\[\[([^[\]]+)\]\]/gu;
/** As its own line or sentence, or before the first word of one. */
const OPENING_BRACKETED = new RegExp(`^[^\\p{L}\\p{N}[]*${BRACKETED.source}\\**(?:${END}|\\s+(?=\\p{Lu}))`, 'u');
/** A choice directly before the first word of a sentence: no English noun phrase begins with "No The". */
const MISSING_FULL_STOP =
  /(?<![\w/])([\w/]{2,12})(\**\s{1,9})(?=(?:The|This|That|These|Those|It|Its|There|An?|He|She|They|We|I|You|His|Her|Their)\b(?![-–/]))/gu;
/** Before a choice: the start of a line, or a label. */
const BEGINS_HERE = /(?:^|\n)\W*$|[:=]\s*\**$/u;
const MAX_CHARS_BEFORE = 20;
const MAX_CHOICE_CHARS = 100;

/**
 * Reads `[[A]]` or `[[A>B]]` at the end; fields with a label ("verdict": "yes") of JSON at either end; the last labelled
 * verdict ("Verdict: yes"); a concluding last line or sentence; the first word. If they contradict each other, there is no
 * verdict. Ignores quotations, all else in JSON and everything before a "Wait".
 * @param raw the whole answer, reasoning blocks included
 * @param choices Two single characters are the sides of a comparison ("Response A", "[[A>>B]]"), with a third choice
 *   for a tie ("[[A=B]]") and an optional fourth. Whole numbers are scores ("4/5").
 */
export function readVerdict<const Choice extends string>(raw: string, choices: readonly Choice[]): Outcome<Choice> {
  const isPair = choices.every((choice, index) => (choice.length === 1) === index < 2) && choices.length <= 4;
  const forms = alternatives(choices.map((_, index) => patternOf(choices, index, isPair)));
  const names = alternatives(choices.slice(0, 2).map((_, index) => namePatternOf(choices, index)));

  function find(text: string, before: string, after: string, what = forms) {
    return [...text.matchAll(new RegExp(before + what + after, 'giu'))].flatMap((match) => {
      const choice = choices.find((_, index) => match.groups?.[`c${index}`] !== undefined);
      return choice === undefined ? [] : [{ choice, upTo: text.slice(0, match.index + match[0].length) }];
    });
  }
  const choicesOf = (found: readonly { readonly choice: Choice }[]) => found.map(({ choice }) => choice);
  const alone = (text: string) =>
    text.length > MAX_CHOICE_CHARS ? [] : choicesOf(find(text.trim(), '^[[(\\s]*', `[\\])]*${LINE_END}`));

  const { objects, prose: rest } = separateJson(raw);
  const prose = ownWords(rest, (quoted) => alone(quoted).length > 0);
  const turn = [...prose.matchAll(TURN)].at(-1)?.index ?? 0;
  const answer = prose
    .slice(turn)
    .trim()
    .replace(MISSING_FULL_STOP, (match, word: string, gap: string, offset: number, all: string) => {
      const before = all.slice(Math.max(0, offset - MAX_CHARS_BEFORE), offset);
      return BEGINS_HERE.test(before) && alone(word).length > 0 ? `${word}.${gap}` : match;
    });
  const fields = verdictFields();
  if (fields.length === 0) {
    if (answer === '') return unscored('The answer has only reasoning, quotations or broken JSON.');
    if (new RegExp(`${LABEL}\\s*[:=]\\s*$`, 'iu').test(answer)) return unscored('The answer ends before its verdict.');
  }
  const labelled = choicesOf(find(answer, `${LABEL}${IS}\\[*`, `(?:${END}|(?=\\sis${WORDS}${BETTER}))`)).slice(-1);
  const stated = [...bracketed(), ...fields, ...labelled, ...concluded()];
  return agreed([...(stated.length > 0 ? stated : listed()), ...firstWord()]);

  /** Elsewhere than at the end, or before all sentences, it may be quoted. */
  function bracketed(): Choice[] {
    const last = [...answer.matchAll(BRACKETED)].at(-1);
    const rest = last === undefined ? '' : answer.slice(last.index + last[0].length);
    const opening = OPENING_BRACKETED.exec(answer)?.[1] ?? '';
    return [opening, /[\p{L}\p{N}]/u.test(rest) ? '' : (last?.[1] ?? '')].flatMap(alone);
  }

  function verdictFields(): Choice[] {
    const text = stripReasoning(raw).trim();
    // Within a line, prose quotes it.
    const isAtEnd = /[}\]]\W*$/u.test(text) && /^[ \t]*[{[]/mu.test(text);
    if (!isAtEnd && !/^(?:```\w*\s*)?[{[]/u.test(text)) return [];
    const labels = (before: string) => new RegExp(`${before}${LABEL}(?:\\s*\\([^()]*\\))?$`, 'iu');
    // Under any other name, "yes" may answer anything.
    const [isLabel, isPlain] = [labels(''), labels('^(?:(?:final|overall)\\s)?')];
    const fields = objects.flatMap((object) => {
      const labelled = scalarsOf(object)
        .map(({ key, ...scalar }) => ({ ...scalar, name: wordsOf(key) }))
        .filter(({ name }) => isLabel.test(name));
      // Deeper than the judge's own verdict, another may be copied from the judged text.
      const depth = Math.min(...labelled.map((field) => field.depth));
      return labelled.filter((field) => field.depth === depth && field.value.length <= MAX_CHOICE_CHARS);
    });
    // Beside a "score", a "maxScore" or "confidenceScore" is of something else.
    const plain = fields.filter(({ name }) => isPlain.test(name));
    return (plain.length > 0 ? plain : fields).flatMap(({ value }) => alone(value));
  }

  function firstWord(): Choice[] {
    const lines = answer.split('\n');
    const [first] = find(answer, LINE_START, END);
    if (turn > 0 || first === undefined || DECLINED.test(answer)) return [];
    // "A. …" and "1: …" are list items. Different choices at the starts of lines are headings.
    const isLetter = first.upTo.replace(/\W/gu, '').length === 1;
    if (isLetter && alone(lines[0] ?? '').length === 0) return [];
    const firstWords = lines.slice(0, -1).flatMap((line) => choicesOf(find(line, LINE_START, END)));
    return new Set(firstWords).size > 1 ? [] : [first.choice];
  }

  function sentences(): string[] {
    return answer.split(/\n+|(?<=[.!?])\s+/u);
  }

  function concluded(): Choice[] {
    const therefore = sentences().findLast((sentence) => THEREFORE.test(sentence)) ?? '';
    for (const sentence of [sentences().at(-1) ?? '', therefore]) {
      const compared = [
        ...find(sentence, '', `(?:['’]s\\s\\w+)?${WORDS}${BETTER}`, names),
        ...find(sentence, PREFERS, '\\b', names),
      ].filter(({ upTo }) => isPair && !DENIED.test(upTo.split(/[,;]/u).at(-1) ?? ''));
      // In “A is better at tone, but B wins” it is not plain which of the two decides.
      const comparisons = sentence.match(new RegExp(BETTER, 'giu')) ?? [];
      if (isPair && comparisons.length > compared.length && namesBoth(sentence)) return [];
      const readings = [...alone(sentence.replace(THEREFORE, '')), ...choicesOf(compared)];
      if (readings.length > 0) return readings;
    }
    return [];
  }

  function namesBoth(sentence: string): boolean {
    const named = new Set(choicesOf(find(sentence, '', '', names)));
    const isNamed = (side: Choice, index: number) =>
      named.has(side) || new RegExp(`\\b(?:${literal(side)}|${index + 1})\\b`, 'u').test(sentence);
    return OTHER_ONE.test(sentence) || choices.slice(0, 2).every(isNamed);
  }

  /** A list of verdicts counts only if all are the same. */
  function listed(): Choice[] {
    return sentences().flatMap((sentence) =>
      choicesOf(find(sentence, '(?:[:|=,—–-]|\\bso|\\bis|\\ba|\\bare)\\s+', LINE_END)),
    );
  }

  function agreed(readings: readonly Choice[]): Outcome<Choice> {
    const [choice, other] = new Set(readings);
    if (choice === undefined) return unscored('The answer states no verdict.');
    return other === undefined ? done(choice) : unscored('The answer contradicts itself.');
  }
}

/** The judge's reasons in such an answer, for the record: the answer, or the longest text of its JSON if that says more. */
export function reasonIn(raw: string): string {
  const { objects, prose } = separateJson(raw);
  let longest = '';
  for (const { value } of objects.flatMap((object) => scalarsOf(object)))
    if (value.length > longest.length) longest = value;
  return longest.length > prose.replace(FENCE_LINE, '').trim().length ? longest : stripReasoning(raw);
}
const FENCE_LINE = /^[ \t]*```\w*[ \t]*$/gmu;

/** Of "finalVerdict" and "final_verdict". */
const wordsOf = (name: string): string => name.replace(/(\p{Ll})(?=\p{Lu})|_/gu, '$1 ');

const alternatives = (forms: readonly string[]): string =>
  `(?:${forms.map((form, index) => `(?<c${index}>${form})`).join('|')})`;

/** Choices are words of the user's own. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** Pattern of a choice that stands alone. */
function patternOf(choices: readonly string[], index: number, isPair: boolean): string {
  const choice = choices[index] ?? '';
  const plain = literal(choice).replace(/[\s-]+/gu, '[\\s-]+');
  if (isPair) {
    const [left = '', right = ''] = choices.map((side) => `(?:${NOUN}\\s)?${side}`);
    const [winner, loser] = index === 0 ? [left, right] : [right, left];
    if (index > 2) return `${plain}(?!\\w)`;
    return index === 2
      ? `${plain}|c|tied?|draw|equal(?:ly good)?|identical|(?:${left}\\s*[=≈~]+\\s*${right}|${right}\\s*[=≈~]+\\s*${left})`
      : `${winner}\\s*>+\\s*${loser}|${loser}\\s*<+\\s*${winner}|${plain}(?![\\w'’)>=<])|${namePatternOf(choices, index)}`;
  }
  if (/^\d+$/u.test(choice))
    return `${choice}(?:\\.0+)?(?:\\s*(?:/|out of)\\s*${literal(choices.at(-1) ?? '')})?(?![\\d/])`;
  if (/^n\/?a$/iu.test(choice)) return 'n\\s*/?\\s*a\\b|not applicable';
  if (/^(?:yes|no)$/iu.test(choice)) return `(?:${plain}|${/^y/iu.test(choice) ? 'true' : 'false'})\\b`;
  return `${plain}(?!\\w)`;
}

/** Pattern of a reference to one of two texts in a sentence. */
function namePatternOf(choices: readonly string[], index: number): string {
  const choice = literal(choices[index] ?? '');
  const ordinal = ['first', 'second'][index];
  const letter = `(?:${choice}|${index + 1})`;
  return `${NOUN}\\s*(?:\\(${letter}\\)|${letter}\\b(?!\\)))|\\(${choice}\\)|${ordinal}\\s(?:${NOUN}|one)`;
}

/** No verdict is nested deeper. */
const MAX_DEPTH = 20;

interface Scalar {
  readonly key: string;
  readonly value: string;
  readonly depth: number;
}

/** The scalars of a JSON value as text, with their field names. */
function scalarsOf(value: unknown, key = '', depth = 0): readonly Scalar[] {
  if (typeof value !== 'object' || value === null) return [{ key, value: String(value), depth }];
  if (depth === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    scalarsOf(member, Array.isArray(value) ? key : name, depth + 1),
  );
}
