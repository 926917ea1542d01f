/** How far the judge and people agree on verdicts, and people among themselves. Pure. */
import { answerOf, labelOf, type Labels } from '../domain/labels.ts';
import type { Judgement } from '../domain/judgement.ts';
import { NOTHING, type JudgeRow } from '../data/judge-row.ts';
import type { FigureOptions } from './figure.ts';
import { measureJudge, type JudgeFigure } from './measure-judge.ts';

/** A response with its verdicts, and what people said of them. */
export interface Labelled {
  readonly judgement: Judgement;
  readonly labels: readonly Labels[];
}

export interface PersonFigures {
  /** Null: all of them, by their majority. */
  readonly by: string | null;
  readonly labelled: number;
  /** Accuracy and Cohen's kappa beside the judge; of all, what people have among themselves as well. */
  readonly figures: readonly JudgeFigure[];
}

export function peopleOf(labelled: readonly Labelled[]): readonly string[] {
  return [...new Set(labelled.flatMap(({ labels }) => labels.map(({ by }) => by)))].sort();
}

/** Verdicts that at least one of the people labelled, as rows of `measure judge`. */
export function labelRows(labelled: readonly Labelled[], people = peopleOf(labelled)): readonly JudgeRow[] {
  return labelled.flatMap(({ judgement, labels }) =>
    judgement.verdicts.flatMap(({ itemId, verdict }) => {
      const said = people.map((by) => labelOf(labels, by, itemId)?.answer ?? null);
      if (said.every((answer) => answer === null)) return [];
      const id = `${judgement.name} ${itemId}`;
      return [{ ...NOTHING, id, predicted: answerOf(verdict), labels: said }];
    }),
  );
}

/** For each person, and where there are several for all of them; empty without labels. */
export function agreementWithPeople(labelled: readonly Labelled[], options: FigureOptions = {}): PersonFigures[] {
  const people = peopleOf(labelled);
  const groups = [
    ...people.map((by) => ({ by, names: [by] })),
    ...(people.length > 1 ? [{ by: null, names: people }] : []),
  ];
  return groups.map(({ by, names }) => {
    const rows = labelRows(labelled, names);
    return { by, labelled: rows.length, figures: measureJudge(rows, { ...options, scale: 'category' }).figures };
  });
}
