/** Which model answered for each agent that a piece of work asked, and by which prompt. */
import { z } from 'zod';

export const AgentProvenance = z.record(
  z.string(),
  z.strictObject({
    model: z.string(),
    /** SHA-256 of the prompt's file, in hex. */
    promptHash: z.string(),
  }),
);
export type AgentProvenance = z.infer<typeof AgentProvenance>;
