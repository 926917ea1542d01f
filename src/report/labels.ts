/** Labels of people: as rows for `measure judge`, and how far they agree. */
import { answerOf, labelOf } from '../domain/labels.ts';
import { agreementWithPeople, peopleOf, type Labelled, type PersonFigures } from '../measure/people.ts';
import { figureText, INTERVALS } from './figure.ts';
import { wantedText } from './verdict.ts';
import { left, lines, paint, section, table, type Block, type DataRow, type DataRows } from './report.ts';

const COLUMNS = ['id', 'instruction', 'response', 'item', 'criterion', 'judge'];

/** A row for each verdict that somebody labelled: the judge's answer, and for each person theirs and their remark. */
export function labelRowsOf(labelled: readonly Labelled[]): DataRows {
  const people = peopleOf(labelled);
  const rows = labelled.flatMap(({ judgement: { name, checklist, verdicts }, labels }) =>
    checklist.items.flatMap((item, index): DataRow[] => {
      const { id } = item;
      const labelsOfItem = people.map((by) => ({ by, label: labelOf(labels, by, id) }));
      if (labelsOfItem.every(({ label }) => label === null)) return [];
      const cells = labelsOfItem.flatMap(({ by, label }) => [
        [columnOf(by), label?.answer ?? null],
        [remarkOf(by), label?.remark ?? null],
      ]);
      return [
        {
          id: `${name} ${id}`,
          instruction: checklist.task?.instruction ?? null,
          response: name,
          item: id,
          criterion: wantedText(item),
          judge: answerOf(verdicts[index]?.verdict),
          ...(Object.fromEntries(cells) as DataRow),
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
  const figure = (name: string) => (person: PersonFigures) => {
    const found = person.figures.find((each) => each.name === name);
    return !withFigures || found === undefined ? '–' : figureText(found, 2);
  };
  const people = agreementWithPeople(labelled, withFigures ? {} : { resamples: 0 });
  return section(
    'People beside the judge',
    table(people, [
      left('by', ({ by }) => by ?? paint.strong('all, by majority')),
      left('labelled', (person) => `${person.labelled} of ${verdicts}`),
      left('as the judge', figure('accuracy')),
      left('Cohen’s kappa', figure('cohenKappa')),
      left('alpha among people', figure('alphaOfPeople')),
    ]),
    lines(paint.soft(withFigures ? INTERVALS : 'Figures are shown when you stop labelling blind.')),
  );
}
