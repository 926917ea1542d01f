/** Work that the service does: one address for each kind. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Scope } from '../../domain/api-key.ts';
import type { JobKind } from '../../domain/job.ts';
import type { Caller } from '../callers.ts';
import { documentedRoutes } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { ProblemError } from '../problems.ts';
import { LARGE_CHARS, readJson } from '../read-body.ts';
import { REQUESTS } from '../requests.ts';
import type { SchemaName } from '../schemas.ts';
import type { Mount } from '../service.ts';
import { answerJob, idempotencyHeader, idempotencyKeyOf, submit } from '../submit.ts';

interface Kind {
  readonly operationId: string;
  readonly path: `/v1/${string}`;
  readonly scope: Scope;
  readonly request: SchemaName;
  readonly answer: SchemaName;
  readonly summary: string;
}

export const KINDS: Readonly<Record<JobKind, Kind>> = {
  criteria: {
    operationId: 'createSet',
    path: '/v1/sets',
    scope: 'discover',
    request: 'CriteriaRequest',
    answer: 'CriteriaSet',
    summary: 'Discover the criteria of a writing task',
  },
  judgement: {
    operationId: 'createJudgement',
    path: '/v1/judgements',
    scope: 'judge',
    request: 'JudgementRequest',
    answer: 'Judgement',
    summary: 'Judge a response by a checklist',
  },
  scoring: {
    operationId: 'createScoring',
    path: '/v1/scorings',
    scope: 'judge',
    request: 'ScoringRequest',
    answer: 'Scoring',
    summary: 'Score a response as a whole, by a protocol that scores',
  },
  comparison: {
    operationId: 'createComparison',
    path: '/v1/comparisons',
    scope: 'judge',
    request: 'ComparisonRequest',
    answer: 'Comparison',
    summary: 'Compare two responses',
  },
  refinement: {
    operationId: 'createRefinement',
    path: '/v1/refinements',
    scope: 'judge',
    request: 'RefinementRequest',
    answer: 'Refinement',
    summary: 'Improve a response by what its checklist finds unmet',
  },
  checklist: {
    operationId: 'createChecklist',
    path: '/v1/checklists',
    scope: 'judge',
    request: 'ChecklistRequest',
    answer: 'Checklist',
    summary: 'Write the checklist of an instruction with a model, without sources',
  },
  'live-audit': {
    operationId: 'createLiveAudit',
    path: '/v1/live-audits',
    scope: 'discover',
    request: 'LiveAuditRequest',
    answer: 'LiveAudit',
    summary: 'Read the cited pages again and look for each quote',
  },
  rewards: {
    operationId: 'giveRewards',
    path: '/v1/rewards',
    scope: 'judge',
    request: 'RewardsRequest',
    answer: 'Rewards',
    summary: 'Reward completions of prompts by a checklist, for training: one number in 0–1 each, null where unscored',
  },
};

const headers = idempotencyHeader.extend({
  prefer: z
    .string()
    .optional()
    .openapi({ description: '“respond-async”: the job is answered at once', example: 'respond-async' }),
});

export const workRoutes: Mount = (app, service) => {
  const limitWaiting = createWaitingLimit(service.limits.waitingChars);
  for (const kind of Object.keys(KINDS) as JobKind[]) {
    const { path, scope, request, answer, summary, operationId } = KINDS[kind];
    const answerWork = async (c: Context<ServiceEnv>, caller: Caller) => {
      const idempotencyKey = idempotencyKeyOf(c);
      const input = await readJson(c, REQUESTS[kind], service.limits.bodyBytes);
      return limitWaiting(input, async () => {
        const { first, isNew } = await submit(service, caller, [{ kind, input }], { idempotencyKey, isBatch: false });
        return answerJob(c, service, first, isNew);
      });
    };
    documentedRoutes(app, { tag: 'Work', scope }).post(
      path,
      { headers },
      {
        operationId,
        summary,
        description:
          'Waits for the result; with “Prefer: respond-async” it answers the job, with “Accept: text/event-stream” the steps as they go.',
        body: { schema: request },
        problems: ['not-found', 'conflict', 'model-failed'],
        answers: {
          200: {
            description: 'The result',
            schema: answer,
            hasLocation: true,
            orType: 'text/event-stream',
            orSchema: 'JobEvent',
          },
          202: { description: 'The job, which goes on', schema: 'Job', hasLocation: true },
        },
      },
      answerWork,
    );
    // The former name of sets: not every client follows the redirect of a request with a body.
    if (kind === 'criteria') app.post('/v1/criteria', (c) => answerWork(c, callerWith(c, scope)));
  }
};

/** @returns a function that throws a ProblemError where a large request would wait behind too many others */
function createWaitingLimit(maxChars: number) {
  let waitingChars = 0;
  return async <Value>(input: unknown, work: () => Promise<Value>): Promise<Value> => {
    const { length } = JSON.stringify(input);
    const chars = length < LARGE_CHARS ? 0 : length;
    if (waitingChars > 0 && waitingChars + chars > maxChars && chars > 0)
      throw new ProblemError('unavailable', 'Too many large requests are waiting.', {
        advice: 'Send it again later, or send a batch, which nobody waits for.',
        headers: { 'retry-after': '1' },
      });
    waitingChars += chars;
    try {
      return await work();
    } finally {
      waitingChars -= chars;
    }
  };
}
