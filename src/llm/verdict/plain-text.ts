/** Turns an answer of any form into plain lines in which its verdicts stand after labels, and nothing is quoted. */
import { stripReasoning } from '../strip-reasoning.ts';
import { decodeText } from './decode-text.ts';
import type { ReadLabel } from './labels.ts';
import { ownTurn } from './own-turn.ts';
import { structureLines } from './structure-lines.ts';
import { isAttribution } from './turns.ts';

/** Longer answers are no verdicts on one criterion. */
const MAX_CHARS = 20_000;
const TOO_LONG = `The answer is longer than ${MAX_CHARS} characters.`;
export const SEVERAL_CRITERIA = 'The answer has verdicts on several criteria.';

/** Stands for the criterion's own question where the answer repeats it: a verdict that follows replies to it. */
export const ECHO = '⁇';

/** What counts as a verdict: differs between yes/no questions and choices. */
export interface Vocabulary {
  readonly readLabel: ReadLabel;
  /** Matches a text that is nothing but a verdict. */
  readonly onlyVerdict: RegExp;
  /** Matches alternatives that are offered ("YES or NO"), of which none is taken. Global. */
  readonly alternatives: RegExp;
}

export interface PlainText {
  readonly lines: readonly string[];
  /** The text before its structure was turned into lines. */
  readonly unquoted: string;
  /** Why nothing can be read from them, whatever they say; null: nothing stands against it. */
  readonly problem: string | null;
}

export function plainText(raw: string, vocabulary: Vocabulary, question: string | undefined): PlainText {
  const asked = question === undefined ? '' : letters(question);
  const isAsked = (text: string) => asked !== '' && letters(text) === asked;
  const stripped = stripReasoning(decodeText(raw));
  if (stripped.length > MAX_CHARS) return { lines: [], unquoted: '', problem: TOO_LONG };
  const answer = unwrapped(ownTurn(stripped, isAsked));
  const unquoted = withoutQuotedBlocks(withoutLatex(answer), vocabulary);
  const structured = structureLines(unquoted, {
    readLabel: vocabulary.readLabel,
    onlyVerdict: vocabulary.onlyVerdict,
    isAsked,
  });
  const plain = withoutQuotations(withoutMarkup(structured.text, vocabulary), vocabulary);
  const lines = (question === undefined ? plain : withoutEcho(plain, question))
    .replace(vocabulary.alternatives, ' ')
    .replace(/\(\s*\)|\[\s*\]|<\s*>/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[^\s*•+-]/u.test(line));
  return { lines, unquoted, problem: structured.severalCriteria ? SEVERAL_CRITERIA : null };
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Without the fence, the quotation marks or the quotation's margin that stand around the whole of it. */
function unwrapped(text: string): string {
  if (text.startsWith('>') && text.split('\n').every((line) => /^\s*(?:>|$)/u.test(line))) {
    return unwrapped(text.replace(/^\s*>[ \t]?/gmu, '').trim());
  }
  const fenced = /^(`{3,9}|~{3,9})[^\n]*\n([\s\S]*?)\n?\s*\1\s*$/u.exec(text)?.[2];
  if (fenced !== undefined && !fenced.includes('```')) return unwrapped(fenced.trim());
  return /^["“]([^"“”]*)["”]$/u.exec(text)?.[1]?.trim() ?? text;
}

const FENCED = /^[ \t]*(`{3,9}|~{3,9})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gmu;
const DELIMITED = /<<<[a-z0-9 -]+\n[\s\S]*?end of [a-z0-9 -]+>>>/giu;
/** "[Response begins] … [Response ends]" */
const BRACKETED =
  /^[^\w\n]*(?:begin(?:ning)?|start) of (?:the )?(?:response|text)\b.*$[\s\S]{0,4000}?\bend of (?:the )?(?:response|text)\b[^\w\n]*$|^[^\w\n]*(?:response|text) (?:begins|starts)\b.*$[\s\S]{0,4000}?\b(?:response|text) ends\b[^\w\n]*$/gimu;
/** Rows under "Quotes:", or what stands beside it. */
const QUOTED_LIST =
  /^[^\w\n]*(?:quotes?|quotations?|evidence|citations?|excerpts?)[^\w\n]*\n(?:[ \t]*(?:[-*•>+]|\d{1,2}[.)])[ \t].*(?:\n|$))+/gimu;
const QUOTED_LINE =
  /^[^\w\n]*(?:quotes?|quotations?|citations?|excerpts?)[^\w\n:]*:[ \t]*(?:\[.*\]|["“'].*["”']|none|n\/a|-)?[ \t.]*$/gimu;
const ELEMENT =
  /<(response|text|blockquote|submission|candidate|essay|document|output|del|s|strike)>([\s\S]*?)<\/\1>/giu;

/** Code and quotations are the judged text, unless they hold data or the answer ends in them. */
function withoutQuotedBlocks(text: string, { readLabel, onlyVerdict }: Vocabulary): string {
  return text
    .replace(/^([^\n>]{1,40})\n\s*>[ \t]*([^\n]{1,30})$/gmu, (whole, name: string, value: string) =>
      readLabel(name) !== null && onlyVerdict.test(value.replace(/[*_`]/gu, ''))
        ? `${name}\n${value}`
        : whole,
    )
    .replace(FENCED, (block, _fence, inner: string, offset: number, all: string) => {
      const before = all.slice(0, offset).trimEnd().split('\n').at(-1) ?? '';
      const isLast = all.slice(offset + block.length).trim() === '';
      if (isAttribution(before)) return '\n';
      return isLast || /^\s*[{[<]/u.test(inner) ? inner : '\n';
    })
    .replace(DELIMITED, '\n')
    .replace(BRACKETED, '\n')
    .replace(QUOTED_LIST, '\n')
    .replace(QUOTED_LINE, '')
    .replace(ELEMENT, (_, name: string, inner: string) =>
      name.toLowerCase() === 'output' && onlyVerdict.test(inner) ? inner : ' ',
    )
    .replace(/(?:[/|,]\s*)?~~[^~\n]*~~(?:\s*[/|,])?/gu, ' ')
    .replace(/^[ \t]*>.*$/gmu, '');
}

function withoutLatex(text: string): string {
  return text
    .replace(/\\(?:boxed|fbox)\s*\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}/gu, 'Answer: $1')
    .replace(/\\(?:text|textbf|textit|mathrm|mathbf|emph)\s*\{([^{}]*)\}/gu, '$1')
    .replace(/\$|\\[()[\]]/gu, '');
}

/** "YES [x]  NO [ ]", "yes: false", "no: true": the marked one of those that stand before their marks. */
const MARKS_AFTER =
  /^[ \t]*(?:[\p{L}/]{1,14}[ \t]*[:=]?[ \t]*(?:\[[ x✓]?\]|\([ x✓]?\)|[☐☑☒]|true|false)[ \t,;]*){2,4}$|^[ \t]*(?:yes|no|n\/a)[ \t]*[:=][ \t]*(?:true|false)[ \t]*(?:\n[ \t]*(?:yes|no|n\/a)[ \t]*[:=][ \t]*(?:true|false)[ \t]*)+$/gimu;
const MARKED_BEFORE = /([\p{L}/]+)[ \t]*[:=]?[ \t]*(?:\[[x✓]\]|\([x✓]\)|[☑☒]|true(?!\p{L}))/giu;

function markedBefore(options: string): string {
  const [only, another] = options.matchAll(MARKED_BEFORE);
  return `Answer: ${another === undefined ? (only?.[1] ?? 'undecided') : 'undecided'}`;
}

function withoutMarkup(text: string, { alternatives }: Vocabulary): string {
  return text
    .replace(/<\/?(?!(?:yes|no|n\/a)>)[a-z][^<>\n]*>/giu, ' ')
    .replace(/&nbsp;/gu, ' ')
    .replace(ROWS_IN_LINE, (rows) => rows.replace(/[,;]\s+/gu, '\n'))
    .replace(/(?<=[.!?])[ \t]+(?=(?:=>|⇒|→|->|➜)\s)/gu, '\n')
    .replace(/(?<=\s)-{2,3}(?=\s)/gu, '—')
    .replace(/■/gu, '☑')
    .replace(/□/gu, '☐')
    .replace(/●/gu, (dot) => (text.includes('○') ? '[x]' : dot))
    .replace(/○/gu, (circle) => (text.includes('●') ? '[ ]' : circle))
    .replace(/\(•\)/gu, '[x]')
    .replace(MARKS_AFTER, markedBefore)
    .replace(EMPHASIZED_ONE, (run) => emphasizedOne(run, alternatives))
    .replace(/\*+|__|^#+\s*/gmu, '')
    .replace(/(?:\[ ?\]|☐|\( \))[ \t]*[^\n[(☐☑☒]*/gu, ' ')
    .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
    .replace(/(?:\[[xX✓✔]\]|☑|☒|\([xX✓]\))[ \t]*(?=\p{L})/gu, '');
}

/** "Title: yes, Date: no" */
const ROWS_IN_LINE =
  /^[ \t]*[^\n:,;]{2,40}: ?(?:yes|no|n\/a)(?:[,;] [^\n:,;]{2,40}: ?(?:yes|no|n\/a))+[ \t.]*$/gimu;

const EMPHASIZED_ONE = /(?<![\p{L}/*_[\]])[\p{L}/*_[\]]{1,20}(?:\s?[/|]\s?[\p{L}/*_[\]]{1,20}){1,3}/gu;

/** "YES / **NO** / N/A": of alternatives the one that is set apart is taken. */
function emphasizedOne(run: string, alternatives: RegExp): string {
  const plain = run.replace(/[*_[\]]/gu, '');
  if (plain.replace(alternatives, '').trim() !== '') return run;
  const [only, another] = run.matchAll(/(?:\*\*|__|\[)([^*_[\]]+)(?:\*\*|__|\])/gu);
  return only?.[1] !== undefined && another === undefined && only[0] !== run ? only[1] : run;
}

const QUOTATION =
  /"[^"\n]*"|“[^“”]*”|«[^«»]*»|「[^「」]*」|『[^『』]*』|„[^„“”]*[“”]|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu;

/** A quotation says nothing of the judge's own, unless it is nothing but a verdict or its label. */
function withoutQuotations(text: string, { readLabel, onlyVerdict }: Vocabulary): string {
  return text.replace(QUOTATION, (quoted) => {
    const inner = quoted.slice(1, -1).trim();
    return onlyVerdict.test(inner) || readLabel(inner) !== null ? quoted : '“”';
  });
}

function withoutEcho(text: string, question: string): string {
  const words = question
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'));
  return text.replace(new RegExp(words.join('\\s+'), 'giu'), `\n${ECHO}\n`);
}
