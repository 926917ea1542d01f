/** The formats of rubrics that checklists are carried to and from, and the two ways. */
import { stringify } from 'yaml';
import { MAX_WEIGHT, type Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { MAX_ITEM_CHARS } from '../../domain/given-item.ts';
import { parseTask } from '../../domain/task.ts';
import { MAX_ITEMS } from '../checklists/given-checklist.ts';
import { fitting, parseStructured, type Structured } from '../checklists/parse-structured.ts';
import { newChecklist } from '../new-item.ts';
import { pointsWithinBounds } from '../points-within-bounds.ts';
import { csv } from './csv.ts';
import { csvRows } from './csv-rows.ts';
import { autoevals, deepeval, openevals, prometheus } from './graders.ts';
import { openaiLabelModel, openaiMulti, openaiScoreModel } from './openai-graders.ts';
import { promptfoo } from './promptfoo.ts';
import { featuresLost, FEATURES, type ReadRubric, type RubricFormat } from './rubric-format.ts';
import type { RubricFormatName } from './names.ts';
import { autorubric, healthbench, inspect, researchrubrics, rubric } from './weighted-lists.ts';

export const RUBRIC_REGISTRY: Readonly<Record<RubricFormatName, RubricFormat>> = {
  autorubric,
  rubric,
  healthbench,
  researchrubrics,
  'openai-score-model': openaiScoreModel,
  'openai-label-model': openaiLabelModel,
  'openai-multi': openaiMulti,
  promptfoo,
  inspect,
  openevals,
  autoevals,
  deepeval,
  prometheus,
  csv,
};

interface Carried<Result> {
  readonly result: Result;
  /** What there was no room for, one phrase each. */
  readonly lost: readonly string[];
}

/** @throws InputError where the format cannot say an item */
export function exportRubric(checklist: Checklist, name: RubricFormatName): Carried<string> {
  const format = RUBRIC_REGISTRY[name];
  const lost = featuresLost(checklist, format).map((feature) => FEATURES[feature]);
  return { result: printed(format, checklist), lost };
}

function printed({ syntax, write }: RubricFormat, checklist: Checklist): string {
  const value = write(checklist);
  if (syntax === 'csv') return String(value);
  if (syntax === 'yaml') return stringify(value, { lineWidth: 0 });
  return `${JSON.stringify(value, null, syntax === 'jsonl' ? 0 : 2)}\n`;
}

/**
 * @param fileName for messages
 * @throws InputError that says where and why the text cannot be used
 */
export async function importRubric(
  text: string,
  name: RubricFormatName,
  fileName: string,
  signal: AbortSignal,
): Promise<Carried<Checklist>> {
  const { title, source, schema, read, syntax } = RUBRIC_REGISTRY[name];
  if (text.trim() === '') throw new InputError(`${fileName} is empty: there is no rubric in it.`);
  const advice = `Read as ${title}; its form: ${source}. --from names another.`;
  const parsed = await structuredOf(text, { syntax, fileName, advice, signal });
  const value = await fitting(schema, parsed, { name: fileName, what: `a rubric of the form “${name}”`, advice });
  const { instruction, items, lost } = inFile(fileName, advice, () => scaledPoints(bounded(read(value))));
  const task =
    instruction == null || instruction.trim() === '' ? null : inFile(fileName, advice, () => parseTask(instruction));
  const given = items.map((item) => ({ ...item, origin: 'user' as const }));
  return { result: newChecklist(task, given), lost };
}

interface Given {
  readonly syntax: RubricFormat['syntax'];
  readonly fileName: string;
  readonly advice: string;
  readonly signal: AbortSignal;
}

async function structuredOf(text: string, { syntax, fileName, advice, signal }: Given): Promise<Structured> {
  if (syntax === 'csv') return csvRows(text, fileName);
  if (syntax !== 'jsonl') return parseStructured(text, { name: fileName, advice }, signal);
  const whole = await parseStructured(text, { name: fileName, advice }, signal).catch(() => null);
  if (whole !== null && !Array.isArray(whole.value)) return whole;
  const rows = Array.isArray(whole?.value) ? whole.value.map((row) => JSON.stringify(row)) : text.trim().split('\n');
  const [first = ''] = rows;
  if (rows.length > 1)
    throw new InputError(`${fileName} has ${rows.length} rows; a checklist is of one task.`, {
      advice: 'Keep one row in the file. To judge by all of them use “judge --data”, with --benchmark or --field.',
    });
  return parseStructured(first, { name: fileName, advice }, signal);
}

function inFile<Value>(fileName: string, advice: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${fileName}: ${error.message}`, { advice: error.advice ?? advice });
  }
}

/** @throws InputError where there is no item, or too many, or a text is empty or too long */
function bounded(rubric: ReadRubric): ReadRubric {
  const { items } = rubric;
  if (items.length > MAX_ITEMS) throw new InputError(`It has ${items.length} items; at most ${MAX_ITEMS} are taken.`);
  const long = items.findIndex(({ text }) => text.length > MAX_ITEM_CHARS);
  if (long >= 0) throw new InputError(`Item ${long + 1} has more than ${MAX_ITEM_CHARS} characters.`);
  const empty = items.findIndex(({ text }) => text.trim() === '');
  if (empty >= 0) throw new InputError(`Item ${empty + 1} is empty.`);
  if (items.length === 0) throw new InputError('There is no item in it.');
  return rubric;
}

/** Points beyond ±100 are brought into bounds. */
function scaledPoints({ items, lost, ...rubric }: ReadRubric): ReadRubric {
  const { factor, points } = pointsWithinBounds(items.map(({ weight }) => weight ?? null));
  if (factor === 1) return { ...rubric, items, lost };
  return {
    ...rubric,
    items: items.map((item, at) => ({ ...item, weight: points[at] ?? item.weight })),
    lost: [...lost, `points beyond ${MAX_WEIGHT} (all are multiplied by ${factor})`],
  };
}
