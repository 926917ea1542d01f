/** A verdict as people read it: its sign, who decided it, and what an unmet item rests on. */
import type { Answer, PassRate, Verdict } from '../domain/judgement.ts';
import { plural } from './words.ts';
import { statesItsFault, type ChecklistItem, type Worded } from '../domain/checklist.ts';
import { lines, paint, say, type Inline, type ListItem } from './report.ts';
import { bestEvidence, siteNameOf, titleOf } from './source.ts';

export interface Sign {
  readonly text: 'yes' | 'no' | 'n/a' | 'unscored';
  readonly tone: 'good' | 'bad' | 'warn';
}

const SIGNS: Readonly<Record<Answer | 'unscored', Sign>> = {
  yes: { text: 'yes', tone: 'good' },
  no: { text: 'no', tone: 'bad' },
  'not-applicable': { text: 'n/a', tone: 'warn' },
  unscored: { text: 'unscored', tone: 'warn' },
};

export const NO_VERDICT: Verdict = { status: 'unscored', reason: 'It has no verdict.', votes: null };

export function signOf(verdict: Verdict = NO_VERDICT): Sign {
  return SIGNS[verdict.status === 'unscored' ? 'unscored' : verdict.answer];
}

/** With the level of an item that has levels: two may differ in that alone. */
export function answerText(verdict: Verdict | undefined): Pick<Sign, 'tone'> & { readonly text: string } {
  const sign = signOf(verdict);
  const level = verdict?.status === 'scored' ? verdict.level : undefined;
  return level === undefined ? sign : { ...sign, text: `${sign.text} (${level.label})` };
}

/** Who decided and how sure: "checked by code", "2 of 3 votes", "P(yes) 0.97"; none where one model answer did. */
export function groundsOf(verdict: Verdict): string[] {
  const { votes, members } = verdict;
  // A member that abstained has a voice, and no vote.
  const drawn = members?.length ?? Object.values(votes ?? {}).reduce((sum, count) => sum + count, 0);
  if (verdict.status === 'unscored') return drawn > 1 ? [plural(drawn, 'vote')] : [];
  if (verdict.by === 'code') return ['checked by code'];
  const { answer, yesProbability, level } = verdict;
  const agreeing = votes?.[answer === 'not-applicable' ? 'notApplicable' : answer] ?? 0;
  return [
    ...(level === undefined ? [] : [`level ${level.label} (${level.value})`]),
    ...(drawn > 1 ? [`${agreeing} of ${plural(drawn, 'vote')}`] : []),
    ...(yesProbability === null ? [] : [`P(yes) ${yesProbability.toFixed(2)}`]),
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

/** The item as its yes has it: of a fault that its text states, that the response is free of it. */
export function wantedText(item: Worded & Pick<ChecklistItem, 'text'>): string {
  return (item.weight ?? 0) < 0 && statesItsFault(item) ? `Free of: ${item.text}` : item.text;
}

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
