/** `judge --watch` in a process of its own: an edit is judged, an error is survived, Ctrl-C ends it. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ended, startBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

let home = '';
let server: ModelServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-watch-'));
  server = await startModelServer({ handler: answering(plausibleModel), models: ['scripted'] });
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const WAITING = 'watching for changes';

type Child = ReturnType<typeof startBuiltCli>;

/** Until a round has printed this and the program waits again; what goes to stdout and to stderr comes in any order. */
function roundsOf(child: Child): (wanted: RegExp) => Promise<void> {
  let printed = '';
  let check = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: string) => {
      printed += text;
      check();
    });
  return (wanted) =>
    new Promise<void>((resolve) => {
      check = () => {
        if (!printed.includes(WAITING) || !wanted.test(printed)) return;
        printed = '';
        resolve();
      };
      check();
    });
}

it('judges again what was edited, and asks only about what is new', async () => {
  await writeFile(join(home, 'note.txt'), 'The party begins at noon.');
  await writeFile(
    join(home, 'list.md'),
    '- Does it name the hour?\n- The response should have at most 8 words. `check: words <= 8`\n',
  );
  const asked = ['--model', 'scripted', '--base-url', server.baseUrl];
  const child = startBuiltCli(['judge', 'note.txt', '--checklist', 'list.md', '--watch', ...asked], { home });
  const end = ended(child);
  const roundWith = roundsOf(child);

  await roundWith(/5 words; at most 8 wanted/u);
  const asksOfFirst = server.statistics().requests;

  // As editors do: a new file in the place of the old one.
  await writeFile(
    join(home, 'list.new'),
    '- Does it name the hour?\n- The response should have at most 4 words. `check: words <= 4`\n',
  );
  await rename(join(home, 'list.new'), join(home, 'list.md'));
  await roundWith(/5 words; at most 4 wanted/u);
  expect(server.statistics().requests).toBe(asksOfFirst);

  await rm(join(home, 'note.txt'));
  await roundWith(/note\.txt cannot be read/u);

  await writeFile(join(home, 'note.txt'), 'Come at the hour of two.');
  await roundWith(/6 words; at most 4 wanted/u);
  expect(server.statistics().requests).toBeGreaterThan(asksOfFirst);

  child.kill('SIGINT');
  expect((await end).code).toBe(130);
});

it('judges again when the module of checks is edited', async () => {
  await writeFile(join(home, 'mine.txt'), 'The party begins at noon.');
  await writeFile(join(home, 'mine.md'), '- It is mine. `check: function "mine"`\n');
  const moduleThatSays = (reason: string) =>
    writeFile(join(home, 'mine.mjs'), `export const mine = () => ({ met: true, reason: '${reason}' });`);
  await moduleThatSays('first');
  const child = startBuiltCli(['judge', 'mine.txt', '--checklist', 'mine.md', '--checks', 'mine.mjs', '--watch'], {
    home,
  });
  const end = ended(child);
  const roundWith = roundsOf(child);
  await roundWith(/mine: yes \(first\)/u);
  await moduleThatSays('second');
  await roundWith(/mine: yes \(second\)/u);
  child.kill('SIGINT');
  expect((await end).code).toBe(130);
});
