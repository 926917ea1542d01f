/** The service with its pages, a model's double behind it, and two sets in its store: one of them hostile. */
import {} from 'vitest';
import { numbered, rankCriteria } from '../../src/discover/filter-and-rank.ts';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { pageRoutes } from '../../src/view/routes.ts';
import { CRITERIA, criteriaSetFixture, GUIDES } from './criteria-set.ts';
import type { Behaviour } from './model-server/behaviour.ts';
import { plausibleServer } from './plausible-server.ts';
import { startService, type StartOptions, type TestService } from './service.ts';

/** Would run, load or leave its place wherever it were not text. */
export const HOSTILE =
  '"><script>window.taken = 1</script><img src=x onerror="window.taken = 1"></textarea></svg></title>\' onfocus=\'window.taken=1\' autofocus x=\'<a href="javascript:window.taken=1">';

export interface PageService extends TestService {
  readonly set: CriteriaSet;
  readonly hostile: CriteriaSet;
}

export async function startPageService(
  options: StartOptions = {},
  behaviour: Partial<Behaviour> = {},
): Promise<PageService> {
  const server = await plausibleServer(behaviour);
  const flags = { model: 'scripted', baseUrl: server.baseUrl, modelFormat: 'json_schema', ...options.flags };
  const service = await startService({ mounts: [pageRoutes], ...options, flags });
  const { set: asListed, pages } = criteriaSetFixture();
  const set = ranked(asListed);
  const hostile = hostileSet();
  for (const page of [...pages, ...hostile.pages]) await service.client.store.putPage(page);
  for (const each of [set, hostile.set]) await service.client.store.putSet(each);
  return { ...service, set, hostile: hostile.set };
}

/** In the order and with the default list that a discovery gives it. */
function ranked({ content, ...set }: CriteriaSet): CriteriaSet {
  const own = { ...content, criteria: numbered(rankCriteria(content.criteria)) };
  return { ...set, id: criteriaSetId(own), content: own };
}

function hostileSet() {
  const guides = GUIDES.map((guide) => ({
    ...guide,
    url: guide.via === 'web' ? `javascript:window.taken=1//${guide.url}` : guide.url,
    title: `${guide.title ?? ''} ${HOSTILE}`,
    site: HOSTILE,
    byline: HOSTILE,
    text: `${HOSTILE} ${guide.text} ${HOSTILE}`,
    ...(guide.dropped === undefined ? {} : { dropped: { ...guide.dropped, reason: HOSTILE } }),
  }));
  const criteria = CRITERIA.map((criterion, at) => ({
    ...criterion,
    text: `${criterion.text} ${HOSTILE}`,
    quotes: at === 0 ? [[0, `${HOSTILE} A toast`] as const, ...criterion.quotes] : criterion.quotes,
  }));
  const { set, pages } = criteriaSetFixture({ instruction: HOSTILE, guides, criteria, warnings: [HOSTILE] });
  const content = {
    ...set.content,
    queries: set.content.queries.map((query) => ({ ...query, text: HOSTILE, teaches: HOSTILE })),
  };
  return { set: { ...set, id: criteriaSetId(content), content }, pages };
}

/** What a browser sends of a form without files. */
export function formOf(
  fields: Readonly<Record<string, string | readonly string[]>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
  ).toString();
  return { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body };
}
