/** Judgements: the verdicts with their reasons, the rates; in full with what they quote, marked in the response. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse, Judgement, Verdict } from '../domain/judgement.ts';
import { done, unscored, type NotDone } from '../domain/outcome.ts';
import { recordId } from '../judge/record-id.ts';
import { overallRate, passRatesByCategory, ratingOf } from '../judge/pass-rate.ts';
import { sharedReason } from '../judge/unanswered.ts';
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import { shorten } from '../text/printable.ts';
import { shortPaths } from '../text/short-paths.ts';
import { renderer, type FormatName } from './formats.ts';
import type { Layout } from './layout.ts';
import { rowsOf, testsOf, type ReportedResponse } from './judged-responses.ts';
import { rateTable, ratesOf, rateText } from './rates.ts';
import { groundingItem, groundingLines, groundsOf, NO_VERDICT, restsOn, signOf, wantedText } from './verdict.ts';
import type { JudgedItem } from './verdict.ts';
import { left, lines, list, main, notes, paint, right, say, section, table } from './report.ts';
import type { Block, Inline, ListItem } from './report.ts';
import { markedPieces } from './text-pieces.ts';
import { percent, plural, stoppedText } from './words.ts';

const MAX_REASON_CHARS = 400;
/** Names of responses that fit above their columns on a terminal, all together. Longer ones are numbered. */
const MAX_HEAD_CHARS = 40;
/** Of a judgement's id: a prefix that keeps the anchors of several judgements in one report apart. */
const ANCHOR_CHARS = 11;

interface JudgedDrafts {
  readonly judgements: readonly Judgement[];
  /** Empty where the run came to its end. */
  readonly notJudged: readonly NotDone[];
}

export const renderJudgements = (judgements: readonly Judgement[], format: FormatName, layout: Layout) =>
  renderJudgedDrafts({ judgements, notJudged: [] }, format, layout);

export const renderJudgedDrafts = renderer<JudgedDrafts>(
  ({ judgements, notJudged }, isFull) => {
    const [first, ...others] = judgements;
    const isOne = first !== undefined && others.length + notJudged.length === 0;
    return {
      title: `Judgement: ${isOne ? first.name : plural(judgements.length, 'response')}`,
      instruction: first?.checklist.task?.instruction,
      blocks: isOne
        ? judgementBlocks(first, first, isFull)
        : [
            lines(notJudged.length === 0 ? null : paint.bad(stoppedText(judgements.length, notJudged.length))),
            ...(first === undefined ? [] : summaryOfAll(judgements, first.checklist, isFull)),
            ...(isFull ? judgements.map((each) => section(each.name, ...judgementBlocks(each, each, true))) : []),
            section('Not judged', list(notJudged.map(({ name, reason }) => `${name}: ${reason}`))),
          ],
    };
  },
  {
    record: ({ judgements, notJudged }) => ({
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
      ...(notJudged.length === 0 ? {} : { notJudged }),
    }),
    tests: (drafts) => testsOf(reportedOf(drafts)),
    rows: (drafts) => rowsOf(reportedOf(drafts)),
  },
);

function reportedOf({ judgements, notJudged }: JudgedDrafts): readonly ReportedResponse[] {
  return [
    ...judgements.map((judgement) => ({ name: judgement.name, outcome: done(judgement) })),
    ...notJudged.map(({ name, reason }) => ({ name, outcome: unscored(reason) })),
  ];
}

function rateOfAll(judgements: readonly Judgement[]): number | null {
  return overallRate(judgements.map(({ passRate }) => passRate));
}

const WHERE_REASONS_ARE = 'Reasons and quotes: --format markdown or html, or judge one response alone';
const KEPT_COST_NOTHING = ' (answers that are kept cost nothing)';

function summaryOfAll(judgements: readonly Judgement[], checklist: Checklist, isFull: boolean): readonly Block[] {
  const reason = whyNothing(judgements);
  if (reason !== null) return [lines(nothingScored(reason))];
  const hasModel = judgements.some(({ judge }) => judge !== null);
  return [
    ...responseTables(judgements, checklist, isFull),
    lines(
      say`${paint.strong(`${percent(rateOfAll(judgements))} of all items of ${plural(judgements.length, 'response')}`)} (DRFR, decomposed requirements following ratio)`,
      isFull ? null : paint.soft(`${WHERE_REASONS_ARE}${hasModel ? KEPT_COST_NOTHING : ''}.`),
    ),
  ];
}

/** Why none of the responses has a rate, if the reason is the same for all; otherwise null. */
export function whyNothing(judged: readonly Pick<JudgedResponse, 'verdicts' | 'passRate' | 'score'>[]): string | null {
  if (judged.some((each) => ratingOf(each) !== null)) return null;
  return sharedReason(judged.flatMap(({ verdicts }) => verdicts));
}

function nothingScored(reason: string): Inline {
  return say`${paint.warn('Nothing could be scored:')} ${reason}`;
}

/**
 * A shared checklist: a row for each item, a column for each response, the rates below. On a terminal responses with long
 * names are numbered, and a second table has their names and rates.
 * @param isFull linked to the verdicts below
 */
function responseTables(judgements: readonly Judgement[], { items }: Checklist, isFull: boolean): readonly Block[] {
  const names = shortPaths(judgements.map(({ name }) => name));
  const isNumbered = !isFull && names.join('').length > MAX_HEAD_CHARS;
  const columns = [
    left<ChecklistItem>('#', ({ id }) => paint.strong(id)),
    main<ChecklistItem>('Criterion', wantedText),
    ...judgements.map((judgement, at) => {
      const anchor = anchorOf(judgement, judgement);
      return right<ChecklistItem>(isNumbered ? String(at + 1) : (names[at] ?? ''), ({ id }, index) => {
        const { text, tone } = signOf(judgement.verdicts[index]?.verdict);
        const shown = { text: text === 'unscored' ? '–' : text, tone };
        return isFull ? { ...shown, href: `#${anchor}${id}` } : shown;
      });
    }),
  ];
  const sums = sumsOf(judgements);
  const foot = sums.map(({ name, cells }) => ['', ...[name, ...cells].map(paint.strong)]);
  if (!isNumbered) return [table(items, columns, foot)];
  const sumColumns = sums.map(({ name, cells }) =>
    right<Judgement>(name, (_, index) => paint.strong(cells[index] ?? '')),
  );
  return [
    table(items, columns),
    table(judgements, [
      right('#', (_, index) => String(index + 1)),
      main('Response', ({ name }) => name),
      ...sumColumns,
    ]),
  ];
}

/** By what is counted: a cell for each response. */
function sumsOf(
  judgements: readonly Judgement[],
): readonly { readonly name: string; readonly cells: readonly string[] }[] {
  const rates = judgements.map((judgement) => ratesOf(judgement, judgement.checklist));
  return [
    { name: 'met', cells: judgements.map(({ passRate: { yes, no } }) => `${yes} of ${yes + no}`) },
    { name: 'unscored (–)', cells: judgements.map(({ passRate }) => String(passRate.unscored)) },
    ...(rates[0] ?? []).map(({ name }, index) => ({
      name,
      cells: rates.map((ofResponse) => {
        const rate = ofResponse[index];
        return rate === undefined ? percent(null) : rateText(rate);
      }),
    })),
  ];
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
  const reason = judged.verdicts.length > 1 ? sharedReason(judged.verdicts) : null;
  if (!isFull)
    return [
      reason === null
        ? table(judgedByItem, [
            left('#', ({ item }) => paint.strong(item.id)),
            left('Met', ({ verdict }) => signOf(verdict)),
            main('Criterion', ({ item }) => wantedText(item)),
            main('Why', ({ verdict }) => paint.soft(whyText(verdict))),
          ])
        : lines(nothingScored(reason)),
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
  return { head: say`${sign} ${wantedText(item)}`, blocks: [details], id, isFolded: sign.text === 'yes' };
}
