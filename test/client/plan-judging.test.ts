/** What is planned for judging is never below what it takes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGroundrule, openPlanner, type Groundrule } from '../../src/groundrule.ts';
import { asUnmet, describeChecklist } from '../../src/client/plan-judging.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parseCheck } from '../../src/domain/parse-check.ts';
import { readSecrets } from '../../src/config/environment.ts';
import type { Checklist } from '../../src/domain/checklist.ts';
import type { Protocol } from '../../src/domain/comparison.ts';
import type { ModelUsage } from '../../src/domain/model.ts';
import { judgeOptionsOf, type JudgeOptions } from '../../src/judge/judge-options.ts';
import type { Chosen } from '../../src/judge/protocols/protocol-options.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { checklistOfQualities, hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import { startModelServer } from '../support/model-server/server.ts';

const secrets = readSecrets({});
const task = { instruction: 'Write a note that has six qualities', context: null };
const checklist = { ...checklistOfQualities(16), task };
const [poor, good] = [textWith([1, 3]), textWith([1, 2, 3, 5])];
const [a, b] = [
  { name: 'a', response: poor },
  { name: 'b', response: good },
];

type Work = (
  app: Groundrule,
  options: JudgeOptions,
  checklist: Checklist,
) => Promise<{ readonly usage: readonly ModelUsage[] }>;

async function planAndRun(options: JudgeOptions, work: Work) {
  const server = await startModelServer({ handler: answering(hiddenTruthModel({ qualities: 16 })) });
  onTestFinished(() => server.close());
  const config = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, store: 'memory' },
    env: {},
    configFile: null,
  });
  const planner = await openPlanner({ config, secrets });
  onTestFinished(() => planner.client.close());
  await work(planner.client, options, asUnmet(checklist));
  expect(server.statistics().requests).toBe(0);
  const app = await openGroundrule({ config, secrets, defaultStorePath: 'memory' });
  onTestFinished(() => app.close());
  const { usage } = await work(app, options, checklist);
  return { rows: planner.planned()?.rows ?? [], usage: usage.filter(({ role }) => role !== 'probe') };
}

const OPTIONS: readonly Partial<JudgeOptions>[] = [{ itemsPerCall: 1 }, { votes: 3 }, { analysis: false }];
const compared =
  (by: Protocol, chosen: Omit<Chosen, 'analysis'> = {}): Work =>
  (app, judging, list) =>
    app.compare(a, b, { ...judging, ...chosen, by, checklist: list, instruction: task });
/** What writes is slow to run in all manners. */
const ONCE =
  /^(?:refine|self-critique|best|actionability|a bare choice|a choice|camieval|a score|WB-Score|g-eval|score)/u;
const WORK: Readonly<Record<string, Work>> = {
  judge: (app, options, list) => app.judge(a, list, options),
  'compare by pass rates': compared('pass-rate'),
  'compare by preference': compared('preference'),
  'compare by scores': compared('score'),
  'check, then score': compared('check-then-score'),
  'a bare choice': compared('vanilla'),
  'a choice by metrics': compared('metrics', { writeReference: true }),
  'a choice by a checklist': compared('checklist-preference'),
  camieval: compared('camieval', { writeReference: true, bothOrders: false, reconsider: true }),
  'a score by a checklist': compared('checklist-score'),
  'WB-Score': compared('wb-score'),
  'g-eval': compared('g-eval'),
  'camieval, pointwise': compared('camieval-score', { writeReference: true, dimensions: 2 }),
  score: (app, judging) =>
    app.score(a, {
      ...{ ...judging, by: 'camieval-score', instruction: task, dimensions: 1, reference: 'A good one.' },
    }),
  refine: (app, judging, list) => app.refine(a, list, { ...judging, rounds: 2 }),
  'self-critique': (app, judging, list) => app.refine(a, list, { ...judging, method: 'self-critique' }),
  'best of two': (app, options, list) => app.bestOf([a, b], list, options),
  'best of three samples': (app, options, list) => app.bestOf(3, list, options),
  actionability: (app, options, list) => app.measureActionability(a, list, options),
};

describe('a plan of judging', { timeout: 60_000 }, () => {
  it.each(
    Object.keys(WORK).flatMap((name) =>
      (ONCE.test(name) ? OPTIONS.slice(1, 2) : OPTIONS).map((options) => ({ name, ...options })),
    ),
  )('%j: an upper bound, step by step', async ({ name, ...given }) => {
    const options = { ...judgeOptionsOf({}), ...given };
    const work = WORK[name];
    if (work === undefined) throw new Error(name);
    const { rows, usage } = await planAndRun(options, work);
    expect(usage.length).toBeGreaterThan(0);
    for (const { step, role, ...taken } of usage) {
      const bound = rows.find((row) => row.step === step && row.role === role);
      expect(taken.calls + taken.cacheHits, role).toBeLessThanOrEqual(bound?.calls ?? 0);
      // STICK's texts here have one line per quality: they may grow by more than a quarter.
      if (!/^(?:refine|self-critique|actionability)/u.test(name)) {
        expect(taken.inputTokens, role).toBeLessThanOrEqual(bound?.inputTokens ?? 0);
        expect(taken.outputTokens, role).toBeLessThanOrEqual(bound?.outputTokens ?? 0);
      }
    }
  });

  it('is exact on calls where nothing is left to chance', async () => {
    const { rows, usage } = await planAndRun(judgeOptionsOf({}), (app, options, list) => app.judge(a, list, options));
    expect(rows.map(({ calls }) => calls)).toEqual(usage.map(({ calls }) => calls));
  });

  it('counts no call for what code counts, and one for a checklist that is still to be written', async () => {
    const config = await loadConfig({ flags: { model: 'gpt-4.1-mini' }, env: {}, configFile: null });
    const item = { check: { rule: parseCheck('words <= 5'), decides: 'all' as const } };
    const [first, second, third] = checklist.items;
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three items.');
    const conditional = { ...second, ...item, appliesWhen: 'it has an attachment' };
    const mixed = { ...checklist, items: [{ ...first, ...item }, conditional, third] };
    const planner = await openPlanner({ config, secrets });
    onTestFinished(() => planner.client.close());
    for (const response of [a, b]) await planner.client.judge(response, asUnmet(mixed));
    expect(describeChecklist(asUnmet(mixed), { codeChecks: true, isGenerated: false })).toMatchObject({
      items: 3,
      byCode: 1,
    });
    expect(planner.planned()?.rows.map(({ role, calls }) => [role, calls])).toEqual([['judge-response', 2]]);
    for (const { usd } of planner.planned()?.rows ?? []) expect(usd).toBeGreaterThan(0);
    await planner.client.judge(a, (await planner.client.generateChecklist(task)).checklist);
    expect(planner.planned()?.rows.map(({ role }) => role)).toEqual(['generate-checklist', 'judge-response']);
  });

  it('is none without a model: what code decides costs nothing', async () => {
    const config = await loadConfig({ flags: {}, env: {}, configFile: null });
    const planner = await openPlanner({ config, secrets });
    onTestFinished(() => planner.client.close());
    await planner.client.judge(a, checklist);
    expect(planner.planned()).toBeNull();
  });
});
