/** Work for an agent: a job with progress, which goes on in the background when the wait is over. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Job, JobKind } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import type { Caller } from '../service/callers.ts';
import type { LoggedEvent } from '../jobs/queue/event-log.ts';
import type { Service } from '../service/service.ts';
import { submit } from '../service/submit.ts';
import { withLimit } from '../web/abort.ts';

export type McpContext = Pick<Service, 'client' | 'jobs' | 'clock' | 'limits' | 'setup' | 'log'>;

export interface ToolContext extends McpContext {
  /** Sees only jobs of its own. */
  readonly caller: Caller;
  readonly request: ServerContext['mcpReq'];
}

/** Throttles progress within a step. */
const PROGRESS_MS = 200;

/** Submits the work and waits for it; a cancelled request cancels its job. */
export async function begin(context: ToolContext, kind: JobKind, input: unknown, waitSeconds: number): Promise<Job> {
  const { caller, jobs, request } = context;
  const { first } = await submit(context, caller, [{ kind, input }], { idempotencyKey: null, isBatch: false });
  const after = await waitFor(context, first, waitSeconds);
  if (request.signal.aborted) await jobs.cancel(after);
  return after;
}

/** The job when it ends, or when the wait is over. */
export async function waitFor({ jobs, request }: ToolContext, job: Job, waitSeconds: number): Promise<Job> {
  return withLimit(waitSeconds * 1_000, request.signal, async (signal) => {
    const progress = sendProgress(jobs.events(job.id, 0, signal), request);
    const after = await jobs.ended(job, signal);
    // Progress after the answer would be lost.
    await progress;
    return after;
  });
}

async function sendProgress(
  events: AsyncIterable<LoggedEvent>,
  { _meta, notify, signal }: ToolContext['request'],
): Promise<void> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return;
  let lastSentMs = Number.NEGATIVE_INFINITY;
  for await (const { number, event } of events) {
    // A cancelled request's token is no longer valid.
    if (signal.aborted) return;
    const nowMs = performance.now();
    // Too many for a line of progress; the summaries of the steps count them.
    if (event.type === 'query' || event.type === 'source' || event.type === 'model-call-start') continue;
    if (event.type === 'step-progress' && nowMs - lastSentMs < PROGRESS_MS) continue;
    lastSentMs = nowMs;
    // Without a total: the number of steps is not known in advance.
    await notify({
      method: 'notifications/progress',
      params: { progressToken, progress: number, message: messageOf(event) },
    });
  }
}

function messageOf(event: Exclude<RunEvent, { readonly type: 'query' | 'source' | 'model-call-start' }>): string {
  switch (event.type) {
    case 'step-start':
      return `${event.step}: ${event.items} to do`;
    case 'step-progress':
      return `${event.step}: ${event.done} of ${event.total}`;
    case 'step-end':
      return `${event.step}: ${event.summary}`;
    case 'cost':
      return event.usd === null ? 'cost so far: unknown' : `cost so far: $${event.usd.toFixed(4)}`;
    case 'model-call':
      return `${event.step}: ${event.model} asked`;
    case 'wait':
      return `waiting ${Math.ceil(event.waitMs / 1_000)} s, as ${event.server} asks`;
    case 'batch':
      return `${event.batch} ${event.status}: ${event.done} of ${event.calls}`;
    case 'warning':
      return `warning: ${event.message}`;
  }
}
