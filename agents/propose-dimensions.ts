/** Proposes dimensions beyond the basic ones: from what a weak output lacks beside a reference, or from the instruction alone (CAMIEval). */
import { z } from 'zod';
import type { Dimension } from '../src/domain/comparison.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedLines, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { reasonLine, rowProblems, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { plannedText, plannedTexts, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

/** New dimensions beyond the basic ones: by contrast, or from the instruction alone (CAMIEval). */
interface ProposeDimensionsInput {
  readonly task: Task;
  readonly basics: readonly Dimension[];
  readonly count: number;
  readonly contrast: { readonly reference: string; readonly weak: string } | null;
}

const Named = z.strictObject({ name: z.string(), definition: z.string() });
const NO_CONTRAST = trusted('No outputs are given: go by the instruction alone.');

export const proposeDimensions = defineAgent({
  name: 'propose-dimensions',
  step: 'comparing',
  retryWithNewSample: true,
  schema: z.strictObject({ comparison: z.string(), missing: z.string(), dimensions: z.array(Named) }),
  variables: ({ task, basics, count, contrast }: ProposeDimensionsInput) => ({
    task: fenceTask(task),
    basics: fencedLines(
      'basic dimensions',
      basics.map(({ name, definition }) => `${name}: ${definition}`),
    ),
    contrast:
      contrast === null
        ? NO_CONTRAST
        : trusted(
            `${fenceResponse(contrast.reference, 'reference')}\n\n${fenceResponse(contrast.weak, 'weak output')}`,
          ),
    count,
  }),
  validate: ({ dimensions }, { count, basics }) => [
    ...rowProblems('Dimension', dimensions, (row) => problemOf(row, basics)),
    ...(dimensions.length === count ? [] : [`There are ${dimensions.length} dimensions; ${count} are wanted.`]),
  ],
  read: ({ dimensions }, { count, basics }): readonly Dimension[] => {
    const usable = dimensions.filter((row) => problemOf(row, basics) === null);
    const enough = usable.length < count ? [] : usable.slice(0, count);
    return enough.map(({ name, definition }) => ({ name: reasonLine(name), definition: reasonLine(definition) }));
  },
  reject: (dimensions) => (dimensions.length === 0 ? 'It names fewer new dimensions than were asked for.' : null),
  plannedAnswer: ({ count }) => ({
    comparison: plannedText(125, 'comparison'),
    missing: plannedText(125, 'missing'),
    dimensions: plannedTexts(count, SENTENCE_TOKENS, 'dimensions').map((definition, index) => ({
      name: `dimension ${index + 1}`,
      definition,
    })),
  }),
});

function problemOf({ name, definition }: Dimension, basics: readonly Dimension[]): string | null {
  const isBasic = basics.some((basic) => basic.name.toLowerCase() === name.trim().toLowerCase());
  return isBasic ? 'is one of the basic ones' : (wordingProblem(name) ?? wordingProblem(definition));
}
