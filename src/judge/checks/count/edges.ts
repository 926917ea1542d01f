/** How a text begins and ends. */
import type { EdgeShape, Finding, SimpleCheck } from '../code-check.ts';
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
  bold: {
    name: 'text in bold',
    meets: (text, edge) =>
      (edge === 'start' ? /^(\*\*|__)(?=\S).*?\S\1/su : /(\*\*|__)(?=\S)(?:(?!\1).)*\S?\1[.!?,:;]*$/su).test(
        text,
      ),
  },
};

const bare = (text: string): string => text.replace(/^["'“‘(*_]+/u, '');
const lineAt = (text: string, edge: 'start' | 'end'): string =>
  linesOf(text).at(edge === 'start' ? 0 : -1)?.kind ?? 'blank';
const sentenceAt = (text: string, edge: 'start' | 'end'): string =>
  edge === 'end' ? text : (sentencesOf(text)[0] ?? '');

export function meetsEdge(edge: 'start' | 'end', wanted: Wanted, text: string): Finding {
  const trimmed = text.trim();
  const found = `${edge === 'start' ? 'begins' : 'ends'} with “${excerpt(trimmed, edge)}”`;
  if (wanted.type === 'shape') {
    const shape = SHAPES[wanted.shape];
    return { met: shape.meets(trimmed, edge), found, wanted: `${shape.name} wanted` };
  }
  if (wanted.type === 'letter') {
    const letters = trimmed.toLowerCase().match(/\p{L}/gu) ?? [];
    const met = letters.at(edge === 'start' ? 0 : -1) === wanted.letter.toLowerCase();
    return { met, found, wanted: `the letter “${wanted.letter}” wanted` };
  }
  const met = wanted.phrases.some((phrase) => hasAtEdge(trimmed, phrase, edge));
  return { met, found, wanted: `${wanted.phrases.map((phrase) => `“${phrase}”`).join(' or ')} wanted` };
}

const SHOWN_CHARS = 40;

/** Its first or last words, as one line. */
export function excerpt(text: string, edge: 'start' | 'end'): string {
  const said = normal(text);
  if (said.length <= SHOWN_CHARS) return said;
  return edge === 'start'
    ? `${said.slice(0, SHOWN_CHARS).trimEnd()}…`
    : `…${said.slice(-SHOWN_CHARS).trimStart()}`;
}

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
