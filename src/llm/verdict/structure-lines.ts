/** Turns objects, elements and tables into lines of the form "Answer: no". */
import type { Label, ReadLabel } from './labels.ts';
import { readLooseJson } from './loose-json.ts';
import { readFields } from './read-fields.ts';
import { isAttribution } from './turns.ts';

/** Beyond this many braces that open no object the text is none. */
const MAX_FALSE_STARTS = 50;

export interface StructureVocabulary {
  readonly readLabel: ReadLabel;
  /** Matches a text that is nothing but a verdict. */
  readonly onlyVerdict: RegExp;
  /** True for the criterion's own question. */
  readonly isAsked: (text: string) => boolean;
}

export interface StructureLines {
  readonly text: string;
  readonly severalCriteria: boolean;
}

export function structureLines(text: string, vocabulary: StructureVocabulary): StructureLines {
  const objects = objectLines(text, vocabulary);
  const tables = tableLines(withPipes(elementLines(codeLines(objects.text), vocabulary)), vocabulary);
  return { text: tables.text, severalCriteria: objects.severalCriteria || tables.severalCriteria };
}

function fieldLine(value: string, label?: Label): string {
  const name = label?.final === true ? 'Final answer' : 'Answer';
  return `${name}: ${value.trim() === '' ? 'undecided' : value.replace(/\s+/gu, ' ')}`;
}

/** "Here is the object you asked for:" */
const PRESENTS = /\b(?:here(?:'s| is| are)|my (?:answer|verdict|judge?ment)|as (?:requested|asked))\b/iu;
const DRAFT = /\b(?:draft|example|template|format|schema)\b[^.]*$/iu;
const REVISED = /\b(?:final|finally|correct(?:ed|ion)|revised?|updated|fixed|sorry|instead)\b/iu;

function objectLines(text: string, { readLabel, isAsked, onlyVerdict }: StructureVocabulary): StructureLines {
  let made = '';
  let from = 0;
  let falseStarts = 0;
  let severalCriteria = false;
  const named = new Set<string>();
  let withVerdict = 0;
  const opening = /\{|\[(?=\s*\{)/gu;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const reading = readLooseJson(text, found.index);
    if (reading === null) {
      if (++falseStarts > MAX_FALSE_STARTS) break;
      continue;
    }
    const { verdicts, prose, criteria } = readFields(reading.value, readLabel, isAsked, onlyVerdict);
    made += text.slice(from, found.index);
    const line = made.split('\n').at(-1) ?? '';
    // An object in the middle of a sentence is talked about.
    const isQuoted =
      (/[^\s:>{([→⇒=]\s*$/u.test(line) &&
        !/^\s*(?:or|and|then|return|print|output|json|answer)\s*$/iu.test(line)) ||
      (isAttribution(line) && !PRESENTS.test(line));
    const before = text.slice(from, found.index);
    if (isQuoted || (DRAFT.test(before) && !REVISED.test(before))) made += '“”';
    else {
      if (verdicts.length > 0) withVerdict++;
      for (const criterion of criteria) named.add(criterion);
      if (verdicts.length > 1 || (withVerdict > 1 && named.size > 1)) severalCriteria = true;
      // Cut off before its verdict: what the analysis leans to is none.
      const isCut = !reading.isComplete && verdicts.length === 0;
      const lines = [
        ...prose.map((said) => `Analysis: ${said}`),
        ...(isCut ? [fieldLine('')] : []),
        ...(verdicts[0] ?? []).map((field) =>
          fieldLine(field.value, {
            ...field,
            final: field.final || (withVerdict > 1 && REVISED.test(before)),
          }),
        ),
      ];
      made += `\n${lines.join('\n')}\n`;
    }
    from = reading.end;
    opening.lastIndex = Math.max(reading.end, found.index + 1);
  }
  const whole = made + text.slice(from);
  // An object with an empty verdict holds its place for one that comes later.
  return { text: withVerdict > 1 ? whole.replace(EMPTY_BEFORE_OTHER, '') : whole, severalCriteria };
}

const EMPTY_BEFORE_OTHER = /^(?:Final a|A)nswer: undecided$(?=[\s\S]*^(?:Final a|A)nswer: (?!undecided$))/gmu;

/** `return "NO"`, `print("YES")`, `const verdict = "NO";` */
const RETURNED =
  /(?:^|[{:;])[ \t]*(?:return|print|echo|puts|console\.log|yield)\b[ \t]*\(?[ \t]*(["']?[\p{L}/]{1,14}["']?)[ \t]*\)?[ \t]*;?[ \t]*(?=[}\n]|$|#|\/\/)/gmu;
const ASSERTED = /^[ \t]*assert\b[^\n=]*==[ \t]*(["'][\p{L}/]{1,14}["'])[ \t]*$/gmu;

function codeLines(text: string): string {
  return text
    .replace(RETURNED, '\nAnswer: $1\n')
    .replace(ASSERTED, 'Answer: $1')
    .replace(/^[ \t]*(?:const|let|var|final|string|bool|boolean)[ \t]+(?=\w+[ \t]*=)/gimu, '');
}

const CHARACTER_DATA = /<!\[CDATA\[([\s\S]*?)\]\]>/gu;
/** `<verdict value="no"/>` */
const ATTRIBUTE =
  /<([\p{L}_-]+)\s[^<>]*?(?:value|verdict|answer|met|passe?d?|satisfied|result)\s*=\s*["']([^"'<>]*)["'][^<>]*>/giu;
const ASIDE =
  /<(\/?)(?:analysis|reasoning|explanation|rationale|justification|evidence|reason|quotes?|thoughts?)>/giu;
/** Where it begins a line, or follows another element or a label. */
const ELEMENT = /(^|[>:\n])[ \t]*<([\p{L}_ -]+)>([^<>]*)<\/\2>/giu;

function elementLines(text: string, { readLabel }: StructureVocabulary): string {
  return text
    .replace(CHARACTER_DATA, '$1')
    .replace(/<\/([\p{L}_]+)\s*$/u, '</$1>')
    .replace(ATTRIBUTE, '<$1>$2</$1>')
    .replace(ASIDE, (_, slash: string) => (slash === '' ? '\nAnalysis: ' : '\n'))
    .replace(ELEMENT, (whole, before: string, name: string, value: string) => {
      const label = readLabel(name);
      return label === null ? whole : `${before}\n${fieldLine(value, label)}\n`;
    });
}

const TABLE = /(?:^[ \t]*\|.*\|[ \t]*$\n?)+/gmu;
/** Tables without outer lines, and boxes of plus signs. */
function withPipes(text: string): string {
  return text
    .replace(/^[ \t]*\+[-+=]{3,}\+[ \t]*$\n?/gmu, '')
    .replace(
      /^[^|\n]+\|[^\n]+\n[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\n(?:[^|\n]+\|[^\n]*(?:\n|$))+/gmu,
      (table) => table.trimEnd().replace(/^.*$/gmu, '|$&|') + '\n',
    );
}

const TICK = /^\[?[x✓✔✅☑☒•●]\]?$/iu;

function tableLines(text: string, vocabulary: StructureVocabulary): StructureLines {
  let severalCriteria = false;
  const made = text.replace(TABLE, (table) => {
    const rows = table
      .trim()
      .split('\n')
      .map((row) => cellsOf(row));
    if (rows.every((row) => row.length === 1)) return `${rows.map(([cell = '']) => cell).join('\n')}\n`;
    const values = ticked(rows, vocabulary) ?? tickedColumn(rows, vocabulary) ?? column(rows, vocabulary);
    if (values === null) return pairs(rows, vocabulary);
    if (values.length > 1) severalCriteria = true;
    return values.map((value) => `${fieldLine(value)}\n`).join('');
  });
  return { text: made, severalCriteria };
}

function cellsOf(row: string): string[] {
  const inner = row.trim().slice(1, -1);
  return inner.split('|').map((cell) => cell.replace(/[*_`]/gu, '').trim());
}

/** A table of the possible verdicts, of which one is ticked. */
function ticked(rows: readonly string[][], { onlyVerdict }: StructureVocabulary): string[] | null {
  const options = rows.filter(([name = '', ...cells]) => onlyVerdict.test(name) && cells.length > 0);
  const chosen = options.filter((row) => row.some((cell) => TICK.test(cell)));
  return options.length > 1 && chosen.length === 1 ? [chosen[0]?.[0] ?? ''] : null;
}

/** A column for each possible verdict, of which one is ticked in every row. */
function tickedColumn(rows: readonly string[][], { onlyVerdict }: StructureVocabulary): string[] | null {
  const [head = [], ...body] = rows;
  if (head.filter((cell) => onlyVerdict.test(cell)).length < 2) return null;
  const marked = body.filter((row) => !row.every((cell) => /^:?-*:?$/u.test(cell)));
  const chosen = marked.map((row) =>
    head.filter((name, place) => onlyVerdict.test(name) && TICK.test(row[place] ?? '')),
  );
  return chosen.length > 0 && chosen.every((names) => names.length === 1) ? chosen.flat() : null;
}

/** The column that a label heads: of our criterion, of all of them together, or of every row. */
function column(rows: readonly string[][], { readLabel, isAsked }: StructureVocabulary): string[] | null {
  const [head = [], rule, ...body] = rows;
  const place = head.findLastIndex((cell) => readLabel(cell) !== null);
  if (rule?.every((cell) => /^:?-+:?$/u.test(cell)) !== true || place === -1 || body.length === 0)
    return null;
  // A first column names the rows, unless it is all that there is of a verdict.
  if (place === 0 && body.length > 1) return null;
  const overall = body.filter((row) => readLabel(row[0] ?? '')?.final === true);
  const asked = body.filter((row) => row.some(isAsked));
  const chosen = [overall, asked].find((found) => found.length === 1) ?? body;
  return chosen.map((row) => row[place] ?? '');
}

/** Rows of the form "| Verdict | no |". */
function pairs(rows: readonly string[][], { readLabel }: StructureVocabulary): string {
  const lines = rows.map(([name = '', value, ...more]) =>
    value !== undefined && more.length === 0 && readLabel(name) !== null ? `${name}: ${value}` : '',
  );
  return `${lines.join('\n')}\n`;
}
