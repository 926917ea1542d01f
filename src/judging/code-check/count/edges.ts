/** How a text begins and ends. */
import type { CheckResult, EdgeShape, SimpleCheck } from '../code-check.ts';
import { EMOJI } from './inline.ts';
import { linesOf } from './lines.ts';
import { sentencesOf } from './parts.ts';
import { normal, phrasePattern } from './phrases.ts';

type Wanted = Extract<SimpleCheck, { kind: 'edge' }>['with'];

const SHAPES: Readonly<
  Record<EdgeShape, { name: string; meets: (text: string, edge: 'start' | 'end') => boolean }>
> = {
  question: { name: 'a question', meets: (text, edge) => /[?？]["'”’)*_]*$/u.test(sentenceAt(text, edge)) },
  exclamation: {
    name: 'an exclamation mark',
    meets: (text, edge) => /[!！]["'”’)*_]*$/u.test(sentenceAt(text, edge)),
  },
  'sentence-end': { name: 'a full stop', meets: (text) => /[.。]["'”’)*_]*$/u.test(text) },
  'capital-letter': {
    name: 'a capital letter',
    meets: (text, edge) => /^\p{Lu}/u.test(edge === 'start' ? bare(text) : (Array.from(text).at(-1) ?? '')),
  },
  'lower-case-letter': {
    name: 'a small letter',
    meets: (text, edge) => /^\p{Ll}/u.test(edge === 'start' ? bare(text) : (Array.from(text).at(-1) ?? '')),
  },
  digit: {
    name: 'a digit',
    meets: (text, edge) => (edge === 'start' ? /^\p{Nd}/u : /\p{Nd}[.!?)]*$/u).test(text),
  },
  heading: { name: 'a heading', meets: (text, edge) => lineAt(text, edge) === 'heading' },
  'list-item': {
    name: 'a list item',
    meets: (text, edge) => ['bullet', 'numbered'].includes(lineAt(text, edge)),
  },
  emoji: {
    name: 'an emoji',
    meets: (text, edge) =>
      new RegExp(edge === 'start' ? `^(?:${EMOJI.source})` : `(?:${EMOJI.source})$`, 'u').test(text),
  },
};

const bare = (text: string): string => text.replace(/^["'“‘(*_]+/u, '');
const lineAt = (text: string, edge: 'start' | 'end'): string =>
  linesOf(text).at(edge === 'start' ? 0 : -1)?.kind ?? 'blank';
const sentenceAt = (text: string, edge: 'start' | 'end'): string =>
  edge === 'end' ? text : (sentencesOf(text)[0] ?? '');

export function meetsEdge(edge: 'start' | 'end', wanted: Wanted, text: string): CheckResult {
  const trimmed = text.trim();
  const verb = edge === 'start' ? 'begins' : 'ends';
  if (wanted.type === 'shape') {
    const shape = SHAPES[wanted.shape];
    const met = shape.meets(trimmed, edge);
    return { met, counted: `${verb} ${met ? '' : 'not '}with ${shape.name}` };
  }
  if (wanted.type === 'letter') {
    const letters = trimmed.toLowerCase().match(/\p{L}/gu) ?? [];
    const met = letters.at(edge === 'start' ? 0 : -1) === wanted.letter.toLowerCase();
    return { met, counted: `${verb} ${met ? '' : 'not '}with the letter “${wanted.letter}”` };
  }
  const met = wanted.phrases.some((phrase) => hasAtEdge(trimmed, phrase, edge));
  const said = edge === 'start' ? trimmed.slice(0, SHOWN_CHARS) : trimmed.slice(-SHOWN_CHARS);
  const names = wanted.phrases.map((phrase) => `“${phrase}”`).join(' or ');
  return { met, counted: `${verb} with “${normal(said)}”; ${names} wanted` };
}

const SHOWN_CHARS = 40;

/** Marks around the text do not matter; nor does the full stop after it, where the wanted words have none. */
function hasAtEdge(text: string, phrase: string, edge: 'start' | 'end'): boolean {
  const said = normal(text);
  const forms =
    edge === 'start'
      ? [said, said.replace(/^["'(*_#\s-]+/u, '')]
      : [said, said.replace(/["')*_\s]+$/u, ''), said.replace(/[.!?,;:"')*_\s]+$/u, '')];
  const ends = /[.!?,;:]$/u.test(phrase.trim());
  return (ends ? forms.slice(0, 2) : forms).some((form) => phrasePattern(phrase, edge).test(form));
}
