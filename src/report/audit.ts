/** A whole audit for people: criteria with their proof, sources, funnel, rules. */
import type { Audit } from '../audit/audit.ts';
import { printableLine } from '../text/printable.ts';
import { renderCriterion } from './criterion.ts';
import { countDecisions, renderFunnel } from './funnel.ts';
import { describeGapReviews, GAP_REVIEWS_TITLE } from './gap-reviews.ts';
import { paragraph, type Layout } from './grid.ts';
import { renderRemovals } from './removals.ts';
import { renderSources } from './source.ts';
import { renderVerification } from './verification.ts';
import { plural } from './words.ts';

export function renderAudit({ set, criteria, sources, verification }: Audit, layout: Layout): string {
  const { content } = set;
  const { colors, width } = layout;
  const section = (title: string, body: string) => `${colors.underline(title)}\n\n${body}`;
  const dropped = countDecisions(content);
  const rounds = describeGapReviews(content);
  return [
    paragraph(colors.bold(printableLine(content.task.instruction)), width) +
      paragraph(colors.gray(`${set.id} · ${content.engine.name} engine · ${set.run.startedAt}`), width),
    section(
      plural(criteria.length, 'criterion', 'criteria'),
      criteria.map((one) => renderCriterion(one, content.sources, layout)).join('\n'),
    ),
    section(
      `${plural(sources.length, 'source')} considered${dropped === '' ? '' : ` (${dropped})`}`,
      renderSources(sources, layout),
    ),
    ...(rounds.length === 0
      ? []
      : [section(GAP_REVIEWS_TITLE, rounds.map((round) => paragraph(printableLine(round), width)).join(''))]),
    ...(content.removals.length === 0
      ? []
      : [
          section(
            `${plural(content.removals.length, 'statement')} removed`,
            renderRemovals(content.removals, layout),
          ),
        ]),
    section('Funnel', renderFunnel(content.funnel, layout)),
    section('Rules of the record', renderVerification(verification, layout)),
  ].join('\n');
}
