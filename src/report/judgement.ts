/** Judgements: the verdicts with their reasons, the rates; in full with what they quote, marked in the response. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse, Judgement, Verdict } from '../domain/judgement.ts';
import { done } from '../domain/outcome.ts';
import { recordId } from '../judge/record-id.ts';
import { overallRate, passRatesByCategory } from '../judge/pass-rate.ts';
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import { shorten } from '../text/printable.ts';
import { renderer } from './formats.ts';
import { rowsOf, testsOf, type ReportedResponse } from './judged-responses.ts';
import { rateTable, ratesOf } from './rates.ts';
import { groundingItem, groundingLines, groundsOf, NO_VERDICT, restsOn, signOf, type JudgedItem } from './verdict.ts';
import { left, lines, list, main, notes, paint, right, say, section, table } from './report.ts';
import type { Block, ListItem, Row } from './report.ts';
import { markedPieces } from './text-pieces.ts';
import { percent, plural } from './words.ts';

const MAX_REASON_CHARS = 400;
/** Of a judgement's id: a prefix that keeps the anchors of several judgements in one report apart. */
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
            ...(first === undefined ? [] : [responseTable(judgements, first.checklist, isFull)]),
            lines(
              paint.strong(`${percent(rateOfAll(judgements))} of all items of ${all} (DRFR)`),
              isFull ? null : paint.soft(WHERE_REASONS_ARE),
            ),
            ...(isFull ? judgements.map((each) => section(each.name, ...judgementBlocks(each, each, true))) : []),
          ],
    };
  },
  {
    record: (judgements) => ({
      overall: { responses: judgements.length, rate: rateOfAll(judgements) },
      judgements: judgements.map((judgement) => ({
        ...judgement,
        categories: Object.fromEntries(passRatesByCategory(judgement)),
        restsOn: Object.fromEntries(
          judgedItems(judgement, judgement).flatMap((each) => {
            const grounding = restsOn(each);
            return grounding === null ? [] : [[each.item.id, grounding]];
          }),
        ),
      })),
    }),
    tests: (judgements) => testsOf(judgements.map(reported)),
    rows: (judgements) => rowsOf(judgements.map(reported)),
  },
);

function reported(judgement: Judgement): ReportedResponse {
  return { name: judgement.name, outcome: done(judgement) };
}

function rateOfAll(judgements: readonly Judgement[]): number | null {
  return overallRate(judgements.map(({ passRate }) => passRate));
}

const WHERE_REASONS_ARE =
  'Reasons and quotes: --format markdown or html, or judge one response alone (answers that are kept cost nothing).';

/**
 * A shared checklist: a row for each item, a column for each response, the rates below.
 * @param isLinked to the verdicts below
 */
function responseTable(judgements: readonly Judgement[], { items }: Checklist, isLinked: boolean): Block {
  const rates = judgements.map((judgement) => ratesOf(judgement, judgement.checklist));
  const sums = (name: string, cells: readonly string[]): Row => ['', ...[name, ...cells].map(paint.strong)];
  const rateRows = (rates[0] ?? []).map(({ name }, index) => {
    const cells = rates.map((ofResponse) => percent(ofResponse[index]?.rate ?? null));
    return sums(name, cells);
  });
  return table(
    items,
    [
      left('#', ({ id }) => paint.strong(id)),
      main('Criterion', ({ text }) => text),
      ...judgements.map((judgement) => {
        const anchor = anchorOf(judgement, judgement);
        return right<ChecklistItem>(judgement.name, ({ id }, index) => {
          const { text, tone } = signOf(judgement.verdicts[index]?.verdict);
          const shown = { text: text === 'unscored' ? '–' : text, tone };
          return isLinked ? { ...shown, href: `#${anchor}${id}` } : shown;
        });
      }),
    ],
    [
      sums(
        'met',
        judgements.map(({ passRate: { yes, no } }) => `${yes} of ${yes + no}`),
      ),
      sums(
        'unscored (–)',
        judgements.map(({ passRate }) => String(passRate.unscored)),
      ),
      ...rateRows,
    ],
  );
}

/** What one or several responses were judged by. */
type JudgedBy = Pick<Judgement, 'checklist' | 'judge'>;

export function judgementBlocks(
  judged: JudgedResponse,
  { checklist, judge }: JudgedBy,
  isFull: boolean,
): readonly Block[] {
  const { warnings } = judged;
  const judgedByItem = judgedItems(judged, { checklist });
  const rates = rateTable(ratesOf(judged, checklist));
  if (!isFull)
    return [
      table(judgedByItem, [
        left('#', ({ item }) => paint.strong(item.id)),
        left('Met', ({ verdict }) => signOf(verdict)),
        main('Criterion', ({ item }) => item.text),
        main('Why', ({ verdict }) => paint.soft(whyText(verdict))),
      ]),
      section('What the unmet items rest on', list(judgedByItem.flatMap(groundingItem))),
      rates,
      scoreLines(judged),
    ];
  const anchor = anchorOf(judged, { checklist, judge });
  const items = list(judgedByItem.map((item) => verdictItem(item, anchor)));
  const parts = markedPieces(judged, (verdict) => signOf(verdict).tone, anchor);
  return [
    rates,
    scoreLines(judged),
    lines(paint.soft(judge === null ? 'checked by code alone' : `judged by ${judge.model}`)),
    notes('warn', ...warnings),
    { kind: 'beside', parts: [items, { kind: 'text', parts }] },
  ];
}

/** How the score that was asked for is made, or why there is none. */
function scoreLines({ score }: Pick<JudgedResponse, 'score'>): Block {
  if (score === undefined) return lines();
  const { title, formula, source } = SCORE_REGISTRY[score.by];
  return lines(
    score.reason === null ? null : paint.warn(`${title}: ${score.reason}`),
    paint.soft(`${title} = ${formula} (${source})`),
  );
}

function anchorOf(judged: JudgedResponse, { checklist, judge }: JudgedBy): string {
  return `${recordId('judgement', { ...judged, checklist, judge }).slice(0, ANCHOR_CHARS)}-`;
}

function judgedItems(
  { verdicts }: Pick<JudgedResponse, 'verdicts'>,
  { checklist }: Pick<JudgedBy, 'checklist'>,
): JudgedItem[] {
  return checklist.items.map((item, index) => ({ item, verdict: verdicts[index]?.verdict ?? NO_VERDICT }));
}

/** A judge that is asked for the bare answer gives no reason. */
function whyText(verdict: Verdict): string {
  const grounds = groundsOf(verdict).join(', ');
  return [shorten(verdict.reason, MAX_REASON_CHARS), grounds && `(${grounds})`].filter(Boolean).join(' ');
}

function verdictItem({ item, verdict }: JudgedItem, anchor: string): ListItem {
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const details = lines(
    verdict.reason,
    ...quotes.map(({ quote, start }) => ({ text: `“${quote}”`, href: `#${anchor}${start}` })),
    ...groundingLines({ item, verdict }),
    paint.soft([item.id, ...groundsOf(verdict), ...item.categories].join(' · ')),
  );
  const sign = signOf(verdict);
  const id = `${anchor}${item.id}`;
  return { head: say`${sign} ${item.text}`, blocks: [details], id, isFolded: sign.text === 'yes' };
}
