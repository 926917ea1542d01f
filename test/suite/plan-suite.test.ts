/** What is planned for a suite is never below what it takes. */
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { openPlanner } from '../../src/groundrule.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { planSuite } from '../../src/suite/plan-suite.ts';
import { suiteOf } from './suite-of-cells.ts';

it('judges by as many items as a discovered set has, and discovers once for all sources', async () => {
  const config = await loadConfig({
    flags: { model: 'gpt-4.1-mini', mode: 'model-n', n: 40, more: 0 },
    env: {},
    configFile: null,
  });
  const suite = suiteOf(
    'discovered',
    30,
    ['first', 'second'].map((id) => ({ kind: 'files', id, files: 'a.txt' })),
  );
  const planner = await openPlanner({ config, secrets: readSecrets({}) });
  const { signal } = new AbortController();
  const { model } = await planSuite(suite, planner, { judging: judgeOptionsOf({}), concurrency: 4, signal });
  await planner.client.close();
  const callsOf = (role: string) => model?.rows.find((row) => row.role === role)?.calls;
  expect(callsOf('draft-criteria')).toBe(1);
  // The half of the 40 that is planned to be without conflict is on the default list, for two responses.
  expect(callsOf('judge-response')).toBe(2 * 2);
  expect(callsOf('generate-checklist')).toBeUndefined();
});
