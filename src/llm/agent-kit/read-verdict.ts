/** Reads the verdict on one criterion from a judge's answer of any form. */
import type { Answer } from '../../domain/judgement.ts';
import { done, unscored, type Outcome } from '../../domain/outcome.ts';
import { ALTERNATIVES, ONLY_ANSWER } from '../verdict/answer-words.ts';
import { clashes, contradicts } from '../verdict/clashes.ts';
import { findStatements, type Statement } from '../verdict/find-statements.ts';
import { readLabel } from '../verdict/labels.ts';
import { plainText, SEVERAL_CRITERIA, type Vocabulary } from '../verdict/plain-text.ts';
import { readProbabilities } from '../verdict/read-probabilities.ts';
import { isOther, type ClaimKind } from '../verdict/claim.ts';
import type { Reading } from '../verdict/read-value.ts';
import { namesAsked, restated } from '../verdict/restatement.ts';
import { DECLINES, SHAKY } from '../verdict/turns.ts';

const YES_OR_NO: Vocabulary = { readLabel, onlyVerdict: ONLY_ANSWER, alternatives: ALTERNATIVES };

/**
 * What counts, in this order: a verdict in a field, after a label or alone on a line; one that opens the answer or
 * concludes it; one in other words. What was thought aloud, quoted, offered as a template, said under a condition or
 * taken back does not count. A verdict that calls itself final outranks those before it; otherwise all must agree.
 * In doubt there is none: an unread answer costs a call, a misread one is a wrong figure.
 * @param raw the whole answer, reasoning blocks included
 * @param question the criterion's question, where it is known: an echo of it is no verdict
 */
export function readVerdict(raw: string, question?: string): Outcome<Answer> {
  const { lines, unquoted, problem } = plainText(raw, YES_OR_NO, question);
  if (problem !== null) return unscored(problem);
  const probable = readProbabilities(unquoted);
  if (lines.length === 0 && probable === null)
    return unscored('The answer is empty but for reasoning, quotations or templates.');
  const { statements, corrections, sentences } = findStatements(lines);
  const turn = corrections.filter((at) => statements.some((statement) => statement.at <= at)).at(-1);
  const standing = turn === undefined ? statements : statements.filter(({ at }) => at > turn);
  if (turn !== undefined && standing.length === 0) return unscored('The answer takes its verdict back.');
  if (probable !== null && !standing.some(({ kind }) => kind === 'label')) return agreed([probable]);
  return decide(standing, sentences, question ?? null);
}

const TORN = 'The answer and its reason contradict each other.';

function decide(
  statements: readonly Statement[],
  sentences: readonly string[],
  question: string | null,
): Outcome<Answer> {
  const of = (...kinds: readonly ClaimKind[]) => statements.filter(({ kind }) => kinds.includes(kind));
  const readings = (...kinds: readonly ClaimKind[]) => of(...kinds).map(({ reading }) => reading);
  const strong = of('label', 'line');
  const last = strong.at(-1);
  if (last?.final === true) {
    const later = statements.filter(({ kind, at }) => kind !== 'item' && kind !== 'row' && at > last.at);
    return agreed([...strong.filter(({ final }) => final), ...later].map(({ reading }) => reading));
  }
  if (strong.length > 0) {
    const first = strong[0]?.at ?? 0;
    if (followsContrary(strong, sentences, question)) return unscored(TORN);
    if (question !== null && strong.some((statement) => isContradicted(statement, sentences, question)))
      return unscored(TORN);
    const counted = statements.filter(
      ({ kind, at, rest }) =>
        kind !== 'item' && kind !== 'row' && !(kind === 'opening' && at < first && SHAKY.test(rest)),
    );
    return agreed(counted.map(({ reading }) => reading));
  }
  const spoken = of('opening', 'closing');
  const declined = sentences.some((sentence) => DECLINES.test(sentence));
  if (spoken.length > 0 && !declined) {
    const isTorn = spoken.some(
      ({ kind, reading, rest }) =>
        kind === 'opening' && (reading === 'yes' || reading === 'no') && clashes(reading, rest, question),
    );
    const isContrary =
      question !== null && spoken.some((statement) => isContradicted(statement, sentences, question));
    if (isTorn || isContrary || followsContrary(of('closing'), sentences, question)) return unscored(TORN);
    return agreed(readings('opening', 'closing', 'wording', 'hint'));
  }
  const rows = of('item', 'row');
  const asked = rows.filter(({ at }) => question !== null && namesAsked(headingOf(sentences, at), question));
  if (rows.length > 1 && asked.length === 1) return agreed(asked.map(({ reading }) => reading));
  if (of('item').length > 1) return unscored(SEVERAL_CRITERIA);
  if (of('row').length > 0 && sentences.length > 1) {
    return unscored('The answer has verdicts on parts of the criterion.');
  }
  const weak = of('item', 'row', 'wording');
  if (weak.length > 0 && isCut(sentences) && !weak.some(({ at }) => at === sentences.length - 1)) {
    return unscored('The answer is cut off before its verdict.');
  }
  if (weak.length > 0) return agreed(readings('item', 'row', 'wording', 'hint'));
  const given = question === null || declined || isCut(sentences) ? null : restated(sentences, question);
  if (given !== null) return done(given);
  return unscored(declined ? 'The model declined to judge.' : 'The answer states no verdict.');
}

/** The analysis ends in the contrary, in the question's own words. */
function followsContrary(
  verdicts: readonly Statement[],
  sentences: readonly string[],
  question: string | null,
): boolean {
  const [first] = verdicts;
  if (first === undefined || question === null) return false;
  const before = restated(sentences.slice(0, Math.floor(first.at)), question);
  return before !== null && verdicts.every(({ reading }) => isOther(reading, before));
}

/** The reason that follows says the contrary in the question's own words. */
function isContradicted(
  { reading, rest, at }: Statement,
  sentences: readonly string[],
  question: string,
): boolean {
  if (reading !== 'yes' && reading !== 'no') return false;
  const next = sentences[Math.floor(at) + 1] ?? '';
  return contradicts(reading, /\p{L}/u.test(rest) ? rest : next, question);
}

/** What stands before the verdict of a row: the question that it replies to, or its own beginning. */
function headingOf(sentences: readonly string[], at: number): string {
  const before = sentences[at - 1] ?? '';
  const row = sentences[at] ?? '';
  return before.endsWith('?') ? before : (row.split(/\s*[:–—→|=?]\s*|\s-\s/u)[0] ?? '');
}

/** The last sentence does not end. */
function isCut(sentences: readonly string[]): boolean {
  return !/[.!?。！？…)"'”»」\]|*✅❌]\s*$/u.test(sentences.at(-1) ?? '');
}

function agreed(all: readonly Reading[]): Outcome<Answer> {
  const [reading, other] = new Set(all);
  if (reading === undefined) return unscored('The answer states no verdict.');
  if (other !== undefined) return unscored('The answer contradicts itself.');
  return reading === 'undecided' ? unscored('The answer takes no side.') : done(reading);
}
