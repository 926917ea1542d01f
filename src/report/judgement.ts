/** Judgements: the verdicts with their reasons, the rates; in full with what they quote, marked in the response. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, PassRate, Verdict } from '../domain/judgement.ts';
import { recordId } from '../judge/record-id.ts';
import { overallRate, passRatesByCategory } from '../judge/pass-rate.ts';
import { markedPieces } from './marked-pieces.ts';
import { renderer } from './render.ts';
import {
  lines,
  list,
  main,
  right,
  say,
  section,
  soft,
  strong,
  table,
  warn,
  type Block,
  type ListItem,
  type Row,
  type Span,
} from './report.ts';
import { percent, plural, shorten } from './words.ts';

const MAX_REASON_CHARS = 400;
const BAR_COLUMNS = 20;
/** Of a judgement's id, before what tells apart the marks in its response: a page may hold several. */
const ANCHOR_CHARS = 11;

export const renderJudgements = renderer<readonly Judgement[]>((judgements, isFull) => {
  const [first, ...others] = judgements;
  const instruction = first?.checklist.task?.instruction;
  if (first !== undefined && others.length === 0)
    return { title: `Judgement: ${first.name}`, instruction, blocks: judgementBlocks(first, isFull) };
  const all = plural(judgements.length, 'response');
  const rate = percent(overallRate(judgements.map(({ passRate }) => passRate)));
  return {
    title: `Judgement: ${all}`,
    instruction,
    blocks: [
      ...judgements.map((judgement) => section(judgement.name, ...judgementBlocks(judgement, isFull))),
      lines(strong(`${rate} of all items of ${all} (DRFR)`)),
    ],
  };
}, judgementsJson);

export function judgementBlocks(judgement: Judgement, isFull: boolean): readonly Block[] {
  const { checklist, verdicts, warnings, judge } = judgement;
  const judged = checklist.items.map(
    (item, index) => [item, verdicts[index]?.verdict ?? NO_VERDICT] as const,
  );
  const rates = table(['', right(''), '', ''], rateRows(judgement));
  if (!isFull)
    return [
      table(
        ['#', 'Met', main('Criterion'), main('Why')],
        judged.map(([item, verdict]) => verdictCells(item, verdict)),
      ),
      rates,
    ];
  const anchor = `${recordId('judgement', judgement).slice(0, ANCHOR_CHARS)}-`;
  const pieces = markedPieces(judgement, (verdict) => TONES[signOf(verdict)], anchor);
  const items = list(judged.map(([item, verdict]) => verdictItem(item, verdict, anchor)));
  return [
    rates,
    lines(
      soft(judge === null ? 'checked by code alone' : `judged by ${judge.model}`),
      ...warnings.map((warning) => warn(`Note: ${warning}`)),
    ),
    { kind: 'beside', blocks: [items, { kind: 'text', pieces }] },
  ];
}

const NO_VERDICT: Verdict = { status: 'unscored', reason: 'It has no verdict.', votes: null };

function verdictCells(item: ChecklistItem, verdict: Verdict): Row {
  const grounds = groundsOf(verdict).join(', ');
  // A judge that is asked for the bare answer gives no reason.
  const why = [shorten(verdict.reason, MAX_REASON_CHARS), grounds === '' ? '' : `(${grounds})`];
  const presumes = item.presumes === null ? '' : warn(' (presumes what no text can do)');
  return [strong(item.id), signSpan(verdict), [item.text, presumes], soft(why.filter(Boolean).join(' '))];
}

function verdictItem(item: ChecklistItem, verdict: Verdict, anchor: string): ListItem {
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const presumes = item.presumes === null ? [] : [`presumes ${item.presumes}: a yes is no proof`];
  const said = lines(
    verdict.reason,
    ...quotes.map(({ quote, start }) => ({ text: `“${quote}”`, href: `#${anchor}${start}` })),
    soft([item.id, ...groundsOf(verdict), ...item.categories, ...presumes].join(' · ')),
  );
  return {
    head: say`${signSpan(verdict)} ${item.text}`,
    blocks: [said],
    isFolded: signOf(verdict) === 'yes',
  };
}

const TONES = { yes: 'good', no: 'bad', 'n/a': 'warn', unscored: 'warn' } as const;

function signOf(verdict: Verdict): keyof typeof TONES {
  if (verdict.status === 'unscored') return 'unscored';
  return verdict.answer === 'not-applicable' ? 'n/a' : verdict.answer;
}

function signSpan(verdict: Verdict): Span {
  const sign = signOf(verdict);
  return { text: sign, tone: TONES[sign] };
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
    strong(percent(rate)),
    rate === null ? '' : { text: '', tone: 'good', bar: { share: rate, columns: BAR_COLUMNS } },
    soft(counts),
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

function judgementsJson(judgements: readonly Judgement[]) {
  return {
    overall: { responses: judgements.length, rate: overallRate(judgements.map(({ passRate }) => passRate)) },
    judgements: judgements.map((judgement) => ({
      id: recordId('judgement', judgement),
      ...judgement,
      categories: Object.fromEntries(passRatesByCategory(judgement)),
    })),
  };
}
