/** Turns an answer of any form into plain lines in which its verdicts stand after labels, and nothing is quoted. */
import { stripReasoning } from '../strip-reasoning.ts';
import type { ReadLabel } from './labels.ts';
import { structureLines } from './structure-lines.ts';
import { isAttribution } from './turns.ts';

/** Longer answers are no verdicts on one criterion. */
const MAX_CHARS = 20_000;
const TOO_LONG = `The answer is longer than ${MAX_CHARS} characters.`;
export const SEVERAL_CRITERIA = 'The answer has verdicts on several criteria.';

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
  const stripped = stripReasoning(raw);
  if (stripped.length > MAX_CHARS) return { lines: [], unquoted: '', problem: TOO_LONG };
  const answer = unwrapped(normalized(stripped));
  const unquoted = withoutQuotedBlocks(answer);
  const structured = structureLines(unquoted, {
    readLabel: vocabulary.readLabel,
    onlyVerdict: vocabulary.onlyVerdict,
    isAsked: (text) => asked !== '' && letters(text) === asked,
  });
  const plain = withoutQuotations(withoutMarkup(structured.text, vocabulary), vocabulary);
  const lines = (question === undefined ? plain : withoutEcho(plain, question))
    .replace(vocabulary.alternatives, ' ')
    .replace(/\(\s*\)|\[\s*\]|<\s*>/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { lines, unquoted, problem: structured.severalCriteria ? SEVERAL_CRITERIA : null };
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** "Noooo", "yesss" */
const DRAWN_OUT = /\b(?:no{2,6}|yes{2,6})\b/giu;

/** One form for each character, and none that cannot be seen. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]|\ufe0f/gu, '')
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&quot;/gu, '"')
    .replace(DRAWN_OUT, (word) => word.slice(0, /^n/iu.test(word) ? 2 : 3))
    .replace(/\b(not|non)[ -]ap+l\p{L}*b(?:le|el)\b/giu, '$1 applicable')
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
const ELEMENT =
  /<(response|text|blockquote|submission|candidate|essay|document|output|del|s|strike)>[\s\S]*?<\/\1>/giu;

/** Code and quotations are the judged text, unless they hold data or the answer ends in them. */
function withoutQuotedBlocks(text: string): string {
  return text
    .replace(FENCED, (block, _fence, inner: string, offset: number, all: string) => {
      const before = all.slice(0, offset).trimEnd().split('\n').at(-1) ?? '';
      const isLast = all.slice(offset + block.length).trim() === '';
      if (isAttribution(before)) return '\n';
      return isLast || /^\s*[{[<]/u.test(inner) ? inner : '\n';
    })
    .replace(DELIMITED, '\n')
    .replace(ELEMENT, ' ')
    .replace(/(?:[/|,]\s*)?~~[^~\n]*~~(?:\s*[/|,])?/gu, ' ')
    .replace(/^[ \t]*>.*$/gmu, '');
}

function withoutMarkup(text: string, { alternatives }: Vocabulary): string {
  return text
    .replace(/\\(?:boxed|fbox)\s*\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}/gu, 'Answer: $1')
    .replace(/\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}/gu, '$1')
    .replace(/\$|\\[()[\]]/gu, '')
    .replace(/<\/?(?!(?:yes|no|n\/a)>)[a-z][^<>\n]*>/giu, ' ')
    .replace(/&nbsp;/gu, ' ')
    .replace(EMPHASIZED_ONE, (run) => emphasizedOne(run, alternatives))
    .replace(/\*+|__|^#+\s*/gmu, '')
    .replace(/(?:\[ ?\]|☐|\( \))[ \t]*[^\n[(☐☑☒]*/gu, ' ')
    .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
    .replace(/(?:\[[xX✓✔]\]|☑|☒|\([xX✓]\))[ \t]*(?=\p{L})/gu, '');
}

const EMPHASIZED_ONE = /(?<![\p{L}/*_])[\p{L}/*_]{1,20}(?:\s?[/|]\s?[\p{L}/*_]{1,20}){1,3}/gu;

/** "YES / **NO** / N/A": of alternatives the one that is set apart is taken. */
function emphasizedOne(run: string, alternatives: RegExp): string {
  const plain = run.replace(/[*_]/gu, '');
  if (plain.replace(alternatives, '').trim() !== '') return run;
  const [only, another] = run.matchAll(/(\*\*|__)([^*_]+)\1/gu);
  return only?.[2] !== undefined && another === undefined && only[0] !== run ? only[2] : run;
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
  return text.replace(new RegExp(words.join('\\s+'), 'giu'), '\n');
}
