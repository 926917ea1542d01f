/** Reads jobs page by page: a queue may hold more than fits into memory. */
import type { Job, JobFilter, JobRecords } from '../../domain/job.ts';

export const PAGE_JOBS = 10_000;

/** Newest first. The caller may change the jobs of a page before it reads the next one. */
export async function* pagesOfJobs(records: JobRecords, filter: JobFilter): AsyncIterable<readonly Job[]> {
  let before: string | undefined;
  for (;;) {
    const page = await records.list({ ...filter, before }, PAGE_JOBS);
    yield page;
    if (page.length < PAGE_JOBS) return;
    before = page.at(-1)?.id;
  }
}
