/** The route that a request met, as figures and traces name it: never its address, of which there are any number. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** Handlers of every address stand before the routes and behind them. */
export function routeOf(c: Context): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '/*';
}
