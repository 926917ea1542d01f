/** No secret gets into a store, whoever puts it there. */
import type { StorePort } from '../domain/ports.ts';
import { redactAll } from '../text/redact.ts';
import { createTurns } from '../text/turns.ts';

/** What was made with care is redacted before its id is taken, and stays as it is. */
export function redactingStore(store: StorePort): StorePort {
  return {
    ...store,
    kept: { ...store.kept, put: (kind, key, value) => store.kept.put(kind, key, redactAll(value)) },
    jobs: {
      ...store.jobs,
      add: async (jobs) => {
        const redacted = [];
        // A batch may be megabytes.
        const turn = createTurns();
        for (const job of jobs) {
          redacted.push(redactAll(job));
          await turn();
        }
        return store.jobs.add(redacted);
      },
      finish: (job, events) => store.jobs.finish(redactAll(job), redactAll(events)),
      replace: (job, from) => store.jobs.replace(redactAll(job), from),
    },
    putPage: (page) => store.putPage(redactAll(page)),
    putSet: (set) => store.putSet(redactAll(set)),
    putRecord: (record) => store.putRecord(redactAll(record)),
  };
}
