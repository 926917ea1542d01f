/** What speaks against a criterion in a list, in a sentence. */
import type { Criterion, Strike } from '../domain/criterion.ts';

/** A lower value says that an editor would hardly notice, however many drafts fail it. */
const MIN_VALUE = 5;
/** The same of what a review chose: it may be there so that the list covers the whole text. */
const MIN_VALUE_PICKED = 4;
/** The least of scores that are not made of values. */
const MIN_SCORE = 3;
const STRUCK: Record<Strike, string> = {
  unclear: 'An editor would strike it: readers would often disagree on it.',
  arbitrary: 'An editor would strike it: a very good text may do otherwise.',
  given: 'An editor would strike it: it asks only that what the instruction gives be told.',
};

/** Nothing is said against what the instruction states. @param chosen the higher-ranked criteria of the list */
export function reasonAgainst(criterion: Criterion, chosen: readonly Criterion[]): string | null {
  const { explicit, conflicts, unclear } = criterion;
  if (explicit) return null;
  const conflict = conflicts.find(
    ({ with: other }) => other === 'instruction' || chosen.some((criterion) => criterion.id === other),
  );
  if (conflict !== undefined) return `It asks for the contrary of ${opponentName(conflict.with)}: ${conflict.reason}`;
  if (unclear !== undefined) return `Readers would disagree on it: ${unclear}`;
  const reason = unwanted(criterion);
  if (reason !== null) return reason;
  const better = chosen.find(({ id, nearTo }) => nearTo === criterion.id || id === criterion.nearTo);
  return better === undefined ? null : `${better.id}, which is in the list, says nearly the same.`;
}

export const unwanted = (criterion: Criterion) => reasonNotToWant({ ...criterion, isPicked: isPicked(criterion) });

/** @returns a sentence; null if it may be in a list */
export function reasonNotToWant({
  relevance,
  isPicked,
}: Pick<Criterion, 'relevance'> & { readonly isPicked: boolean }): string | null {
  if (relevance.status === 'unscored') return null;
  const { score, value, missed, strike } = relevance;
  if (strike !== undefined) return STRUCK[strike];
  // What a review chose covers the text: a draft may lack even what every ordinary one has.
  if (missed === 0 && !isPicked) return 'Every ordinary draft meets it.';
  if (value === undefined)
    return score < MIN_SCORE ? `Hardly anybody would insist on it: relevance ${score} of 10.` : null;
  return value < (isPicked ? MIN_VALUE_PICKED : MIN_VALUE)
    ? `Hardly anybody would insist on it: value ${value} of 10.`
    : null;
}

export function isPicked({ picked }: Pick<Criterion, 'picked'>): boolean {
  return picked === true;
}

export function opponentName(id: string): string {
  if (id === 'instruction') return 'the instruction';
  return id.startsWith('a') ? 'one of its own sources' : id;
}
