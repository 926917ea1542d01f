/** What lets a program use a service that others reach too. The key itself is shown once and kept nowhere. */
import { z } from 'zod';
import { SCOPES } from './scopes.ts';

export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

export const ApiKey = z.object({
  id: z.string().min(1),
  /** For people. */
  name: z.string().min(1),
  /** SHA-256 of the whole key, in hex: keys are random, so that nothing slower is needed. */
  hash: z.string(),
  scopes: z.array(Scope).min(1),
  requestsPerMinute: z.int().min(1),
  /** The most that model calls asked for with it may cost, all together; null: no limit of its own. */
  maxUsd: z.number().positive().nullable(),
  /** ISO 8601, in UTC, as the others. */
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export interface ApiKeyRecords {
  /** Replaces what was kept under the same id. */
  put(key: ApiKey): Promise<void>;
  get(id: string): Promise<ApiKey | null>;
  /** In the order in which they were made. */
  list(): Promise<readonly ApiKey[]>;
}

/** The name of the budget that the model calls of its jobs are counted in, whether it has a limit or not. */
export function budgetOfKey(id: string): string {
  return `key ${id}`;
}
