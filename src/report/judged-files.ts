/** Judged responses and comparisons as files for other programs: JUnit XML for CI, CSV for spreadsheets. */
import { html as markup, raw } from 'hono/html';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Comparison } from '../domain/comparison.ts';
import type { Judgement, Verdict } from '../domain/judgement.ts';
import type { Scoring } from '../judge/scoring.ts';
import { done, type Outcome } from '../domain/outcome.ts';
import { printable, printableLine, shorten } from '../text/printable.ts';
import type { JUDGE_FORMATS, Layout } from './formats.ts';
import { groundsOf, renderJudgements, signOf } from './judgement.ts';

/** One response, or why there is none. */
export interface ReportedResponse {
  readonly name: string;
  /** What its rows begin with in CSV, by column. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly outcome: Outcome<Judgement>;
}

export async function renderJudged(
  judgements: readonly Judgement[],
  format: (typeof JUDGE_FORMATS)[number],
  layout: Layout,
): Promise<string> {
  if (format !== 'junit' && format !== 'csv') return renderJudgements(judgements, format, layout);
  const responses = judgements.map((judgement) => ({ name: judgement.name, outcome: done(judgement) }));
  return format === 'junit' ? junitXml(responses) : judgedCsv(responses);
}

/**
 * One testsuite for each response, one testcase for each criterion. Unmet is a failure. What nobody was asked about, or
 * does not apply, is skipped; a judge that gave no verdict, and a response that is missing, are errors.
 */
export async function junitXml(responses: readonly ReportedResponse[]): Promise<string> {
  const suites = responses.map(({ name, outcome }) => ({ name: attribute(name), cases: casesOf(outcome) }));
  const testsuites = suites.map(
    ({ name, cases }) =>
      markup`  <testsuite name="${name}"${counts(cases)}>\n${cases.map((each) => testcase(name, each))}  </testsuite>\n`,
  );
  const all = counts(suites.flatMap(({ cases }) => cases));
  const xml =
    await markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="groundrule"${all}>\n${testsuites}</testsuites>\n`;
  return xml.toString();
}

interface Case {
  readonly name: string;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly details: string;
}

function casesOf(outcome: Outcome<Judgement>): readonly Case[] {
  if (outcome.status === 'unscored')
    return [{ name: 'response', result: 'error', message: outcome.reason, details: outcome.reason }];
  const { checklist, verdicts, judge } = outcome.value;
  return checklist.items.flatMap((item, index) => {
    const verdict = verdicts[index]?.verdict;
    if (verdict === undefined) return [];
    const result = resultOf(verdict, judge !== null);
    const message = `${signOf(verdict).text}: ${verdict.reason}`;
    return [{ name: `${item.id} ${item.text}`, result, message, details: detailsOf(item, verdict) }];
  });
}

function resultOf(verdict: Verdict, wasAsked: boolean): Case['result'] {
  if (verdict.status === 'unscored') return wasAsked ? 'error' : 'skipped';
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

function counts(cases: readonly Case[]) {
  const count = (wanted: Case['result']) => cases.filter(({ result }) => result === wanted).length;
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')];
  return markup` tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function testcase(suite: string, { name, result, message, details }: Case) {
  const [element, about] =
    result === 'passed' ? ['system-out', ''] : [result, markup` message="${attribute(message)}"`];
  return markup`    <testcase classname="${suite}" name="${attribute(name)}"><${raw(element)}${about}>${xmlText(details)}</${raw(element)}></testcase>\n`;
}

const MAX_ATTRIBUTE_CHARS = 400;

/** Readers of XML make one line of an attribute, and lists of tests have little room. */
function attribute(text: string): string {
  return shorten(printableLine(xmlText(text)), MAX_ATTRIBUTE_CHARS);
}

/** Without what XML 1.0 cannot hold, escaped or not: control characters and halves of surrogate pairs. */
function xmlText(text: string): string {
  return printable(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
}

type CsvRow = Readonly<Record<string, string | number | readonly string[] | null>>;

/** One row for each response and criterion; a response that is missing is a row of its own. */
export async function judgedCsv(responses: readonly ReportedResponse[]): Promise<string> {
  const rows = responses.flatMap(({ name, labels, outcome }): readonly CsvRow[] => {
    const base = { ...labels, response: name };
    if (outcome.status === 'unscored')
      return [{ ...base, item: '', criterion: '', weight: '', verdict: 'no response', reason: outcome.reason }];
    const { checklist, verdicts } = outcome.value;
    return checklist.items.map(({ id, text, weight, evidence }, index) => {
      const verdict = verdicts[index]?.verdict;
      const { reason = '' } = verdict ?? {};
      const said = verdict === undefined ? {} : { grounds: groundsOf(verdict).join('; '), quotes: quotesOf(verdict) };
      const sources = [...new Set(evidence.map(({ url }) => url))];
      return { ...base, item: id, criterion: text, weight, verdict: signOf(verdict).text, reason, ...said, sources };
    });
  });
  const labels = Object.keys(responses[0]?.labels ?? {});
  const others = ['response', 'item', 'criterion', 'weight', 'verdict', 'reason', 'grounds', 'quotes', 'sources'];
  return csvOf([...labels, ...others], rows);
}

/** One row for each pair. */
export async function comparisonsCsv(comparisons: readonly Comparison[]): Promise<string> {
  const rows = comparisons.map(({ name, by, a, b, result, label, grounds }) => {
    const rates = grounds?.kind === 'pass-rates' ? { 'rate a': grounds.rates.a, 'rate b': grounds.rates.b } : {};
    const said =
      result.status === 'unscored'
        ? { better: 'unscored', reason: result.reason }
        : { better: result.winner, flipped: result.flipped === true ? 'yes' : '' };
    return { pair: name, by, a: a.name, b: b.name, ...said, ...rates, label };
  });
  return csvOf(['pair', 'by', 'a', 'b', 'better', 'flipped', 'rate a', 'rate b', 'label', 'reason'], rows);
}

/** One row for each response, and of a panel one for each member. */
export async function scoringsCsv(scorings: readonly Scoring[]): Promise<string> {
  const rows = scorings.flatMap(({ name, by, result, members = [] }) =>
    [{ model: '', result }, ...members].map(({ model, result: own }) => {
      const score = own.status === 'scored' ? own.score : 'unscored';
      return { response: name, by, member: model, score, reason: own.reason };
    }),
  );
  return csvOf(['response', 'by', 'member', 'score', 'reason'], rows);
}

/** RFC 4180; a text that a spreadsheet would take for a formula begins with an apostrophe. */
export async function csvOf(columns: readonly string[], rows: readonly CsvRow[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const texts = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? '';
      return printable(typeof value === 'object' ? value.join('\n') : String(value));
    }),
  );
  return stringify(texts, { header: true, columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
}
