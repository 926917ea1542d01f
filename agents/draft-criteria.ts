/** Writes criteria from the instruction alone, without sources: EvalAgent's baselines ID, LLM and LLM-n. */
import { z } from 'zod';
import type { DraftItem, ForTask } from '../src/domain/engine.ts';
import type { PromptText } from '../src/domain/model.ts';
import { fencedLines, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { figuresIn, rowProblems, wordsOf } from '../src/llm/agent-kit/wording.ts';
import {
  AppliesWhen,
  CHECK_FORMS,
  checkProblem,
  criterionProblem,
  Opening,
  ProposedCheck,
  readCriterion,
} from '../src/llm/agent-kit/written-criterion.ts';
import { OPEN_LIST_ITEMS, plannedCriterion, plannedTexts, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

const DraftRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  explicit: z.boolean(),
  check: ProposedCheck,
  appliesWhen: AppliesWhen,
});
type DraftRow = z.infer<typeof DraftRow>;

type Wanted = DraftItem['wanted'];

/** More of them are data to write from. */
const MAX_DEMANDED_FIGURES = 6;

/** Yields criteria of which no two have the same wording; possibly fewer than were asked for, never more. */
export const draftCriteria = defineAgent({
  name: 'draft-criteria',
  step: 'answers',
  retryWithNewSample: true,
  schema: z.strictObject({ opening: Opening, criteria: z.array(DraftRow) }),
  variables: ({ task, wanted }: ForTask<DraftItem>) => ({
    task: fenceTask(task),
    wanted: demandFor(wanted),
    known: knownCriteria(knownTo(wanted)),
    checks: CHECK_FORMS,
  }),
  validate: ({ opening, criteria }, { task, wanted }) => {
    const problemOf = draftProblem(criteria, opening, wanted);
    const named = new Set(criteria.flatMap(({ criterion }) => figuresIn(criterion)));
    const figures = wanted.kind === 'stated' ? figuresIn(task.instruction) : [];
    const left = figures.length > MAX_DEMANDED_FIGURES ? [] : figures.filter((figure) => !named.has(figure));
    return [
      ...(left.length === 0 ? [] : [`The instruction names ${left.join(', ')}, and none of your criteria does.`]),
      ...(wanted.kind === 'counted' && criteria.length !== wanted.count
        ? [`${wanted.count} criteria were asked for, and you gave ${criteria.length}.`]
        : []),
      ...rowProblems('Criterion', criteria, (row, index) => problemOf(row, index) ?? checkProblem(row.check)),
    ];
  },
  read: ({ opening, criteria }, { wanted }) => {
    const problemOf = draftProblem(criteria, opening, wanted);
    return criteria
      .filter((row, index) => problemOf(row, index) === null)
      .slice(0, wanted.kind === 'counted' ? wanted.count : undefined)
      .map((row) => ({ ...readCriterion(row), explicit: wanted.kind === 'stated' || row.explicit }));
  },
  plannedAnswer: ({ wanted }) => ({
    opening: 'The response should',
    criteria: plannedTexts(
      wanted.kind === 'counted' ? wanted.count : OPEN_LIST_ITEMS,
      SENTENCE_TOKENS,
      `${wanted.kind} ${knownTo(wanted).length}`,
    ).map((text) => ({ ...plannedCriterion(text), appliesWhen: null, explicit: wanted.kind === 'stated' })),
  }),
});

function draftProblem(rows: readonly DraftRow[], opening: string, wanted: Wanted) {
  return (row: DraftRow, index: number): string | null => {
    const earlier = [...knownTo(wanted), ...rows.slice(0, index).map(({ criterion }) => criterion)];
    const isRepeated = earlier.some((other) => wordsOf(other) === wordsOf(row.criterion));
    return criterionProblem(row, opening) ?? (isRepeated ? 'repeats another one' : null);
  };
}

function knownTo(wanted: Wanted): readonly string[] {
  return wanted.kind === 'counted' ? wanted.beyond : [];
}

/** Names the list; what each list is stands in the prompt. */
function demandFor(wanted: Wanted): PromptText {
  if (wanted.kind !== 'counted') return trusted(wanted.kind);
  return trusted(`${wanted.beyond.length === 0 ? 'counted' : 'beyond'}, exactly ${wanted.count} criteria`);
}

function knownCriteria(known: readonly string[]): PromptText {
  return known.length === 0 ? trusted('There is no earlier list.') : fencedLines('earlier list', known);
}
