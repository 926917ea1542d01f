/** The OpenAPI document by Spectral's rules, of the version that package.json here pins: `npm run test:tools`. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hasTools, TOOLS } from './has-tools.ts';

it.skipIf(!hasTools)(
  'is a description that Spectral’s rules for OpenAPI find nothing in',
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const [document, rules] = [join(folder, 'openapi.json'), join(folder, '.spectral.yaml')];
    await writeFile(document, (await (await startService()).ask('/openapi.json')).text);
    await writeFile(rules, 'extends: ["spectral:oas"]\n');
    const spectral = join(TOOLS, '@stoplight', 'spectral-cli', 'dist', 'index.js');
    const flags = ['lint', document, '--ruleset', rules, '--fail-severity', 'hint'];
    const { stdout } = await promisify(execFile)(process.execPath, [spectral, ...flags]);
    expect(stdout).toContain('No results');
  },
);
