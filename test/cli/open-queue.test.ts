/** The queue of a command. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSessionQueue } from '../../src/cli/open-queue.ts';
import { createProgress } from '../../src/cli/output/progress.ts';
import { systemClock } from '../../src/client/clock.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openGroundrule } from '../../src/groundrule.ts';
import { testShell } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('is closed with its session, whatever becomes of the command: its timers would keep the process alive', async () => {
  const store = join(await temporaryFolder(), 'store.sqlite');
  const config = await loadConfig({ flags: { store }, env: {}, configFile: null });
  const client = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: store });
  onTestFinished(() => client.close());
  const opened: unknown[] = [];
  const session = {
    progress: createProgress(testShell(), 'quiet', systemClock),
    closing: <Opened>(one: Opened): Opened => {
      opened.push(one);
      return one;
    },
  };
  const { delivery } = await openSessionQueue(session, client);
  expect(opened).toEqual([delivery]);
});
