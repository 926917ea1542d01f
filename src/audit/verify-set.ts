/** Verifies a record against the stored texts, without a new extraction. */
import { lineageProblems } from '../discover/lineage.ts';
import { criteriaSetId } from '../discover/set-id.ts';
import type { Advice } from '../domain/advice.ts';
import { asWritten, type CriteriaSet } from '../domain/criteria-set.ts';
import type { Evidence } from '../domain/criterion.ts';
import type { Page } from '../domain/page.ts';
import type { StorePort } from '../domain/ports.ts';
import { quoteAndNearest } from '../pages/nearest-wording.ts';

export interface RuleCheck {
  readonly rule: string;
  /** `cannot-verify`: a cited text is not stored here, or was imported. */
  readonly status: 'passed' | 'failed' | 'cannot-verify';
  readonly problems: readonly string[];
}

export interface Verification {
  readonly status: RuleCheck['status'];
  readonly rules: readonly RuleCheck[];
  /** All quotes, and those that could be compared with a stored text. */
  readonly quotes: number;
  readonly quotesCompared: number;
  /** Compared quotes that are not at their offsets. */
  readonly quotesWrong: number;
}

type OnPage = (page: Page) => void;

/**
 * The five rules of the record: grounding, quotes, support, lineage, ids.
 * @param onPage sees each stored page that advice is from
 */
export async function verifySet(set: CriteriaSet, store: StorePort, onPage?: OnPage): Promise<Verification> {
  const quotes = await checkQuotes(set, store, onPage);
  const rules: RuleCheck[] = [
    ruleCheck('Every sourced criterion has evidence, and only from kept sources', groundingProblems(set)),
    {
      rule: "Every quote is the stored text's slice at its offsets",
      status: quoteStatus(quotes),
      problems: [...quotes.wrong, ...quotes.unverifiable],
    },
    ruleCheck('Every sourced criterion says whether its quotes were found to say it', supportProblems(set)),
    ruleCheck('Every advice id ends in one criterion or one removal', lineageProblems(set.content)),
    ruleCheck('The id is the hash of the content, and ids are unique', idProblems(set)),
  ];
  const status = (['failed', 'cannot-verify'] as const).find((bad) => rules.some((rule) => rule.status === bad));
  return {
    status: status ?? 'passed',
    rules,
    quotes: quotes.total,
    quotesCompared: quotes.compared,
    quotesWrong: quotes.wrong.length,
  };
}

function quoteStatus({ wrong, unverifiable }: QuoteProblems): RuleCheck['status'] {
  if (wrong.length > 0) return 'failed';
  return unverifiable.length > 0 ? 'cannot-verify' : 'passed';
}

function ruleCheck(rule: string, problems: readonly string[]): RuleCheck {
  return { rule, status: problems.length === 0 ? 'passed' : 'failed', problems };
}

function groundingProblems({ content }: CriteriaSet): string[] {
  const sources = new Map(content.sources.map((source) => [source.id, source]));
  const advice = new Map<string, Advice>(content.advice.map((piece) => [piece.id, piece]));
  return content.criteria.flatMap(({ id, origin, evidence, adviceIds, conflicts }) => {
    const problems: string[] = [];
    if (origin === 'source' && evidence.length === 0) problems.push('has no evidence.');
    if (origin !== 'source' && evidence.length > 0) problems.push(`calls itself “${origin}”, but has evidence.`);
    for (const { sourceId, adviceId, url, finalUrl, extraction, quote, start, end } of evidence) {
      const source = sources.get(sourceId);
      if (source?.decision !== 'kept') problems.push(`cites ${sourceId}, which was not kept.`);
      else if (source.url !== url || source.finalUrl !== finalUrl)
        problems.push(`cites ${sourceId} under another URL: ${url}.`);
      else if (!sameExtraction(source.extraction, extraction))
        problems.push(`cites another extraction of ${sourceId}.`);
      const piece = advice.get(adviceId);
      if (piece?.quote !== quote || piece.start !== start || piece.end !== end)
        problems.push(`has a quote that differs from that of its advice ${adviceId}.`);
    }
    const cited = new Set<string>(evidence.map(({ adviceId }) => adviceId));
    for (const { with: other } of conflicts)
      if (advice.has(other) && !cited.has(other)) problems.push(`is disputed by ${other}, which is not behind it.`);
    for (const adviceId of adviceIds)
      if (advice.has(adviceId) && !cited.has(adviceId))
        problems.push(`names advice ${adviceId} but does not show its evidence.`);
    return problems.map((problem) => `${id} ${problem}`);
  });
}

function supportProblems({ content }: CriteriaSet): string[] {
  return content.criteria.flatMap(({ id, origin, text, grounding }) => {
    if ((origin === 'source') !== (grounding !== null))
      return [`${id} ${grounding === null ? 'has quotes that nobody compared it with.' : 'has no quotes to say it.'}`];
    if (grounding?.status !== 'checked') return [];
    const { verdict, added, formerText, said } = grounding;
    const isWhole =
      verdict === 'full'
        ? added === null && formerText === null && said === undefined
        : added !== null && formerText !== text && (said === undefined || (formerText === null && said !== text));
    return isWhole ? [] : [`${id} has a verdict (${verdict}) that does not fit what it says was added.`];
  });
}

function sameExtraction(a: Evidence['extraction'] | null, b: Evidence['extraction']): boolean {
  return a?.bytesHash === b.bytesHash && a.extractorVersion === b.extractorVersion;
}

interface QuoteProblems {
  readonly wrong: readonly string[];
  readonly unverifiable: readonly string[];
  readonly total: number;
  readonly compared: number;
}

async function checkQuotes({ content }: CriteriaSet, store: StorePort, onPage?: OnPage): Promise<QuoteProblems> {
  const wrong: string[] = [];
  const unverifiable = new Set<string>();
  let compared = 0;
  for (const source of content.sources) {
    const advice = content.advice.filter((piece) => piece.sourceId === source.id);
    if (advice.length === 0) continue;
    const page = source.extraction === null ? null : await store.getPage(source.extraction);
    if (page === null) {
      unverifiable.add(
        source.via === 'provider'
          ? `Cannot re-verify: the text of ${source.url} was supplied by a search provider whose terms do not let it be kept.`
          : `The text of ${source.url} is not in the store.`,
      );
      continue;
    }
    onPage?.(page);
    if (page.imported === true)
      unverifiable.add(
        `The text of ${source.url} was imported and not fetched here: “audit --live” reads the page itself and compares.`,
      );
    compared += advice.length;
    for (const piece of advice)
      if (page.text.slice(piece.start, piece.end) !== piece.quote)
        wrong.push(
          `The quote of ${piece.id} is not at ${piece.start}–${piece.end} of ${source.url}: ${quoteAndNearest(page.text, piece.quote)}.`,
        );
  }
  return { wrong, unverifiable: [...unverifiable], total: content.advice.length, compared };
}

function idProblems(set: CriteriaSet): string[] {
  const { id, content } = set;
  const problems: string[] = [];
  const expected = criteriaSetId(asWritten(set).content);
  if (expected !== id) problems.push(`The set calls itself ${id}, but its content hashes to ${expected}.`);
  for (const [name, ids] of [
    ['query', content.queries.map((query) => query.id)],
    ['source', content.sources.map((source) => source.id)],
    ['advice', [...content.advice, ...content.modelPoints].map(({ id: adviceId }) => adviceId)],
    ['criterion', content.criteria.map((criterion) => criterion.id)],
  ] as const)
    if (new Set<string>(ids).size !== ids.length) problems.push(`Duplicate ${name} id.`);
  return problems;
}
