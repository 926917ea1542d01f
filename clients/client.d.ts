import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.js';

export type { components, operations, paths } from './api.js';

export type JobEvent = components['schemas']['JobEvent'];

export interface ServiceClientOptions {
  /** Where the service is, such as `http://127.0.0.1:8377`. */
  readonly url: string;
  /** An API key; absent: none is needed, as on loopback. */
  readonly key?: string;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ServiceClient extends Client<paths> {
  /**
   * The events of a job until it has ended: `done` or `failed` is the last. A stream that breaks is taken up where it was.
   * @throws Error with the service's problem as its message and `status`; the signal's reason
   */
  events(job: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<JobEvent>;
}

/** `client.POST('/v1/sets', { body })` and so on; an answer has `data` or `error`, by the status. */
export declare function createServiceClient(options: ServiceClientOptions): ServiceClient;
