/** Jobs and API keys that live as long as the process. */
import type { ApiKey } from '../domain/api-key.ts';
import type { Job, JobCount } from '../domain/job.ts';
import type { StorePort } from '../domain/ports.ts';

export function createServiceRecords(): Pick<StorePort, 'jobs' | 'apiKeys'> {
  /** In the order in which they were added. */
  const jobs = new Map<string, Job>();
  const apiKeys = new Map<string, ApiKey>();
  const withKey = (owner: string, key: string) =>
    [...jobs.values()].find((job) => job.owner === owner && job.idempotencyKey === key) ?? null;
  return {
    jobs: {
      add: async (added) => {
        const isTaken = ({ id, owner, idempotencyKey }: Job) =>
          jobs.has(id) || (idempotencyKey !== null && withKey(owner, idempotencyKey) !== null);
        if (added.some(isTaken)) return false;
        for (const job of added) jobs.set(job.id, structuredClone(job));
        return true;
      },
      get: async (id) => structuredClone(jobs.get(id) ?? null),
      withKey: async (owner, key) => structuredClone(withKey(owner, key)),
      list: async ({ owner, batch, setup, statuses, before }, limit) => {
        const all = [...jobs.values()].reverse();
        // After one that is not there comes nothing.
        const later = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1 || all.length;
        return all
          .slice(later)
          .filter((job) => owner === undefined || job.owner === owner)
          .filter((job) => batch === undefined || job.batch?.id === batch)
          .filter((job) => setup === undefined || job.setup === setup)
          .filter((job) => statuses === undefined || statuses.includes(job.status))
          .slice(0, limit)
          .map((job) => structuredClone(job));
      },
      count: async ({ setup: asked, statuses } = {}) => {
        const counts = new Map<string, JobCount>();
        for (const { setup, batch, status } of jobs.values()) {
          if ((asked !== undefined && setup !== asked) || statuses?.includes(status) === false) continue;
          const of = { setup, batch: batch?.id ?? null, status };
          const key = JSON.stringify(of);
          counts.set(key, { ...of, count: (counts.get(key)?.count ?? 0) + 1 });
        }
        return [...counts.values()];
      },
      replace: async (job, from) => {
        const known = jobs.get(job.id);
        if (known === undefined || !from.includes(known.status)) return false;
        jobs.set(job.id, structuredClone(job));
        return true;
      },
      // No other process sees them.
      claim: async () => true,
      release: async () => undefined,
      removeEndedBefore: async (time) => {
        for (const { id, endedAt } of jobs.values()) if (endedAt !== null && endedAt < time) jobs.delete(id);
      },
    },
    apiKeys: {
      put: async (key) => {
        apiKeys.set(key.id, key);
      },
      get: async (id) => apiKeys.get(id) ?? null,
      list: async () => [...apiKeys.values()],
    },
  };
}
