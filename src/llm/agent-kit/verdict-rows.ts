/** What the judges of criteria share: one row for each criterion, with the grounds of its verdict or bare. */
import { z } from 'zod';
import type { Task } from '../../domain/task.ts';
import { answerForm, fencedList, fenceResponse, fenceTask } from './fenced-input.ts';
import type { JudgedItem } from './judged-item.ts';
import { plannedText } from './planned-text.ts';
import type { ShortIds } from './short-ids.ts';
import { analysisLine } from './wording.ts';

/** Of a row: the verdict comes behind them. Analysis first raises accuracy (TICK): models write in the order of the schema. */
export const GROUNDED = { id: z.string(), analysis: z.string(), quotes: z.array(z.string()) } as const;
export const BARE = { id: z.string() } as const;

export interface Grounds {
  readonly analysis?: string;
  readonly quotes?: string[];
}

interface Judged {
  readonly task: Task | null;
  readonly response: string;
  /** False: bare verdicts, without chain of thought. */
  readonly analysis: boolean;
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
