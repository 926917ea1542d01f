/** What judging, or work that rests on it, would do, and what it may cost. */
import type { JudgingJob, JudgingPlan } from '../client/plan-judging.ts';
import { paragraph, type Layout } from './grid.ts';
import { limitsText, plannedCallsGrid } from './planned-calls.ts';
import { plural } from './words.ts';

export function renderJudgingPlan(plan: JudgingPlan, layout: Layout): string {
  const { colors, width } = layout;
  const { job, options, checklist, model } = plan;
  const line = (text: string) => paragraph(text, width);
  const votes = options.votes > 1 ? `, each call ${options.votes} times` : '';
  return [
    line(colors.bold(jobText(job))),
    ...(checklist === null ? [] : [line(checklistText(checklist, model !== null))]),
    ...(model === null
      ? [line('no model is asked, and nothing costs anything')]
      : [
          ...(checklist === null || (job.kind === 'compare' && job.by !== 'pass-rate')
            ? []
            : [
                line(
                  options.mode === 'batch' ? `many items in one call${votes}` : `one call per item${votes}`,
                ),
              ]),
          '\n',
          line('Model calls, at most:'),
          plannedCallsGrid(model.rows, layout),
          '\n',
          ...assumptions(plan).map(line),
          line(
            'Repairs of unusable answers come on top, and up to 6 small calls that find out how a server gives JSON. Answers that are kept already cost nothing. Tokens are estimates.',
          ),
          line(limitsText(model.limits)),
        ]),
  ].join('');
}

function jobText(job: JudgingJob): string {
  switch (job.kind) {
    case 'judge':
      return `Judge ${plural(job.responses.length, 'response')}`;
    case 'best-of':
      return `Pick the best of ${plural(job.responses.length, 'response')}`;
    case 'sample':
      return `Sample ${plural(job.samples, 'response')} and pick the best`;
    case 'actionability':
      return `Edit ${plural(job.responses.length, 'response')} towards each unmet item`;
    case 'refine':
      return `Refine one response in up to ${plural(job.rounds, 'round')}${job.method === 'checklist' ? '' : ' of self-critique'}`;
    case 'compare':
      return `Compare ${plural(job.pairs.length, 'pair')} by ${job.by}`;
  }
}

function checklistText(
  { items, byCode, isGenerated }: NonNullable<JudgingPlan['checklist']>,
  hasModel: boolean,
): string {
  if (isGenerated) return `checklist: generated from the instruction, taken to have ${items} items`;
  const open = items - byCode;
  const others = hasModel ? `${open} for the model` : `${open} unscored without a model`;
  return `checklist: ${plural(items, 'item')}: ${byCode} counted by code, ${others}`;
}

/** What a bound rests on that nobody can know before. */
function assumptions({ job }: JudgingPlan): readonly string[] {
  switch (job.kind) {
    case 'sample':
      return ['A sampled response is taken to be about 600 words long.'];
    case 'refine':
      return ['Every round is taken to find something unmet, and to add a quarter to the length.'];
    case 'actionability':
      return ['Every item is taken to be unmet: of those that are met, no edit is asked for.'];
    default:
      return [];
  }
}
