/** Finds duplicate criteria and plain contradictions. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { containment, haveOtherNumbers, likeness, type Signature, signatureOf } from './merge-advice.ts';

type Conflicts = FilterVerdict['conflicts'];
type Judged = Demanded & { readonly item: DraftCriterion };

const SHOWN = 'The text alone can show it.';
const REPEATED = 0.5;
/** A criterion with nearly all words of another asks for the same and more, unless it is about much else besides. */
const CONTAINED = 0.7;
const MIN_SHARED_STEMS = 2;
const MAX_LONGER = 3;

export const filterCriteria: Step<DraftCriterion, FilterVerdict> = (_run, task, items) => {
  const judged = items
    .map((item): Judged => ({ item, signature: signatureOf(item.text), limits: limitsOf(item.text) }))
    .sort(
      (a, b) =>
        b.item.support.sources - a.item.support.sources ||
        b.signature.stems.size - a.signature.stems.size ||
        (`${a.item.text}\n${a.item.id}` < `${b.item.text}\n${b.item.id}` ? -1 : 1),
    );
  const kept: Judged[] = [];
  const repeated = new Set<Judged>();
  for (const candidate of judged) {
    if (kept.some((other) => saysTheSame(other, candidate))) repeated.add(candidate);
    else kept.push(candidate);
  }
  const verdictOf = (criterion: Judged): FilterVerdict =>
    repeated.has(criterion)
      ? { applies: false, reason: 'Another criterion asks for the same or more.', conflicts: [] }
      : { applies: true, reason: SHOWN, conflicts: conflictsOf(criterion, kept, task.instruction) };
  return Promise.resolve(new Map(judged.map((criterion) => [criterion.item.id, done(verdictOf(criterion))])));
};

function saysTheSame({ signature: left }: Judged, { signature: right }: Judged): boolean {
  if (left.negative !== right.negative || haveOtherNumbers(left, right)) return false;
  const [smaller, larger] = left.stems.size <= right.stems.size ? [left, right] : [right, left];
  return (
    likeness(left, right) >= REPEATED ||
    (smaller.stems.size >= MIN_SHARED_STEMS &&
      larger.stems.size <= MAX_LONGER * smaller.stems.size &&
      containment(smaller, larger) >= CONTAINED)
  );
}

function conflictsOf(criterion: Judged, kept: readonly Judged[], instruction: string): Conflicts {
  const lengthConflict = conflictWithInstruction(criterion, instruction);
  const others = kept.flatMap((other): Conflicts[number][] => {
    const reason = other === criterion ? null : conflictOf(criterion, other);
    return reason === null ? [] : [{ with: other.item.id, reason }];
  });
  return [
    ...(lengthConflict === null ? [] : [{ with: 'instruction' as const, reason: lengthConflict }]),
    ...others,
  ].sort((a, b) => (a.with < b.with ? -1 : 1));
}

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
const ASKED_LENGTH = /\b(\d[\d,]*|one|two|three)[ -](words?|pages?)\b/giu;
const MIN_OPPOSED_STEMS = 2;

function limitsOf(text: string): readonly Limit[] {
  return [...text.matchAll(LIMIT)].map(([, upper, , count = '', unit = '']) => ({
    unit: singular(unit),
    least: upper === undefined ? numberOf(count) : 0,
    most: upper === undefined ? Number.POSITIVE_INFINITY : numberOf(count),
  }));
}

/** Why the two contradict each other, or null. */
function conflictOf(left: Demanded, right: Demanded): string | null {
  const excluded = left.limits.find((a) =>
    right.limits.some((b) => a.unit === b.unit && (a.least > b.most || b.least > a.most)),
  );
  // Limits on different parts do not contradict each other.
  if (excluded !== undefined && aboutTheSame(left.signature, right.signature))
    return `They set limits on the number of ${excluded.unit}s that exclude each other.`;
  const opposed = left.signature.negative !== right.signature.negative && aboutTheSame(left.signature, right.signature);
  return opposed ? 'One asks for what the other forbids.' : null;
}

/** Why a criterion contradicts the length in the instruction, or null. */
function conflictWithInstruction({ limits }: Demanded, instruction: string): string | null {
  const lengths = [...instruction.matchAll(ASKED_LENGTH)].map(([, count = '', unit = '']) => ({
    unit: singular(unit),
    most: numberOf(count),
  }));
  const asked = lengths[0]?.unit;
  if (asked === undefined) return null;
  // Of several lengths some are those of parts, so that only what exceeds every one of them contradicts the instruction.
  const mosts = [...lengths, ...limitsOf(instruction)].flatMap(({ unit, most }) => (unit === asked ? [most] : []));
  const most = Math.max(...mosts);
  return limits.some((limit) => limit.unit === asked && limit.least > most)
    ? 'The instruction sets a length that excludes it.'
    : null;
}

interface Demanded {
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

function singular(unit: string): string {
  return unit.toLowerCase().replace(/s$/u, '');
}

function numberOf(word: string): number {
  return NUMBERS.get(word.toLowerCase()) ?? Number(word.replaceAll(',', ''));
}
