/** `groundrule measure labels`: how often people give each label, and whether they agree. */
import { fieldMapping } from '../../data/mapped-row.ts';
import { PEOPLE_LABEL_FIELDS, readPeopleLabels } from '../../data/read-people-labels.ts';
import { measureLabels } from '../../measure/measure-labels.ts';
import { renderMeasuredLabels } from '../../report/measured-labels.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { peopleFileFlags } from '../people-file-flags.ts';

export const labelsCommand = defineCommand({
  name: 'labels',
  description: 'Measure labels that people gave, of items, instructions or anything: how often each, and agreement',
  arguments: [
    ['<file>', 'JSON Lines, a JSON list or CSV: labels by one or several people, perhaps a group; “-” for stdin'],
  ],
  flags: peopleFileFlags(PEOPLE_LABEL_FIELDS, 'labels=rater1,rater2'),
  examples: [
    'groundrule measure labels questions.csv --field labels=kind --field group=dataset',
    'groundrule measure labels items.jsonl --field labels=rater1,rater2,rater3 --format html --out labels.html',
  ],
  run: async (session, file) => {
    const { flags } = session;
    const { resamples, seed } = flags;
    const rows = await readPeopleLabels(session, file, fieldMapping(flags.field ?? [], PEOPLE_LABEL_FIELDS));
    const measured = measureLabels(rows, { resamples, seed });
    await session.print((layout) => renderMeasuredLabels(measured, flags.format, layout));
    return measured.labels.length === 0 ? EXIT.notDecided : EXIT.done;
  },
});
