/** Finds duplicate criteria and plain contradictions. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import type { KindFinder } from '../../domain/guide-kind.ts';
import { done } from '../../domain/outcome.ts';
import { words } from '../../text/words.ts';
import { containment, haveOtherNumbers, likeness, type Signature, signatureOf } from './merge-advice.ts';
import { PHRASE_END } from './noun-phrase.ts';
import { findTextKind, wholeTextTest } from './text-kind.ts';

type Conflicts = FilterVerdict['conflicts'];
type Judged = Demanded & { readonly item: DraftCriterion };

const SHOWN = 'The text alone can show it.';
const REPEATED = 0.5;
/** A criterion with nearly all words of another asks for the same and more, unless it is about much else besides. */
const CONTAINED = 0.7;
const MIN_SHARED_STEMS = 2;
const MAX_LONGER = 3;

export const filterCriteria =
  (kinds: KindFinder): Step<DraftCriterion, FilterVerdict> =>
  (_run, task, items) => {
    const judged = items
      .map((item): Judged => ({ item, signature: signatureOf(item.text), ...limitsIn(item.text) }))
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
    const asked = lengthsIn(task.instruction);
    const isWhole = wholeTextTest(asked.length === 0 ? undefined : findTextKind(task.instruction, kinds));
    const verdictOf = (criterion: Judged): FilterVerdict =>
      repeated.has(criterion)
        ? { applies: false, reason: 'Another criterion asks for the same or more.', conflicts: [] }
        : { applies: true, reason: SHOWN, conflicts: conflictsOf(criterion, kept, asked, isWhole) };
    return Promise.resolve(new Map(judged.map((criterion) => [criterion.item.id, done(verdictOf(criterion))])));
  };

function saysTheSame(one: Judged, other: Judged): boolean {
  const [left, right] = [one.signature, other.signature];
  if (excludedUnit(one, other) !== null) return false;
  if (left.negative !== right.negative || haveOtherNumbers(left, right)) return false;
  const [smaller, larger] = left.stems.size <= right.stems.size ? [left, right] : [right, left];
  return (
    likeness(left, right) >= REPEATED ||
    (smaller.stems.size >= MIN_SHARED_STEMS &&
      larger.stems.size <= MAX_LONGER * smaller.stems.size &&
      containment(smaller, larger) >= CONTAINED)
  );
}

function conflictsOf(criterion: Judged, kept: readonly Judged[], asked: readonly Range[], isWhole: IsWhole): Conflicts {
  const lengthConflict = conflictWithInstruction(criterion, asked, isWhole);
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
  /** What stands around it says what it is a limit of. */
  readonly before: string;
  readonly after: string;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, index + 1]),
);
const COUNT = String.raw`(?:\d[\d,]*|${[...NUMBERS.keys()].join('|')})`;
const LIMIT = new RegExp(
  String.raw`\b(?:(at most|(?:no|not) more than|(?:no|not) longer than|under|below|fewer than|less than|up to|within|maximum of)|(at least|no fewer than|no less than|more than|over|minimum of)) (${COUNT})[ -](words?|pages?|sentences?|paragraphs?|lines?|minutes?|characters?|slides?)\b`,
  'giu',
);
const EXCLUSIVE = /^(?:under|below|over|(?:fewer|less|more) than)$/iu;
/** What is counted goes in whole ones. */
const INSIDE = 0.5;
/** "200 words", "200–400 words": texts are asked for in these. */
const LENGTH = new RegExp(String.raw`\b(?:(${COUNT})(?: to | and | ?[-–] ?))?(${COUNT})[ -](words?|pages?)\b`, 'giu');
const UNITS_OF_TEXTS: ReadonlySet<string> = new Set(['word', 'page']);
const MIN_OPPOSED_STEMS = 2;

function limitsOf(text: string): readonly Limit[] {
  return [...text.matchAll(LIMIT)].map(
    ({ 0: { length }, 1: upper, 2: lower = '', 3: count = '', 4: unit = '', index }) => {
      const inside = EXCLUSIVE.test(upper ?? lower) ? INSIDE : 0;
      return {
        unit: unitOf(unit),
        least: upper === undefined ? numberOf(count) + inside : 0,
        most: upper === undefined ? Number.POSITIVE_INFINITY : numberOf(count) - inside,
        before: text.slice(0, index),
        after: text.slice(index + length),
      };
    },
  );
}

function limitsIn(text: string): Pick<Demanded, 'limits' | 'limited'> {
  return { limits: limitsOf(text), limited: signatureOf(text.replaceAll(LIMIT, '$4')) };
}

type Range = Pick<Limit, 'unit' | 'least' | 'most'>;

/** Lengths that an instruction asks for: a bare one is both bounds. */
function lengthsIn(instruction: string): readonly Range[] {
  const bare = [...instruction.replaceAll(LIMIT, '').matchAll(LENGTH)].map(([, from, to = '', unit = '']) => ({
    unit: unitOf(unit),
    least: numberOf(from ?? to),
    most: numberOf(to),
  }));
  return [...limitsOf(instruction).filter(({ unit }) => UNITS_OF_TEXTS.has(unit)), ...bare];
}

/** Why the two contradict each other, or null. */
function conflictOf(left: Demanded, right: Demanded): string | null {
  const excluded = excludedUnit(left, right);
  if (excluded !== null) return `They set limits on the number of ${excluded}s that exclude each other.`;
  const opposed = left.signature.negative !== right.signature.negative && aboutTheSame(left.signature, right.signature);
  return opposed ? 'One asks for what the other forbids.' : null;
}

function excludedUnit(left: Demanded, right: Demanded): string | null {
  const excluded = left.limits.find((a) =>
    right.limits.some((b) => a.unit === b.unit && (a.least > b.most || b.least > a.most)),
  );
  // Limits on different parts do not contradict each other.
  return excluded !== undefined && aboutTheSame(left.limited, right.limited) ? excluded.unit : null;
}

/** Why a criterion contradicts the length in the instruction, or null. */
function conflictWithInstruction({ limits }: Demanded, asked: readonly Range[], isWhole: IsWhole): string | null {
  // No part is longer than the whole; it may well be shorter.
  const excludes = (limit: Limit, { least, most }: Range) =>
    limit.least > most || (limit.most < least && isOfWhole(limit, isWhole));
  const isExcluded = limits.some((limit) => {
    // Where several lengths are asked for, some of them are those of parts.
    const lengths = asked.filter(({ unit }) => unit === limit.unit);
    return lengths.length > 0 && lengths.every((length) => excludes(limit, length));
  });
  return isExcluded ? 'The instruction sets a length that excludes it.' : null;
}

type IsWhole = ReturnType<typeof wholeTextTest>;
const LINK = /(?:\s+(?:should|must|to|at|be|is))+\s*$/u;
/** "75 words per section", but not "75 words in total". */
const OF_PARTS = /^\s+(?:per|each|for|on|of|in(?! (?:length|total|all)\b))\b/u;
const MAX_NAME_WORDS = 3;

/** "keep the label below 75 words", and not "keep each section of the label below 75 words". */
function isOfWhole({ before, after }: Limit, isWhole: IsWhole): boolean {
  if (OF_PARTS.test(after)) return false;
  const names = words(before.replace(LINK, ''));
  if (names.join(' ') === 'the response') return true;
  return names
    .slice(-MAX_NAME_WORDS)
    .some(
      (_, index, last) =>
        isWhole(last.slice(index).join(' ')) && !PHRASE_END.has(names.at(index - last.length - 1) ?? ''),
    );
}

interface Demanded {
  readonly limits: readonly Limit[];
  /** What the limits are on, without how they are worded. */
  readonly limited: Signature;
  readonly signature: Signature;
}

function aboutTheSame(left: Signature, right: Signature): boolean {
  return (
    Math.min(left.stems.size, right.stems.size) >= MIN_OPPOSED_STEMS &&
    containment(left, right) === 1 &&
    containment(right, left) === 1
  );
}

function unitOf(name: string): string {
  return name.toLowerCase().replace(/s$/u, '');
}

function numberOf(word: string): number {
  return NUMBERS.get(word.toLowerCase()) ?? Number(word.replaceAll(',', ''));
}
