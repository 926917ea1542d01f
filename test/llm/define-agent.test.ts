/** Agents that ask again: which sample a retry is. */
import { expect, it } from 'vitest';
import { generateChecklist } from '../../agents/generate-checklist.ts';
import type { Sample } from '../../src/llm/define-agent.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';

/** Sample indices that are asked for where none can be read. */
async function asked(...samples: readonly (Sample | undefined)[]): Promise<readonly number[]> {
  const agents = scriptedAgents({});
  if (agents === null) throw new Error('There are scripts.');
  const indices: number[] = [];
  const model: typeof agents.model = {
    ...agents.model,
    call: async (_run, { sampleIndex = 0 }) => {
      indices.push(sampleIndex);
      return { status: 'unscored', failure: 'not-json', reason: 'It is no JSON.' };
    },
  };
  const input = { task: { instruction: 'Write a note', context: null }, manner: 'baseline', count: null } as const;
  for (const sample of samples)
    await generateChecklist.ask({ ...agents, model }, testRun(), { ...input, examples: false }, sample);
  return indices;
}

it('a retry of one of several samples is none of the others', async () => {
  const samples = 3;
  const indices = await asked(...[0, 1, 2].map((sampleIndex) => ({ sampleIndex, samples })));
  expect(indices).toEqual([0, 3, 1, 4, 2, 5]);
});

it('the only sample keeps its places, so that answers that are kept stay valid', async () => {
  expect(await asked(undefined)).toEqual([0, 1]);
  expect(await asked({ sampleIndex: 0, samples: 1 })).toEqual([0, 1]);
});
