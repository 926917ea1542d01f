import { expect, it } from 'vitest';
import { proposeMetrics } from '../../agents/propose-metrics.ts';
import { conversingModel } from '../support/conversing-model.ts';
import { growth, LINEAR } from '../support/growth.ts';
import { prompts, run, task, valueOf } from './support.ts';

const asked = (answer: string) => {
  const model = conversingModel(() => answer);
  return proposeMetrics.ask({ model, prompts }, run, { task });
};

it('reads a list of questions, one to a line, and nothing else', async () => {
  const list = '1. Does it name the ferry? **\n- Is it short? Yes.\n\n  * Is it true?\nIt has no end.\n?';
  expect(valueOf(await asked(list))).toEqual(['Does it name the ferry?', 'Is it true?']);
});

it('takes the time of the text for a line of question marks', async () => {
  expect(await growth((length) => asked(`${'?'.repeat(length)}x`), 16_000)).toBeLessThan(LINEAR);
});
