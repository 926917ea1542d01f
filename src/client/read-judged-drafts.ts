/** Judged drafts: the rows that `judge --data --rows` wrote. */
import { z } from 'zod';
import { fitRow } from '../data/fit-row.ts';
import { readTable } from '../data/read-table.ts';
import type { Reader } from '../data/read-text.ts';
import { answerOf } from '../domain/labels.ts';
import { JudgedRow } from '../jobs/rows/judged-row.ts';
import type { JudgedDraft } from '../measure/discrimination.ts';

const ADVICE = 'Give what “judge --data … --rows FILE” wrote.';
/** The schemas of the rows say of each form alone what is wrong with it. */
const WithStatus = z.looseObject({ status: z.enum(['done', 'incomplete', 'failed']) });

/** Rows of responses that could not be judged are left out. */
export async function readJudgedDrafts(reader: Reader, references: readonly string[]): Promise<readonly JudgedDraft[]> {
  const tables = await Promise.all(references.map((reference) => readTable(reader, reference)));
  return tables.flat().flatMap(({ fields, place }): readonly JudgedDraft[] => {
    const row = fitRow(fitRow(fields, { fields, place }, WithStatus, ADVICE), { fields, place }, JudgedRow, ADVICE);
    if (row.status === 'failed') return [];
    const { task, items } = row.judgement;
    const answers = items.map(({ text, weight, verdict }) => ({ text, weight, answer: answerOf(verdict) }));
    return [{ task, system: row.system, items: answers }];
  });
}
