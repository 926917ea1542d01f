/** Judgements: the verdicts with their reasons, the rates; in full with what they quote, marked in the response. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, PassRate, Verdict } from '../domain/judgement.ts';
import { recordId } from '../judge/record-id.ts';
import { overallRate, passRatesByCategory } from '../judge/pass-rate.ts';
import { renderer } from './render.ts';
import { lines, list, main, paint, right, say, section, table } from './report.ts';
import type { Block, ListItem, Row, Span } from './report.ts';
import { markedPieces } from './text-pieces.ts';
import { percent, plural, shorten } from './words.ts';

const MAX_REASON_CHARS = 400;
const BAR_COLUMNS = 20;
/** Of a judgement's id, before what tells apart the marks in its response: a page may hold several. */
const ANCHOR_CHARS = 11;

export const renderJudgements = renderer<readonly Judgement[]>((judgements, isFull) => {
  const [first, ...others] = judgements;
  const isOne = first !== undefined && others.length === 0;
  const all = plural(judgements.length, 'response');
  return {
    title: `Judgement: ${isOne ? first.name : all}`,
    instruction: first?.checklist.task?.instruction,
    blocks: isOne
      ? judgementBlocks(first, isFull)
      : [
          ...judgements.map((judgement) => section(judgement.name, ...judgementBlocks(judgement, isFull))),
          lines(paint.strong(`${percent(rateOfAll(judgements))} of all items of ${all} (DRFR)`)),
        ],
  };
}, judgementsJson);

function judgementsJson(judgements: readonly Judgement[]) {
  return {
    overall: { responses: judgements.length, rate: rateOfAll(judgements) },
    judgements: judgements.map((judgement) => ({
      id: recordId('judgement', judgement),
      ...judgement,
      categories: Object.fromEntries(passRatesByCategory(judgement)),
    })),
  };
}

function rateOfAll(judgements: readonly Judgement[]): number | null {
  return overallRate(judgements.map(({ passRate }) => passRate));
}

export function judgementBlocks(judgement: Judgement, isFull: boolean): readonly Block[] {
  const { checklist, verdicts, warnings, judge } = judgement;
  const judged = checklist.items.map((item, index) => ({
    item,
    verdict: verdicts[index]?.verdict ?? NO_VERDICT,
  }));
  const rates = table(['', right(''), '', ''], rateRows(judgement));
  if (!isFull) return [table(['#', 'Met', main('Criterion'), main('Why')], judged.map(verdictCells)), rates];
  const anchor = `${recordId('judgement', judgement).slice(0, ANCHOR_CHARS)}-`;
  const items = list(judged.map((each) => verdictItem(each, anchor)));
  const parts = markedPieces(judgement, (verdict) => TONES[signOf(verdict)], anchor);
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
  const why = [shorten(verdict.reason, MAX_REASON_CHARS), grounds && `(${grounds})`]
    .filter(Boolean)
    .join(' ');
  const presumes = item.presumes === null ? '' : paint.warn(' (presumes what no text can do)');
  return [paint.strong(item.id), verdictSign(verdict), [item.text, presumes], paint.soft(why)];
}

function verdictItem({ item, verdict }: JudgedItem, anchor: string): ListItem {
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const presumes = item.presumes === null ? [] : [`presumes ${item.presumes}: a yes is no proof`];
  const said = lines(
    verdict.reason,
    ...quotes.map(({ quote, start }) => ({ text: `“${quote}”`, href: `#${anchor}${start}` })),
    paint.soft([item.id, ...groundsOf(verdict), ...item.categories, ...presumes].join(' · ')),
  );
  const isFolded = signOf(verdict) === 'yes';
  return { head: say`${verdictSign(verdict)} ${item.text}`, blocks: [said], isFolded };
}

const TONES = { yes: 'good', no: 'bad', 'n/a': 'warn', unscored: 'warn' } as const;

function signOf(verdict: Verdict): keyof typeof TONES {
  if (verdict.status === 'unscored') return 'unscored';
  return verdict.answer === 'not-applicable' ? 'n/a' : verdict.answer;
}

export function verdictSign(verdict: Verdict = NO_VERDICT): Span {
  const sign = signOf(verdict);
  return paint[TONES[sign]](sign);
}

/** Who decided and how sure: "checked by code", "2 of 3 votes", "P(yes) 0.97"; none where one model answer did. */
function groundsOf(verdict: Verdict): string[] {
  const { votes } = verdict;
  const drawn = votes === null ? 0 : votes.yes + votes.no + votes.notApplicable + votes.unscored;
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
function rateRows(judgement: Judgement): readonly Row[] {
  const { passRate, checklist } = judgement;
  const categories = [...passRatesByCategory(judgement)];
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
