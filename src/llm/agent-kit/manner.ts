/** How a judge is asked to answer: the prompts explain both manners, so that their text stays the same. */
import type { PromptText } from '../../domain/model.ts';
import { trusted } from '../fence.ts';
import { reasonLine } from './wording.ts';

/** Models think in a paragraph where a question has several sides. */
const MAX_ANALYSIS_CHARS = 4_000;

/** @param analysis false: the bare answer, without chain of thought */
export function manner(analysis: boolean): PromptText {
  return trusted(analysis ? 'analysed' : 'bare');
}

/** A judge's analysis for the record; empty where none was asked for. */
export function analysisLine(analysis: string | undefined): string {
  return analysis === undefined ? '' : reasonLine(analysis, MAX_ANALYSIS_CHARS);
}
