/** Rounds of `judge --watch`: what one opens ends with it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEachChange } from '../../src/cli/on-each-change.ts';
import type { Session } from '../../src/cli/session.ts';
import { InputError } from '../../src/domain/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each(['ends well', 'fails'])('what a round opened is closed where it %s', async (how) => {
  const file = join(await temporaryFolder(), 'note.txt');
  await writeFile(file, 'A note.');
  const stop = new AbortController();
  const ofSession: unknown[] = [];
  const closed: string[] = [];
  const session = {
    ...{ signal: stop.signal, config: async () => ({}), closing: (one: unknown) => ofSession.push(one) },
    progress: { note: () => stop.abort() },
    shell: { stderr: { write: () => true }, env: {} },
  } as unknown as Session<object>;
  const watching = onEachChange(session, [file], async ({ closing }) => {
    for (const name of ['first', 'second'])
      closing({
        close: async () => {
          closed.push(name);
        },
      });
    if (how === 'fails') throw new InputError('No.');
  });
  await expect(watching).rejects.toThrow('Stopped watching');
  expect([closed, ofSession]).toEqual([['second', 'first'], []]);
});
