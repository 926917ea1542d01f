/** Many calls on one client: shared limits, one probe, and nothing of one call reaches another. */
import { describe, expect, it } from 'vitest';
import { CancelledError, InputError, LimitError, StepFailedError } from '../../src/domain/errors.ts';
import { checklistOfQualities, hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const CALLS = 20;
const one = checklistOfQualities(1);
const responses = Array.from({ length: CALLS }, (_, index) => textWith([1], `note ${index}`));

/** The format of its answers is to be found out by asking. */
function sharedClient(flags: Readonly<Record<string, unknown>> = {}, latencyMs = 20) {
  return scriptedApp(
    hiddenTruthModel({ qualities: 1 }),
    { latencyMs },
    { modelFormat: undefined, modelConcurrency: 4, ...flags },
  );
}

describe('20 calls of judge at once on one client', () => {
  it('share its limit on calls, its concurrency and one probe', async () => {
    const { app, server } = await sharedClient({ maxCalls: 8 });
    const outcomes = await Promise.allSettled(responses.map((response) => app.judge(response, one)));
    const { requests, maxConcurrency } = server.statistics();
    expect(requests).toBe(8);
    expect(maxConcurrency).toBeLessThanOrEqual(4);
    const probes = app.usage().filter(({ role }) => role === 'probe');
    expect(probes.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
    const done = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(7);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LimitError);
  });

  it('stop no other run: a run id that is taken is refused, under way or ended', async () => {
    const { app } = await sharedClient();
    const [first = '', second = ''] = responses;
    const underWay = app.judge(first, one, { runId: 'nightly' });
    await expect(app.judge(second, one, { runId: 'nightly' })).rejects.toThrow(InputError);
    expect(await underWay).toMatchObject({ runId: 'nightly' });
    await expect(app.judge(second, one, { runId: 'nightly' })).rejects.toThrow('The run id “nightly” is taken');
  });

  it('have a run each: ids, usage and stored records are told apart', async () => {
    const { app } = await sharedClient();
    const judged = await Promise.all(responses.map((response) => app.judge(response, one)));
    expect(new Set(judged.map(({ runId }) => runId)).size).toBe(CALLS);
    expect(new Set(judged.map(({ id }) => id)).size).toBe(CALLS);
    for (const { id, runId, usage } of judged) {
      expect(app.usage(runId)).toEqual(usage);
      expect(await app.records.get(id)).toMatchObject({ id, kind: 'judgement' });
      const calls = (await app.callsOf(id)) ?? [];
      expect(calls.filter(({ role }) => role !== 'probe')).toHaveLength(1);
    }
  });

  it('are stopped one by one: the others end as if nothing had been', async () => {
    const { app } = await sharedClient({}, 50);
    const controller = new AbortController();
    // The first is stopped while it finds out the format for all, and one that waits for it.
    const stopped = [0, 7];
    const outcomes = Promise.allSettled(
      responses.map((response, index) =>
        app.judge(response, one, stopped.includes(index) ? { signal: controller.signal } : {}),
      ),
    );
    setTimeout(() => controller.abort(), 20);
    for (const [index, outcome] of (await outcomes).entries())
      if (!stopped.includes(index)) expect(outcome.status).toBe('fulfilled');
      else expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CancelledError) as unknown });
  });

  it('have budgets of their own beside the client’s', async () => {
    const { app, server } = await sharedClient({ modelFormat: 'json_schema' });
    const two = checklistOfQualities(2);
    const outcomes = await Promise.allSettled(
      responses.map((response, index) =>
        app.judge(response, two, index < 10 ? { budget: { maxCalls: 1 }, itemsPerCall: 1 } : {}),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      responses.map((_, index) => (index < 10 ? 'rejected' : 'fulfilled')),
    );
    expect(server.statistics().requests).toBe(10 + 10);
  });

  it('ask a server again that failed once', async () => {
    const { app, server } = await sharedClient({ modelConcurrency: 1 });
    server.behave({ faultRates: { 'broken-body': 1 } });
    const judged = await app.judge(responses[0] ?? '', one).catch((error: unknown) => error);
    expect(judged).not.toMatchObject({ passRate: { yes: 1 } });
    server.behave({ faultRates: {} });
    expect((await app.judge(responses[0] ?? '', one)).passRate).toMatchObject({ yes: 1, unscored: 0 });
  }, 60_000);
});

describe('a discovery', () => {
  it('whose budget is spent or whose question fails leaves the next one as it is', async () => {
    const { app, server } = await scriptedApp(plausibleModel, {}, { mode: 'model-answers' });
    const task = 'Write a wedding toast';
    await expect(app.discover(task, { budget: { maxCalls: 1 } })).rejects.toBeInstanceOf(LimitError);
    server.behave({ faultRates: { refusal: 1 } });
    await expect(app.discover('Write a cover letter')).rejects.toBeInstanceOf(StepFailedError);
    server.behave({ faultRates: {} });
    const [toast, letter] = await Promise.all([app.discover(task), app.discover('Write a cover letter')]);
    for (const { content } of [toast, letter]) expect(content.criteria.length).toBeGreaterThan(0);
  });

  it('opens its library again where that failed', { timeout: 60_000 }, async () => {
    const { app } = await scriptedApp(plausibleModel, {}, { mode: 'web' });
    const missing = app.discover('Write a toast', { library: ['/nowhere/at/all'] });
    await expect(missing).rejects.toThrow(/\/nowhere\/at\/all/u);
    expect((await app.discover('Write a cover letter')).content.criteria.length).toBeGreaterThan(0);
  });

  it('cannot be begun on a closed client', async () => {
    const { app } = await scriptedApp(plausibleModel, {}, { mode: 'model-answers' });
    await app.close();
    await expect(app.discover('Write a toast')).rejects.toBeInstanceOf(CancelledError);
  });
});
