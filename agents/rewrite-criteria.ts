/** Turns themes of advice into criteria for responses to the instruction, many per call (EvalAgent, rewrite). */
import { z } from 'zod';
import type { Rewrite, RewriteItem } from '../src/domain/engine.ts';
import type { AdviceId } from '../src/domain/ids.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedOutline, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows, plainId, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { figuresIn, idProblems, inventedDetail, lostFigure, reasonLine } from '../src/llm/agent-kit/wording.ts';
import {
  beginsWith,
  CHECK_FORMS,
  checkProblem,
  criterionFromAdvice,
  criterionProblem,
  Opening,
  ProposedCheck,
  readCriterion,
} from '../src/llm/agent-kit/written-criterion.ts';
import { plannedCriterion } from '../src/llm/agent-kit/planned-text.ts';
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
/** A demand's id, and the number of a model's criterion under it. Models that are not held to a schema may leave out the list. */
const ModelRow = z.strictObject({ id: z.string(), model: z.string() });
const ModelRows = z.preprocess((rows) => rows ?? [], z.array(ModelRow));
const ConditionalRows = z.preprocess(
  (rows) => rows ?? [],
  z.array(z.strictObject({ id: z.string(), appliesWhen: z.string() })),
);

export interface Theme {
  readonly id: string;
  /** The demand. */
  readonly text: string;
  /** Empty where it rests on no page. */
  readonly quotes: readonly { readonly passage: string; readonly isInstance: boolean }[];
  readonly modelCriteria: RewriteItem['modelCriteria'];
}

/** Beside its lines: what ids are made of. */
type ShownTheme = Theme & { readonly demand: string };

interface RewriteCriteriaInput {
  readonly task: Task;
  readonly themes: readonly Theme[];
}

/** The first ones: more would tell the same once more; all of them are compared with the criterion afterwards. */
const MAX_SHOWN_QUOTES = 4;
/** A class is known by several of them. */
const MAX_SHOWN_INSTANCES = 8;
const MAX_SHOWN_MODEL_CRITERIA = 3;

/** Yields rewrites by theme; themes that the model left out, or worded unusably, have none. */
export const rewriteCriteria = defineAgent({
  name: 'rewrite-criteria',
  step: 'rewriting',
  // An answer takes about 60 tokens per theme; a usual list is one call.
  retryWithNewSample: true,
  itemsPerCall: 75,
  schema: z.strictObject({
    opening: Opening,
    /** What stands as a model's criterion words it. */
    asDrafted: ModelRows,
    criteria: z.array(RewriteRow),
    conditional: ConditionalRows,
  }),
  cites: ({ themes }: RewriteCriteriaInput) =>
    themes.map((theme) => ({ ...theme, demand: theme.text, text: [theme.text, ...linesOf(theme)].join('\n') })),
  variables: ({ task, themes }, { shown }) => ({
    task: fenceTask(task),
    count: themes.length,
    themes: fencedOutline(
      'demands',
      shown.map(({ shortId, item }) => ({ head: `${shortId}: ${item.demand}`, below: linesOf(item) })),
    ),
    checks: CHECK_FORMS,
  }),
  validate: ({ opening, asDrafted, criteria }, { task }, ids) => [
    ...ids.problems([...asDrafted, ...criteria], ids.shown.length),
    ...idProblems(asDrafted, (row) => (draftedIn(row, ids) === null ? 'has no model criterion of that number' : null)),
    ...idProblems(criteria, (row) => rewriteProblem(row, opening, task, ids) ?? checkProblem(row.check)),
  ],
  mergeRepair: (first, second) => ({
    // A repair may mend it.
    opening: first.criteria.some(({ criterion }) => beginsWith(criterion ?? '', first.opening))
      ? first.opening
      : second.opening,
    asDrafted: mergeRows(first.asDrafted, second.asDrafted).filter(
      ({ id }) => !second.criteria.some((row) => plainId(row.id) === plainId(id)),
    ),
    criteria: mergeRows(first.criteria, second.criteria).filter(
      ({ id }) => !second.asDrafted.some((row) => plainId(row.id) === plainId(id)),
    ),
    conditional: mergeRows(first.conditional, second.conditional),
  }),
  read: ({ opening, asDrafted, criteria, conditional }, { task }, ids) =>
    ids.valuesById([...asDrafted, ...criteria], (row): Rewrite | null => {
      if (!('criterion' in row)) {
        const modelPointId = draftedIn(row, ids);
        if (modelPointId === null) return null;
        return { kind: 'as-drafted', modelPointId };
      }
      const invented = inventedIn(row, task, ids);
      if (invented !== null) return { kind: 'removed', reason: `Its wording ${invented}.` };
      const theme = ids.itemOf(row.id);
      if (theme !== undefined && droppedFigure(row, theme) !== null)
        return { kind: 'criterion', ...criterionFromAdvice(theme.demand, opening), explicit: false };
      return rewriteProblem(row, opening, task, ids) === null ? rewriteOf(row, conditional) : null;
    }),
  plannedAnswer: (_input, { shown }) => ({
    opening: 'The response should',
    asDrafted: [],
    criteria: shown.map(({ shortId, item }) => ({
      id: shortId,
      ...plannedCriterion(item.demand.replace(/[.!?]+$/u, '')),
      removal: null,
    })),
    conditional: [],
  }),
});

function linesOf({ quotes, modelCriteria }: Pick<Theme, 'quotes' | 'modelCriteria'>): string[] {
  const quoted = [
    ...quotes.filter(({ isInstance }) => !isInstance).slice(0, MAX_SHOWN_QUOTES),
    ...quotes.filter(({ isInstance }) => isInstance).slice(0, MAX_SHOWN_INSTANCES),
  ].map(({ passage, isInstance }) => `${isInstance ? 'instance' : 'says'}: ${passage}`);
  const ofModel = modelCriteria
    .slice(0, MAX_SHOWN_MODEL_CRITERIA)
    .map(({ text }, index) => `model ${index + 1}: ${text}`);
  return [...quoted, ...ofModel];
}

/** Null if there is none of that number. */
function draftedIn({ id, model }: z.infer<typeof ModelRow>, ids: ShortIds<ShownTheme>): AdviceId | null {
  return ids.itemOf(id)?.modelCriteria.slice(0, MAX_SHOWN_MODEL_CRITERIA)[Number(model) - 1]?.id ?? null;
}

function rewriteProblem(row: RewriteRow, opening: string, task: Task, ids: ShortIds<ShownTheme>): string | null {
  const { removal, criterion, question } = row;
  if (isGiven(removal)) return isGiven(criterion) ? 'has both a criterion and a reason for removal' : null;
  if (!isGiven(criterion) || !isGiven(question))
    return 'has neither a criterion with its question nor a reason for removal';
  const theme = ids.itemOf(row.id);
  const figure = theme === undefined ? null : droppedFigure(row, theme);
  return (
    criterionProblem({ criterion, question }, opening) ??
    inventedIn(row, task, ids) ??
    (figure === null ? null : `drops the figure ${figure} of its demand`)
  );
}

function inventedIn({ id, criterion }: RewriteRow, { instruction, context }: Task, ids: ShortIds<ShownTheme>) {
  const theme = ids.itemOf(id);
  const passages = theme?.quotes.map(({ passage }) => passage) ?? [];
  const known = passages.length > 0 ? passages : [theme?.demand ?? ''];
  return inventedDetail(criterion ?? '', [...known, instruction, context ?? '']);
}

/** A figure of the demand that a page says, too, where the criterion has none. */
function droppedFigure({ criterion }: RewriteRow, { demand, quotes }: ShownTheme): string | null {
  if (!isGiven(criterion)) return null;
  const ofPages = new Set(quotes.flatMap(({ passage }) => figuresIn(passage)));
  const figure = lostFigure(criterion, [demand]);
  return figure !== null && ofPages.has(figure) ? figure : null;
}

function rewriteOf(
  { id, removal, criterion, question, check }: RewriteRow,
  conditional: z.infer<typeof ConditionalRows>,
): Rewrite {
  if (!isGiven(criterion) || !isGiven(question)) return { kind: 'removed', reason: reasonLine(removal ?? '') };
  const appliesWhen = conditional.find((row) => plainId(row.id) === plainId(id))?.appliesWhen ?? null;
  return { kind: 'criterion', ...readCriterion({ criterion, question, check, appliesWhen }), explicit: false };
}

/** Models that are not held to a schema write "" for null. */
function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
