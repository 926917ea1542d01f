/** What the judges of criteria share: one row for each criterion, with the grounds of its verdict or bare. */
import { z } from 'zod';
import { answerForm, fencedList, fenceResponse, fenceTask, type ResponseToTask } from './fenced-input.ts';
import type { JudgedItem } from './judged-item.ts';
import { plannedText } from './planned-text.ts';
import type { ShortIds } from './short-ids.ts';
import { analysisLine } from './wording.ts';

export interface Grounds {
  readonly analysis?: string;
  readonly quotes?: string[];
}

/** Analysis first raises accuracy (TICK): models write in the order of the schema. */
const GROUNDED = {
  id: z.string(),
  analysis: z.string(),
  quotes: z.preprocess((written) => (typeof written === 'string' ? [written] : (written ?? [])), z.array(z.string())),
};

/** @param verdict the field of each row with its verdict */
export function verdictSchemas<Verdict extends Readonly<Record<string, z.ZodType>>>(verdict: Verdict) {
  type Row = Grounds & { readonly id: string } & { readonly [Name in keyof Verdict]: z.infer<Verdict[Name]> };
  const listOf = (grounds: z.ZodRawShape) =>
    z.strictObject({ verdicts: z.array(z.strictObject({ ...grounds, ...verdict })) }) as unknown as z.ZodType<{
      readonly verdicts: readonly Row[];
    }>;
  const [analysed, bare] = [listOf(GROUNDED), listOf({ id: GROUNDED.id })];
  return { schema: analysed, schemaFor: ({ analysis }: Pick<Judged, 'analysis'>) => (analysis ? analysed : bare) };
}

interface Judged extends ResponseToTask {
  /** False: bare verdicts, without chain of thought. */
  readonly analysis: boolean;
}

/** A response and the items that it is judged by. */
export interface JudgedByItems<Item = unknown> extends Judged {
  readonly items: readonly (Item & { readonly id: string; readonly question: string })[];
}

export function judgingVariables(
  { task, response, analysis }: Judged,
  { shown }: Pick<ShortIds<{ readonly text: string }>, 'shown'>,
) {
  return {
    manner: answerForm(analysis),
    task: fenceTask(task),
    response: fenceResponse(response),
    count: shown.length,
    criteria: fencedList('criteria', shown),
  };
}

export function groundsIn({ analysis, quotes = [] }: Grounds): Pick<JudgedItem, 'analysis' | 'quotes'> {
  return { analysis: analysisLine(analysis), quotes };
}

/** Up to three sentences and three quotes. */
const ANALYSIS_TOKENS = 100;
const QUOTE_CHARS = 200;

export function plannedGrounds({ analysis, response }: Judged, shortId: string): Grounds {
  return analysis ? { analysis: plannedText(ANALYSIS_TOKENS, shortId), quotes: [response.slice(0, QUOTE_CHARS)] } : {};
}
