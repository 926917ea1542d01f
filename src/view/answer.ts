/** From a handler to an answer: pages, also where something went wrong; and what forms send. */
import type { Context, Handler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Scope } from '../domain/api-key.ts';
import type { Problem } from '../domain/job.ts';
import { markup } from '../report/markup.ts';
import { callerWith, KEY_COOKIE, type ServiceEnv } from '../service/guard.ts';
import { problemOf, ProblemError } from '../service/problems.ts';
import type { ServiceApp } from '../service/service.ts';
import { servedPage, type Page } from './page.ts';

export type PageContext = Context<ServiceEnv>;

/** @param make a page, or an answer that leads elsewhere */
function answering(scope: Scope, make: (c: PageContext) => Promise<Page | Response>): Handler<ServiceEnv> {
  return async (c) => {
    try {
      callerWith(c, scope);
      const made = await make(c);
      return made instanceof Response ? made : await c.html(servedPage(made, isSignedIn(c)));
    } catch (error) {
      const problem = problemOf(error);
      // What is a bug is logged where all of them are.
      if (!(error instanceof ProblemError) && problem.status >= 500) throw error;
      return problemAnswer(c, problem);
    }
  };
}

export async function problemAnswer(c: PageContext, problem: Problem): Promise<Response> {
  return c.html(servedPage(problemPage(problem), isSignedIn(c)), problem.status as 500);
}

function isSignedIn(c: PageContext): boolean {
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

export function notFound(what: string): ProblemError {
  return new ProblemError('not-found', `The store has no such ${what}.`);
}

/** What a form sends; a browser breaks lines with CR LF, which is no part of what was typed. */
export async function readForm(
  c: PageContext,
): Promise<{ all(name: string): string[]; one(name: string): string; files(name: string): File[] }> {
  const form = await c.req.formData().catch(() => {
    throw new ProblemError('bad-request', 'The form cannot be read.');
  });
  const all = (name: string) =>
    form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value.replace(/\r\n?/gu, '\n')] : []));
  return {
    all,
    one: (name) => all(name)[0]?.trim() ?? '',
    files: (name) => form.getAll(name).filter((value) => typeof value !== 'string' && value.size > 0) as File[],
  };
}

/** For pages of an app: `get` by whoever may read, `post` by whoever has the scope. */
export const pagesOf = (app: ServiceApp) => ({
  get: (path: string, make: Parameters<typeof answering>[1]) => app.get(path, answering('read', make)),
  post: (path: string, ...[scope, make]: Parameters<typeof answering>) => app.post(path, answering(scope, make)),
});
