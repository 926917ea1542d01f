/** Statements that did not become criteria, by the reason for it. */
import type { Removal } from '../domain/criteria-set.ts';
import { printableLine } from '../text/printable.ts';
import { paragraph, type Layout } from './grid.ts';

export function renderRemovals(removals: readonly Removal[], { colors, width }: Layout): string {
  const byReason = new Map<string, Removal[]>();
  for (const removal of removals) {
    const reason = `${removal.step}: ${printableLine(removal.reason)}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), removal]);
  }
  return [...byReason]
    .map(([reason, group]) =>
      [
        paragraph(colors.yellow(`${reason} (${group.length})`), width),
        ...group.map(({ text }) => paragraph(`· ${printableLine(text)}`, width, 4)),
      ].join(''),
    )
    .join('\n');
}
