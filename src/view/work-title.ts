/** What a job is called for people: its instruction, or the name of what it is about. */
import { z } from 'zod';
import type { Job } from '../domain/job.ts';

const Titled = z.object({
  instruction: z.string().optional().catch(undefined),
  response: z.object({ name: z.string() }).optional().catch(undefined),
});

export function titleOf({ input, kind }: Pick<Job, 'input' | 'kind'>): string {
  const { instruction, response } = Titled.safeParse(input).data ?? {};
  return instruction ?? response?.name ?? kind;
}
