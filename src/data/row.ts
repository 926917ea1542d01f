/** One row of data, whatever it was read from: a task, the responses to it, what people ask of them and say of them. */
import type { Winner } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { GivenItem } from '../domain/given-item.ts';
import type { Task } from '../domain/task.ts';

export interface Row {
  /** Where it was read, as messages call it: `tasks.jsonl, line 3`. */
  readonly place: string;
  /** The row's number, from 1, where the shape has none. */
  readonly id: string;
  /** Null: the row has no instruction, and none is needed. */
  readonly task: Task | null;
  /** Of the instruction; null: the row has none. */
  readonly category: string | null;
  /** What people ask of a response; faults, and what weighs nothing, stand last. */
  readonly items: readonly RowItem[];
  /** The id of a stored set of criteria. */
  readonly set: string | null;
  /** A good response. */
  readonly reference: string | null;
  /** Without those that the file has an address in place of. */
  readonly responses: readonly RowResponse[];
  /** Responses that the row has a place for, and no text. */
  readonly missing: readonly Omit<RowResponse, 'response' | 'score'>[];
  /** Which of two responses people prefer. */
  readonly label: Winner | null;
}

export interface RowItem {
  /** With points of any size. */
  readonly item: GivenItem;
  /** What it is about; null: the row does not say. */
  readonly themes: readonly string[] | null;
}

/** What is asked for, and what weighs 0 or less, which is no demand. */
export function byDemand(items: readonly RowItem[]): readonly [readonly RowItem[], readonly RowItem[]] {
  const isDemand = ({ item: { weight = 1 } }: RowItem) => weight > 0;
  return [items.filter(isDemand), items.filter((each) => !isDemand(each))];
}

/** What is asked for, as texts. */
export function criteriaOf({ items }: Pick<Row, 'items'>): readonly string[] {
  return byDemand(items)[0].map(({ item }) => item.text ?? item.question ?? '');
}

export interface RowResponse {
  /** The row's id with the system, if any. */
  readonly name: string;
  /** Who wrote it; null: the row does not say. */
  readonly system: string | null;
  readonly response: string;
  /** By people; null: none. */
  readonly score: number | null;
}

/** A row with an instruction. */
export interface TaskRow extends Row {
  readonly task: Task;
}

/** A row that cannot be used; the problem names its place and its field. */
export interface BadRow {
  readonly place: string;
  readonly problem: InputError;
  /** All that was read, where only the task cannot be used. */
  readonly rest?: Row;
}

export function strictly<Good extends object>(rows: readonly (Good | BadRow)[]): readonly Good[] {
  return rows.map((row) => {
    if ('problem' in row) throw row.problem;
    return row;
  });
}

export function withTasks(rows: readonly Row[]): readonly TaskRow[] {
  return rows.map((row) => {
    if (row.task === null) throw new InputError(`${row.place}: there is no instruction.`);
    return { ...row, task: row.task };
  });
}
