/** One criterion and its proof: each quote, in its passage where that is stored, and what is known of its source. */
import { CriterionId } from '../domain/ids.ts';
import { opponentName } from '../discover/reasons-against.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { bareQuote, placeOf, quoteOf, type ShownEvidence } from './quote.ts';
import { badge, bar, facts, lines, list, paint, say } from './report.ts';
import type { Block, Inline, ListItem, Span } from './report.ts';
import { PLAIN_LINKS, type Links } from './source.ts';
import { demandOf, plural } from './words.ts';

export interface ShownCriterion {
  readonly criterion: Criterion;
  readonly evidence: readonly ShownEvidence[];
}

/** With its quotes alone, without their passages. */
export function withoutPassages(criterion: Criterion): ShownCriterion {
  return { criterion, evidence: criterion.evidence.map((evidence) => ({ evidence })) };
}

export function criterionItem(shown: ShownCriterion, set: CriteriaSet): ListItem {
  const { id, text } = shown.criterion;
  return { head: say`${paint.strong(id)} ${paint.strong(demandOf(text))}`, blocks: criterionBlocks(shown, set) };
}

/** Why none of the criteria was compared with its quotes; null if some were, or for different reasons. */
export function reasonUnchecked(criteria: readonly Criterion[]): string | null {
  const groundings = criteria.flatMap(({ grounding }) => grounding ?? []);
  const reasons = new Set(groundings.map((grounding) => (grounding.status === 'unchecked' ? grounding.reason : null)));
  const [reason = null] = reasons;
  return reasons.size === 1 ? reason : null;
}

/** A row that opens to the blocks: the demand first, and beside it what is known of the criterion at a glance. */
export function criterionRow(criterion: Criterion, set: CriteriaSet, blocks: readonly Block[]): ListItem {
  const { id, text } = criterion;
  const head = say`${paint.soft(id.slice(1))} ${paint.strong(demandOf(text))}`;
  return { id, head, note: glanceOf(criterion, set), blocks, isFolded: true };
}

export function criterionBlocks(
  { criterion, evidence }: ShownCriterion,
  set: CriteriaSet,
  links: Links = PLAIN_LINKS,
): readonly Block[] {
  const { question, appliesWhen, explicit, origin, alsoFrom, conflicts, nearTo, unclear, heldBack } = criterion;
  const opponents = new Set<string>(conflicts.map((conflict) => conflict.with));
  const points = set.content.modelPoints.filter(
    ({ id, text }) => criterion.adviceIds.includes(id) && text !== criterion.text,
  );
  const pointsTitle = evidence.length === 0 ? 'No page says it:' : 'Said beside the pages, too:';
  const isGiven = criterion.relevance.status === 'scored' && criterion.relevance.strike === 'given';
  return [
    facts({
      'Asked as': question,
      'Applies when': appliesWhen ?? null,
      Relevance: relevanceText(criterion.relevance),
      Support: supportText(criterion),
      Origin: [origin, ...alsoFrom].map((name) => ORIGINS[name]).join('; also '),
      'Asked for': explicit && origin !== 'instruction' && !isGiven ? 'by the instruction' : null,
      'Its quotes': groundingText(criterion.grounding, set),
      'Near to': nearTo === undefined ? null : { text: nearTo, ...links.criterion(nearTo) },
      Unclear: unclear ?? null,
      'Not in the list': heldBack,
    }),
    { kind: 'note', tone: 'bad', parts: conflicts.map((conflict) => conflictText(conflict, links)) },
    { kind: 'quotes', parts: evidence.map((piece) => quoteOf(piece, set, opponents, links)) },
    lines(points.length === 0 ? null : pointsTitle),
    list(points.map((point) => `${ORIGINS[point.origin]}: “${point.text}”`)),
  ];
}

function supportText({ support, evidence }: Criterion): string {
  const copies = new Set(evidence.map(({ sourceId }) => sourceId)).size - support.sources;
  const more = copies > 0 ? `; ${copies} more with the same sentence` : '';
  return `${plural(support.sources, 'source')} on ${plural(support.sites, 'independent site')}${more}`;
}

function conflictText({ with: other, reason }: Criterion['conflicts'][number], links: Links): Inline {
  const opponent = {
    ...paint.bad(opponentName(other)),
    ...(CriterionId.safeParse(other).success && links.criterion(other)),
  };
  return [paint.bad('conflicts with '), opponent, paint.bad(`: ${reason}`)];
}

/** Its quotes alone. */
export function briefProof({ question, evidence }: Criterion, path: string): readonly Block[] {
  const link = { text: `What it rests on: ${plural(evidence.length, 'quote')}, ratings, queries`, path };
  const quotes = evidence.map((piece) => ({ ...bareQuote(piece), about: [placeOf(piece).join(' · ')] }));
  return [lines(question), { kind: 'quotes', parts: quotes }, lines(link)];
}

const ORIGINS: Readonly<Record<Criterion['origin'], string>> = {
  source: 'said by sources',
  model: 'from the model alone',
  'model-answer': 'from an answer of the model',
  instruction: 'stated in the instruction',
};

function relevanceText(relevance: Criterion['relevance']): string {
  if (relevance.status === 'unscored') return `not scored: ${relevance.reason}`;
  const { score, reason, value, missed, agreed } = relevance;
  const readers = agreed === undefined ? '' : `, ${agreed} of 10 pairs of readers agree`;
  const parts =
    value === undefined || missed === undefined ? '' : ` (value ${value}, missed by ${missed} of 10 drafts${readers})`;
  return `${roundedScore(score)} of 10${parts}${reason && `: ${reason}`}`;
}

function roundedScore(score: number): string {
  return String(Math.round(score * 10) / 10);
}

/** What the comparison with its quotes found. */
function groundingText(grounding: Criterion['grounding'], set: CriteriaSet): Inline | null {
  if (grounding === null || isNotedAbove(grounding, set)) return null;
  if (grounding.status === 'unchecked') return paint.soft(`not compared: ${grounding.reason}`);
  const { verdict, added, formerText, said } = grounding;
  if (verdict === 'full') return 'say all of it';
  if (formerText !== null) return `cut back to what they say from “${formerText}” (${added ?? ''})`;
  const beyond = paint.warn(`do not say what the model added: ${added ?? ''}`);
  return said === undefined ? beyond : [`say “${said}”; `, beyond];
}

function isNotedAbove({ status }: NonNullable<Criterion['grounding']>, { content }: CriteriaSet): boolean {
  return status === 'unchecked' && reasonUnchecked(content.criteria) !== null;
}

function glanceOf(criterion: Criterion, set: CriteriaSet): Inline {
  const { relevance, support, conflicts, explicit, evidence, unclear, heldBack } = criterion;
  const score: Inline =
    relevance.status === 'unscored'
      ? 'relevance not scored'
      : [bar(relevance.score / 10, 5), roundedScore(relevance.score)];
  const parts: readonly Inline[] = [
    explicit ? '' : score,
    evidence.length === 0 ? '' : paint.soft(plural(support.sites, 'site')),
    supportBadge(criterion, set),
    conflicts.length === 0 ? '' : badge('disputed', 'bad'),
    unclear === undefined ? '' : badge('unclear', 'warn'),
    heldBack === null ? '' : paint.soft(heldBack),
  ];
  return parts.filter((part) => part !== '').flatMap((part, index) => (index === 0 ? [part] : [' ', part]));
}

/** Whether its quotes say it; nothing where a note above the list says that none was compared. */
function supportBadge({ origin, grounding }: Criterion, set: CriteriaSet): Span | '' {
  if (origin !== 'source') return badge(origin === 'instruction' ? 'from the instruction' : 'model alone');
  if (grounding === null) return badge('no quotes');
  if (grounding.status === 'unchecked') return isNotedAbove(grounding, set) ? '' : badge('unchecked');
  if (grounding.verdict === 'full') return badge('quotes say it', 'good');
  return badge(grounding.formerText === null ? 'partly the model’s' : 'cut to its quotes', 'warn');
}
