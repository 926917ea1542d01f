/** What the routes of the service share. Pages and other doors get the same. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '../domain/run-context.ts';
import type { Groundrule } from '../groundrule.ts';
import type { GuardOptions, ServiceEnv } from './guard.ts';
import type { Jobs } from '../jobs/queue/jobs.ts';
import type { Metrics } from './metrics.ts';

export interface ServiceLimits {
  /** Of a request's body, in bytes. */
  readonly bodyBytes: number;
  readonly batchBytes: number;
  readonly batchLines: number;
  /** Jobs that wait for their turn. */
  readonly queuedJobs: number;
  /** Characters of large requests that are waited for: code checks them one after another, and others would wait for seconds. */
  readonly waitingChars: number;
  /** How long a request waits for its result before it gets the job instead. */
  readonly waitMs: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  bodyBytes: 2_000_000,
  batchBytes: 8_000_000,
  batchLines: 1_000,
  queuedJobs: 5_000,
  waitingChars: 2_000_000,
  waitMs: 300_000,
};

export interface Service {
  /** For what is read; work goes through `jobs`. */
  readonly client: Groundrule;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly limits: ServiceLimits;
  readonly guard: GuardOptions;
  /** The command that started it, as pages tell how to start it again: `groundrule view`. */
  readonly command: string;
  /** Hash of what its jobs are to be done with; null: with what the process has that works on them. */
  readonly setup: string | null;
  /** For the operator alone. */
  readonly log: (line: string) => void;
}

export type ServiceApp = OpenAPIHono<ServiceEnv>;
/** Adds routes of its own to the app: they stand behind the same guards, and ask for their scope themselves. */
export type Mount = (app: ServiceApp, service: Service) => void;
