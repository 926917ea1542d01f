/** Pages of work: its start, its progress, and its result. */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { Job, JobKind } from '../domain/job.ts';
import { Judgement } from '../domain/judgement.ts';
import { Refinement } from '../domain/judged-work.ts';
import { callerWith } from '../service/guard.ts';
import { ProblemError } from '../service/problems.ts';
import { parseInput } from '../service/read-body.ts';
import { REQUESTS } from '../service/requests.ts';
import type { Mount, Service } from '../service/service.ts';
import { submit } from '../service/submit.ts';
import { notFound, ownRecord, pagesOf, readForm, type PageContext } from './answer.ts';
import { judgementsPage, MAX_SIDE_BY_SIDE, type Cell } from './judgements-page.ts';
import { refinementPage } from './refinement-page.ts';
import { filled } from './set-routes.ts';
import { startPage } from './start-page.ts';
import { isOver, workPage, type Work } from './work-page.ts';

const LISTED = 50;

/** @returns where the work is shown @throws ProblemError where an input cannot be used */
export async function begin(
  c: PageContext,
  service: Service,
  kind: JobKind,
  inputs: readonly unknown[],
): Promise<Response> {
  const requests = inputs.map((input) => ({ kind, input: parseInput(REQUESTS[kind], input) }));
  const caller = callerWith(c, kind === 'criteria' ? 'discover' : 'judge');
  const { first } = await submit(service, caller, requests, { idempotencyKey: null, isBatch: requests.length > 1 });
  return c.redirect(first.batch === null ? `/runs?job=${first.id}` : `/runs?batch=${first.batch.id}`, 303);
}

export const workRoutes: Mount = (app, service) => {
  const { client, jobs } = service;
  const { get, post } = pagesOf(app);

  /** In the order of the lines; jobs of others are not found. */
  const requireJobs = async (c: PageContext): Promise<readonly Job[]> => {
    const { id: owner } = callerWith(c, 'read');
    const { job = '', batch } = c.req.query();
    if (batch !== undefined) {
      const found = await client.store.jobs.list({ owner, batch }, MAX_SIDE_BY_SIDE);
      if (found.length > 0) return [...found].sort((a, b) => (a.batch?.line ?? 0) - (b.batch?.line ?? 0));
    }
    const one = await client.store.jobs.get(job);
    if (one?.owner !== owner) throw notFound('work');
    return [one];
  };

  post('/ask', 'discover', async (c) => {
    const form = await readForm(c);
    const instruction = form.one('instruction');
    const domains = form.one('allowDomains');
    const input = {
      ...filled({ instruction, context: form.one('context'), mode: form.one('mode'), since: form.one('since') }),
      ...filled({ kind: form.one('kind') }),
      ...(form.one('queries') === '' ? {} : { queries: Number(form.one('queries')) }),
      ...(domains === '' ? {} : { allowDomains: domains.split(/[\s,]+/u).filter(Boolean) }),
    };
    try {
      return await begin(c, service, 'criteria', [input]);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const refused = { instruction, reason: error.problem.detail };
      return startPage({ sets: await client.sets.list(LISTED), words: '', refused });
    }
  });
  get('/runs', async (c) => {
    const found = await requireJobs(c);
    const query = c.req.url.split('?')[1] ?? '';
    const path = found.every(({ status }) => status === 'done') ? resultPath(found) : null;
    if (path !== null) return c.redirect(path, 303);
    return workPage(
      found.map((job): Work => {
        const { kind, status, problem } = job;
        const failure = problem === null ? null : `${problem.title}: ${problem.detail}`;
        return { kind, status, title: titleOf(job), failure, events: jobs.eventsSoFar(job.id) };
      }),
      `/runs/stop?${query}`,
    );
  });
  post('/runs/stop', 'read', async (c) => {
    for (const job of await requireJobs(c)) if (!isOver(job)) await jobs.cancel(job);
    return c.redirect(`/runs?${c.req.url.split('?')[1] ?? ''}`, 303);
  });
  get('/judgements', async (c) => {
    const ids = (c.req.queries('id') ?? []).slice(0, MAX_SIDE_BY_SIDE);
    const judgements = await Promise.all(ids.map(async (id) => ({ ...(await judgementOf(c, id)), id })));
    const [first] = judgements;
    if (first === undefined) throw notFound('judgement');
    const itemsOf = ({ checklist }: Judgement) => checklist.items.map(({ text }) => text).join('\n');
    if (judgements.some((each) => itemsOf(each) !== itemsOf(first)))
      throw new InputError('Responses that were judged by different checklists have no table together.');
    return judgementsPage(judgements, cellOf(c.req.query('cell')));
  });
  post('/judgements/:id/refine', 'judge', async (c) => {
    const { name, response, checklist } = await judgementOf(c, c.req.param('id') ?? '');
    return begin(c, service, 'refinement', [{ response: { name, response }, checklist }]);
  });
  get('/refinements/:id', async (c) =>
    refinementPage(Refinement.parse((await ownRecord(c, service, c.req.param('id') ?? '', 'refinement')).value)),
  );

  async function judgementOf(c: PageContext, id: string): Promise<Judgement> {
    return Judgement.parse((await ownRecord(c, service, id, 'judgement')).value);
  }
};

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

const Titled = z.object({
  instruction: z.string().optional().catch(undefined),
  response: z.object({ name: z.string() }).optional().catch(undefined),
});

function titleOf({ input, kind }: Job): string {
  const { instruction, response } = Titled.parse(input);
  return instruction ?? response?.name ?? kind;
}

/** `1.i3`: the second response, the third item. */
function cellOf(text: string | undefined): Cell | null {
  const [, response, item] = /^(\d{1,3})\.(i\d{1,6})$/u.exec(text ?? '') ?? [];
  return response === undefined || item === undefined ? null : { response: Number(response), item };
}
