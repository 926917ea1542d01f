/** Why a discovery found nothing, in a few lines. */
import type { CriteriaSetContent } from '../domain/criteria-set.ts';
import { printableLine } from '../text/printable.ts';
import { countDecisions } from './source.ts';

export function explainNoGuidance(content: CriteriaSetContent): string {
  const { found, read, kept, advice, points } = content.funnel;
  const dropped = countDecisions(content);
  const removed = content.removals.length;
  return [
    'No guidance found.',
    `  found ${found} → read ${read} → kept ${kept} → advice ${advice} → points ${points} → criteria 0`,
    ...failedGiven(content).map((line) => `  given: ${line}`),
    ...(dropped === '' ? [] : [`  sources dropped: ${dropped}`]),
    ...(removed === 0 ? [] : [`  statements removed: ${removed}`]),
    `  asked: ${content.queries.map((query) => printableLine(query.text)).join(' | ')}`,
    '  Bring guides on this kind of text with --library.',
  ].join('\n');
}

/** "https://… unreachable: status 404", for each page that the user gave and that grounds nothing. */
export function failedGiven({ sources }: Pick<CriteriaSetContent, 'sources'>): readonly string[] {
  return sources.flatMap(({ url, given, decision, reason }) =>
    given !== true || decision === 'kept'
      ? []
      : [`${printableLine(url)} ${decision}${reason === '' ? '' : `: ${printableLine(reason)}`}`],
  );
}
