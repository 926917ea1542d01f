/** Turns themes of advice into criteria for responses to the instruction, many per call (EvalAgent, rewrite). */
import { z } from 'zod';
import type { Rewrite } from '../src/domain/engine.ts';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedOutline, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { inventedDetail, reasonLine } from '../src/llm/agent-kit/wording.ts';
import {
  CHECK_FORMS,
  checkProblem,
  criterionProblem,
  ProposedCheck,
  readCriterion,
} from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const RewriteRow = z.strictObject({
  id: z.string(),
  criterion: z.string().nullable(),
  question: z.string().nullable(),
  /** Why no criterion can be made of it; null where one is. */
  removal: z.string().nullable(),
  check: ProposedCheck,
});
type RewriteRow = z.infer<typeof RewriteRow>;

export interface Theme {
  readonly id: string;
  /** The demand. */
  readonly text: string;
  /** Empty where it rests on no page. */
  readonly quotes: readonly { readonly quote: string; readonly isInstance: boolean }[];
}

export interface RewriteCriteriaInput {
  readonly task: Task;
  readonly themes: readonly Theme[];
}

/** More would tell the same once more; all of them are compared with the criterion afterwards. */
const MAX_SHOWN_QUOTES = 6;
const MAX_QUOTE_CHARS = 240;

/** Yields rewrites by theme; themes that the model left out, or worded unusably, have none. */
export const rewriteCriteria = defineAgent({
  name: 'rewrite-criteria',
  step: 'rewriting',
  // An answer takes about 60 tokens per theme: calls side by side write at once what one would write in a minute.
  retryWithNewSample: true,
  cost: { itemsPerCall: 35, shownPerItem: 4 * SENTENCE_TOKENS, answeredPerItem: 80 },
  schema: z.strictObject({ criteria: z.array(RewriteRow) }),
  cites: ({ themes }: RewriteCriteriaInput) =>
    themes.map((theme) => ({ ...theme, demand: theme.text, text: [theme.text, ...quoteLines(theme)].join('\n') })),
  variables: ({ task, themes }, { shown }) => ({
    task: fenceTask(task),
    count: themes.length,
    themes: fencedOutline(
      'demands',
      shown.map(({ shortId, item }) => ({ head: `${shortId}: ${item.demand}`, below: quoteLines(item) })),
    ),
    checks: CHECK_FORMS,
  }),
  validate: ({ criteria }, { task }, ids) => [
    ...ids.problems(criteria, ids.shown.length),
    ...criteria.flatMap((row) => {
      const problem = rewriteProblem(row, task, ids) ?? checkProblem(row.check);
      return problem === null ? [] : [`${row.id.slice(0, 20)} ${problem}.`];
    }),
  ],
  mergeRepair: (first, second) => ({ criteria: mergeRows(first.criteria, second.criteria) }),
  read: ({ criteria }, { task }, ids) =>
    ids.valuesById(criteria, (row): Rewrite | null => {
      const invented = inventedIn(row, task, ids);
      if (invented !== null) return { kind: 'removed', reason: `Its wording ${invented}.` };
      return rewriteProblem(row, task, ids) === null ? rewriteOf(row) : null;
    }),
});

function quoteLines({ quotes }: Pick<Theme, 'quotes'>): string[] {
  return [...quotes]
    .sort((a, b) => Number(a.isInstance) - Number(b.isInstance))
    .slice(0, MAX_SHOWN_QUOTES)
    .map(({ quote, isInstance }) => `${isInstance ? 'instance' : 'says'}: “${quote.slice(0, MAX_QUOTE_CHARS)}”`);
}

function rewriteProblem(row: RewriteRow, task: Task, ids: ShortIds<Theme>): string | null {
  const { removal, criterion, question } = row;
  if (isGiven(removal)) return isGiven(criterion) ? 'has both a criterion and a reason for removal' : null;
  if (!isGiven(criterion) || !isGiven(question))
    return 'has neither a criterion with its question nor a reason for removal';
  return criterionProblem({ criterion, question }) ?? inventedIn(row, task, ids);
}

function inventedIn({ id, criterion }: RewriteRow, { instruction, context }: Task, ids: ShortIds<Theme>) {
  const theme = ids.itemOf(id);
  const quotes = theme?.quotes.map(({ quote }) => quote) ?? [];
  const known = quotes.length > 0 ? quotes : [theme?.text ?? ''];
  return inventedDetail(criterion ?? '', [...known, instruction, context ?? '']);
}

function rewriteOf({ removal, criterion, question, check }: RewriteRow): Rewrite {
  return isGiven(criterion) && isGiven(question)
    ? { kind: 'criterion', ...readCriterion({ criterion, question, check }), explicit: false }
    : { kind: 'removed', reason: reasonLine(removal ?? '') };
}

/** Models that are not held to a schema write "" for null. */
function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
