/** A spreadsheet of items: one row each, with quotes and addresses to read. */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { Category, Importance, Levels, type Level } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { parseCheck } from '../../domain/parse-check.ts';
import { printCheck } from '../../domain/print-check.ts';
import { CSV_FORM } from '../../text/csv-form.ts';
import { FORMULA } from './csv-rows.ts';
import { levelText, rubricFormat, sourcesOf, unread, type ReadItem } from './rubric-format.ts';

const SOURCES = ['quotes', 'sources'] as const;
const MARK = 'yes';

const Mark = z.enum([MARK, '']).default('');
const Row = z.looseObject({
  criterion: z.string().refine((written) => written.trim() !== '', 'should be the text of a criterion'),
  question: z.string().default(''),
  points: z
    .string()
    .trim()
    .default('')
    .refine((written) => written === '' || Number.isFinite(Number(written)), 'should be a number, such as 1.5'),
  importance: z.union([z.literal(''), Importance]).default(''),
  levels: z.string().default('').superRefine(readableBy(levelsIn)),
  categories: z.string().default('').superRefine(readableBy(categoriesIn)),
  ...{ pinned: Mark, fault: Mark },
  check: z.string().default('').superRefine(readableBy(checkIn)),
  decides: z.enum(['', 'all', 'part']).default(''),
});
const COLUMNS = ['id', ...Object.keys(Row.shape)];

export const csv = rubricFormat({
  name: 'csv',
  title: 'CSV for spreadsheets',
  source: `RFC 4180; columns ${[...COLUMNS, ...SOURCES].join(', ')}, of which criterion is needed`,
  syntax: 'csv',
  loses: ['instruction', 'context', 'levelLabels', 'appliesWhen', 'observations', 'evidence', 'leftOut'],
  write: ({ items }) => {
    const rows = items.map((item) => [
      ...[item.id, item.text, item.question, String(item.weight), item.importance ?? ''],
      (item.levels ?? []).map((level) => `${level.value}: ${levelText(level).replaceAll('\n', ' ')}`).join('\n'),
      ...[item.categories.join(', '), item.pinned ? MARK : '', item.fault === true ? MARK : ''],
      ...[item.check === undefined ? '' : printCheck(item.check.rule), item.check?.decides ?? ''],
      ...[sourcesOf(item).map(({ quote }) => quote), sourcesOf(item).map(({ url }) => url)].map((each) =>
        each.join('\n'),
      ),
    ]);
    const cells = rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell)));
    return stringify(cells, { ...CSV_FORM, columns: [...COLUMNS, ...SOURCES] });
  },
  schema: z.array(Row).min(1, 'has no rows below its line of names'),
  read: (rows) => {
    const items = rows.map((row): ReadItem => {
      const rule = checkIn(row.check);
      return {
        text: row.criterion,
        question: row.question === '' ? undefined : row.question,
        weight: row.points === '' ? undefined : Number(row.points),
        importance: row.importance === '' ? undefined : row.importance,
        levels: levelsIn(row.levels),
        categories: categoriesIn(row.categories),
        pinned: row.pinned === MARK,
        fault: row.fault === MARK ? true : undefined,
        check: rule === undefined ? undefined : { rule, decides: row.decides === '' ? 'all' : row.decides },
      };
    });
    const hasSources = rows.some((row) => SOURCES.some((column) => (row[column] ?? '') !== ''));
    const lost = [
      ...unread(rows, [...COLUMNS, ...SOURCES]),
      ...(hasSources ? ['quotes and sources, as evidence'] : []),
    ];
    return { items, lost };
  },
});

/** What a cell says, of which the line and the column are named where it cannot be read. */
function readableBy(read: (written: string) => unknown) {
  return (written: string, context: z.RefinementCtx<string>) => {
    try {
      read(written);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  };
}

function levelsIn(written: string): Level[] | undefined {
  if (written === '') return undefined;
  const levels = written.split(/\r?\n/u).map((line, at) => {
    const [, value, description] = /^([\d.]+): (.+)$/u.exec(line) ?? [];
    return { label: String(at + 1), value: Number(value), description };
  });
  const parsed = Levels.safeParse(levels);
  if (parsed.success) return parsed.data;
  throw new InputError('should be lines such as “0.5: In part”, from the worst to the best, with values from 0 to 1');
}

function categoriesIn(written: string): Category[] {
  const names = written.split(',').flatMap((name) => name.trim() || []);
  return names.map((name) => {
    const parsed = Category.safeParse(name);
    if (parsed.success) return parsed.data;
    throw new InputError(`there is no category “${name}”; there are ${Category.options.join(', ')}`);
  });
}

function checkIn(written: string) {
  return written === '' ? undefined : parseCheck(written);
}
