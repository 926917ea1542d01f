/** A spreadsheet of items: one row each, with quotes and addresses to read. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { Category, Importance, Levels, type Level } from '../../domain/checklist.ts';
import { InputError, messageOf } from '../../domain/errors.ts';
import { parseCheck } from '../../domain/parse-check.ts';
import { printCheck } from '../../domain/print-check.ts';
import {
  levelText,
  requireItems,
  rubricFormat,
  scaledPoints,
  sourcesOf,
  unread,
  type ReadItem,
} from './rubric-format.ts';

const COLUMNS = [
  'id',
  'criterion',
  'question',
  'points',
  'importance',
  'levels',
  'categories',
  'pinned',
  'fault',
  'check',
  'decides',
] as const;
const SOURCES = ['quotes', 'sources'] as const;
const MARK = 'yes';
/** What a spreadsheet would take for a formula is written with one more apostrophe before it. */
const FORMULA = /^'*[=+\-@\t\r]/u;

const Mark = z.enum([MARK, '']).default('');
const Row = z.looseObject({
  criterion: z.string('should be the text of a criterion').min(1, 'should be the text of a criterion'),
  question: z.string().default(''),
  points: z
    .string()
    .trim()
    .default('')
    .refine((written) => written === '' || Number.isFinite(Number(written)), 'should be a number'),
  importance: z.union([z.literal(''), Importance]).default(''),
  levels: z.string().default(''),
  categories: z.string().default(''),
  ...{ pinned: Mark, fault: Mark },
  check: z.string().default(''),
  decides: z.enum(['', 'all', 'part']).default(''),
});

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
    return stringify(cells, {
      header: true,
      columns: [...COLUMNS, ...SOURCES],
      record_delimiter: 'windows',
    });
  },
  schema: z.array(Row).min(1, 'has no rows below its line of names'),
  read: (rows) => {
    const items = rows.map((row, at): ReadItem => {
      const levels = levelsIn(row.levels, `Row ${at + 1}`);
      const check =
        row.check === ''
          ? undefined
          : { rule: parseCheck(row.check), decides: row.decides === '' ? ('all' as const) : row.decides };
      return {
        text: row.criterion,
        question: row.question === '' ? undefined : row.question,
        weight: row.points === '' ? undefined : Number(row.points),
        importance: row.importance === '' ? undefined : row.importance,
        levels,
        categories: categoriesIn(row.categories, `Row ${at + 1}`),
        pinned: row.pinned === MARK,
        fault: row.fault === MARK ? true : undefined,
        check,
      };
    });
    const hasSources = rows.some((row) => SOURCES.some((column) => (row[column] ?? '') !== ''));
    const lost = [
      ...unread(rows, [...COLUMNS, ...SOURCES]),
      ...(hasSources ? ['quotes and sources, as evidence'] : []),
    ];
    return scaledPoints(requireItems(items), lost);
  },
});

/** @throws InputError with the place where the text is no CSV */
export function csvRows(text: string, name: string): unknown {
  try {
    const rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: false });
    return (rows as Record<string, string>[]).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, cell]) => [
          column,
          FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell,
        ]),
      ),
    );
  } catch (error) {
    throw new InputError(`${name} is no CSV: ${messageOf(error)}.`, {
      advice: 'Its first line names the columns; one of them is “criterion”.',
    });
  }
}

function levelsIn(written: string, place: string): Level[] | undefined {
  if (written === '') return undefined;
  const levels = written.split(/\r?\n/u).map((line, at) => {
    const [, value, description] = /^([\d.]+): (.+)$/u.exec(line) ?? [];
    return { label: String(at + 1), value: Number(value), description };
  });
  const parsed = Levels.safeParse(levels);
  if (parsed.success) return parsed.data;
  throw new InputError(
    `${place}: levels are lines such as “0.5: In part”, from the worst to the best, with values from 0 to 1.`,
  );
}

function categoriesIn(written: string, place: string): Category[] {
  const names = written.split(',').flatMap((name) => name.trim() || []);
  return names.map((name) => {
    const parsed = Category.safeParse(name);
    if (parsed.success) return parsed.data;
    throw new InputError(`${place}: there is no category “${name}”; there are ${Category.options.join(', ')}.`);
  });
}
