/** What is planned for judging is never below what it takes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGroundrule } from '../../src/groundrule.ts';
import { planJudging, type JudgingJob } from '../../src/client/plan-judging.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parseCheck } from '../../src/domain/parse-check.ts';
import { readSecrets } from '../../src/config/environment.ts';
import type { Checklist } from '../../src/domain/checklist.ts';
import type { Protocol } from '../../src/domain/comparison.ts';
import type { ModelUsage } from '../../src/domain/model.ts';
import { judgeOptionsOf, type JudgeOptions } from '../../src/judge/judge-options.ts';
import { COMPARISON_PROTOCOLS, SCORING } from '../../src/judge/protocols/index.ts';
import { protocolOptionsOf, type Chosen } from '../../src/judge/protocols/protocol-options.ts';
import { type Groundrule } from '../../src/groundrule.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { checklistOfQualities, hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import { startModelServer } from '../support/model-server/server.ts';

const secrets = readSecrets({});
const task = { instruction: 'Write a note that has six qualities', context: null };
const checklist = { ...checklistOfQualities(16), task };
const [poor, good] = [textWith([1, 3]), textWith([1, 2, 3, 5])];
const pair = {
  name: 'p',
  a: { name: 'a', response: poor },
  b: { name: 'b', response: good },
  task,
  label: null,
};

async function planAndRun(
  job: JudgingJob,
  options: JudgeOptions,
  given: Checklist | null,
  work: (app: Groundrule) => Promise<{ readonly usage: readonly ModelUsage[] }>,
) {
  const server = await startModelServer({ handler: answering(hiddenTruthModel({ qualities: 16 })) });
  onTestFinished(() => server.close());
  const config = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, store: 'memory' },
    env: {},
    configFile: null,
  });
  const plan = await planJudging({ job, task, checklist: given, top: null, options }, config.settings, secrets);
  expect(server.statistics().requests).toBe(0);
  const app = await openGroundrule({ config, secrets, defaultStorePath: 'memory' });
  onTestFinished(() => app.close());
  const { usage } = await work(app);
  return { rows: plan.model?.rows ?? [], usage: usage.filter(({ role }) => role !== 'probe') };
}

const OPTIONS: readonly Partial<JudgeOptions>[] = [{ itemsPerCall: 1 }, { votes: 3 }, { analysis: false }];
const compared = (by: Protocol, chosen: Omit<Chosen, 'analysis'> = {}) => ({
  job: {
    kind: 'compare' as const,
    by,
    how: protocolOptionsOf(by, COMPARISON_PROTOCOLS[by], chosen, false),
    pairs: [{ a: poor, b: good, task: null, reference: null }],
  },
  work: (app: Groundrule, judging: JudgeOptions) =>
    app.compare(pair.a, pair.b, { ...judging, ...chosen, by, checklist, instruction: task }),
});
/** What writes is slow to run in all manners. */
const ONCE = /^(?:refine|self-critique|best|actionability|a bare choice|a choice|camieval|a score|g-eval|score)/u;
const response = { name: 'r', response: poor };
const WORK: Readonly<
  Record<
    string,
    {
      readonly job: JudgingJob;
      readonly work: (app: Groundrule, options: JudgeOptions) => Promise<{ readonly usage: readonly ModelUsage[] }>;
    }
  >
> = {
  judge: {
    job: { kind: 'judge', responses: [poor] },
    work: (app, options) => app.judge(response, checklist, options),
  },
  'compare by pass rates': compared('pass-rate'),
  'compare by preference': compared('preference'),
  'compare by scores': compared('score'),
  'check, then score': compared('check-then-score'),
  'a bare choice': compared('vanilla'),
  'a choice by metrics': compared('metrics', { writeReference: true }),
  'a choice by a checklist': compared('checklist-preference'),
  camieval: compared('camieval', { writeReference: true, bothOrders: false, reconsider: true }),
  'a score by a checklist': compared('checklist-score'),
  'g-eval': compared('g-eval'),
  'camieval, pointwise': compared('camieval-score', { writeReference: true, dimensions: 2 }),
  score: {
    job: {
      kind: 'score',
      by: 'camieval-score',
      responses: [poor],
      reference: 'A good one.',
      how: protocolOptionsOf('camieval-score', SCORING['camieval-score'], { dimensions: 1 }, false),
    },
    work: (app, judging) =>
      app.score(response, {
        ...{ ...judging, by: 'camieval-score', instruction: task, dimensions: 1, reference: 'A good one.' },
      }),
  },
  refine: {
    job: { kind: 'refine', response: poor, rounds: 2, method: 'checklist' },
    work: (app, judging) => app.refine(response, checklist, { ...judging, rounds: 2 }),
  },
  'self-critique': {
    job: { kind: 'refine', response: poor, rounds: 1, method: 'self-critique' },
    work: (app, judging) => app.refine(response, checklist, { ...judging, method: 'self-critique' }),
  },
  'best of two': {
    job: { kind: 'best-of', responses: [poor, good] },
    work: (app, options) => app.bestOf([pair.a, pair.b], checklist, options),
  },
  'best of three samples': {
    job: { kind: 'sample', samples: 3 },
    work: (app, options) => app.bestOf(3, checklist, options),
  },
  actionability: {
    job: { kind: 'actionability', responses: [poor] },
    work: (app, options) => app.measureActionability(response, checklist, options),
  },
};

describe('a plan of judging', { timeout: 60_000 }, () => {
  it.each(
    Object.keys(WORK).flatMap((name) =>
      (ONCE.test(name) ? OPTIONS.slice(1, 2) : OPTIONS).map((options) => ({ name, ...options })),
    ),
  )('%j: an upper bound, step by step', async ({ name, ...given }) => {
    const options = { ...judgeOptionsOf({}), ...given };
    const found = WORK[name];
    if (found === undefined) throw new Error(name);
    const { rows, usage } = await planAndRun(found.job, options, checklist, (app) => found.work(app, options));
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
    const { rows, usage } = await planAndRun(
      { kind: 'judge', responses: [poor] },
      judgeOptionsOf({}),
      checklist,
      (app) => app.judge(response, checklist, judgeOptionsOf({})),
    );
    expect(rows.map(({ calls }) => calls)).toEqual(usage.map(({ calls }) => calls));
  });

  it('counts no call for what code counts, and one for a checklist that is still to be written', async () => {
    const config = await loadConfig({ flags: { model: 'gpt-4.1-mini' }, env: {}, configFile: null });
    const item = { check: { rule: parseCheck('words <= 5'), decides: 'all' as const } };
    const [first, ...others] = checklist.items;
    if (first === undefined) throw new Error('The checklist has items.');
    const mixed = { ...checklist, items: [{ ...first, ...item }, ...others.slice(0, 2)] };
    const request = { task, top: null, options: judgeOptionsOf({}) };
    const job = { kind: 'judge', responses: [poor, good] } as const;
    const plan = await planJudging({ ...request, job, checklist: mixed }, config.settings, secrets);
    expect(plan.checklist).toEqual({ items: 3, byCode: 1, isGenerated: false });
    expect(plan.model?.rows.map(({ role, calls }) => [role, calls])).toEqual([['judge-response', 2]]);
    for (const { usd } of plan.model?.rows ?? []) expect(usd).toBeGreaterThan(0);
    const generated = await planJudging({ ...request, job, checklist: null }, config.settings, secrets);
    expect(generated.model?.rows.map(({ role }) => role)).toEqual(['generate-checklist', 'judge-response']);
  });
});
