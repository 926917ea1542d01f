/** Files of scores of responses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScores } from '../../src/experiment/load-scores.ts';
import { lines } from '../support/experiment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('leaves out a score without a response, and says so', async () => {
  const file = join(await temporaryFolder(), 'scores.jsonl');
  const instruction = 'Write a note';
  await writeFile(
    file,
    lines([
      { instruction, response: 'A.', score: 2 },
      { instruction, response: null, score: 3 },
    ]),
  );
  const warned: string[] = [];
  const progress = { note: () => undefined, warn: (line: string) => void warned.push(line) };
  const scoreOf = await loadScores({ stdin: process.stdin, signal: new AbortController().signal, progress }, file);
  expect(scoreOf({ task: { instruction, context: null } }, 'A.')).toBe(2);
  expect(warned).toEqual([`${file}, line 2, 2: there is no response.`]);
});
