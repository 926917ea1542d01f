/** Pages of work: its start, its progress, and its result. */
import { InputError } from '../domain/errors.ts';
import { MAX_KIND_CHOICES } from '../domain/guide-kind.ts';
import type { Job, JobKind } from '../domain/job.ts';
import { Refinement } from '../domain/judged-work.ts';
import { refinementReport } from '../report/refinement.ts';
import { callerWith } from '../service/guard.ts';
import { ProblemError } from '../service/problems.ts';
import { parseInput } from '../service/read-body.ts';
import { CriteriaRequest, REQUESTS } from '../service/requests.ts';
import { KINDS } from '../service/routes/work.ts';
import { requireOwnJob } from '../service/record-owners.ts';
import type { Mount, Service } from '../service/service.ts';
import { submit } from '../service/submit.ts';
import { idOf, notFound, ownRecord, pagesOf, readForm, orRefused, type PageContext } from './answer.ts';
import { MAX_SIDE_BY_SIDE } from './judgements-page.ts';
import { reportPage } from './page.ts';
import { expectedCost } from './expected-cost.ts';
import { filled } from './set-routes.ts';
import { CHOSEN_KIND, FIELD_NAMES } from './ask-form.ts';
import { startPage } from './home-routes.ts';
import { againPage, isOver, titleOf, workPage, type Work } from './work-page.ts';

/** @returns where the work is shown @throws ProblemError where an input cannot be used */
export async function begin(
  c: PageContext,
  service: Service,
  kind: JobKind,
  inputs: readonly unknown[],
): Promise<Response> {
  const requests = inputs.map((input) => ({ kind, input: parseInput(REQUESTS[kind], input) }));
  const caller = callerWith(c, KINDS[kind].scope);
  const { first } = await submit(service, caller, requests, { idempotencyKey: null, isBatch: requests.length > 1 });
  return c.redirect(first.batch === null ? `/runs?job=${first.id}` : `/runs?batch=${first.batch.id}`, 303);
}

export const workRoutes: Mount = (app, service) => {
  const { client, jobs } = service;
  const { get, post } = pagesOf(app);

  /** In the order of the lines; jobs of others are not found. */
  const requireJobs = async (c: PageContext): Promise<readonly Job[]> => {
    const caller = callerWith(c, 'read');
    const { job = '', batch } = c.req.query();
    if (batch === undefined) return [await requireOwnJob(client, caller, job)];
    // To the store jobs of no batch have the empty one.
    const filter = { owner: caller.id, batch };
    const found = batch === '' ? [] : await client.store.jobs.list(filter, MAX_SIDE_BY_SIDE + 1);
    if (found.length === 0) throw new ProblemError('not-found', 'You have no such batch.');
    refuseTooMany(found.length, `Its lines: /v1/batches/${batch}/results`);
    return [...found].sort((a, b) => (a.batch?.line ?? 0) - (b.batch?.line ?? 0));
  };

  post('/ask', 'discover', async (c) => {
    const form = await readForm(c);
    const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, form.one(name)]));
    const { queries = '', allowDomains = '', kind = '', ...texts } = fields;
    const input = {
      ...filled({ ...texts, kind: form.one(CHOSEN_KIND) || kind }),
      ...(queries === '' ? {} : { queries: Number(queries) }),
      ...(allowDomains === '' ? {} : { allowDomains: allowDomains.split(/[\s,]+/u).filter(Boolean) }),
    };
    const ask = async () => {
      const { instruction, context: _, ...settings } = parseInput(CriteriaRequest, input);
      // Settings that contradict each other are refused here, where what was typed still stands.
      const { nearest } = await client.readKind(instruction, settings);
      const kinds = nearest.slice(0, MAX_KIND_CHOICES);
      const isAnswered = form.all(CHOSEN_KIND).length > 0;
      if (kinds.length > 0 && !isAnswered) return startPage(c, service, { fields, problem: null, kinds });
      return begin(c, service, 'criteria', [input]);
    };
    return orRefused(ask, (problem) => startPage(c, service, { fields, problem, kinds: [] }));
  });
  get('/runs', async (c) => {
    const found = await requireJobs(c);
    const query = c.req.url.split('?')[1] ?? '';
    // With “steps” the page stays on how it went.
    const isAboutSteps = c.req.query('steps') !== undefined;
    const path = !isAboutSteps && found.every(({ status }) => status === 'done') ? resultPath(found) : null;
    if (path !== null) return c.redirect(path, 303);
    const works = found.map(async (job): Promise<Work> => {
      const { id, kind, status, problem } = job;
      const failure = problem === null ? null : `${problem.title}: ${problem.detail}`;
      const events = await jobs.eventsSoFar(job.id);
      const expected = kind === 'criteria' && !isOver(job) ? await expectedCost(service, job) : null;
      const again = status === 'failed' || status === 'cancelled' ? `/runs/again?job=${id}` : null;
      return { kind, status, title: titleOf(job), failure, events, result: resultPath([job]), expected, again };
    });
    return workPage(await Promise.all(works), `/runs/stop?${query}`);
  });
  // What was paid for is kept: only what is missing is asked for.
  get('/runs/again', async (c) => {
    const found = await requireJobs(c);
    return againPage(found.map(titleOf), `/runs/again?${c.req.url.split('?')[1] ?? ''}`);
  });
  post('/runs/again', 'read', async (c) => {
    const found = await requireJobs(c);
    const [first] = found;
    if (first === undefined) throw notFound('work');
    const inputs = found.map(({ input }) => input);
    return begin(c, service, first.kind, inputs);
  });
  post('/runs/stop', 'read', async (c) => {
    for (const job of await requireJobs(c)) if (!isOver(job)) await jobs.cancel(job);
    return c.redirect(`/runs?${c.req.url.split('?')[1] ?? ''}`, 303);
  });
  get('/refinements/:id', async (c) =>
    reportPage(
      await refinementReport(Refinement.parse((await ownRecord(c, service, idOf(c), 'refinement')).value), true),
    ),
  );
};

/** @throws InputError: those that do not fit would go without a word */
export function refuseTooMany(count: number, advice: string): void {
  if (count > MAX_SIDE_BY_SIDE)
    throw new InputError(`A page shows at most ${MAX_SIDE_BY_SIDE} responses side by side; here are more.`, { advice });
}

/** Null where no result has a page. */
function resultPath(jobs: readonly Job[]): string | null {
  const ids = jobs.flatMap(({ result }) => (result === null || result.of === 'value' ? [] : [result.id]));
  const kind = jobs[0]?.kind;
  const first = ids[0];
  if (first === undefined) return null;
  if (kind === 'criteria') return `/sets/${first}`;
  if (kind === 'refinement') return `/refinements/${first}`;
  return kind === 'judgement' ? `/judgements?${ids.map((id) => `id=${id}`).join('&')}` : null;
}
