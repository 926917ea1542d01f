/** Finds the sentences that choose one of two texts. */
import { splitSentences } from '../../text/sentences.ts';
import { readLabel, type Label } from './labels.ts';
import type { Vocabulary } from './plain-text.ts';
import { CORRECTION, HEDGE, ITEM, SO, isAttribution } from './turns.ts';

/** By the place in which the texts were shown. */
export type Choice = 'first' | 'second' | 'tie';

export interface ChoiceStatement {
  readonly choice: Choice;
  /** Alone on a line or after a label, and not in a sentence. */
  readonly isLabelled: boolean;
  /** It calls itself the last word. */
  readonly final: boolean;
  readonly at: number;
}

/** Longer ones take long to read, and choose nothing. */
const MAX_SENTENCE_CHARS = 2_000;

export interface Choices {
  readonly statements: readonly ChoiceStatement[];
  /** The places of sentences that take back what was said before them. */
  readonly corrections: readonly number[];
}

const NOUN =
  '(?:output|response|answer|assistant|candidate|option|text|model|summary|version|story|essay|completion|choice)s?';
const NAME =
  `(?:(?:the )?${NOUN} ?["'(\\[]+(?:a|b|1|2|one|two)["')\\]]+|(?:the )?${NOUN} (?:a|b|1|2|one|two)(?![\\p{L}\\p{N}(])` +
  `|["'(\\[]+(?:a|b|1|2)["')\\]]+|(?:a|b|1|2)(?![\\p{L}\\p{N}]|\\.\\d)` +
  `|(?:the )?(?:first|second|former|latter)(?: ${NOUN}| one)?(?![\\p{L}\\p{N}]))`;
const TIE =
  "(?:(?:it's |it is )?(?:an? )?(?:exact |clear )?(?:tie|draw)|tied|equal(?:ly good)?|both(?: (?:are )?(?:equal(?:ly good)?|the same|tied))?|neither(?: is better)?|no preference|(?:near(?:ly)?|almost)[- ]identical|the same)(?![\\p{L}\\p{N}])";
const NAME_AT_START = new RegExp(`^["'“(\\[\\s]*?(${NAME})`, 'iu');
const NAME_AT_END = new RegExp(`(?<![\\p{L}\\p{N}])(${NAME})["'”]*$`, 'iu');
const TIE_AT_START = new RegExp(`^["'“(\\[\\s]*(${TIE})`, 'iu');
const BEST = '(?:better|best|preferred|preferable|superior|stronger|winner|winning|favou?red)';
const IS_BETTER = new RegExp(
  `\\s(?:is|was|remains|seems to be|appears to be)(?: (?:therefore|thus|hence|clearly|definitely|overall|still|ultimately|by far|much|slightly|far|significantly|the|a|of the two)){0,3} ${BEST}(?: (?:${NOUN}|one|overall|here|of the two))*|\\swins(?: overall)?`,
  'giu',
);
const PREFER =
  /\bi(?:'d| would|'ll| will)?(?: therefore| thus| clearly| strongly)? (?:prefer|choose|pick|select|favou?r|go with|vote for)\s+/iu;
const BETTER_LABEL = new RegExp(
  `^(?:(?:the|my|overall|final|so|thus|therefore|which|is|of) )*(?:${BEST}|preference|pick|selection|chosen|choice)(?: (?:${NOUN}|one|overall|is))*$`,
  'iu',
);
const TIED =
  /\b(?:both|the two|they|the)(?: (?:outputs|responses|answers|texts|candidates))? (?:are|were) (?:equally (?:good|bad|strong|valid)|equal|identical|tied|near(?:ly)?[- ]identical)/iu;

export const CHOICE_VOCABULARY: Vocabulary = {
  readLabel: readChoiceLabel,
  onlyVerdict: new RegExp(`^\\W*(?:${NAME}|${TIE})[\\s.!)\\]]*$`, 'iu'),
  alternatives: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${NAME})(?:,? (?:or|vs\\.?|versus) |\\s?[/|]\\s?)(?:${NAME})(?:,? (?:or|/) (?:${TIE}))?`,
    'giu',
  ),
};

function readChoiceLabel(name: string): Label | null {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .trim();
  return BETTER_LABEL.test(words)
    ? { final: /final|overall/iu.test(words), numbered: false }
    : readLabel(name);
}

/** Null where something else stands there, or more follows than an end or a reason. */
function choiceAtStart(text: string): Choice | null {
  const tie = TIE_AT_START.exec(text);
  const found = tie ?? NAME_AT_START.exec(text);
  if (found === null) return null;
  return ends(text.slice(found[0].length)) ? (tie === null ? placeOf(found[1] ?? '') : 'tie') : null;
}

function ends(rest: string): boolean {
  return /^["'”’)\]]*(?:\s*$|\s*[.,;:!(–—]|\s-\s|\s+(?:because|since|as|than|overall|due to|for its|(?:is|was)(?: the)? (?:better|best|winner|preferred|superior))\b)/iu.test(
    rest,
  );
}

/** "a" alone is an article, "A" a name. */
function placeOf(name: string): Choice | null {
  if (name === 'a' || name === 'b') return null;
  return /\b(?:b|2|two|second|latter)["')\]]*(?:\s.*)?$/iu.test(name) ? 'second' : 'first';
}

export function findChoices(lines: readonly string[]): Choices {
  const statements: ChoiceStatement[] = [];
  const corrections: number[] = [];
  let at = 0;
  let pending: Label | null = null;
  let before = '';
  for (const line of lines) {
    const body = line.replace(ITEM, '');
    const said = choiceAtStart(body);
    const isAlone = CHOICE_VOCABULARY.onlyVerdict.test(body) && said !== null;
    const quoted = before.endsWith(':') && isAttribution(before);
    before = line;
    at += 1;
    if (quoted) continue;
    if (isAlone || (pending !== null && said !== null)) {
      statements.push({ choice: said, isLabelled: true, final: pending?.final ?? false, at });
      pending = null;
      continue;
    }
    pending = readChoiceLabel(body.replace(/[\s:.–—-]+$/u, ''));
    for (const { start, end } of splitSentences(body)) {
      if (end - start > MAX_SENTENCE_CHARS) continue;
      const sentence = body.slice(start, end);
      at += 1;
      if (CORRECTION.test(sentence)) corrections.push(at - 0.5);
      const found = readLabelled(sentence) ?? readSentence(sentence);
      if (found !== null) statements.push({ ...found, at });
    }
  }
  return { statements, corrections };
}

function readLabelled(sentence: string): Omit<ChoiceStatement, 'at'> | null {
  for (const match of sentence.matchAll(/[:=→]\s*|\s[–—-]+>?\s|\sis:?\s+/gu)) {
    const name =
      sentence
        .slice(0, match.index)
        .split(/[.;,!?|–—:]\s*/u)
        .at(-1) ?? '';
    const before = sentence.slice(0, match.index - name.length);
    const label = readChoiceLabel(name.replace(SO, '').trim());
    if (label === null || HEDGE.test(before) || isAttribution(before)) continue;
    const choice = choiceAtStart(sentence.slice(match.index + match[0].length));
    if (choice !== null) return { choice, isLabelled: true, final: label.final };
  }
  return null;
}

function readSentence(sentence: string): Omit<ChoiceStatement, 'at'> | null {
  const said = (choice: Choice | null, place: number) =>
    choice === null || HEDGE.test(sentence.slice(0, place)) || isAttribution(sentence.slice(0, place))
      ? null
      : { choice, isLabelled: false, final: SO.test(sentence) };
  for (const match of sentence.matchAll(IS_BETTER)) {
    const name = NAME_AT_END.exec(sentence.slice(0, match.index));
    if (name !== null && ends(sentence.slice(match.index + match[0].length))) {
      return said(placeOf(name[1] ?? ''), name.index);
    }
  }
  const prefer = PREFER.exec(sentence);
  if (prefer !== null)
    return said(choiceAtStart(sentence.slice(prefer.index + prefer[0].length)), prefer.index);
  const tied = TIED.exec(sentence);
  if (tied !== null && ends(sentence.slice(tied.index + tied[0].length))) return said('tie', tied.index);
  // "Therefore, output A" may be the beginning of anything where the answer was cut off.
  const so = /[.!]["')]*$/u.test(sentence) ? SO.exec(sentence) : null;
  return so === null ? null : said(choiceAtStart(sentence.slice(so[0].length)), 0);
}
