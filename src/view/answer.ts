/** From a handler to an answer: pages, also for errors; and the fields of forms. */
import type { Context, Handler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Scope } from '../domain/api-key.ts';
import { InputError } from '../domain/errors.ts';
import { groupsBy } from '../domain/groups.ts';
import type { Problem } from '../domain/job.ts';
import type { StoredRecord } from '../domain/stored-record.ts';
import { markup } from '../report/markup.ts';
import { callerWith, KEY_COOKIE, type ServiceEnv } from '../service/guard.ts';
import { problemOf, ProblemError } from '../service/problems.ts';
import { requireOwnRecord } from '../service/record-owners.ts';
import type { Service, ServiceApp } from '../service/service.ts';
import { servedPage, type Page } from './page.ts';

export type PageContext = Context<ServiceEnv>;

/** @param make a page, or a redirect */
function answering(scope: Scope, make: (c: PageContext) => Promise<Page | Response>): Handler<ServiceEnv> {
  return async (c) => {
    try {
      if (c.var.caller === null) c.set('caller', await c.var.signedIn());
      callerWith(c, scope);
      const made = await make(c);
      if (made instanceof Response) return made;
      return await c.html(servedPage(made, isSignedIn(c)), (made.status ?? 200) as 200, made.headers);
    } catch (error) {
      const problem = problemOf(error);
      // Bugs are logged by the service.
      if (!(error instanceof ProblemError) && problem.status >= 500) throw error;
      return problemAnswer(c, problem, error instanceof ProblemError ? error.headers : {});
    }
  };
}

/** @param headers such as when to try again */
export async function problemAnswer(
  c: PageContext,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return c.html(servedPage(problemPage(problem), isSignedIn(c)), problem.status as 500, headers);
}

/** The page of a form that was refused, with what was sent. @param shown with the reason */
export async function refusedPage(error: unknown, shown: (problem: Problem) => Page | Promise<Page>): Promise<Page> {
  const problem = problemOf(error);
  const headers = error instanceof ProblemError ? error.headers : {};
  return { ...(await shown(problem)), status: problem.status, headers };
}

/** Input errors are shown beside the form. */
export async function orRefused<Made>(
  make: () => Promise<Made>,
  refused: (problem: Problem) => Page | Promise<Page>,
): Promise<Made | Page> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof InputError || error instanceof ProblemError) return refusedPage(error, refused);
    throw error;
  }
}

export function isSignedIn(c: PageContext): boolean {
  return getCookie(c, KEY_COOKIE) !== undefined && c.var.caller !== null;
}

function problemPage({ title, detail, advice, status }: Problem): Page {
  const signIn =
    status === 401
      ? markup`<form method="post" action="/sign-in" class="card"><label>API key <input type="text" name="key" autocomplete="off" required></label><p class="row"><button>Sign in</button></p></form>`
      : '';
  const body = markup`<h1>${title}</h1><p role="alert">${detail}</p>${advice === undefined ? '' : markup`<p>${advice}</p>`}${signIn}<p><a href="/">To the start</a></p>`;
  return { title, body };
}

/** The headers of a file to save. */
export function download(type: string, file: string): Readonly<Record<string, string>> {
  return { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${file}"` };
}

export function notFound(what: string): ProblemError {
  return new ProblemError('not-found', `The store has no such ${what}.`);
}

/** @throws ProblemError where the caller has no such record of this kind */
export function ownRecord(c: PageContext, { client }: Pick<Service, 'client'>, id: string, kind: StoredRecord['kind']) {
  return requireOwnRecord(client, callerWith(c, null), id, kind);
}

/** The `:id` of the path. */
export const idOf = (c: PageContext): string => c.req.param('id') ?? '';

/** Four for each item of the longest checklist, and some. */
const MAX_FIELDS = 5_000;

/** The fields of a form by their names; of files only those that were chosen. */
export interface Form {
  all(name: string): string[];
  one(name: string): string;
  files(name: string): File[];
}

/** The fields of a form; browsers send line breaks as CR LF, which becomes LF. */
export async function readForm(c: PageContext): Promise<Form> {
  const fields = groupsBy([...(await readFields(c))], ([name]) => name);
  const valuesOf = (name: string) => (fields.get(name) ?? []).map(([, value]) => value);
  const all = (name: string) =>
    valuesOf(name).flatMap((value) => (typeof value === 'string' ? [value.replace(/\r\n?/gu, '\n')] : []));
  const files = (name: string) =>
    // A field without a chosen file is sent as an empty file without a name.
    valuesOf(name).flatMap((value) =>
      typeof value === 'string' || (value.name === '' && value.size === 0) ? [] : [value],
    );
  return { all, one: (name) => all(name)[0]?.trim() ?? '', files };
}

/** Counts the fields before it parses them. */
async function readFields(c: PageContext): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  const bytes = Buffer.from(await c.req.arrayBuffer());
  const [, boundary] = /\bboundary="?([^";,]+)/iu.exec(type) ?? [];
  const separator = boundary === undefined ? '&' : `--${boundary}`;
  let fields = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + separator.length)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw new ProblemError('too-large', `A form may have ${MAX_FIELDS} fields.`);
  }
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new ProblemError('bad-request', 'The form cannot be read.');
  });
}

/** For pages of an app: `get` by whoever may read, `post` by whoever has the scope. */
export const pagesOf = (app: ServiceApp) => ({
  get: (path: string, make: Parameters<typeof answering>[1]) => app.get(path, answering('read', make)),
  post: (path: string, ...[scope, make]: Parameters<typeof answering>) => app.post(path, answering(scope, make)),
});
