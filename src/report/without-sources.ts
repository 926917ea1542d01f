/** What a set would be without some of its sources: which criteria go, lose ground, or fall in rank. */
import type { ChangedCriterion, WithoutSources } from '../audit/without-sources.ts';
import { list, paint, say, type Block, type ListItem } from './report.ts';
import { plural } from './words.ts';

/** Of each kind. */
const MAX_CHANGES = 60;

function changesOf({ criteria }: WithoutSources) {
  const left = criteria.filter(({ after }) => after !== null);
  return {
    gone: criteria.filter(({ after }) => after === null),
    weaker: left.filter((change) => lostQuotes(change) > 0),
    fallen: left.filter((change) => lostQuotes(change) === 0 && hasFallen(change)),
  };
}

export function changesText(outcome: WithoutSources): string {
  const { gone, weaker, fallen } = changesOf(outcome);
  const all = outcome.criteria.length;
  const same = all - gone.length - weaker.length - fallen.length;
  return `${gone.length} of ${plural(all, 'criterion goes', 'criteria go')}, ${weaker.length} lose ground, ${fallen.length} fall in rank; ${same} stay as they are.`;
}

export function changeBlocks(outcome: WithoutSources): readonly Block[] {
  const { gone, weaker, fallen } = changesOf(outcome);
  return [changeSection('Go', gone), changeSection('Lose ground', weaker), changeSection('Fall in rank', fallen)];
}

function changeSection(title: string, changes: readonly ChangedCriterion[]): Block {
  const more = changes.length - MAX_CHANGES;
  const items = changes.slice(0, MAX_CHANGES).map(changeItem);
  const rest: ListItem[] = more > 0 ? [{ head: paint.soft(`and ${more} more`) }] : [];
  return { kind: 'section', title, count: changes.length, parts: [list([...items, ...rest])] };
}

/** Of a criterion that stays. */
function lostQuotes({ before, after }: ChangedCriterion): number {
  return after === null ? 0 : before.criterion.evidence.length - after.criterion.evidence.length;
}

/** Where others went from above it, its rank does not fall. */
function hasFallen({ before, after }: ChangedCriterion): boolean {
  return after !== null && after.rank > before.rank;
}

function changeItem(change: ChangedCriterion): ListItem {
  const { before, after } = change;
  const { id, text, support } = before.criterion;
  const lost = lostQuotes(change);
  const sites = after === null ? '' : `${plural(support.sites, 'site')} → ${after.criterion.support.sites}`;
  const parts = [
    lost === 0 ? '' : `${plural(lost, 'quote')} lost, ${sites}`,
    after === null || after.rank === before.rank ? '' : `rank ${before.rank} → ${after.rank}`,
  ].filter(Boolean);
  return { head: say`${paint.soft(id)} ${text} ${paint.soft(parts.join(' · '))}` };
}
