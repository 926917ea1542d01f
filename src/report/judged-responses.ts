/** Judged responses for other programs: as tests, and as rows. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, Verdict } from '../domain/judgement.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { DataRow, DataRows, Test, TestSuite } from './report.ts';
import { groundsOf, signOf, wantedText } from './verdict.ts';

/** One response, or why there is none of it. */
export interface ReportedResponse {
  readonly name: string;
  /** The first columns of its rows. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly outcome: Outcome<Judgement>;
  /** What there is none of, where the outcome is unscored; default: the response. */
  readonly lacks?: string;
}

/** One suite for each response, one test for each criterion. */
export function testsOf(responses: readonly ReportedResponse[]): readonly TestSuite[] {
  return responses.map(({ name, outcome, lacks }) => ({ name, tests: testsOfResponse(outcome, lacks) }));
}

function testsOfResponse(outcome: Outcome<Judgement>, lacks = 'response'): readonly Test[] {
  if (outcome.status === 'unscored')
    return [{ name: lacks, result: 'error', message: outcome.reason, details: outcome.reason }];
  const { checklist, verdicts, judge } = outcome.value;
  return checklist.items.flatMap((item, index) => {
    const verdict = verdicts[index]?.verdict;
    if (verdict === undefined) return [];
    const result = resultOf(verdict, judge !== null);
    const message = `${signOf(verdict).text}: ${verdict.reason}`;
    return [{ name: `${item.id} ${wantedText(item)}`, result, message, details: detailsOf(item, verdict) }];
  });
}

/**
 * Unmet is a failure; not applicable is skipped. Without a verdict: an error where a judge was asked for it, skipped where
 * there was none.
 */
function resultOf(verdict: Verdict, hasJudge: boolean): Test['result'] {
  if (verdict.status === 'unscored') return hasJudge ? 'error' : 'skipped';
  return ({ yes: 'passed', no: 'failure', 'not-applicable': 'skipped' } as const)[verdict.answer];
}

/** The reason, what the judge quotes, and what the criterion rests on. */
function detailsOf(item: ChecklistItem, verdict: Verdict): string {
  return [
    verdict.reason,
    ...groundsOf(verdict),
    ...quotesOf(verdict).map((quote) => `In the response: “${quote}”`),
    ...item.evidence.map(({ quote, url }) => `Rests on: “${quote}” (${url})`),
  ].join('\n');
}

function quotesOf(verdict: Verdict): readonly string[] {
  return verdict.status === 'scored' ? verdict.quotes.map(({ quote }) => quote) : [];
}

const COLUMNS = ['response', 'item', 'criterion', 'weight', 'verdict', 'reason', 'grounds', 'quotes', 'sources'];

/** One row for each response and criterion; a response that is missing is a row of its own. */
export function rowsOf(responses: readonly ReportedResponse[]): DataRows {
  const labels = Object.keys(responses[0]?.labels ?? {});
  return { columns: [...labels, ...COLUMNS], rows: responses.flatMap(rowsOfResponse) };
}

function rowsOfResponse({ name, labels, outcome, lacks = 'response' }: ReportedResponse): readonly DataRow[] {
  const base = { ...labels, response: name };
  if (outcome.status === 'unscored') return [{ ...base, verdict: `no ${lacks}`, reason: outcome.reason }];
  const { checklist, verdicts } = outcome.value;
  return checklist.items.map((item, index) => {
    const { id, weight, evidence } = item;
    const verdict = verdicts[index]?.verdict;
    return {
      ...base,
      item: id,
      criterion: wantedText(item),
      weight,
      verdict: signOf(verdict).text,
      reason: verdict?.reason ?? '',
      grounds: verdict === undefined ? '' : groundsOf(verdict).join('; '),
      quotes: verdict === undefined ? [] : quotesOf(verdict),
      sources: [...new Set(evidence.map(({ url }) => url))],
    };
  });
}
