/** The doubles in a process of their own, so that what they compute does not slow down what is measured. */
import { answering, startGuideWeb } from '../../test/support/guide-web/start-guide-web.ts';
import type { Handler } from '../../test/support/model-server/server.ts';
import { plausibleModel } from '../../test/support/plausible-model.ts';
import type { DoublesReport } from './doubles-report.ts';
import { LATENCY_MS, RESULTS_PER_QUERY, worldPages } from './guide-world.ts';
import { benchmarkPages, benchmarkShelf, RESULTS_PER_BENCHMARK_QUERY } from './benchmark-world.ts';

/** What was said before is said again at once: the double's own work is not to be measured. */
const said = new Map<string, unknown>();
const plausible = answering(plausibleModel);

/** A model of the name `tokens-249` says so many tokens, whatever it is asked. */
const handler: Handler = (request) => {
  const tokens = /^tokens-(\d+)$/.exec(request.model)?.[1];
  if (tokens !== undefined) return ' advice'.repeat(Number(tokens));
  if (!said.has(request.text)) said.set(request.text, plausible(request));
  return said.get(request.text);
};

const isBenchmark = process.argv[2] === 'benchmark';
const kinds = Number(process.argv[3]);
const pages = isBenchmark ? await benchmarkPages(kinds) : await worldPages();
const world = await startGuideWeb({
  pages,
  resultsPerQuery: isBenchmark ? RESULTS_PER_BENCHMARK_QUERY : RESULTS_PER_QUERY,
  ...(isBenchmark ? { shelfOf: benchmarkShelf(kinds) } : {}),
  latencyMs: LATENCY_MS.page,
  searchLatencyMs: LATENCY_MS.search,
  model: handler,
  modelBehaviour: { latencyMs: LATENCY_MS.model, cachesPrompts: true },
  addressOf: (site) => `127.0.${1 + Math.floor(site / 250)}.${(site % 250) + 1}`,
});

process.on('message', () => {
  const { inputTokens, cachedInputTokens, outputTokens } = world.model.statistics();
  const { model, search, web } = world.counts();
  const report: DoublesReport = {
    flags: { ...world.flags },
    pages: pages.map((page) => ({ url: world.web.urlOf(page), title: page.title, kind: page.kind })),
    calls: model,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    searches: search,
    fetches: web,
  };
  process.send?.(report);
});
