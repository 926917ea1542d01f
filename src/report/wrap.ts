/** Lines for a terminal: broken at spaces; a word that no line holds is broken at its marks, elsewhere with “…”. */
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Room for a wide character and the “…” behind it. */
const MIN_WIDTH = 3;
const ESCAPE = '\u001b';
const PAINT = new RegExp(`(${ESCAPE}\\[\\d+m)`, 'u');
/** A zero-width mark where a word is broken, removed once the lines are made. */
const JOINT = '\u200b';
/** Longer words are broken anywhere, by as much at a time: Intl.Segmenter is slow on them. */
const MAX_WORD_CHARS = 500;
const OPENING = /[\p{Ps}\p{Pi}"'`]$/u;
/** Made on first use: few texts need one, and it takes long to make. */
const segmenters = new Map<'word' | 'grapheme', Intl.Segmenter>();
function segmentsOf(text: string, granularity: 'word' | 'grapheme'): Intl.Segments {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, segmenter);
  return segmenter.segment(text);
}

/** @param text of one line, perhaps painted */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(MIN_WIDTH, width);
  const fitted = text.split(' ').map((word) => {
    if (word.length > MAX_WORD_CHARS) return brokenAnywhere(word, room);
    return stringWidth(word) <= room ? word : brokenWord(word, room);
  });
  const lines = wrapAnsi(fitted.join(' '), room, { hard: true }).replaceAll(JOINT, '').split('\n');
  return lines.map((line) => line.trimEnd());
}

/**
 * Each line by itself, behind the spaces that it begins with, or beneath the text beside a term (“model     GPT_KEY …”);
 * those that fit stay as they are.
 * @param commands which lines of our own end with: they stand alone, to be pasted. Other texts are prose, whatever they hold.
 */
export function wrapLines(text: string, width = Infinity, commands: readonly string[] = []): string {
  const lines = text.split('\n').flatMap((line) => {
    if (stringWidth(line) <= width) return [line];
    const command = commands.find((each) => line.endsWith(each)) ?? '';
    const prose = line.slice(0, line.length - command.length);
    const term = /^ *(?:\S+ {2,})?/u.exec(prose)?.[0] ?? '';
    const half = Math.floor(width / 2);
    const first = stringWidth(term) <= half ? term : (/^ */u.exec(prose)?.[0] ?? '').slice(0, half);
    const indent = ' '.repeat(stringWidth(first));
    const rest = prose.slice(first.length).replace(/^ +/u, '');
    const room = width - indent.length;
    const parts = [
      ...(rest === '' && command !== '' ? [] : wrap(rest, room)),
      ...(command === '' ? [] : commandLines(command, room)),
    ];
    return parts.map((part, index) => (index === 0 ? first : indent) + part);
  });
  return lines.join('\n');
}

/** A command over several lines is one when it is pasted: it breaks at the spaces between its words, behind a backslash. */
export function commandLines(command: string, room = Infinity): readonly string[] {
  if (stringWidth(command) <= room) return [command];
  const [end, indent] = [' \\', '    '];
  const lines: string[] = [];
  // A word holds what is quoted in it and what stands behind a backslash, spaces too.
  for (const [word] of command.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+/gsu)) {
    const joined = lines.length === 0 ? word : `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length === 0 || stringWidth(joined) <= room - end.length) lines.splice(-1, 1, joined);
    else lines.push(indent + word);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? line + end : line));
}

/** What a path is broken into first: names stay whole. */
export function stepsOf(word: string): readonly string[] {
  return word.split(/(?<=\/)/u);
}

/** What a word can be broken into: at its marks (/ - _ . …), and between words that are written without spaces. */
export function partsOf(word: string): readonly string[] {
  if (word.length > MAX_WORD_CHARS) return [word];
  return word.split(PAINT).flatMap((part, index) => {
    if (index % 2 === 1) return [part];
    const parts: string[] = [];
    for (const { segment, isWordLike } of segmentsOf(part, 'word')) {
      const isApart = isWordLike === true && !OPENING.test(parts.at(-1) ?? '');
      parts.push(isApart ? segment : `${parts.pop() ?? ''}${segment}`);
    }
    return parts.flatMap((each) => each.split(/(?<=_)/u));
  });
}

const PARTS = new RegExp(`.{1,${MAX_WORD_CHARS}}`, 'gsu');

/** A text without spaces, such as Chinese. */
function brokenAnywhere(word: string, room: number): string {
  const lines: string[] = [];
  for (const part of word.match(PARTS) ?? [])
    lines.push(...wrapAnsi((lines.pop() ?? '') + part, room, { hard: true }).split('\n'));
  return lines.join(`${JOINT} `);
}

function brokenWord(word: string, room: number): string {
  const lines: string[] = [];
  const steps = stepsOf(word).flatMap((step) => (stringWidth(step) <= room ? [step] : partsOf(step)));
  for (const part of steps) {
    const joined = (lines.at(-1) ?? '') + part;
    if (lines.length > 0 && stringWidth(joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(...(stringWidth(part) <= room ? [part] : cut(part, room)));
  }
  return lines.join(`${JOINT} `);
}

function cut(text: string, room: number): readonly string[] {
  const lines = [''];
  for (const { segment } of segmentsOf(text, 'grapheme')) {
    const last = lines[lines.length - 1] ?? '';
    if (stringWidth(last + segment) < room) lines[lines.length - 1] = last + segment;
    else lines.push(segment);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}…` : line));
}
