/** Which criteria tell better drafts from worse ones. */
import type { Discrimination, TaskDiscrimination } from '../measure/discrimination.ts';
import { decimals } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, section, table, unbroken, type Block, type DataRows } from './report.ts';
import { wantedText } from './verdict.ts';
import { percent, plural } from './words.ts';

const MEANING =
  'Right: pairs of a better and a worse draft in which the better one alone meets it; wrong: the worse one alone. Index: the share of right pairs less that of wrong ones. Rest: correlation of its verdict with the share of the other criteria that a draft meets.';
/** With fewer pairs one draft decides. */
const FEW_PAIRS = 10;

export const renderDiscrimination = renderer<Discrimination>(
  ({ better, worse, tasks }) => ({
    title: `What tells “${better}” from “${worse}”: ${plural(tasks.length, 'task')}`,
    blocks: [...tasks.map(taskSection), lines(MEANING)],
  }),
  { rows: itemRows },
);

function taskSection({ task, better, worse, items, rates }: TaskDiscrimination): Block {
  const separating = items.filter(({ index }) => index !== null && index > 0).length;
  const pairs = better * worse;
  return section(
    task?.instruction ?? 'No instruction',
    lines(
      `${separating} of ${plural(items.length, 'criterion', 'criteria')} separate them rightly; pass rates ${percent(rates.better)} and ${percent(rates.worse)} (${better} and ${worse} drafts).`,
      pairs < FEW_PAIRS
        ? paint.warn(`${plural(pairs, 'pair')} of drafts say little: another draft may turn the figures around.`)
        : null,
    ),
    table(items, [
      main('Criterion', wantedText),
      right('Right', ({ right: count }) => String(count)),
      right('Wrong', ({ wrong }) => (wrong === 0 ? '0' : paint.warn(String(wrong)))),
      right('Tied', ({ tied }) => String(tied)),
      right('Unscored', ({ unscored }) => (unscored === 0 ? '' : paint.warn(String(unscored)))),
      right('Index', ({ index }) => decimals(index)),
      right('Rest', ({ restCorrelation }) => decimals(restCorrelation)),
      unbroken('Drafts', ({ met, drafts }) => {
        if (drafts === 0 || (met > 0 && met < drafts)) return '';
        return paint.soft(met === 0 ? 'no draft meets it' : 'every draft meets it');
      }),
    ]),
  );
}

function itemRows({ tasks }: Discrimination): DataRows {
  const rows = tasks.flatMap(({ task, items }) =>
    items.map(({ text, weight, ...counts }) => {
      return { task: task?.instruction ?? null, criterion: wantedText({ text, weight }), ...counts };
    }),
  );
  const counts = ['right', 'wrong', 'tied', 'unscored', 'index', 'restCorrelation', 'met', 'drafts'];
  return { columns: ['task', 'criterion', ...counts], rows };
}
