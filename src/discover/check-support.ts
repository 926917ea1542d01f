/** Step "checking": compares each criterion with its quotes; unsupported parts are cut, marked or removed. */
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { SupportItem, SupportVerdict } from '../domain/engine.ts';
import type { Page, Span } from '../domain/page.ts';
import { type Discovery, type DraftedCriterion, type DiscoveryState, runStep, type WordedPoint } from './discovery.ts';

interface CheckedPoint extends WordedPoint, Pick<DraftedCriterion, 'grounding' | 'disputes'> {}

/** Length of a short quote with its context, in UTF-16 units. */
const PASSAGE_CHARS = 160;
/** From this length (fifteen words), a quote needs no context but its heading. */
const LONG_QUOTE_CHARS = 90;
const SHARE_BEFORE = 2 / 3;

export async function checkSupport(discovery: Discovery, { sources }: DiscoveryState, worded: readonly WordedPoint[]) {
  const pages = new Map<string, Page | null>(sources.map(({ source, page }) => [source.id, page]));
  const { capabilities, checkSupport: step } = discovery.ports.engine;
  const canCheck = capabilities.has('checksSupport');
  const items = worded.flatMap(({ point, text, question, advice }): SupportItem[] => {
    if (advice.length === 0 || !canCheck) return [];
    const quotes = advice.map((piece) => ({ ...piece, passage: passageOf(piece, pages.get(piece.sourceId) ?? null) }));
    return [{ id: point.id, text, question, quotes }];
  });
  const outcomes = await runStep(
    discovery,
    'checking',
    step,
    items,
    (values) => `${values.filter(({ kind }) => kind === 'full').length} of ${items.length} say what their quotes say`,
    { mayFailWhole: true },
  );
  const removals: Removal[] = [];
  const criteria = worded.flatMap((candidate): CheckedPoint[] => {
    if (candidate.advice.length === 0) return [{ ...candidate, grounding: null, disputes: [] }];
    const outcome = outcomes.get(candidate.point.id);
    if (outcome?.status === 'done') return applyVerdict(candidate, outcome.value, removals);
    const reason = canCheck ? (outcome?.reason ?? 'no outcome') : 'It is worded from its quotes by rule.';
    return [{ ...candidate, grounding: { status: 'unchecked', reason }, disputes: [] }];
  });
  return { criteria, removals };
}

/** Assigns each piece of advice to the first criterion that it supports, or removes it. */
function applyVerdict(candidate: WordedPoint, verdict: SupportVerdict, removals: Removal[]): CheckedPoint[] {
  const grounding = { status: 'checked', verdict: verdict.kind, added: null, formerText: null } as const;
  const { disputes = [] } = verdict;
  if (verdict.kind === 'full') return [{ ...candidate, grounding, disputes }];
  const { added, said: supportedCriteria } = verdict;
  if (supportedCriteria === null) return [{ ...candidate, grounding: { ...grounding, added }, disputes }];
  const unassigned = new Map<string, Advice>(candidate.advice.map((piece) => [piece.id, piece]));
  const supported = supportedCriteria.flatMap(({ text, question, adviceIds }): CheckedPoint[] => {
    const advice = candidate.advice.filter(({ id }) => adviceIds.includes(id) && unassigned.delete(id));
    if (advice.length === 0) return [];
    const kept = {
      ...candidate,
      advice,
      disputes: disputes.filter((dispute) => advice.some(({ id }) => id === dispute.with)),
    };
    if (text === candidate.text) return [{ ...kept, grounding: { ...grounding, verdict: 'full' } }];
    return [
      { ...kept, text, question, check: undefined, grounding: { ...grounding, added, formerText: candidate.text } },
    ];
  });
  const removedIds = [...unassigned.values()].map(({ id }) => id);
  const reason =
    supported.length > 0 ? 'Its quote does not say what the criterion asks for.' : `No quote says it: ${added}`;
  if (removedIds.length > 0) removals.push({ step: 'checking', text: candidate.text, adviceIds: removedIds, reason });
  // Without a supporting quote the criterion stays only if the model drafted it, too.
  if (supported.length === 0)
    return candidate.modelPoints.length > 0 ? [{ ...candidate, advice: [], grounding: null, disputes: [] }] : [];
  return supported.map((criterion, index) => (index === 0 ? criterion : { ...criterion, modelPoints: [] }));
}

/** The marked quote with its heading and, if it is short, its context. */
function passageOf({ quote, start, end }: Pick<Advice, 'quote'> & Span, page: Page | null): string {
  if (page === null) return `«${quote}»`;
  const heading = page.blocks.findLast((block) => block.kind === 'heading' && block.end <= start);
  const headingText = heading === undefined ? '' : `[${page.text.slice(heading.start, heading.end)}] `;
  if (quote.length >= LONG_QUOTE_CHARS) return `${headingText}«${quote}»`;
  const contextChars = PASSAGE_CHARS - quote.length;
  const before = page.text.slice(Math.max(heading?.end ?? 0, start - Math.round(contextChars * SHARE_BEFORE)), start);
  const after = page.text.slice(end, end + Math.round(contextChars * (1 - SHARE_BEFORE)));
  return `${headingText}${before.replace(/^\S*\s/u, '')}«${quote}»${after.replace(/\s\S*$/u, '')}`;
}
