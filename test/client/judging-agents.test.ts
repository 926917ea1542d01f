/** The agents that a judgement may depend on: machines share jobs of judging where these are the same. */
import { expect, it } from 'vitest';
import { hiddenTruthModel } from '../support/hidden-truth.ts';
import { scriptedApp } from '../support/scripted-app.ts';

it('are all that judge or write, and none that finds or reads sources', async () => {
  const { app } = await scriptedApp(hiddenTruthModel({ qualities: 1 }), {}, { modelByRole: { 'search-web': 'other' } });
  const agents = await app.judgingAgents();
  expect(Object.keys(agents).sort()).toEqual([
    'check-coverage',
    'compare-responses',
    'compare-responses/checklist-preference',
    'compare-responses/choice-without-checklist',
    'compare-responses/preference',
    'concretize-dimensions',
    'contrast-responses',
    'critique-response',
    'generalize-observations',
    'generate-checklist',
    'grade-response',
    'judge-levels',
    'judge-response',
    'name-categories',
    'plan-evaluation',
    'propose-dimensions',
    'propose-metrics',
    'rate-response',
    'refine-checklist',
    'refine-response',
    'respond',
    'restate-criteria',
    'review-checklist',
    'rewrite-response',
    'score-dimensions',
    'score-response',
    'score-response/checklist-score',
    'score-response/score-without-checklist',
    'sort-kinds',
    'write-reference',
    'write-weakly',
  ]);
  for (const { model, promptHash } of Object.values(agents)) {
    expect(model).not.toBe('');
    expect(promptHash).toMatch(/^[\da-f]{64}$/u);
  }
});
