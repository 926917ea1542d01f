/** Judges a response by criteria with ordered levels, one or more per call: analysis, quotes and the level for each. */
import { z } from 'zod';
import type { Level } from '../src/domain/checklist.ts';
import type { Task } from '../src/domain/task.ts';
import type { JudgedItem } from '../src/llm/agent-kit/judged-item.ts';
import { answerForm, fencedList, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

/** 0: not applicable. As many levels as an item may have. */
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;

const LeveledRow = z.strictObject({
  id: z.string(),
  analysis: z.string(),
  quotes: z.array(z.string()),
  level: z.literal(NUMBERS).meta({ type: 'integer' }),
});
const BareRow = LeveledRow.pick({ id: true, level: true });
type Row = z.infer<typeof BareRow> & Partial<z.infer<typeof LeveledRow>>;

interface LevelsGiven {
  readonly verdicts: Row[];
}
const Analysed: z.ZodType<LevelsGiven> = z.strictObject({ verdicts: z.array(LeveledRow) });
const Bare: z.ZodType<LevelsGiven> = z.strictObject({ verdicts: z.array(BareRow) });

export interface JudgeLevelsInput {
  readonly task: Task | null;
  readonly response: string;
  /** False: the bare level, without chain of thought. */
  readonly analysis: boolean;
  readonly items: readonly { readonly id: string; readonly question: string; readonly levels: readonly Level[] }[];
}

const ANALYSIS_TOKENS = 100;

/** Yields verdicts by item id, each with its level; items that the model left out, or gave an unknown level, have none. */
export const judgeLevels = defineAgent({
  name: 'judge-levels',
  step: 'judging',
  givesVerdicts: true,
  schema: Analysed,
  schemaFor: ({ analysis }) => (analysis ? Analysed : Bare),
  cites: ({ items }: JudgeLevelsInput) =>
    items.map(({ id, question, levels }) => ({
      id,
      levels,
      text: [question, ...levels.map(({ label, description }, at) => `[${at + 1}] ${label}: ${description}`)].join(' '),
    })),
  variables: ({ task, response, items, analysis }, { shown }) => ({
    manner: answerForm(analysis),
    task: fenceTask(task),
    response: fenceResponse(response),
    count: items.length,
    criteria: fencedList('criteria', shown),
  }),
  validate: ({ verdicts }, _input, ids) => [
    ...ids.problems(verdicts, ids.shown.length),
    ...ids.shown.flatMap(({ shortId, item }) => {
      const chosenLevel = verdicts.find(({ id }) => id === shortId)?.level ?? 0;
      return chosenLevel > item.levels.length
        ? [`${shortId} has ${item.levels.length} levels; there is no level ${chosenLevel}.`]
        : [];
    }),
  ],
  read: ({ verdicts }, { items }, ids) => {
    const rows = ids.valuesById(verdicts, (row) => row);
    return new Map(
      items.flatMap(({ id, levels }): [string, JudgedItem][] => {
        const row = rows.get(id);
        if (row === undefined || row.level > levels.length) return [];
        const grounds = { analysis: analysisLine(row.analysis), quotes: row.quotes ?? [], yesProbability: null };
        const level = levels[row.level - 1];
        if (level === undefined) return [[id, { answer: 'not-applicable', ...grounds }]];
        const { label, value } = level;
        return [[id, { answer: row.level === levels.length ? 'yes' : 'no', ...grounds, level: { label, value } }]];
      }),
    );
  },
  // The lowest, so that all of it is revised.
  plannedAnswer: ({ analysis }, { shown }) => ({
    verdicts: shown.map(({ shortId }) => ({
      id: shortId,
      ...(analysis ? { analysis: plannedText(ANALYSIS_TOKENS, shortId), quotes: [] } : {}),
      level: 1 as const,
    })),
  }),
});
