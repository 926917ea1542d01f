/** One call of many is refused for good while others are under way: what the server delivers to them is never asked again. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { CancelledError, SettingError, UnavailableError } from '../../src/domain/errors.ts';
import { openGroundrule, type Groundrule } from '../../src/groundrule.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { checklistOfQualities, hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import { FATAL_STATUS, type FatalFault } from '../support/model-server/behaviour.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel, type ScriptedModel } from '../support/plausible-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const IN_FLIGHT = 10;
const FATAL = Object.keys(FATAL_STATUS) as FatalFault[];
const judging = (app: Groundrule) => app.judge(textWith([1, 2]), checklistOfQualities(IN_FLIGHT), { itemsPerCall: 1 });
const discovering = (app: Groundrule) => app.discover('Write a cover letter');

const answered = (count: number) => Array.from({ length: count }, () => null);

describe('a fatal reply with 10 calls in flight', { timeout: 120_000 }, () => {
  // 20 in all: each status, early and late among the ten, before and after the others are answered.
  const cases = FATAL.flatMap((fault, row) =>
    [0, 1, 2, 3, 4].map((column) => ({ fault, before: (2 * column + row) % IN_FLIGHT, latencyMs: 15 * column })),
  );
  it.each(cases)('$fault as number $before, $latencyMs ms: nothing delivered is asked again', async (each) => {
    // Without token probabilities: where they are asked for, a 403 may be about them alone.
    const flags = { modelFormat: 'tools' };
    const { server, work, delivered } = await twoRuns(hiddenTruthModel({ qualities: IN_FLIGHT }), flags, judging);
    server.behave({ latencyMs: each.latencyMs });
    server.next(...answered(each.before), each.fault);
    const error = await work();
    expect(error).toBeInstanceOf(each.fault === 'no-credit' ? UnavailableError : SettingError);
    expect(delivered()).toHaveLength(IN_FLIGHT - 1);
    expect(await work()).toBeNull();
    expect(new Set(delivered()).size).toBe(delivered().length);
    expect(server.statistics().requests).toBe(IN_FLIGHT + 1);
  });

  it.each([2, 3, 5, 8])('as number %i of a discovery: nothing delivered is asked again', async (before) => {
    const { server, work, delivered } = await twoRuns(
      plausibleModel,
      { mode: 'model-answers', queries: 6 },
      discovering,
    );
    server.behave({ latencyMs: 30 });
    server.next(...answered(before), 'no-credit');
    expect(await work()).toBeInstanceOf(UnavailableError);
    const first = delivered().length;
    expect(first).toBeGreaterThan(0);
    expect(await work()).toBeNull();
    expect(delivered().length).toBeGreaterThan(first);
    expect(new Set(delivered()).size).toBe(delivered().length);
  });
});

it('is not waited for when its caller stops the call', async () => {
  const stopping = new AbortController();
  const stoppable = (app: Groundrule) =>
    app.judge(textWith([1, 2]), checklistOfQualities(IN_FLIGHT), { itemsPerCall: 1, signal: stopping.signal });
  const { server, work } = await twoRuns(hiddenTruthModel({ qualities: IN_FLIGHT }), {}, stoppable);
  // Longer than this test may take.
  server.behave({ latencyMs: 600_000 });
  server.next('wrong-key');
  const working = work();
  await expect.poll(() => server.statistics().byStatus[401], { timeout: 10_000 }).toBe(1);
  stopping.abort();
  // The refusal may have arrived and not been read yet.
  const ended = await working;
  expect(ended instanceof SettingError || ended instanceof CancelledError).toBe(true);
});

/** The same work again and again, each time by a client of its own: all that they share is a store on disk. */
async function twoRuns(
  script: ScriptedModel,
  flags: Readonly<Record<string, unknown>>,
  work: (app: Groundrule) => Promise<unknown>,
): Promise<{ server: ModelServer; work: () => Promise<unknown>; delivered: () => readonly string[] }> {
  const server = await startModelServer({ handler: answering(script) });
  onTestFinished(() => server.close());
  const asked = { model: 'scripted', baseUrl: server.baseUrl, modelFormat: 'json_schema', modelConcurrency: 32 };
  const store = join(await temporaryFolder(), 'store.sqlite');
  const config = await loadConfig({ flags: { ...asked, store, ...flags }, env: {}, configFile: null });
  return {
    server,
    delivered: () => server.delivered,
    work: async () => {
      const app = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: store });
      try {
        await work(app);
        return null;
      } catch (error) {
        return error;
      } finally {
        await app.close();
      }
    },
  };
}
