/** Picks the better of two responses (TICK's preference, LLMBar's judges, the checklist study's, CAMIEval's pairwise). */
import { z } from 'zod';
import type { Answer } from '../src/domain/judgement.ts';
import type { Task } from '../src/domain/task.ts';
import { ANSWERS, AnswerWord, oneOf, type ANSWER_WORDS } from '../src/llm/agent-kit/answer-words.ts';
import { answerForm, fencedList, fenceReference, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { ownVariables } from '../src/llm/agent-kit/own-variables.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence, trusted } from '../src/llm/fence.ts';
import { stripReasoning } from '../src/llm/own-words.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

export interface CompareResponsesInput {
  readonly task: Task | null;
  readonly first: string;
  readonly second: string;
  /** False: the bare choice, without chain of thought. */
  readonly analysis: boolean;
  /** A good response to compare both with; null: none is shown. */
  readonly reference: string | null;
  /** To think by, the most important first; empty: none are shown. */
  readonly questions: readonly string[];
  /** True: each question is answered for both responses, in place of an analysis. */
  readonly answersEach: boolean;
  /** The words for a tie that a judge is offered; `none`: it has to choose. */
  readonly ties: 'none' | 'near-identical' | 'both-or-neither';
  /** The variables of a prompt of the user's own, which says all by itself. Absent: our prompt. */
  readonly shows?: readonly string[] | undefined;
  /** The judge's earlier preference, which it is asked to reconsider; null: it is asked for the first time. */
  readonly doubted: Pick<Preference, 'preferred' | 'analysis'> | null;
}

export interface Preference {
  /** By place, not by name; `tie`: neither is preferred. */
  readonly preferred: 'first' | 'second' | 'tie';
  readonly analysis: string;
  /** For each question, in their order; absent or empty where none was to be answered. */
  readonly answers?: readonly { readonly first: Answer; readonly second: Answer }[];
}

const PREFERRED: Readonly<Record<string, Preference['preferred']>> = { A: 'first', B: 'second' };
/** What a judge answers. */
export const CHOICES = {
  none: ['A', 'B'],
  'near-identical': ['A', 'B', 'NEAR-IDENTICAL'],
  'both-or-neither': ['A', 'B', 'BOTH', 'NEITHER'],
} as const satisfies Record<CompareResponsesInput['ties'], readonly string[]>;

interface Row {
  readonly choice: string;
  readonly analysis?: string;
  readonly answers?: readonly { readonly id: string; readonly A: Word; readonly B: Word }[];
}
type Word = (typeof ANSWER_WORDS)[number];

const Analysis = { analysis: z.string() };
const Answers = {
  answers: z.array(z.strictObject({ id: z.string(), A: AnswerWord, B: AnswerWord })),
};

type Form = Pick<CompareResponsesInput, 'ties' | 'analysis' | 'answersEach'>;

function schemaOf({ ties, analysis, answersEach }: Form): z.ZodType<Row> {
  const reasons = answersEach ? Answers : analysis ? Analysis : {};
  return z.strictObject({ ...reasons, choice: oneOf(CHOICES[ties]) });
}

/** Up to five sentences. */
const ANALYSIS_TOKENS = 180;

export const compareResponses = defineAgent({
  name: 'compare-responses',
  step: 'comparing',
  givesVerdicts: true,
  schema: schemaOf({ ties: 'near-identical', analysis: true, answersEach: false }),
  schemaFor: schemaOf,
  cites: ({ questions }: CompareResponsesInput) => questions.map((text, index) => ({ id: String(index), text })),
  variables: ({ task, first, second, reference, analysis, answersEach, ties, doubted, shows }, { shown }) =>
    shows === undefined
      ? {
          manner: answersEach ? trusted('answered') : answerForm(analysis),
          choices: trusted(CHOICES[ties].join(', ')),
          task: fenceTask(task),
          reference: fenceReference(reference),
          questions: shown.length === 0 ? trusted('No questions are given.') : fencedList('questions', shown),
          first: fenceResponse(first, 'response A'),
          second: fenceResponse(second, 'response B'),
          earlier: doubted === null ? trusted('You are asked for the first time.') : shownAgain(doubted),
        }
      : ownVariables({ task, reference, responses: { responseA: first, responseB: second } }, shows),
  verdict: ({ ties }) => ({ choices: CHOICES[ties], of: ({ choice }) => [choice] }),
  // Verdicts on each item cannot be taken from prose.
  readProse: (text, { ties, answersEach }) => {
    const choice = answersEach ? null : readVerdict(text, CHOICES[ties]);
    return choice === null ? null : { analysis: stripReasoning(text), choice };
  },
  validate: ({ answers }, _input, ids) => (answers === undefined ? [] : ids.problems(answers, ids.shown.length)),
  read: ({ choice, analysis, answers = [] }, { questions }, ids): Preference => {
    const answersById = ids.valuesById(answers, ({ A, B }): { first: Answer; second: Answer } => ({
      first: ANSWERS[A],
      second: ANSWERS[B],
    }));
    return {
      preferred: PREFERRED[choice] ?? 'tie',
      analysis: analysisLine(analysis),
      answers: questions.flatMap((_, index) => answersById.get(String(index)) ?? []),
    };
  },
  reject: ({ answers = [] }, { answersEach, questions }) =>
    answersEach && answers.length < questions.length ? 'It leaves items of the checklist without an answer.' : null,
  plannedAnswer: ({ analysis, answersEach }, { shown }, sampleIndex) => ({
    ...(answersEach
      ? { answers: shown.map(({ shortId }) => ({ id: shortId, A: 'YES' as const, B: 'NO' as const })) }
      : {}),
    ...(analysis && !answersEach ? { analysis: plannedText(ANALYSIS_TOKENS, 'preference') } : {}),
    choice: sampleIndex % 2 === 0 ? 'A' : 'B',
  }),
});

function shownAgain({ preferred, analysis }: NonNullable<CompareResponsesInput['doubted']>) {
  const decided = { first: 'A', second: 'B', tie: 'a tie' }[preferred];
  const doubt = trusted('Somebody doubts your earlier answer. Go through the responses again, and decide anew.');
  return trusted(`${doubt}\n${fence('earlier answer', `${analysis}\nDecision: ${decided}`)}`);
}
