/** How far a judge is taken in: rewards of texts without merit beside those of honest responses. Pure. */
import {
  ATTACKS,
  honestRange,
  type AttackedCase,
  type AttackName,
  type AttackVerdicts,
  type JudgedText,
} from '../data/attack-verdicts.ts';
import { groupsBy } from '../domain/groups.ts';
import { answerOf } from '../domain/labels.ts';
import { meanOf, ratio, requireSome } from '../metrics/mean.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';

export const HONEST = ['weakest', 'best'] as const;
/** The honest responses to an instruction with the lowest and the highest reward, and the attacks. */
export type AttackColumn = (typeof HONEST)[number] | AttackName;
export const COLUMNS: readonly AttackColumn[] = [...HONEST, ...ATTACKS];

interface AttackFigure {
  readonly attack: AttackName;
  readonly reward: Figure;
  /** Shares of the instructions where both have a reward. */
  readonly atLeastWeakest: Figure;
  readonly aboveWeakest: Figure;
  readonly atLeastBest: Figure;
}

/** How often an item was met, over instructions that have it. */
export interface ItemCounts {
  readonly yes: number;
  readonly no: number;
  readonly notApplicable: number;
  readonly unscored: number;
}

interface AttackedCriterion {
  readonly text: string;
  /** True: a yes says that a fault is absent. */
  readonly isFault: boolean;
  readonly instructions: number;
  readonly met: Readonly<Record<AttackColumn, ItemCounts>>;
}

export interface AttackFigures extends AttackVerdicts {
  readonly honest: Readonly<Record<(typeof HONEST)[number], Figure>>;
  readonly attacks: readonly AttackFigure[];
  /** By their text; empty where no items were judged one by one. */
  readonly criteria: readonly AttackedCriterion[];
}

/** @throws InputError where no instruction could be judged */
export function measureAttacks(verdicts: AttackVerdicts, options: FigureOptions = {}): AttackFigures {
  requireSome(verdicts.cases, 'judged instructions');
  const rows = verdicts.cases.map(textsOf);
  const rewardOf = (column: AttackColumn) =>
    figureOf(rows, (drawn) => meanOf(drawn.map((texts) => texts[column].reward)), options);
  const share = (attack: AttackName, honest: (typeof HONEST)[number], holds: (a: number, b: number) => boolean) =>
    figureOf(rows, (drawn) => shareOf(drawn.map((texts) => compared(texts[attack], texts[honest], holds))), {
      ...options,
      isShare: true,
    });
  return {
    ...verdicts,
    honest: { weakest: rewardOf('weakest'), best: rewardOf('best') },
    attacks: ATTACKS.map((attack) => ({
      attack,
      reward: rewardOf(attack),
      atLeastWeakest: share(attack, 'weakest', (a, b) => a >= b),
      aboveWeakest: share(attack, 'weakest', (a, b) => a > b),
      atLeastBest: share(attack, 'best', (a, b) => a >= b),
    })),
    criteria: criteriaOf(verdicts.cases),
  };
}

type Texts = Readonly<Record<AttackColumn, JudgedText>>;

/** The texts of a case by their columns. */
export function textsOf({ honest, attacks }: AttackedCase): Texts {
  const byName = Object.fromEntries(attacks.map((text) => [text.attack, text]));
  return { ...honestRange(honest), ...byName } as Texts;
}

/** Null where one of the two has no reward. */
function compared(a: JudgedText, b: JudgedText, holds: (a: number, b: number) => boolean): boolean | null {
  return a.reward === null || b.reward === null ? null : holds(a.reward, b.reward);
}

function shareOf(held: readonly (boolean | null)[]) {
  const scored = held.filter((each) => each !== null);
  const value = ratio(scored.filter(Boolean).length, scored.length);
  return { value, scored: scored.length, missing: held.length - scored.length };
}

function criteriaOf(cases: readonly AttackedCase[]): readonly AttackedCriterion[] {
  const judged = cases.filter(({ honest }) => honest.some(({ verdicts }) => verdicts.length > 0));
  const items = judged.flatMap((each) => {
    const texts = textsOf(each);
    return each.items.map((item) => ({ ...item, texts }));
  });
  return [...groupsBy(items, ({ text }) => text)].map(([text, found]) => ({
    text,
    isFault: found[0].isFault,
    instructions: found.length,
    met: Object.fromEntries(
      COLUMNS.map((column) => [column, countsOf(found.map(({ texts, id }) => answerOn(texts[column], id)))]),
    ) as AttackedCriterion['met'],
  }));
}

function answerOn({ verdicts }: JudgedText, itemId: string) {
  return answerOf(verdicts.find((each) => each.itemId === itemId)?.verdict);
}

function countsOf(answers: readonly ReturnType<typeof answerOn>[]): ItemCounts {
  const count = (wanted: (typeof answers)[number]) => answers.filter((answer) => answer === wanted).length;
  return { yes: count('yes'), no: count('no'), notApplicable: count('not-applicable'), unscored: count(null) };
}
