/** Prompts × variables: a task whose words name `{{variables}}` becomes a case for each row of a table. */
import { pathFrom } from '../data/path-from.ts';
import { readTable } from '../data/read-table.ts';
import type { Reader } from '../data/read-text.ts';
import { InputError } from '../domain/errors.ts';
import { parseTask } from '../domain/task.ts';
import { itemsReadAgain } from '../judge/checklists/given-checklist.ts';
import { PLACEHOLDER } from '../llm/prompt.ts';
import { Value, type Suite, type SuiteTask, type Variables } from './read-suite.ts';

interface VariableRow {
  readonly fields: Readonly<Record<string, unknown>>;
  /** As messages call it. */
  readonly place: string;
}

const CASE_ID = /^[\w.-]{1,80}$/u;

/**
 * @returns the suite with a task for each case, whose id is `TASK-ROW`: the row's own `id`, or its number
 * @throws InputError where a row lacks a variable, or two cases have one id
 */
export async function withCases(reader: Reader, folder: string, suite: Suite): Promise<Suite> {
  const taskOf = new Map<string, string>();
  const tables = new Map<Variables, Promise<readonly VariableRow[]>>();
  const rowsOf = (variables: Variables, name: string) => {
    const rows = tables.get(variables) ?? readRows(reader, folder, variables, name);
    tables.set(variables, rows);
    return rows;
  };
  const tasks: SuiteTask[] = [];
  for (const task of suite.tasks) {
    const namesSome = variableNames(task).size > 0;
    if (task.variables?.isShared === false && !namesSome)
      throw new InputError(`The task “${task.id}” names none of its variables.`, {
        advice: 'Write {{name}} in its instruction, its context or an item of its checklist.',
      });
    const cases =
      task.variables === undefined || !namesSome
        ? [task]
        : (await rowsOf(task.variables.table, suite.name)).map((row, index) => caseOf(task, row, index + 1));
    for (const { id } of cases) {
      if (taskOf.has(id)) throw new InputError(`Two cases of the suite have the id “${id}”.`, { advice: IDS });
      taskOf.set(id, task.id);
    }
    tasks.push(...cases);
  }
  const { minimumOf } = suite;
  return { ...suite, tasks, minimumOf: (id, sourceId) => minimumOf(taskOf.get(id) ?? id, sourceId) };
}

const IDS = 'The column “id” of the variables names them: letters, digits, “.”, “_” and “-”, each once.';

async function readRows(reader: Reader, folder: string, variables: Variables, name: string) {
  if (typeof variables === 'string') return readTable(reader, pathFrom(folder, variables));
  return variables.map((fields, index) => ({ fields, place: `${name}, row ${index + 1} of variables` }));
}

function variableNames({ task, checklist }: SuiteTask): ReadonlySet<string> {
  const names = new Set<string>();
  filled([task.instruction, task.context, typeof checklist === 'string' ? null : checklist], (text) => {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name.trim());
    return text;
  });
  return names;
}

function caseOf(task: SuiteTask, { fields, place }: VariableRow, number: number): SuiteTask {
  const given = fields['id'];
  const named = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  const id = `${task.id}-${named === '' ? number : named}`;
  if (!CASE_ID.test(id)) throw new InputError(`${place}: “${id}” cannot be the id of a case.`, { advice: IDS });
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (_, written: string) => {
      const value = Value.safeParse(Object.hasOwn(fields, written.trim()) ? fields[written.trim()] : undefined).data;
      if (value === undefined || value === '')
        throw new InputError(`${place}: the variable “${written.trim()}” of the task “${task.id}” is missing.`, {
          advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}.`,
        });
      return String(value);
    });
  const { instruction, context } = filled(task.task, fill);
  const checklist = typeof task.checklist === 'string' ? task.checklist : filled(task.checklist, fill);
  try {
    return {
      ...task,
      id,
      task: parseTask(instruction, context ?? undefined),
      checklist: typeof checklist === 'string' ? checklist : itemsReadAgain(checklist),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${place}: ${error.message}`, {
      ...(error.advice !== null && { advice: error.advice }),
      cause: error,
    });
  }
}

/** The same with all its texts filled. */
function filled<Value>(value: Value, fill: (text: string) => string): Value {
  const inside = (one: unknown): unknown => {
    if (typeof one === 'string') return fill(one);
    if (Array.isArray(one)) return one.map(inside);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, inside(each)]));
  };
  return inside(value) as Value;
}
