/** Pages of sets: the start, a set, one criterion, sources and what if, two sets side by side, the live audit. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { compareSets } from '../audit/compare-sets.ts';
import { withoutSources } from '../audit/without-sources.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { GroundruleError, InputError } from '../domain/errors.ts';
import { SetReference } from '../domain/ids.ts';
import type { Mount, Service } from '../service/service.ts';
import { answerTagged, taggedText, type TaggedBody } from '../service/tagged.ts';
import { canonicalJson } from '../text/hash.ts';
import { download, idOf, isSignedIn, notFound, pagesOf, readForm, refusedPage, type PageContext } from './answer.ts';
import { comparePage } from './compare-page.ts';
import { liveAuditPage } from './live-audit-page.ts';
import { EXPORTS, exportSet, type ExportFormat } from './set-export.ts';
import { SetFilter } from './set-filters.ts';
import { runPage } from './run-page.ts';
import { servedPage } from './page.ts';
import { criterionPage, setPage } from './set-page.ts';
import { sourcesPage, type WhatIf } from './sources-page.ts';

const LISTED = 50;
/** Of pages of sets, of at most 150 kB each. */
const MAX_KEPT_BYTES = 32_000_000;
const Exporting = z.object({ format: z.enum(Object.keys(EXPORTS) as [ExportFormat]).catch('markdown') });
const Chosen = z.object({ before: z.string().optional(), after: z.string().optional() });

/**
 * @param reference an id, its beginning, or `last`
 * @throws ProblemError where there is no such set; InputError where several begin so
 */
export async function requireSet({ client }: Pick<Service, 'client'>, reference: string): Promise<CriteriaSet> {
  const set = SetReference.safeParse(reference).success ? await client.sets.named(reference) : null;
  if (set === null) throw notFound('set');
  return set;
}

export const setRoutes: Mount = (app, service) => {
  const { client } = service;
  const { get, post } = pagesOf(app);
  const setOf = (c: PageContext) => requireSet(service, idOf(c));

  /** What a set says never changes; another run that found the same one has another start. */
  const pages = new LRUCache<string, TaggedBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  });
  get('/sets/:id', async (c) => {
    const filter = SetFilter.parse(filled(c.req.query()));
    const summary = await client.store.getSetSummary(idOf(c));
    const key = [idOf(c), summary?.startedAt, isSignedIn(c), canonicalJson(filter)].join(' ');
    const kept = summary === null ? undefined : pages.get(key);
    const page = kept ?? taggedText(await servedPage(setPage(await setOf(c), filter), isSignedIn(c)));
    if (kept === undefined && summary !== null) pages.set(key, page);
    return answerTagged(c, page, 'text/html; charset=UTF-8');
  });
  get('/sets/:id/export', async (c) => {
    const set = await setOf(c);
    const { format } = Exporting.parse(c.req.query());
    const { type, file } = EXPORTS[format];
    const text = await exportSet(client, set, format, c.req.queries('id') ?? []);
    return c.body(text, 200, download(type, `${set.id}.${file}`));
  });
  get('/sets/:id/criteria/:criterion', async (c) => {
    const set = await setOf(c);
    const { criteria } = await client.audit(set, { criteria: [c.req.param('criterion') ?? ''] });
    const [audited] = criteria;
    if (audited === undefined) throw notFound('criterion');
    return criterionPage(set, audited);
  });
  get('/sets/:id/sources', async (c) => {
    const set = await setOf(c);
    const { from } = SetFilter.parse(c.req.query());
    return sourcesPage(set, { from, ...whatIf(set, c.req.queries('without') ?? []) });
  });
  post('/sets/:id/without', 'discover', async (c) => {
    const set = await setOf(c);
    const form = await readForm(c);
    const remaining = await client.leaveOut(set, form.all('without'));
    return c.redirect(`/sets/${remaining.id}`, 303);
  });
  get('/sets/:id/run', async (c) => runPage(await setOf(c)));
  get('/sets/:id/live', async (c) => liveAuditPage(await setOf(c), null));
  post('/sets/:id/live', 'discover', async (c) => {
    const set = await setOf(c);
    try {
      return liveAuditPage(set, await client.auditLive(set, { signal: c.req.raw.signal }));
    } catch (error) {
      if (!(error instanceof GroundruleError)) throw error;
      return refusedPage(error, ({ detail }) => liveAuditPage(set, { refused: detail }));
    }
  });
  get('/compare', async (c) => {
    const chosen = Chosen.parse(filled(c.req.query()));
    const sets = await client.sets.list(LISTED);
    if (chosen.before === undefined || chosen.after === undefined) return comparePage({ sets, chosen, compared: null });
    const [before, after] = await Promise.all([requireSet(service, chosen.before), requireSet(service, chosen.after)]);
    return comparePage({ sets, chosen, compared: { before, after, result: compareSets(before, after) } });
  });
};

/** Without the fields that were left empty. */
export function filled(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function whatIf(set: CriteriaSet, without: readonly string[]): Omit<WhatIf, 'from'> {
  if (without.length === 0) return { without, outcome: null };
  try {
    return { without, outcome: withoutSources(set, without) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { without, outcome: { refused: error.message } };
  }
}
