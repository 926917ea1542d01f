/**
 * Scores a response as a whole from 1 to 5: by guidelines alone, with a checklist to weigh (TICK) or to answer (checklist
 * study), or by the steps of an evaluation (G-Eval).
 */
import { z } from 'zod';
import type { Answer } from '../src/domain/judgement.ts';
import type { Task } from '../src/domain/task.ts';
import { ANSWERS, AnswerWord, figureOf, type ANSWER_WORDS } from '../src/llm/agent-kit/answer-words.ts';
import { answerForm, fencedList, fenceReference, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent, type RawAnswer } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';
import { stripReasoning } from '../src/llm/own-words.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const SCORES = [1, 2, 3, 4, 5] as const;
const SCORE_WORDS = SCORES.map(String);

interface Row {
  readonly score: (typeof SCORES)[number];
  readonly analysis?: string;
  readonly answers?: readonly { readonly id: string; readonly answer: (typeof ANSWER_WORDS)[number] }[];
}

export interface ScoreResponseInput {
  readonly task: Task | null;
  readonly response: string;
  /** False: the bare score, without chain of thought. */
  readonly analysis: boolean;
  readonly reference: string | null;
  /** Questions, or the steps of an evaluation; null: none are shown. */
  readonly guide: readonly string[] | null;
  /**
   * `weigh`: shown, and not answered one by one (TICK, check-then-score); `answer`: each is answered; `follow`: steps
   * that are gone through in silence.
   */
  readonly guideUse: 'weigh' | 'answer' | 'follow';
}

export interface WholeScore {
  readonly score: number;
  readonly analysis: string;
  /** For each question of the guide; absent or empty where none was to be answered. */
  readonly answers?: readonly Answer[];
  /** Σ p(score) · score over the scale, from token probabilities; absent or null where the endpoint gives none. */
  readonly expected?: number | null;
}

type Form = Pick<ScoreResponseInput, 'analysis' | 'guideUse'>;

const Score = { score: figureOf(SCORES) };
const Answers = { answers: z.array(z.strictObject({ id: z.string(), answer: AnswerWord })) };

function schemaOf({ analysis, guideUse }: Form): z.ZodType<Row> {
  if (guideUse === 'answer') return z.strictObject({ ...Answers, ...Score });
  return analysis ? z.strictObject({ analysis: z.string(), ...Score }) : z.strictObject(Score);
}

/** Up to five sentences. */
const ANALYSIS_TOKENS = 180;
const GUIDE_LABELS = { weigh: 'checklist', answer: 'checklist to answer', follow: 'steps' } as const;

export const scoreResponse = defineAgent({
  name: 'score-response',
  step: 'comparing',
  givesVerdicts: true,
  schema: schemaOf({ analysis: true, guideUse: 'weigh' }),
  schemaFor: schemaOf,
  choiceWordsFor: ({ guideUse }: ScoreResponseInput) => (guideUse === 'follow' ? SCORE_WORDS : []),
  cites: ({ guide }) => (guide ?? []).map((text, index) => ({ id: String(index), text })),
  variables: ({ task, response, reference, guide, guideUse, analysis }, { shown }) => ({
    manner: guideUse === 'answer' ? trusted('answered') : answerForm(analysis),
    guide: guide === null ? trusted('No checklist is given.') : fencedList(GUIDE_LABELS[guideUse], shown),
    task: fenceTask(task),
    reference: fenceReference(reference),
    response: fenceResponse(response),
  }),
  verdict: () => ({ choices: SCORES, of: ({ score }) => [score] }),
  // Verdicts on each item cannot be taken from prose.
  readProse: (text, { guideUse }) => {
    const score = guideUse === 'answer' ? null : readVerdict(text, SCORES);
    return score === null ? null : { analysis: stripReasoning(text), score };
  },
  validate: ({ answers }, _input, ids) => (answers === undefined ? [] : ids.problems(answers, ids.shown.length)),
  read: ({ score, analysis, answers = [] }, { guide }, ids, raw): WholeScore => {
    const answersById = ids.valuesById(answers, ({ answer }) => ANSWERS[answer]);
    return {
      score,
      analysis: analysisLine(analysis),
      answers: (guide ?? []).flatMap((_, index) => answersById.get(String(index)) ?? []),
      expected: expectedScore(raw),
    };
  },
  reject: ({ answers = [] }, { guide, guideUse }) =>
    guideUse === 'answer' && answers.length < (guide?.length ?? 0)
      ? 'It leaves items of the checklist without an answer.'
      : null,
  plannedAnswer: ({ analysis, guideUse }, { shown }, sampleIndex) => ({
    ...(guideUse === 'answer' ? { answers: shown.map(({ shortId }) => ({ id: shortId, answer: 'NO' as const })) } : {}),
    ...(analysis && guideUse !== 'answer' ? { analysis: plannedText(ANALYSIS_TOKENS, 'score') } : {}),
    score: sampleIndex % 2 === 0 ? (1 as const) : (5 as const),
  }),
});

const SCORE_KEY = /"score"\s*:\s*"?/gu;

/** Σ p(score) · score over the scores that were likely where the answer states its own; null where that is not plain. */
function expectedScore(raw: RawAnswer): number | null {
  const [key, ...others] = raw === undefined ? [] : raw.text.matchAll(SCORE_KEY);
  if (raw === undefined || key === undefined || others.length > 0) return null;
  const start = key.index + key[0].length;
  const { probabilities = {} } = raw.choices.find((choice) => choice.start === start) ?? {};
  const chances = SCORES.map((score) => probabilities[String(score)] ?? 0);
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  if (total === 0) return null;
  return SCORES.reduce((sum, score, index) => sum + score * ((chances[index] ?? 0) / total), 0);
}
