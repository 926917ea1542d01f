/** Categories that the judge or people alone give: a misspelt label is one. Pure. */
import type { JudgeRow, Said } from '../data/judge-row.ts';
import { counts } from '../domain/groups.ts';
import { ANSWERS, inOneWord, verdictsOfJudge } from './judge-scale.ts';

export interface OneSidedCategories {
  /** How often each is given, in the order of the rows. */
  readonly byJudge: ReadonlyMap<Said, number>;
  readonly byPeople: ReadonlyMap<Said, number>;
  /** Whether verdicts would be answers to items without them, whose rates are measured. */
  readonly hideRates: boolean;
}

/** Of verdicts on the scale `category`. Empty where either side gives nothing at all. */
export function oneSidedCategories(rows: readonly JudgeRow[]): OneSidedCategories {
  const inWords = inOneWord(rows, 'category');
  const given = (values: readonly (Said | null | undefined)[]) => counts(values.filter((value) => value != null));
  const byJudge = given(inWords.flatMap(verdictsOfJudge));
  const byPeople = given(inWords.flatMap(({ labels }) => labels));
  if (byJudge.size === 0 || byPeople.size === 0) return NONE;
  const isAnswer = (value: Said) => ANSWERS.has(value);
  const common = [...byJudge.keys()].filter((value) => byPeople.has(value));
  const oneSided = { byJudge: without(byJudge, byPeople), byPeople: without(byPeople, byJudge) };
  const others = [...oneSided.byJudge.keys(), ...oneSided.byPeople.keys()];
  return { ...oneSided, hideRates: common.length > 0 && common.every(isAnswer) && !others.every(isAnswer) };
}

const NONE: OneSidedCategories = { byJudge: new Map(), byPeople: new Map(), hideRates: false };

function without(found: ReadonlyMap<Said, number>, others: ReadonlyMap<Said, number>): ReadonlyMap<Said, number> {
  return new Map([...found].filter(([value]) => !others.has(value)));
}
