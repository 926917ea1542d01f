/** Judgements as a Markdown document: the rate, a table of verdicts, then each with its analysis and quotes. */
import type { Checklist, ChecklistItem } from '../../domain/checklist.ts';
import type { Judgement, Verdict } from '../../domain/judgement.ts';
import { passRatesByCategory } from '../../judge/pass-rate.ts';
import { escapeMarkdown } from '../escape-markdown.ts';
import { countsOf, groundsOf, hasOwnWeights, overallLine, percent, signOf } from './figures.ts';

export function renderJudgementMarkdown(judgements: readonly Judgement[]): string {
  const [first] = judgements;
  const task = first?.checklist.task ?? null;
  const sections = [
    '# Judgement',
    ...(task === null ? [] : [`> ${escapeMarkdown(task.instruction)}`]),
    ...(judgements.length > 1 ? [`**${overallLine(judgements)}**`] : []),
    ...judgements.flatMap(judgementSections),
  ];
  return `${sections.join('\n\n')}\n`;
}

export function judgementSections(judgement: Judgement): string[] {
  const { name, passRate, checklist, verdicts, warnings, judge } = judgement;
  const weighted = hasOwnWeights(judgement) ? `, weighted ${percent(passRate.weightedRate)}` : '';
  const by = judge === null ? 'Checked by code alone.' : `Judge: ${escapeMarkdown(judge.model)}.`;
  const pairs = pairsOf(checklist, verdicts);
  const categories = [...passRatesByCategory(judgement)];
  return [
    `## ${escapeMarkdown(name)}`,
    `**Pass rate ${percent(passRate.rate)}**${weighted} (${countsOf(passRate)}). ${by}`,
    ...warnings.map((warning) => `> **Note:** ${escapeMarkdown(warning)}`),
    [
      '| # | met | criterion |',
      '|---|---|---|',
      ...pairs.map(([item, verdict]) => `| ${item.id} | ${signOf(verdict)} | ${escapeMarkdown(item.text)} |`),
    ].join('\n'),
    ...(categories.length < 2
      ? []
      : [
          [
            '| category | pass rate | |',
            '|---|---|---|',
            ...categories.map(
              ([category, rate]) => `| ${category} | ${percent(rate.rate)} | ${countsOf(rate)} |`,
            ),
          ].join('\n'),
        ]),
    pairs.map(itemText).join('\n'),
  ];
}

function pairsOf(
  { items }: Checklist,
  verdicts: Judgement['verdicts'],
): readonly (readonly [ChecklistItem, Verdict])[] {
  return items.flatMap((item, index) => {
    const found = verdicts[index];
    return found === undefined ? [] : [[item, found.verdict] as const];
  });
}

function itemText([item, verdict]: readonly [ChecklistItem, Verdict]): string {
  const grounds = groundsOf(verdict);
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const marks = item.presumes === null ? [] : [`presumes ${item.presumes}`];
  return [
    `- **${item.id}: ${signOf(verdict)}.** ${escapeMarkdown(verdict.reason)}${[...grounds, ...marks].map((ground) => ` · ${ground}`).join('')}`,
    ...quotes.map(({ quote }) => `  - “${escapeMarkdown(quote)}”`),
  ].join('\n');
}
