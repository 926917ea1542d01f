/** One response with its verdicts, where several stand beside the checklist that all are judged by. */
import type { z } from 'zod';
import { Judgement } from './judgement.ts';

export const JudgedResponse = Judgement.pick({
  name: true,
  response: true,
  verdicts: true,
  passRate: true,
  warnings: true,
});
export type JudgedResponse = z.infer<typeof JudgedResponse>;
