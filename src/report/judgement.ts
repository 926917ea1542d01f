/** Judgements: the verdicts with their reasons, the rates; in full with what they quote, marked in the response. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Judgement, PassRate, Verdict } from '../domain/judgement.ts';
import { recordId } from '../judge/record-id.ts';
import { overallRate, passRatesByCategory } from '../judge/pass-rate.ts';
import { renderer } from './render.ts';
import { lines, list, main, paint, right, say, section, table } from './report.ts';
import type { Block, ListItem, Row } from './report.ts';
import { markedPieces } from './text-pieces.ts';
import { percent, plural, shorten } from './words.ts';

const MAX_REASON_CHARS = 400;
const BAR_COLUMNS = 20;
/** Of a judgement's id, before what tells apart the marks in its response: a page may hold several. */
const ANCHOR_CHARS = 11;

export const renderJudgements = renderer<readonly Judgement[]>(
  (judgements, isFull) => {
    const [first, ...others] = judgements;
    const isOne = first !== undefined && others.length === 0;
    const all = plural(judgements.length, 'response');
    return {
      title: `Judgement: ${isOne ? first.name : all}`,
      instruction: first?.checklist.task?.instruction,
      blocks: isOne
        ? judgementBlocks(first, first, isFull)
        : [
            ...judgements.map((judgement) => section(judgement.name, ...judgementBlocks(judgement, judgement, isFull))),
            lines(paint.strong(`${percent(rateOfAll(judgements))} of all items of ${all} (DRFR)`)),
          ],
    };
  },
  (judgements) => ({
    overall: { responses: judgements.length, rate: rateOfAll(judgements) },
    judgements: judgements.map((judgement) => ({
      ...judgement,
      categories: Object.fromEntries(passRatesByCategory(judgement)),
    })),
  }),
);

function rateOfAll(judgements: readonly Judgement[]): number | null {
  return overallRate(judgements.map(({ passRate }) => passRate));
}

/** What one response was judged by, where several share it. */
type JudgedBy = Pick<Judgement, 'checklist' | 'judge'>;

export function judgementBlocks(
  judged: JudgedResponse,
  { checklist, judge }: JudgedBy,
  isFull: boolean,
): readonly Block[] {
  const { verdicts, warnings } = judged;
  const each = checklist.items.map((item, index) => ({
    item,
    verdict: verdicts[index]?.verdict ?? NO_VERDICT,
  }));
  const rates = table(['', right(''), '', ''], rateRows(judged, checklist));
  if (!isFull) return [table(['#', 'Met', main('Criterion'), main('Why')], each.map(verdictCells)), rates];
  const judgement = { ...judged, checklist, judge, usage: [] };
  const anchor = `${recordId('judgement', judgement).slice(0, ANCHOR_CHARS)}-`;
  const items = list(each.map((item) => verdictItem(item, anchor)));
  const parts = markedPieces(judged, (verdict) => signOf(verdict).tone, anchor);
  return [
    rates,
    lines(
      paint.soft(judge === null ? 'checked by code alone' : `judged by ${judge.model}`),
      ...warnings.map((warning) => paint.warn(`Note: ${warning}`)),
    ),
    { kind: 'beside', parts: [items, { kind: 'text', parts }] },
  ];
}

const NO_VERDICT: Verdict = { status: 'unscored', reason: 'It has no verdict.', votes: null };

interface JudgedItem {
  readonly item: ChecklistItem;
  readonly verdict: Verdict;
}

function verdictCells({ item, verdict }: JudgedItem): Row {
  const grounds = groundsOf(verdict).join(', ');
  // A judge that is asked for the bare answer gives no reason.
  const why = [shorten(verdict.reason, MAX_REASON_CHARS), grounds && `(${grounds})`].filter(Boolean).join(' ');
  const presumes = item.presumes === null ? '' : paint.warn(' (presumes what no text can do)');
  return [paint.strong(item.id), signOf(verdict), [item.text, presumes], paint.soft(why)];
}

function verdictItem({ item, verdict }: JudgedItem, anchor: string): ListItem {
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const presumes = item.presumes === null ? [] : [`presumes ${item.presumes}: a yes is no proof`];
  const said = lines(
    verdict.reason,
    ...quotes.map(({ quote, start }) => ({ text: `“${quote}”`, href: `#${anchor}${start}` })),
    paint.soft([item.id, ...groundsOf(verdict), ...item.categories, ...presumes].join(' · ')),
  );
  const sign = signOf(verdict);
  return { head: say`${sign} ${item.text}`, blocks: [said], isFolded: sign.text === 'yes' };
}

const SIGNS = {
  yes: { text: 'yes', tone: 'good' },
  no: { text: 'no', tone: 'bad' },
  'not-applicable': { text: 'n/a', tone: 'warn' },
  unscored: { text: 'unscored', tone: 'warn' },
} as const;

export function signOf(verdict: Verdict = NO_VERDICT) {
  return SIGNS[verdict.status === 'unscored' ? 'unscored' : verdict.answer];
}

/** Who decided and how sure: "checked by code", "2 of 3 votes", "P(yes) 0.97"; none where one model answer did. */
export function groundsOf(verdict: Verdict): string[] {
  const { votes } = verdict;
  const drawn = Object.values(votes ?? {}).reduce((sum, count) => sum + count, 0);
  if (verdict.status === 'unscored') return drawn > 1 ? [plural(drawn, 'vote')] : [];
  if (verdict.by === 'code') return ['checked by code'];
  const { answer, yesProbability } = verdict;
  const own = votes?.[answer === 'not-applicable' ? 'notApplicable' : answer] ?? 0;
  return [
    ...(drawn > 1 ? [`${own} of ${plural(drawn, 'vote')}`] : []),
    ...(yesProbability === null ? [] : [`P(yes) ${yesProbability.toFixed(2)}`]),
  ];
}

/** The rate of all; by weight where weights differ; and of each category where there are several. */
function rateRows({ passRate, verdicts }: JudgedResponse, checklist: Checklist): readonly Row[] {
  const categories = [...passRatesByCategory({ checklist, verdicts })];
  const hasOwnWeights = new Set(checklist.items.map(({ weight }) => weight)).size > 1;
  const row = (name: string, rate: number | null, counts: string): Row => [
    name,
    paint.strong(percent(rate)),
    rate === null ? '' : { ...paint.good(''), bar: { share: rate, columns: BAR_COLUMNS } },
    paint.soft(counts),
  ];
  return [
    row('pass rate', passRate.rate, countsOf(passRate)),
    ...(hasOwnWeights ? [row('weighted', passRate.weightedRate, '')] : []),
    ...(categories.length < 2 ? [] : categories.map(([name, each]) => row(name, each.rate, countsOf(each)))),
  ];
}

/** "7 of 9 met; 1 not applicable, 2 unscored". */
export function countsOf({ yes, no, notApplicable, unscored }: PassRate): string {
  const others = [
    notApplicable > 0 ? `${notApplicable} not applicable` : '',
    unscored > 0 ? `${unscored} unscored` : '',
  ].filter(Boolean);
  return `${yes} of ${yes + no} met${others.length > 0 ? `; ${others.join(', ')}` : ''}`;
}
