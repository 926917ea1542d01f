/** Advice that is looked up once for a kind of text, and fitted to each task of that kind. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { lineageProblems } from '../../src/discover/lineage.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import type { Groundrule } from '../../src/groundrule.ts';
import { appWith } from '../support/guide-web/discover-with.ts';
import { startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const shared = { share: 'kind' } as const;
const tasks = ['on night buses', 'on a seed library', 'on bees', 'on trams'].map(
  (topic) => `Write a grant proposal ${topic}`,
);

/** Rows of an earlier run. */
async function* none(): AsyncGenerator<never> {
  yield* [];
}

async function guideOf(app: Groundrule, { content }: CriteriaSet): Promise<CriteriaSet> {
  const guide = await app.sets.get(content.gatheredFor?.guide ?? '');
  if (guide === null) throw new Error('The guide is not stored.');
  return guide;
}

describe('discover with --share kind', { timeout: 180_000 }, () => {
  it('looks a kind up once, and needs at most 8 calls in 4 steps for its next task', async () => {
    const { app, server } = await scriptedApp(plausibleModel, {}, { ...shared, n: 5 });
    const first = await app.discover(tasks[0] ?? '');
    const { requests: before } = server.statistics();
    const steps: string[] = [];
    const second = await app.discover(tasks[1] ?? '', {
      onEvent: (event) => (event.type === 'step-start' ? steps.push(event.step) : undefined),
    });
    expect(server.statistics().requests - before).toBeLessThanOrEqual(8);
    expect(steps).not.toContain('search');
    expect(steps).not.toContain('rating');
    expect(second.content.gatheredFor).toEqual(first.content.gatheredFor);
    expect(second.content.gatheredFor).toMatchObject({ name: 'grant proposal', readers: null });
    const guide = await guideOf(app, second);
    expect(guide.id).toMatch(/^kg_/u);
    expect(guide.content.guideTo).toEqual({ name: 'grant proposal', readers: null });
    expect(guide.content.modelPoints).toEqual([]);
    expect(second.content.queries).toEqual(guide.content.queries);
    expect(second.content.sources).toEqual(guide.content.sources);
    expect(second.content.advice).toEqual(guide.content.advice);
    expect(second.run.gatheredAt).toBe(guide.run.startedAt);
    expect(await app.sets.list(10, { guide: guide.id })).toHaveLength(2);
  });

  it('gives sets and guides that hold as any other: lineage, quotes, what-if, and what was left out with its reason', async () => {
    const { app } = await scriptedApp(plausibleModel, {}, { ...shared, n: 5 });
    const sets = await Promise.all(tasks.map((task) => app.discover(task)));
    const [set] = sets;
    if (set === undefined) throw new Error('There is no set.');
    const guide = await guideOf(app, set);
    for (const each of [guide, ...sets]) {
      expect(lineageProblems(each.content)).toEqual([]);
      expect((await app.audit(each)).verification).toMatchObject({ status: 'passed' });
    }
    for (const { content } of sets) {
      expect(content.gatheredFor?.guide).toBe(guide.id);
      const left = content.removals.filter(({ reason }) => reason === 'The task has no such part.');
      expect(left.length).toBeGreaterThan(0);
      for (const { adviceIds } of left) expect(adviceIds.length).toBeGreaterThan(0);
      expect(content.criteria.some(({ text }) => text.endsWith('as this task needs it.'))).toBe(true);
      expect(content.criteria.some(({ explicit }) => explicit)).toBe(true);
      expect(content.criteria.some(({ origin }) => origin === 'model')).toBe(true);
    }
    const [cited] = set.content.criteria.flatMap(({ evidence }) => evidence);
    const without = await app.leaveOut(set, [cited?.sourceId ?? '']);
    expect((await app.audit(without)).verification).toMatchObject({ status: 'passed' });
    // Guides are no answer to anybody's own task.
    const own = await app.discover(guide.content.task.instruction, { share: 'none', mode: 'web' });
    expect(own.id).toMatch(/^cs_/u);
  });

  it('gathers for each language by itself: no task gets the criteria of another language', async () => {
    const { app } = await scriptedApp(plausibleModel, {}, { ...shared, n: 5 });
    const [english, german, other] = await Promise.all(
      [tasks[0] ?? '', 'Schreibe einen Förderantrag über Bienen', 'Verfasse einen Förderantrag zu Nachtbussen'].map(
        (task) => app.discover(task),
      ),
    );
    expect(english?.content.gatheredFor).not.toHaveProperty('language');
    expect(german?.content.gatheredFor).toMatchObject({ name: 'Förderantrag', language: 'deu' });
    expect(other?.content.gatheredFor).toEqual(german?.content.gatheredFor);
    const guide = german === undefined ? null : await guideOf(app, german);
    expect(guide?.content.task.instruction).toBe('Förderantrag');
    expect(guide?.content.guideTo).toEqual({ name: 'Förderantrag', readers: null, language: 'deu' });
  });

  it('is the same whether the guide was kept or is made now, and the default is untouched', async () => {
    const one = await scriptedApp(plausibleModel, {}, { ...shared, n: 5 });
    const other = await scriptedApp(plausibleModel, {}, { ...shared, n: 5 });
    await one.app.discover(tasks[2] ?? '');
    const [kept, made] = await Promise.all([one, other].map(({ app }) => app.discover(tasks[3] ?? '')));
    expect(kept?.id).toBe(made?.id);
    const unshared = await one.app.discover(tasks[3] ?? '', { share: 'none' });
    expect(unshared.content).not.toHaveProperty('gatheredFor');
    expect(unshared.content.parameters).not.toHaveProperty('share');
  });

  it('needs a model', async () => {
    const { app } = await scriptedApp(
      plausibleModel,
      {},
      { model: undefined, baseUrl: undefined, modelFormat: undefined },
    );
    await expect(app.discover('Write a toast', { share: 'kind' })).rejects.toThrow(/needs a model/u);
  });
});

describe('a kind whose search fails', { timeout: 180_000 }, () => {
  it('fails its own tasks alone, after one try, and is made good by the next run', async () => {
    const counts = { guide: 6, general: 1, 'other-kind': 1, 'off-topic': 0, thin: 0, copy: 0 };
    const pages = await makePages({
      ...{ textKind: 'grant-proposal', counts, sites: 4, sentences: 30 },
      ...{ frame: 'bare' as const, seed: 'share' },
    });
    const web = await startGuideWeb({ pages, resultsPerQuery: 8, shelfOf: () => 0 });
    onTestFinished(() => web.close());
    const app = await appWith({ ...web.flags, ...shared, store: 'memory', mode: 'web', keep: 3, queries: 2 });
    onTestFinished(() => app.close());
    const rows = [...tasks.slice(0, 2), 'Write a speech on trams'].map((instruction, index) => ({
      id: `${index}`,
      instruction,
      context: null,
    }));
    const run = async () => {
      const written: string[] = [];
      const output = {
        earlier: () => none(),
        keepFirst: async () => undefined,
        append: async ({ status }: { readonly status: string }) => void written.push(status),
      };
      const options = { rowsAtOnce: 1, retryFailed: true, onProgress: () => undefined };
      const before = web.counts();
      await app.precompute(rows, output, options);
      return { written, searches: web.counts().search - before.search, calls: web.counts().model - before.model };
    };
    web.search.next('malformed', 'malformed');
    expect(await run()).toMatchObject({ written: ['failed', 'failed', 'done'], searches: 4 });
    const again = await run();
    expect(again).toMatchObject({ written: ['done', 'done', 'done'], searches: 2 });
    expect((await run()).calls).toBe(0);
  });
});
