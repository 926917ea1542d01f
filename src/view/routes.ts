/** The routes of all audit pages. */
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, setCookie } from 'hono/cookie';
import { isKey } from '../service/callers.ts';
import { KEY_COOKIE } from '../service/guard.ts';
import { problem, ProblemError } from '../service/problems.ts';
import type { Mount } from '../service/service.ts';
import { problemAnswer, readForm } from './answer.ts';
import { benchmarkRoutes } from './benchmark-routes.ts';
import { checklistRoutes } from './checklist-routes.ts';
import { ASSETS } from './page.ts';
import { homeRoutes } from './home-routes.ts';
import { judgementRoutes } from './judgement-routes.ts';
import { setRoutes } from './set-routes.ts';
import { workRoutes } from './work-routes.ts';

const SIGN_IN_BYTES = 1_000;

export const pageRoutes: Mount = (app, service) => {
  const atMost = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ProblemError('too-large', `The form may have ${maxSize} bytes.`);
      },
    });
  const limit = atMost(service.limits.batchBytes);
  for (const path of ['/ask', '/sets/*', '/checklists/*', '/judgements/*', '/records/*', '/runs/*'])
    app.use(path, limit);
  for (const { path, type, text } of Object.values(ASSETS))
    app.get(path, (c) =>
      c.body(text, 200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }),
    );
  app.post('/sign-in', atMost(SIGN_IN_BYTES), async (c) => {
    const key = (await readForm(c)).one('key');
    if (!isKey(key)) return problemAnswer(c, problem('key-needed', 'This is no API key.'));
    // Behind a TLS proxy only the browser knows that the connection is encrypted: its origin says so.
    const isSecure = c.req.header('origin')?.startsWith('https:') === true;
    setCookie(c, KEY_COOKIE, key, { httpOnly: true, sameSite: 'Strict', path: '/', secure: isSecure });
    return c.redirect('/', 303);
  });
  app.post('/sign-out', (c) => {
    deleteCookie(c, KEY_COOKIE, { path: '/' });
    return c.redirect('/', 303);
  });
  for (const mount of [homeRoutes, setRoutes, workRoutes, judgementRoutes, checklistRoutes, benchmarkRoutes])
    mount(app, service);
  // Not found: a page for browsers, a problem as JSON for programs.
  app.use(async (c, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof ProblemError) || c.req.header('accept')?.includes('text/html') !== true) throw error;
      return problemAnswer(c, error.problem, error.headers);
    }
    return undefined;
  });
};
