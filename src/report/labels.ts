/** Labels of people: as rows for `measure judge`, and how far they agree. */
import { answerOf, labelOf } from '../domain/labels.ts';
import { agreementWithPeople, peopleOf, type Labelled, type PersonFigures } from '../measure/people.ts';
import { figureText, INTERVALS } from './figure.ts';
import { lines, paint, section, table, type Block } from './report.ts';
import type { DataRow, DataRows } from './rows-of-data.ts';

const COLUMNS = ['id', 'instruction', 'response', 'item', 'criterion', 'judge'];

/** A row for each verdict that somebody labelled: the judge's answer, and for each person theirs and their remark. */
export function labelRowsOf(labelled: readonly Labelled[]): DataRows {
  const people = peopleOf(labelled);
  const rows = labelled.flatMap(({ judgement: { name, checklist, verdicts }, labels }) =>
    checklist.items.flatMap(({ id, text }, index): DataRow[] => {
      const given = people.map((by) => [by, labelOf(labels, by, id)] as const);
      if (given.every(([, label]) => label === null)) return [];
      const said = given.flatMap(([by, label]) => [
        [columnOf(by), label?.answer ?? null],
        [remarkOf(by), label?.remark ?? null],
      ]);
      return [
        {
          ...{ id: `${name} ${id}`, instruction: checklist.task?.instruction ?? '', response: name, item: id },
          ...{ criterion: text, judge: answerOf(verdicts[index]?.verdict) },
          ...(Object.fromEntries(said) as DataRow),
        },
      ];
    }),
  );
  return { columns: [...COLUMNS, ...people.flatMap((by) => [columnOf(by), remarkOf(by)])], rows };
}

/** A person may be called as a column of ours. */
const columnOf = (by: string) => (COLUMNS.includes(by) ? `${by} (a person)` : by);
const remarkOf = (by: string) => `${columnOf(by)}: remark`;

/** Null without labels. @param withFigures false: only how far everybody has come */
export function peopleSection(labelled: readonly Labelled[], withFigures: boolean): Block | null {
  if (peopleOf(labelled).length === 0) return null;
  const verdicts = labelled.reduce((sum, { judgement }) => sum + judgement.verdicts.length, 0);
  const figure = ({ figures }: PersonFigures, name: string) => {
    const found = figures.find((each) => each.name === name);
    return !withFigures || found === undefined ? '–' : figureText(found, 2);
  };
  const rows = agreementWithPeople(labelled, withFigures ? {} : { resamples: 0 }).map((person) => [
    person.by ?? paint.strong('all, by majority'),
    `${person.labelled} of ${verdicts}`,
    ...['accuracy', 'cohenKappa', 'alphaOfPeople'].map((name) => figure(person, name)),
  ]);
  const about = withFigures ? INTERVALS : 'Figures are shown when you stop labelling blind.';
  const head = ['by', 'labelled', 'as the judge', 'Cohen’s kappa', 'alpha among people'];
  return section('People beside the judge', table(head, rows), lines(paint.soft(about)));
}
