/** Scores how well each criterion tells good drafts from ordinary ones, and how alike readers decide it, 0–10, many per call (EvalAgent, ranking). */
import { z } from 'zod';
import { type Criterion, Strike, type Weights } from '../src/domain/criterion.ts';
import type { Task } from '../src/domain/task.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import { fencedLines, fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows, type CitableItem } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { withCondition } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

export interface ScoreRelevanceInput {
  readonly task: Task;
  readonly criteria: readonly (CitableItem & Pick<Criterion, 'appliesWhen'>)[];
  /** Criteria that were scored in another call, for the same scale; empty where all are in one. */
  readonly anchors: readonly ({ readonly text: string } & Weights)[];
}

const ZeroToTen = figureOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

const Weighed = z.strictObject({
  id: z.string(),
  fault: z.boolean(),
  /** What readers would point at; null: nothing. */
  sign: z.string().nullable(),
  /** Models that are not held to a schema may leave it out or say something else, which strikes nothing. */
  strike: z.preprocess((strike) => Strike.safeParse(strike).data ?? null, Strike.nullable()),
  reason: z.string(),
  /** How much better a draft is that meets it. */
  value: ZeroToTen,
  /** Of ten ordinary drafts. */
  missed: ZeroToTen,
  /** Of ten pairs of readers. */
  agreed: ZeroToTen,
});
type Weighed = z.infer<typeof Weighed>;

/** At most, of ten pairs of readers: an impression of the whole is taste. */
const AGREED_WITHOUT_SIGN = 4;

/**
 * Yields scores by criterion id; criteria that the model left out, or named twice, have none. The score is the geometric
 * mean of value, which counts twice, and of the drafts that readers agree miss it: what few drafts do is not wanted for that.
 */
export const scoreRelevance = defineAgent({
  name: 'score-relevance',
  step: 'ranking',
  itemsPerCall: 75,
  retryWithNewSample: true,
  schema: z.strictObject({ scores: z.array(Weighed) }),
  cites: ({ criteria }: ScoreRelevanceInput) => criteria.map((item) => ({ ...item, text: withCondition(item) })),
  variables: ({ task, criteria, anchors }, { shown }) => ({
    task: fenceTask(task),
    anchors:
      anchors.length === 0
        ? trusted('None was scored before.')
        : fencedLines(
            'scored before',
            anchors.map(
              ({ text, value, missed, agreed }) => `value ${value}, missed ${missed}, agreed ${agreed}: ${text}`,
            ),
          ),
    count: criteria.length,
    criteria: fencedList('criteria', shown),
  }),
  validate: ({ scores }, _input, ids) => ids.problems(scores, ids.shown.length),
  mergeRepair: (first, second) => ({ scores: mergeRows(first.scores, second.scores) }),
  read: ({ scores }, _input, ids) =>
    ids.valuesById(scores, ({ fault, sign, strike, reason, value, missed, agreed: claimed }) => {
      // Models that are not held to a schema write "" for null.
      const hasSign = sign !== null && sign.trim() !== '';
      const agreed = hasSign ? claimed : Math.min(claimed, AGREED_WITHOUT_SIGN);
      return {
        score: Math.round(Math.cbrt((value * value * missed * agreed) / 10) * 10) / 10,
        reason: reasonLine(hasSign ? `${reason} Shown by: ${sign}.` : reason),
        weighed: { value, missed, agreed },
        isFault: fault,
        ...(strike === null ? {} : { strike }),
      };
    }),
  plannedAnswer: (_input, { shown }) => ({
    scores: shown.map(({ shortId }) => ({
      id: shortId,
      fault: false,
      sign: 'its first sentence',
      strike: null,
      reason: plannedText(SENTENCE_TOKENS, shortId),
      value: 5 as const,
      missed: 5 as const,
      agreed: 8 as const,
    })),
  }),
});
