/** What records of several judged responses have in common. */
import { z } from 'zod';
import { AgentProvenance } from './model.ts';
import { Judgement } from './judgement.ts';

/** One response with its verdicts, beside the checklist that all are judged by. */
export const JudgedResponse = Judgement.pick({
  name: true,
  response: true,
  verdicts: true,
  passRate: true,
  warnings: true,
});
export type JudgedResponse = z.infer<typeof JudgedResponse>;

/** Work in which models write responses and a checklist judges them. */
export const WrittenAndJudged = z.strictObject({
  ...Judgement.pick({ checklist: true, judge: true, usage: true }).shape,
  /** Those that wrote; empty where nothing was written. */
  writers: AgentProvenance,
});
