/** Step "checking": whether the quotes say what each criterion asks for; what they do not say is cut, marked or removed. */
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { SupportItem, SupportVerdict } from '../domain/engine.ts';
import type { Page, Span } from '../domain/page.ts';
import { type Discovery, type Drafted, type Gathered, runStep, type Worded } from './discovery.ts';

interface Checked extends Worded, Pick<Drafted, 'grounding' | 'disputes'> {}

/** What is shown around a short quote, in UTF-16 units with it. */
const PASSAGE_CHARS = 160;
/** A quote of this length, a sentence of fifteen words, speaks for itself under its heading. */
const LONG_QUOTE_CHARS = 90;
const SHARE_BEFORE = 2 / 3;

export async function checkSupport(discovery: Discovery, { sources }: Gathered, worded: readonly Worded[]) {
  const pages = new Map<string, Page | null>(sources.map(({ source, page }) => [source.id, page]));
  const { checkSupport: compareWithQuotes } = discovery.ports.engine;
  const items = worded.flatMap(({ point, text, question, advice }): SupportItem[] => {
    if (advice.length === 0) return [];
    const quotes = advice.map((piece) => ({ ...piece, passage: passageOf(piece, pages.get(piece.sourceId) ?? null) }));
    return [{ id: point.id, text, question, quotes }];
  });
  const outcomes =
    compareWithQuotes === undefined
      ? null
      : await runStep(
          discovery,
          'checking',
          compareWithQuotes,
          items,
          (values) =>
            `${values.filter(({ kind }) => kind === 'full').length} of ${items.length} say what their quotes say`,
          { mayFailWhole: true },
        );
  const removals: Removal[] = [];
  const criteria = worded.flatMap((own): Checked[] => {
    if (own.advice.length === 0) return [{ ...own, grounding: null, disputes: [] }];
    const outcome = outcomes?.get(own.point.id);
    if (outcome?.status === 'done') return applyVerdict(own, outcome.value, removals);
    const reason = outcomes === null ? 'It is worded from its quotes by rule.' : (outcome?.reason ?? 'no outcome');
    return [{ ...own, grounding: { status: 'unchecked', reason }, disputes: [] }];
  });
  return { criteria, removals };
}

/** Each piece of advice goes to the first criterion that it is said to support, or is removed. */
function applyVerdict(own: Worded, verdict: SupportVerdict, removals: Removal[]): Checked[] {
  const grounding = { status: 'checked', verdict: verdict.kind, added: null, formerText: null } as const;
  const { disputes = [] } = verdict;
  if (verdict.kind === 'full') return [{ ...own, grounding, disputes }];
  const { added, said } = verdict;
  if (said === null) return [{ ...own, grounding: { ...grounding, added }, disputes }];
  const left = new Map<string, Advice>(own.advice.map((piece) => [piece.id, piece]));
  const supported = said.flatMap(({ text, question, adviceIds }): Checked[] => {
    const advice = own.advice.filter(({ id }) => adviceIds.includes(id) && left.delete(id));
    if (advice.length === 0) return [];
    const kept = {
      ...own,
      advice,
      disputes: disputes.filter((dispute) => advice.some(({ id }) => id === dispute.with)),
    };
    if (text === own.text) return [{ ...kept, grounding: { ...grounding, verdict: 'full' } }];
    return [{ ...kept, text, question, check: undefined, grounding: { ...grounding, added, formerText: own.text } }];
  });
  const lost = [...left.values()].map(({ id }) => id);
  const reason =
    supported.length > 0 ? 'Its quote does not say what the criterion asks for.' : `No quote says it: ${added}`;
  if (lost.length > 0) removals.push({ step: 'checking', text: own.text, adviceIds: lost, reason });
  // What a model drafted as well stands by itself where no quote does.
  if (supported.length === 0)
    return own.modelPoints.length > 0 ? [{ ...own, advice: [], grounding: null, disputes: [] }] : [];
  return supported.map((criterion, index) => (index === 0 ? criterion : { ...criterion, modelPoints: [] }));
}

/** The quote, marked, with the heading above it and, where it is short, what stands around it. */
function passageOf({ quote, start, end }: Pick<Advice, 'quote'> & Span, page: Page | null): string {
  if (page === null) return `«${quote}»`;
  const heading = page.blocks.findLast((block) => block.kind === 'heading' && block.end <= start);
  const under = heading === undefined ? '' : `[${page.text.slice(heading.start, heading.end)}] `;
  if (quote.length >= LONG_QUOTE_CHARS) return `${under}«${quote}»`;
  const room = PASSAGE_CHARS - quote.length;
  const before = page.text.slice(Math.max(heading?.end ?? 0, start - Math.round(room * SHARE_BEFORE)), start);
  const after = page.text.slice(end, end + Math.round(room * (1 - SHARE_BEFORE)));
  return `${under}${before.replace(/^\S*\s/u, '')}«${quote}»${after.replace(/\s\S*$/u, '')}`;
}
