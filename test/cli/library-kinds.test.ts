/** `library kinds`: the table has the name that it had before, too. */
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { cli } from '../support/shell.ts';

const KINDS = ['library', 'kinds', '--store', 'memory'];

it('prints the table for --format text, too', async () => {
  const asText = await cli([...KINDS, '--format', 'text']);
  expect(asText.code, asText.stderr).toBe(EXIT.done);
  expect(asText.stdout).toContain('cover letter');
  expect(asText.stdout).toBe((await cli(KINDS)).stdout);
});

it('is in alphabetical order', async () => {
  const { stdout } = await cli([...KINDS, '--format', 'json']);
  const names = (JSON.parse(stdout) as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});
