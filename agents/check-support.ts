/** Compares criteria with the quotes behind them: what no quote says is found, and the wording cut back to what they say. */
import { z } from 'zod';
import type { SupportItem, SupportVerdict } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedOutline, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { plainId } from '../src/llm/agent-kit/short-ids.ts';
import {
  figuresIn,
  idProblems,
  inventedDetail,
  lostFigure,
  openingOf,
  reasonLine,
  tidy,
  tidyQuestion,
} from '../src/llm/agent-kit/wording.ts';
import { wholeQuestion } from '../src/llm/agent-kit/question.ts';
import { AppliesWhen, criterionProblem, readCondition, withCondition } from '../src/llm/agent-kit/written-criterion.ts';
import { plannedCriterion, plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const QuoteNumber = z.preprocess((written) => (typeof written === 'number' ? String(written) : written), z.string());

const SaidRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  appliesWhen: AppliesWhen,
  quotes: z.array(QuoteNumber),
});
const PartRow = z.strictObject({ id: z.string(), added: z.string(), said: z.array(SaidRow) });
type PartRow = z.infer<typeof PartRow>;
const DisputeRow = z.strictObject({ id: z.string(), quote: QuoteNumber, reason: z.string() });
const Answer = z.strictObject({
  full: z.array(z.string()),
  others: z.array(PartRow),
  disputes: z.array(DisputeRow),
});

interface CheckSupportInput {
  readonly task: Task;
  readonly criteria: readonly SupportItem[];
}

type ShownItem = Pick<SupportItem, 'quotes' | 'isDrafted'> & { readonly wording: string };

/** More criteria than three are more than one can hold. */
const MAX_SAID = 3;

/** Yields verdicts by criterion id; criteria that the model left out, or named twice, have none. */
export const checkSupport = defineAgent({
  name: 'check-support',
  step: 'checking',
  // Its answer names exceptions alone: a usual list is one call.
  itemsPerCall: 75,
  schema: Answer,
  cites: ({ criteria }: CheckSupportInput) =>
    criteria.map((criterion) => ({
      ...criterion,
      wording: criterion.text,
      text: [criterion.text, ...passagesOf(criterion)].join('\n'),
    })),
  variables: ({ task, criteria }, { shown }) => ({
    task: fenceTask(task),
    count: criteria.length,
    criteria: fencedOutline(
      'criteria and quotes',
      shown.map(({ shortId, item }) => ({
        head: `${shortId}: ${withCondition({ ...item, text: item.wording })}${item.isDrafted ? ' (drafted)' : ''}`,
        below: passagesOf(item),
      })),
    ),
  }),
  validate: (answer, { task }, ids) => [
    ...ids.problems(rowsOf(answer), ids.shown.length),
    ...idProblems(answer.others, (row) => partProblem(row, task, ids.itemOf(row.id))),
  ],
  mergeRepair: (first, second) => {
    const anew = new Set(rowsOf(second).map(({ id }) => plainId(id)));
    return {
      full: [...first.full.filter((id) => !anew.has(plainId(id))), ...second.full],
      others: [...first.others.filter(({ id }) => !anew.has(plainId(id))), ...second.others],
      disputes: [...first.disputes, ...second.disputes],
    };
  },
  read: (answer, { task }, ids) =>
    ids.valuesById(rowsOf(answer), (row): SupportVerdict => {
      const criterion = ids.itemOf(row.id);
      const disputes = disputesOf(answer.disputes, row.id, criterion);
      if (row.said === null) return { kind: 'full', disputes };
      const isUsable = criterion !== undefined && partProblem(row, task, criterion) === null;
      return { kind: 'part', added: reasonLine(row.added), said: isUsable ? saidOf(row, criterion) : null, disputes };
    }),
  // Half of them are worded anew.
  plannedAnswer: (_input, { shown }) => ({
    full: shown.flatMap(({ shortId }, index) => (index % 2 === 0 ? [shortId] : [])),
    others: shown.flatMap(({ shortId, item }, index) => {
      if (index % 2 === 0) return [];
      const { criterion, question } = plannedCriterion(plannedText(SENTENCE_TOKENS, item.wording));
      const quotes = item.quotes.map((_quote, place) => String(place + 1));
      return [
        {
          id: shortId,
          added: plannedText(SENTENCE_TOKENS, shortId),
          said: [{ criterion, question, appliesWhen: null, quotes }],
        },
      ];
    }),
    disputes: [],
  }),
});

function passagesOf({ quotes }: Pick<SupportItem, 'quotes'>): string[] {
  return quotes.map(({ passage }, index) => `${index + 1}: ${passage}`);
}

function rowsOf({ full, others }: z.infer<typeof Answer>) {
  return [...full.map((id) => ({ id, added: '', said: null })), ...others];
}

/** None where every quote is said to take the other side: then nothing would be left that the criterion rests on. */
function disputesOf(rows: z.infer<typeof Answer>['disputes'], id: string, criterion?: Pick<SupportItem, 'quotes'>) {
  const disputes = new Map(
    rows.flatMap(({ id: of, quote, reason }) => {
      const advice = criterion?.quotes[Number(quote) - 1]?.id;
      return plainId(of) === plainId(id) && advice !== undefined
        ? [[advice, { with: advice, reason: reasonLine(reason) }] as const]
        : [];
    }),
  );
  return disputes.size < (criterion?.quotes.length ?? 0) ? [...disputes.values()] : [];
}

function saidOf(row: PartRow, { quotes }: Pick<SupportItem, 'quotes'>) {
  const divided = dividedQuotes(row);
  return row.said.map(({ criterion, question, appliesWhen }, index) => ({
    ...readCondition(appliesWhen),
    text: tidy(criterion),
    question: wholeQuestion(tidy(criterion), tidyQuestion(question)),
    adviceIds: (divided[index] ?? []).flatMap((number) => quotes[Number(number) - 1]?.id ?? []),
  }));
}

/** Lineage has each quote under one criterion: one that both halves name goes to the half that names fewer. */
function dividedQuotes({ said }: PartRow): string[][] {
  const taken = new Set<number>();
  const fewestFirst = [...said].sort((a, b) => a.quotes.length - b.quotes.length);
  const quotesByRow = new Map(
    fewestFirst.map((row) => [
      row,
      row.quotes.filter((number) => !taken.has(Number(number)) && taken.add(Number(number))),
    ]),
  );
  return said.map((row) => quotesByRow.get(row) ?? []);
}

/** A figure of the criterion that a named quote says, too, where no criterion in its place has any. */
function droppedFigure({ said }: PartRow, { wording, quotes }: ShownItem): string | null {
  const named = said.flatMap((row) => row.quotes.flatMap((number) => quotes[Number(number) - 1]?.passage ?? []));
  const ofQuotes = new Set(named.flatMap(figuresIn));
  const figures = figuresIn(wording).filter((figure) => ofQuotes.has(figure));
  return lostFigure(said.map(({ criterion }) => criterion).join(' '), figures);
}

function partProblem(part: PartRow, { instruction, context }: Task, criterion?: ShownItem) {
  if (criterion === undefined) return null;
  const { said } = part;
  if (said.length > MAX_SAID) return `has more than ${MAX_SAID} criteria in place of one`;
  const known = [...criterion.quotes.map(({ passage }) => passage), instruction, context ?? ''];
  for (const row of said) {
    if (row.quotes.length === 0) return 'has a criterion that names no quote';
    const foreign = row.quotes.find((number) => criterion.quotes[Number(number) - 1] === undefined);
    if (foreign !== undefined) return `has no quote ${foreign.slice(0, 20)}`;
    const problem = criterionProblem(row, openingOf(criterion.wording)) ?? inventedDetail(row.criterion, known);
    if (problem !== null) return problem;
  }
  const dropped = droppedFigure(part, criterion);
  if (dropped !== null) return `drops the figure ${dropped}, which a quote has`;
  // The half without one would be lost: the criterion stays whole.
  return dividedQuotes(part).some((quotes) => quotes.length === 0)
    ? 'divides what one and the same quote says; leave it whole, or give each half a quote of its own'
    : null;
}
