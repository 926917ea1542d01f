/** A set as a Markdown document: criteria with their quotes, then the sources. */
import { checklistOf } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion, Evidence } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import { codeSpan, escapeMarkdown, webLink } from './escape-markdown.ts';
import { describeGapReviews, GAP_REVIEWS_TITLE } from './gap-reviews.ts';
import { formatScore } from './relevance.ts';
import { siteNameOf, titleOf } from './source.ts';
import { plural, shorten } from './words.ts';

const MAX_TITLE_CHARS = 120;

export function renderMarkdown({ id, content, run }: CriteriaSet, top?: number): string {
  const { criteria, heldBack } = checklistOf(content.criteria, top);
  const cited = new Set(
    [...criteria, ...heldBack.map(({ criterion }) => criterion)].flatMap(({ evidence }) =>
      evidence.map(({ sourceId }) => sourceId),
    ),
  );
  const sources = content.sources.filter((source) => cited.has(source.id));
  const rounds = describeGapReviews(content);
  const { instruction, context } = content.task;
  const sections = [
    `# Criteria: ${escapeMarkdown(shorten(instruction.replace(/\s+/gu, ' '), MAX_TITLE_CHARS))}`,
    ...(instruction.length > MAX_TITLE_CHARS ? [`> ${escapeMarkdown(instruction)}`] : []),
    `${plural(criteria.length, 'criterion', 'criteria')} from ${plural(sources.length, 'source')}, best first. ` +
      `Found by groundrule ${run.groundruleVersion} (${escapeMarkdown(content.engine.name)} engine)` +
      `${context === null ? '' : ', with a context'}. Record: \`${id}\`.`,
    ...content.warnings.map((warning) => `> **Note:** ${escapeMarkdown(warning)}`),
    '## Criteria',
    criteria.length === 0 ? 'None.' : criteria.map(criterionItem).join('\n\n'),
    ...(heldBack.length === 0
      ? []
      : [
          '## Held back',
          'Each asks for the contrary of a better criterion or of the instruction.',
          heldBack
            .map(({ criterion, conflictsWith, reason }) => {
              const other = conflictsWith === 'instruction' ? 'the instruction' : conflictsWith;
              return `- **${escapeMarkdown(criterion.text)}** (${criterion.id}, against ${other}: ${escapeMarkdown(reason)})`;
            })
            .join('\n'),
        ]),
    ...(rounds.length === 0
      ? []
      : [`## ${GAP_REVIEWS_TITLE}`, rounds.map((round) => `- ${escapeMarkdown(round)}`).join('\n')]),
    ...(sources.length === 0 ? [] : ['## Sources', sources.map(sourceItem).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function criterionItem(criterion: Criterion, index: number): string {
  const { relevance, support } = criterion;
  const number = `${index + 1}.`;
  const indent = ' '.repeat(number.length + 1);
  const score =
    relevance.status === 'scored' ? `relevance ${formatScore(relevance.score)} of 10` : 'not scored';
  const facts = [
    score,
    `${plural(support.sources, 'source')} on ${plural(support.sites, 'independent site')}`,
    ...(criterion.explicit ? ['in the instruction'] : []),
    criterion.id,
  ];
  return [
    `${number} **${escapeMarkdown(criterion.text)}**  `,
    `${indent}*${escapeMarkdown(criterion.question)}*  `,
    `${indent}${facts.join(' · ')}`,
    ...criterion.evidence.map((evidence) => `${indent}- ${quoteLine(evidence)}`),
  ].join('\n');
}

function quoteLine(evidence: Evidence): string {
  const name = titleOf(evidence);
  const source = webLink(name, evidence.link ?? evidence.finalUrl) ?? escapeMarkdown(name);
  const page = evidence.pageNumber === null ? '' : `, page ${evidence.pageNumber}`;
  return `“${escapeMarkdown(evidence.quote)}” — ${source}${page} ([${evidence.sourceId}](#${evidence.sourceId}))`;
}

function sourceItem(source: Source): string {
  const details = [siteNameOf(source), source.byline, source.publishedOn].flatMap((detail) =>
    detail === null ? [] : [escapeMarkdown(detail)],
  );
  const rating =
    source.rating === null
      ? []
      : [`expertise ${source.rating.expertise} of 5`, `relevance ${source.rating.relevance} of 2`];
  return `- <a id="${source.id}"></a>**${source.id}** ${[nameAndAddress(source), ...details, ...rating].join(' · ')}`;
}

function nameAndAddress(source: Source): string {
  const name = titleOf(source);
  const link = webLink(name, source.finalUrl);
  return link ?? `${escapeMarkdown(name)} (${codeSpan(source.finalUrl)})`;
}
