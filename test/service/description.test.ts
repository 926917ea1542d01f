import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { startService } from '../support/service.ts';

it('is a description that Redocly’s recommended rules find nothing in', async () => {
  const { text } = await (await startService()).ask('/openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, config, absoluteRef: '/openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
