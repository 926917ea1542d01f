/** A job as tests add it. */
import type { Job } from '../../src/domain/job.ts';

export function job(id: string, changes: Partial<Job> = {}): Job {
  return {
    ...{ id, kind: 'criteria', owner: 'local', batch: { id: 'b', line: 0 }, idempotencyKey: null, requestHash: 'h' },
    ...{ input: { instruction: 'Write a toast' }, priority: 0, setup: null, status: 'queued', attempts: 0 },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, endedAt: null, result: null, problem: null },
    ...changes,
  };
}
