/** Fetches the cited sources again and checks whether every quote is still there. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Evidence } from '../domain/criterion.ts';
import type { AdviceId, CriterionId } from '../domain/ids.ts';
import type { Span } from '../domain/page.ts';
import type { Source } from '../domain/source.ts';
import type { RunContext } from '../domain/run-context.ts';
import { quoteAligner } from '../pages/align-quote.ts';
import { nearestSentence } from '../pages/nearest-wording.ts';
import { readPages, type PageOutcome, type ReadPagesPorts } from '../pages/read-pages.ts';

export const QUOTE_STATES = ['unchanged', 'moved', 'gone', 'page-gone', 'refused', 'unchecked'] as const;

/**
 * `unchanged`: at the same offsets, or anywhere in the same document. `moved`: elsewhere in a changed document. `gone`: not on
 * the page. `page-gone`: the page does not exist. `refused`: robots.txt or the site refuses access. `unchecked`: unknown,
 * because the server does not answer, or because another extractor version read the same document and this one does not
 * find the quote.
 */
type QuoteState = (typeof QUOTE_STATES)[number];

interface LiveQuote {
  readonly adviceId: AdviceId;
  readonly quote: string;
  /** The criteria that cite it, in order. */
  readonly criteria: readonly CriterionId[];
  readonly state: QuoteState;
  /** UTF-16 offsets in the current text; null if unknown. */
  readonly span: Span | null;
  /** For a quote that is gone: the sentence with the nearest wording on the page; null if there is none. */
  readonly nearest: string | null;
}

export type QuoteCounts = Readonly<Record<QuoteState, number>>;

export interface LiveSource {
  readonly source: Source;
  /** Null without a page. */
  readonly finalUrl: string | null;
  /** ISO 8601; null without a page. */
  readonly fetchedAt: string | null;
  /** Why there is no page; null if there is one. */
  readonly reason: string | null;
  readonly quotes: readonly LiveQuote[];
  readonly counts: QuoteCounts;
}

export interface LiveAudit {
  readonly setId: string;
  /** `passed`: every quote is there; `failed`: a quote or its page is gone; `cannot-verify`: a quote could not be checked. */
  readonly status: 'passed' | 'failed' | 'cannot-verify';
  /** The cited sources, in order. */
  readonly sources: readonly LiveSource[];
  readonly counts: QuoteCounts;
}

/** @param ports documents must be fetched again, not taken from a cache */
export async function auditLive(
  run: RunContext,
  ports: ReadPagesPorts,
  { id, content }: CriteriaSet,
): Promise<LiveAudit> {
  const cited = citedQuotes(content.criteria);
  const sources = content.sources.filter((source) => cited.has(source.id));
  const urls = sources.map(({ url }) => url);
  const outcomes = await readPages(run, { ...ports, ignoreCache: true }, urls, (done) =>
    run.emit({ type: 'step-progress', step: 'pages', done, total: urls.length }),
  );
  const live = sources.map((source): LiveSource => {
    const outcome = outcomes.get(source.url);
    if (outcome === undefined) throw new Error(`No outcome for ${source.url}.`);
    const isRead = outcome.status === 'read';
    const locate = isRead ? locator(outcome) : () => ({ state: absence(outcome), span: null, nearest: null });
    const quotes = [...(cited.get(source.id) ?? [])].map(([, { evidence, criteria }]) => ({
      adviceId: evidence.adviceId,
      quote: evidence.quote,
      criteria,
      ...locate(evidence),
    }));
    return {
      source,
      finalUrl: isRead ? outcome.finalUrl : null,
      fetchedAt: isRead ? outcome.fetchedAt : null,
      reason: isRead ? null : `${outcome.decision}: ${outcome.reason}`,
      quotes,
      counts: countStates(quotes),
    };
  });
  const counts = countStates(live.flatMap(({ quotes }) => quotes));
  return { setId: id, status: statusOf(counts), sources: live, counts };
}

interface CitedQuote {
  readonly evidence: Evidence;
  readonly criteria: CriterionId[];
}

/** Each quote once, by source id and advice id. */
function citedQuotes(criteria: CriteriaSet['content']['criteria']): Map<string, Map<string, CitedQuote>> {
  const bySource = new Map<string, Map<string, CitedQuote>>();
  for (const { id, evidence: pieces } of criteria)
    for (const evidence of pieces) {
      const quotes = bySource.get(evidence.sourceId) ?? new Map<string, CitedQuote>();
      const cited = quotes.get(evidence.adviceId) ?? { evidence, criteria: [] };
      cited.criteria.push(id);
      bySource.set(evidence.sourceId, quotes.set(evidence.adviceId, cited));
    }
  return bySource;
}

function locator({ page }: Extract<PageOutcome, { status: 'read' }>) {
  const align = quoteAligner(page.text);
  return ({ quote, start, end, extraction }: Evidence): Pick<LiveQuote, 'state' | 'span' | 'nearest'> => {
    if (page.text.slice(start, end) === quote) return { state: 'unchanged', span: { start, end }, nearest: null };
    // Compare with the new extraction: a record could claim any text for these bytes.
    const isSameDocument = page.extraction.bytesHash === extraction.bytesHash;
    const span = align(quote);
    if (span !== null) return { state: isSameDocument ? 'unchanged' : 'moved', span, nearest: null };
    const isReadOtherwise = isSameDocument && page.extraction.extractorVersion !== extraction.extractorVersion;
    return { state: isReadOtherwise ? 'unchecked' : 'gone', span, nearest: nearestSentence(page.text, quote) };
  };
}

function absence({ decision, isGone }: Extract<PageOutcome, { status: 'failed' }>): QuoteState {
  if (isGone === true) return 'page-gone';
  if (decision === 'refused-by-robots' || decision === 'blocked-page') return 'refused';
  // The page at the address now has no text, or hardly any.
  return decision === 'not-text' || decision === 'too-short' ? 'gone' : 'unchecked';
}

function countStates(quotes: readonly LiveQuote[]): QuoteCounts {
  const counts = { unchanged: 0, moved: 0, gone: 0, 'page-gone': 0, refused: 0, unchecked: 0 };
  for (const { state } of quotes) counts[state] += 1;
  return counts;
}

function statusOf(counts: QuoteCounts): LiveAudit['status'] {
  if (counts.gone + counts['page-gone'] > 0) return 'failed';
  return counts.refused + counts.unchecked > 0 ? 'cannot-verify' : 'passed';
}
