/** No secret gets into a store, whoever puts it there. */
import { setImmediate } from 'node:timers/promises';
import type { StorePort } from '../domain/ports.ts';
import { redactAll } from '../text/redact.ts';

/** What was made with care is redacted before its id is taken, and stays as it is. */
export function redactingStore(store: StorePort): StorePort {
  return {
    ...store,
    kept: { ...store.kept, put: (kind, key, value) => store.kept.put(kind, key, redactAll(value)) },
    jobs: {
      ...store.jobs,
      add: async (jobs) => {
        const redacted = [];
        for (const job of jobs) {
          // A batch may be megabytes: whoever else waits has a turn between two of its jobs.
          await setImmediate();
          redacted.push(redactAll(job));
        }
        return store.jobs.add(redacted);
      },
      replace: (job, from) => store.jobs.replace(redactAll(job), from),
    },
    putPage: (page) => store.putPage(redactAll(page)),
    putSet: (set) => store.putSet(redactAll(set)),
    putRecord: (record) => store.putRecord(redactAll(record)),
  };
}
