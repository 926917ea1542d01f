/** Grades a response as a whole on a scale of the user's own, by our prompt or by one of theirs. */
import { z } from 'zod';
import { YES_OR_NO, type Scale } from '../src/domain/scale.ts';
import type { Task } from '../src/domain/task.ts';
import { oneOf } from '../src/llm/agent-kit/answer-words.ts';
import {
  answerForm,
  fencedLines,
  fenceReference,
  fenceResponse,
  fenceTask,
} from '../src/llm/agent-kit/fenced-input.ts';
import { ownVariables } from '../src/llm/agent-kit/own-variables.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { stripReasoning } from '../src/llm/own-words.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

interface GradeResponseInput {
  readonly task: Task | null;
  readonly response: string;
  readonly reference: string | null;
  readonly scale: Scale;
  /** False: the bare grade, without chain of thought. */
  readonly analysis: boolean;
  /** The variables of a prompt of the user's own, which says all by itself; null: our prompt. */
  readonly shows: readonly string[] | null;
}

export interface Grade {
  /** The points of the level. */
  readonly score: number;
  /** What the judge said, with the name of the level where that is no number. */
  readonly analysis: string;
}

interface Row {
  readonly grade: string;
  readonly analysis?: string;
}

type Form = Pick<GradeResponseInput, 'scale' | 'analysis'>;

const labelsOf = (scale: Scale) => scale.map(({ label }) => label);

function schemaOf({ scale, analysis }: Form): z.ZodType<Row> {
  const grade = oneOf(labelsOf(scale));
  return analysis ? z.strictObject({ analysis: z.string(), grade }) : z.strictObject({ grade });
}

/** Up to five sentences. */
const ANALYSIS_TOKENS = 180;

export const gradeResponse = defineAgent({
  name: 'grade-response',
  step: 'comparing',
  givesVerdicts: true,
  schema: schemaOf({ scale: YES_OR_NO, analysis: true }),
  schemaFor: schemaOf,
  variables: ({ task, response, reference, scale, analysis, shows }: GradeResponseInput) =>
    shows === null
      ? {
          manner: answerForm(analysis),
          scale: fencedLines('scale', scale.map(levelLine)),
          task: fenceTask(task),
          reference: fenceReference(reference),
          response: fenceResponse(response),
        }
      : ownVariables({ task, reference, responses: { response } }, shows),
  verdict: ({ scale }) => ({ choices: labelsOf(scale), of: ({ grade }) => [grade] }),
  readProse: (text, { scale }) => {
    const labels = labelsOf(scale);
    if (!canBeReadInProse(labels)) return null;
    const grade = readVerdict(text, labels);
    return grade === null ? null : { analysis: stripReasoning(text), grade };
  },
  read: ({ grade, analysis }, { scale }): Grade => {
    const level = scale.find(({ label }) => label === grade);
    if (level === undefined) throw new Error(`The scale has no level “${grade}”.`);
    const said = analysisLine(analysis);
    const isNumber = grade === String(level.points);
    return { score: level.points, analysis: isNumber ? said : `${grade}. ${said}`.trim() };
  },
  plannedAnswer: ({ scale, analysis }, _ids, sampleIndex) => ({
    ...(analysis ? { analysis: plannedText(ANALYSIS_TOKENS, 'grade') } : {}),
    grade: (sampleIndex % 2 === 0 ? scale[0] : scale.at(-1))?.label ?? '',
  }),
});

/** Two single characters would be taken for the sides of a comparison, and a minus for a hyphen. */
function canBeReadInProse(labels: readonly string[]): boolean {
  const isPair = labels.length <= 4 && labels.every((label, at) => (label.length === 1) === at < 2);
  return !isPair && labels.every((label) => /^[\p{L}\d]/u.test(label));
}

function levelLine({ label, description }: Scale[number]): string {
  return description === null ? label : `${label}: ${description}`;
}
