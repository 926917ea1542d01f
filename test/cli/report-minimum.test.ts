import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { codeOfRates } from '../../src/cli/output/report-minimum.ts';

it('nothing to rate is not decided, minimum or not', () => {
  expect([codeOfRates([], undefined), codeOfRates([], 0.5)]).toEqual([EXIT.notDecided, EXIT.notDecided]);
});
