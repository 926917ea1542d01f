/** Compares criteria with the quotes behind them: what no quote says is found, and the wording cut back to what they say. */
import { z } from 'zod';
import type { SupportItem, SupportVerdict } from '../src/domain/engine.ts';
import type { AdviceId } from '../src/domain/ids.ts';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedOutline, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { mendedRows, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { inventedDetail, reasonLine, tidy } from '../src/llm/agent-kit/wording.ts';
import { criterionProblem } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const SaidRow = z.strictObject({ criterion: z.string(), question: z.string(), quotes: z.array(z.string()) });
const PartRow = z.strictObject({ id: z.string(), added: z.string(), said: z.array(SaidRow) });
const Answer = z.strictObject({ full: z.array(z.string()), others: z.array(PartRow) });
type PartRow = z.infer<typeof PartRow>;

export interface CheckSupportInput {
  readonly task: Task;
  readonly criteria: readonly SupportItem[];
}

interface Shown {
  readonly id: string;
  readonly text: string;
  /** Null for a criterion. */
  readonly quoteOf: SupportItem | null;
  readonly adviceId: AdviceId | null;
}

/** More criteria than two are more than a quote's passage can hold. */
const MAX_SAID = 2;

/** Yields verdicts by criterion id; criteria that the model left out, or named twice, have none. */
export const checkSupport = defineAgent({
  name: 'check-support',
  step: 'checking',
  // Two or three quotes each, in passages of about 60 tokens.
  cost: { itemsPerCall: 25, shownPerItem: 5 * SENTENCE_TOKENS, answeredPerItem: SENTENCE_TOKENS },
  schema: Answer,
  cites: ({ criteria }: CheckSupportInput): Shown[] =>
    criteria.flatMap((criterion) => [
      { id: criterion.id, text: criterion.text, quoteOf: null, adviceId: null },
      ...criterion.quotes.map(({ id, passage }) => ({ id, text: passage, quoteOf: criterion, adviceId: id })),
    ]),
  variables: ({ task, criteria }, { shown }) => ({
    task: fenceTask(task),
    count: criteria.length,
    criteria: fencedOutline(
      'criteria and quotes',
      shown.flatMap(({ shortId, item }, index) => {
        if (item.quoteOf !== null) return [];
        const next = shown.slice(index + 1).findIndex((other) => other.item.quoteOf === null);
        const quotes = shown.slice(index + 1, next === -1 ? undefined : index + 1 + next);
        return [
          { head: `${shortId}: ${item.text}`, below: quotes.map((each) => `${each.shortId}: ${each.item.text}`) },
        ];
      }),
    ),
  }),
  validate: ({ full, others }, input, ids) => {
    const rows = [...full.map((id) => ({ id })), ...others].filter(({ id }) => ids.itemOf(id)?.quoteOf === null);
    const named = new Set(rows.map(({ id }) => id));
    const left = ids.shown.filter(({ shortId, item }) => item.quoteOf === null && !named.has(shortId));
    return [
      ...ids.problems([...full.map((id) => ({ id })), ...others], 0),
      ...(left.length === 0
        ? []
        : [`These criteria have no verdict: ${left.map(({ shortId }) => shortId).join(', ')}.`]),
      ...others.flatMap((row) => {
        const problem = partProblem(row, input, ids);
        return problem === null ? [] : [`${row.id.slice(0, 20)} ${problem}.`];
      }),
    ];
  },
  mend: (first, second) => {
    const mended = new Set([...second.full, ...second.others.map(({ id }) => id)]);
    return {
      full: [...first.full.filter((id) => !mended.has(id)), ...second.full],
      others: mendedRows(
        first.others.filter(({ id }) => !mended.has(id)),
        second.others,
      ),
    };
  },
  read: ({ full, others }, input, ids) => {
    const whole = full.map((id) => ({ id, added: '', said: null }));
    return ids.valuesById([...whole, ...others], (row): SupportVerdict | null => {
      if (ids.itemOf(row.id)?.quoteOf !== null) return null;
      if (row.said === null) return { kind: 'full' };
      return {
        kind: 'part',
        added: reasonLine(row.added),
        said: partProblem(row, input, ids) === null ? saidOf(row, ids) : null,
      };
    });
  },
});

function saidOf({ said }: PartRow, ids: ShortIds<Shown>) {
  return said.map(({ criterion, question, quotes }) => ({
    text: tidy(criterion),
    question: tidy(question),
    adviceIds: quotes.flatMap((quote) => ids.itemOf(quote)?.adviceId ?? []),
  }));
}

function partProblem(
  { id, said }: PartRow,
  { task, criteria }: CheckSupportInput,
  ids: ShortIds<Shown>,
): string | null {
  const own = criteria.find((criterion) => criterion.id === ids.itemOf(id)?.id);
  if (own === undefined) return null;
  if (said.length > MAX_SAID) return `has more than ${MAX_SAID} criteria in place of one`;
  for (const row of said) {
    const foreign = row.quotes.find((quote) => ids.itemOf(quote)?.quoteOf !== own);
    if (foreign !== undefined) return `cites ${foreign.slice(0, 20)}, which is no quote of it`;
    if (row.quotes.length === 0) return 'has a criterion that names no quote';
    const known = [...own.quotes.map(({ passage }) => passage), task.instruction, task.context ?? ''];
    const problem = criterionProblem(row) ?? inventedDetail(row.criterion, known);
    if (problem !== null) return problem;
  }
  return null;
}
