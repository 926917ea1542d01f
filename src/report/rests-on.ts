/** What an unmet item rests on: the best quote of its evidence, its site, and a link to the quote in its page. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { lines, paint, say, type Inline, type ListItem } from './report.ts';
import { bestEvidence, siteNameOf, titleOf } from './source.ts';

export interface JudgedItem {
  readonly item: ChecklistItem;
  readonly verdict: Verdict;
}

/**
 * Of the most expert, then the most relevant source. Null where the item is not unmet, and where nothing proves it as it
 * stands: a person reworded it, or all that it cites is text that no store may keep to verify it by.
 */
export function restsOn({ item, verdict }: JudgedItem) {
  if (verdict.status !== 'scored' || verdict.answer !== 'no' || item.formerText !== null) return null;
  const best = bestEvidence(item.evidence.filter(({ via }) => via !== 'provider'));
  if (best === null) return null;
  return { quote: best.quote, title: titleOf(best), site: siteNameOf(best), link: best.link ?? best.finalUrl };
}

/** The quote, and where it stands; none where the item rests on nothing. */
export function groundingLines(judged: JudgedItem): readonly Inline[] {
  const grounding = restsOn(judged);
  if (grounding === null) return [];
  const { quote, title, site, link } = grounding;
  return [`rests on »${quote}«`, say`${{ text: title, href: link }}${site === null ? '' : ` · ${site}`}`];
}

export function groundingItem(judged: JudgedItem): ListItem[] {
  const [quote, ...place] = groundingLines(judged);
  return quote === undefined
    ? []
    : [{ head: say`${paint.strong(judged.item.id)} ${quote}`, blocks: [lines(...place)] }];
}
