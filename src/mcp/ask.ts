/** Work that an agent asks for: a job that is waited for, with progress, and left to go on where it takes longer. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Job, JobKind } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import type { Caller } from '../service/callers.ts';
import type { LoggedEvent } from '../jobs/queue/event-log.ts';
import type { Service } from '../service/service.ts';
import { submit } from '../service/submit.ts';

export type McpDesk = Pick<Service, 'client' | 'jobs' | 'clock' | 'limits' | 'setup' | 'log'>;

export interface Asked extends McpDesk {
  /** Sees their own jobs alone. */
  readonly caller: Caller;
  readonly request: ServerContext['mcpReq'];
}

/** Of two steps of the same kind, none more often. */
const PROGRESS_MS = 200;

/** Begins the work; it is cancelled with the request that began it. */
export async function begin(asked: Asked, kind: JobKind, input: unknown, waitSeconds: number): Promise<Job> {
  const { caller, jobs, request } = asked;
  const { first } = await submit(asked, caller, [{ kind, input }], { idempotencyKey: null, isBatch: false });
  const after = await waitFor(asked, first, waitSeconds);
  if (request.signal.aborted) await jobs.cancel(after);
  return after;
}

/** The job as it stands at its end, or when the time is over. */
export async function waitFor({ jobs, request }: Asked, job: Job, waitSeconds: number): Promise<Job> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(waitSeconds * 1_000)]);
  const telling = tell(jobs.events(job.id, 0, signal), request);
  const after = await jobs.ended(job, signal);
  // What is said after the answer would be lost.
  await telling;
  return after;
}

async function tell(events: AsyncIterable<LoggedEvent>, { _meta, notify, signal }: Asked['request']): Promise<void> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return;
  let toldMs = Number.NEGATIVE_INFINITY;
  for await (const { number, event } of events) {
    // An agent that cancelled no longer knows the token.
    if (signal.aborted) return;
    const nowMs = performance.now();
    if (event.type === 'step-progress' && nowMs - toldMs < PROGRESS_MS) continue;
    toldMs = nowMs;
    // How many steps there will be nobody knows: a total would be made up.
    await notify({
      method: 'notifications/progress',
      params: { progressToken, progress: number, message: words(event) },
    });
  }
}

function words(event: RunEvent): string {
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
    case 'warning':
      return `warning: ${event.message}`;
  }
}
