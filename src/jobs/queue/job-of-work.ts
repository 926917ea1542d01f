/** Idempotent jobs: the id is a hash of the work, so the same work is one job. */
import { LimitError, StepFailedError, UnavailableError } from '../../domain/errors.ts';
import type { Job } from '../../domain/job.ts';
import { sha256Hex } from '../../text/hash.ts';

/** @param key hash of everything beside the setup that the result depends on */
export function newJob(
  { setup, key, createdAt }: { readonly setup: string; readonly key: string; readonly createdAt: Date },
  work: Pick<Job, 'kind' | 'owner' | 'batch' | 'input' | 'priority'>,
): Job {
  return {
    ...work,
    id: jobIdOf(setup, key),
    setup,
    idempotencyKey: null,
    requestHash: key,
    status: 'queued',
    attempts: 0,
    createdAt: createdAt.toISOString(),
    startedAt: null,
    endedAt: null,
    result: null,
    problem: null,
  };
}

export function jobIdOf(setup: string, key: string): string {
  return `job_${uuidOf(`${setup} ${key}`)}`;
}

/** @param key hash of all its work */
export function batchIdOf(key: string): string {
  return `batch_${uuidOf(key)}`;
}

/** Why a job that ended has no result. */
export function failureOf({ id, status, problem }: Job): Error {
  if (status === 'cancelled') return new StepFailedError('Its job was cancelled.');
  if (problem === null) return new UnavailableError(`What the job ${id} made was removed from the store.`);
  return problem.status === 429 ? new LimitError(problem.detail) : new StepFailedError(problem.detail);
}

function uuidOf(text: string): string {
  return sha256Hex(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/u, '$1-$2-$3-$4-$5');
}
