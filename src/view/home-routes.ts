/** Pages of the start: everything that was done; to do it again, and to delete it. */
import type { JobStatus } from '../domain/job.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { Comparison } from '../domain/comparison.ts';
import { Labels } from '../domain/labels.ts';
import { Actionability, Selection } from '../domain/judged-work.ts';
import type { StoredRecord } from '../domain/stored-record.ts';
import { Scoring } from '../judge/scoring.ts';
import type { Report } from '../report/report.ts';
import { callerWith } from '../service/guard.ts';
import { ownerFor, readOwnRecord } from '../service/record-owners.ts';
import type { Mount, Service } from '../service/service.ts';
import { idOf, notFound, pagesOf, type PageContext } from './answer.ts';
import type { AskForm } from './ask-form.ts';
import { HomeFilter, listDone, pathOfRecord } from './home-list.ts';
import { homePage, removePage } from './home-page.ts';
import { reportPage, type Page } from './page.ts';
import { requireSet } from './set-routes.ts';
import { titleOf } from './work-page.ts';

/** Of those under way, failed or stopped. */
const OPEN_LISTED = 20;
const NOT_DONE: readonly JobStatus[] = ['queued', 'running', 'failed', 'cancelled'];

export async function startPage(c: PageContext, service: Service, sent: AskForm | null = null): Promise<Page> {
  const { client } = service;
  const caller = callerWith(c, null);
  const filter = HomeFilter.parse(c.req.method === 'GET' ? c.req.query() : {});
  const isFirst = filter.after === '' && filter.words === '' && filter.kind === undefined;
  const [done, open, again] = await Promise.all([
    listDone(client, caller, filter),
    isFirst ? client.store.jobs.list({ owner: caller.id, statuses: NOT_DONE }, OPEN_LISTED) : [],
    filter.again === undefined ? null : client.sets.get(filter.again),
  ]);
  const { instruction, context } = again?.content.task ?? { instruction: '', context: null };
  const fields = { instruction, context: context ?? '', ...(again !== null && limitsOf(again.content)) };
  const form = sent ?? { fields, problem: null, kinds: [] };
  const { hasModel } = client;
  return homePage({ filter, done, open: open.map((job) => ({ ...job, title: titleOf(job) })), form, hasModel });
}

/** As the form has them. */
function limitsOf({ mode, parameters }: CriteriaSet['content']): AskForm['fields'] {
  const { queries, kind = '', since = '', allowDomains = [] } = parameters;
  return { mode, kind, since, queries: String(queries), allowDomains: allowDomains.join(', ') };
}

export const homeRoutes: Mount = (app, service) => {
  const { client } = service;
  const { get, post } = pagesOf(app);
  const recordOf = async (c: PageContext): Promise<StoredRecord> => {
    const record = await readOwnRecord(client, callerWith(c, null), idOf(c));
    if (record === null) throw notFound('record');
    return record;
  };

  get('/', (c) => startPage(c, service));
  // Sets are common to all callers.
  get('/sets/:id/remove', async (c) => {
    callerWith(c, 'admin');
    const { id, content } = await requireSet(service, idOf(c));
    return removePage(content.task.instruction, `/sets/${id}/remove`, `/sets/${id}`);
  });
  post('/sets/:id/remove', 'admin', async (c) => {
    const { id } = await requireSet(service, idOf(c));
    await client.sets.remove(id);
    return c.redirect('/', 303);
  });
  get('/records/:id', async (c) => {
    const record = await recordOf(c);
    if (record.kind === 'labels') {
      const { judgement, by } = Labels.parse(record.value);
      return c.redirect(`/judgements?${new URLSearchParams({ id: judgement, by }).toString()}`, 303);
    }
    const report = await reportOf(record);
    if (report === null) throw notFound('record with a page of its own');
    return reportPage(report);
  });
  get('/records/:id/remove', async (c) => {
    callerWith(c, 'judge');
    const { id, kind, name } = await recordOf(c);
    return removePage(`${kind}: ${name}`, `/records/${id}/remove`, pathOfRecord(kind, id));
  });
  post('/records/:id/remove', 'judge', async (c) => {
    await client.records.remove((await recordOf(c)).id, ownerFor(callerWith(c, null)));
    return c.redirect('/', 303);
  });
};

async function reportOf({ kind, value }: StoredRecord): Promise<Report | null> {
  switch (kind) {
    case 'comparison':
      return (await import('../report/comparisons.ts')).renderComparisons.report([Comparison.parse(value)]);
    case 'scoring':
      return (await import('../report/scores.ts')).renderScorings.report([Scoring.parse(value)]);
    case 'selection':
      return (await import('../report/judged-work.ts')).renderSelection.report(Selection.parse(value));
    case 'actionability':
      return (await import('../report/judged-work.ts')).renderActionability.report([Actionability.parse(value)]);
    default:
      return null;
  }
}
