/** What came of a job, as an agent is shown it. */
import { z } from 'zod';
import { Comparison } from '../domain/comparison.ts';
import { CriteriaSet } from '../domain/criteria-set.ts';
import type { Job } from '../domain/job.ts';
import { Judgement } from '../domain/judgement.ts';
import { Refinement } from '../domain/judged-work.ts';
import type { Groundrule } from '../groundrule.ts';
import { ProblemError } from '../service/problems.ts';
import { readResult } from '../service/work.ts';
import { comparisonView, judgementView, refinementView } from './record-views.ts';
import { setView } from './set-views.ts';

/** @throws ProblemError where it failed or was cancelled */
export async function jobView(client: Groundrule, { id, kind, status, result, problem }: Job): Promise<object> {
  if (problem !== null) throw new ProblemError('internal-error', problem.detail, problem);
  if (status === 'cancelled') throw new ProblemError('conflict', `The job ${id} was cancelled.`);
  if (result === null) return { status: 'running', job: id, next: `Call get_job with {"job": "${id}"}; it goes on.` };
  const value = await readResult(client, result);
  if (value === null) throw new ProblemError('not-found', `What came of the job ${id} was removed since.`);
  return { status: 'done', ...resultView(kind, value) };
}

const Kept = { id: z.string() };

function resultView(kind: Job['kind'], value: unknown): object {
  switch (kind) {
    case 'criteria':
      return setView(CriteriaSet.parse(value));
    case 'judgement':
      return judgementView(Judgement.extend(Kept).parse(value));
    case 'comparison':
      return comparisonView(Comparison.extend(Kept).parse(value));
    case 'refinement':
      return refinementView(Refinement.extend(Kept).parse(value));
    case 'checklist':
      return { checklist: value };
    case 'scoring':
    case 'live-audit':
    case 'rewards':
      return z.looseObject({}).parse(value);
  }
}
