/** Finds the sentences of an answer that state a verdict, and those that take one back. */
import { splitSentences } from '../../text/sentences.ts';
import type { Claim } from './claim.ts';
import { readLabel, type Label } from './labels.ts';
import { ECHO } from './plain-text.ts';
import { readSentence } from './read-sentence.ts';
import { readValue } from './read-value.ts';
import {
  CORRECTION,
  IRRESOLUTION,
  ITEM,
  OVERSIGHT,
  REAFFIRMATION,
  REASSERTION,
  SECOND_THOUGHT,
  UNSURE,
  isAttribution,
} from './turns.ts';

export interface Statement extends Claim {
  /** Its sentence's place in the answer; what follows a correction in the same sentence lies half a step on. */
  readonly at: number;
}

export interface Statements {
  readonly statements: readonly Statement[];
  /** The places of sentences that take back what was said before them. */
  readonly corrections: readonly number[];
  readonly sentences: readonly string[];
}

interface Sentence {
  readonly text: string;
  readonly isItem: boolean;
  /** Nothing else stands on its line. */
  readonly isLine: boolean;
  readonly startsLine: boolean;
}

/** A heading such as "Verdict" has no more words than this, unless a colon marks it. */
const MAX_HEADING_WORDS = 3;
/** Longer ones are lists of things, and take long to read. */
const MAX_SENTENCE_CHARS = 2_000;

export function findStatements(lines: readonly string[]): Statements {
  const sentences = lines.flatMap(sentencesOf);
  const statements: Statement[] = [];
  const corrections: number[] = [];
  const oversights: number[] = [];
  for (const [at, { text, isItem, isLine, startsLine }] of sentences.entries()) {
    const before = sentences[at - 1]?.text ?? '';
    if (before.endsWith('?') && !startsLine && isAttribution(before.slice(0, -1))) continue;
    if (text === ECHO || (before.endsWith(':') && isAttribution(before))) continue;
    const reply = before === ECHO ? readValue(text, 'spoken') : null;
    if (reply !== null) {
      statements.push({ kind: 'label', reading: reply.reading, final: false, rest: reply.rest, at });
      continue;
    }
    if (announcedBy(text) !== null) continue;
    if (REAFFIRMATION.test(text)) corrections.length = 0;
    if (UNSURE.test(text) && statements.length > 0) corrections.push(at);
    if (IRRESOLUTION.test(text))
      statements.push({ kind: 'label', reading: 'undecided', final: true, rest: '', at });
    const announced = announcedBy(before);
    if (announced !== null) {
      const value = readValue(text, 'written');
      if (value !== null) {
        statements.push({
          kind: 'label',
          reading: value.reading,
          final: announced.final,
          rest: value.rest,
          at,
        });
        continue;
      }
    }
    const place = {
      isItem,
      isLine,
      isFirst: at === 0 || before === ECHO,
      isLast: at === sentences.length - 1,
      isReply: before.endsWith('?'),
    };
    // "Is it short? A: yes" is on the question before it.
    const isPart = place.isReply && (!startsLine || /^a\d*\s*[:.]/iu.test(text));
    if (OVERSIGHT.test(text)) oversights.push(at - 0.5);
    const turn = CORRECTION.exec(text) ?? SECOND_THOUGHT.exec(text);
    if (turn === null) {
      const claims = readSentence(text, place);
      statements.push(
        ...claims.map((claim) => ({
          ...claim,
          kind: isPart ? 'item' : before === ECHO && claim.kind === 'opening' ? 'label' : claim.kind,
          at,
        })),
      );
      continue;
    }
    const [said, rest] = [text.slice(0, turn.index), text.slice(turn.index + turn[0].length)];
    const revised = readSentence(rest.replace(REASSERTION, ''), { ...place, isFirst: true, isLine: false });
    statements.push(...readSentence(said, place).map((claim) => ({ ...claim, at })));
    statements.push(...revised.map((claim) => ({ ...claim, at: at + 0.5 })));
    if (revised.length > 0 || CORRECTION.test(text)) corrections.push(at);
  }
  const last = announcedBy(sentences.at(-1)?.text ?? '');
  // The verdict was announced and never came.
  if (last !== null)
    statements.push({ kind: 'label', reading: 'undecided', final: true, rest: '', at: sentences.length });
  // An oversight that no verdict follows explains the one before it.
  corrections.push(...oversights.filter((place) => statements.some(({ at }) => at > place)));
  return {
    statements,
    corrections: corrections.sort((one, other) => one - other),
    sentences: sentences.map(({ text }) => text),
  };
}

function sentencesOf(line: string): Sentence[] {
  const body = line.replace(ITEM, '');
  const spans = splitSentences(body);
  return spans.map(({ start, end }, index) => ({
    startsLine: index === 0,
    text: end - start > MAX_SENTENCE_CHARS ? '…' : body.slice(start, end),
    isItem: ITEM.test(line),
    isLine: spans.length === 1,
  }));
}

/** The label that a sentence is: "Verdict:", "Criterion met?". */
function announcedBy(sentence: string): Label | null {
  const mark = /[:?–—-]\s*$/u.test(sentence);
  if (/[^.][.!]$/u.test(sentence)) return null;
  const name = sentence.replace(/[\s:?.–—-]+$/u, '');
  if (/[:=|;,.\p{So}]/u.test(name) || (!mark && name.split(/\s+/u).length > MAX_HEADING_WORDS)) return null;
  return sentence.endsWith('?') || readValue(name, 'written') === null ? readLabel(name) : null;
}
