/** Plain contradictions: limits that exclude each other, and the same demand once asked and once forbidden. */
import { containment, type Signature } from './same-advice.ts';

interface Limit {
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, index + 1]),
);
const LIMIT =
  /\b(?:(at most|no more than|no longer than|under|below|fewer than|less than|up to|within|maximum of)|(at least|no fewer than|no less than|more than|over|minimum of)) ((?:\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten))[ -](words?|pages?|sentences?|paragraphs?|lines?|minutes?|characters?|slides?)\b/giu;
const ASKED_LENGTH = /\b(\d[\d,]*|one|two|three)[ -](words?|pages?)\b/iu;
const MIN_OPPOSED_STEMS = 2;

export function limitsOf(text: string): readonly Limit[] {
  return [...text.matchAll(LIMIT)].map(([, upper, , count = '', unit = '']) => ({
    unit: unit.toLowerCase().replace(/s$/u, ''),
    least: upper === undefined ? numberOf(count) : 0,
    most: upper === undefined ? Number.POSITIVE_INFINITY : numberOf(count),
  }));
}

/** Why the two exclude each other, or null. */
export function conflictOf(left: Demanded, right: Demanded): string | null {
  const excluded = left.limits.find((a) =>
    right.limits.some((b) => a.unit === b.unit && (a.least > b.most || b.least > a.most)),
  );
  // A limit on one part says nothing against a limit on another.
  if (excluded !== undefined && aboutTheSame(left.signature, right.signature))
    return `They set limits on the number of ${excluded.unit}s that exclude each other.`;
  const opposed = left.signature.negative !== right.signature.negative && aboutTheSame(left.signature, right.signature);
  return opposed ? 'One asks for what the other forbids.' : null;
}

/** Why a criterion cannot be met together with the length that the instruction sets, or null. */
export function conflictWithInstruction({ limits }: Demanded, instruction: string): string | null {
  const [, count, unit] = ASKED_LENGTH.exec(instruction) ?? [];
  if (count === undefined || unit === undefined) return null;
  const asked = { unit: unit.toLowerCase().replace(/s$/u, ''), length: numberOf(count) };
  return limits.some((limit) => limit.unit === asked.unit && limit.least > asked.length)
    ? 'The instruction sets a length that excludes it.'
    : null;
}

export interface Demanded {
  readonly limits: readonly Limit[];
  readonly signature: Signature;
}

function aboutTheSame(left: Signature, right: Signature): boolean {
  return (
    Math.min(left.stems.size, right.stems.size) >= MIN_OPPOSED_STEMS &&
    containment(left, right) === 1 &&
    containment(right, left) === 1
  );
}

function numberOf(word: string): number {
  return NUMBERS.get(word.toLowerCase()) ?? Number(word.replaceAll(',', ''));
}
