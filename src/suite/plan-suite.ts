/** What a suite would do and cost at most: its files are read, and nobody is asked. */
import { createCallCounter, type PricedCalls, type PricedModel } from '../client/call-counter.ts';
import { plannedDiscoveries } from '../client/plan-discovery.ts';
import { planJudging, type JudgingJob } from '../client/plan-judging.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { Checklist } from '../domain/checklist.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import type { LoadedSuite, SuiteCell } from './run-suite.ts';

/** Stands for a response that nobody knows yet: a page of text. */
const UNKNOWN_RESPONSE = ' word'.repeat(800);

export interface SuitePlan {
  readonly name: string;
  readonly cells: readonly SuiteCell[];
  /** Null where code alone judges, which costs nothing. */
  readonly model: PricedModel | null;
}

/** @throws InputError where the prompts, the prices or a role cannot be used, or what needs a model has none */
export async function planSuite(
  { name, cells }: LoadedSuite,
  options: JudgeOptions,
  settings: Settings,
  secrets: Secrets,
): Promise<SuitePlan> {
  const rows: PricedCalls[] = [];
  let limits: PricedModel['limits'] | null = null;
  const counter = await createCallCounter(settings, secrets);
  const discover = counter === null ? null : plannedDiscoveries(counter);
  const discovered = new Map<SuiteCell['task'], Checklist>();
  const seen = new Set<SuiteCell['task']>();
  for (const { task: suiteTask, source, checklist, files } of cells) {
    const { task, top = null } = suiteTask;
    const isFirst = !seen.has(suiteTask);
    seen.add(suiteTask);
    if (isFirst && checklist === 'discovered' && discover !== null)
      discovered.set(suiteTask, checklistFromSet(await discover(task, settings)));
    const given = typeof checklist === 'object' ? checklist : (discovered.get(suiteTask) ?? null);
    const writer = source.kind === 'model' ? { respond: source.model } : {};
    const { model } = await planJudging(
      { job: jobOf(source, files), task, top, options, checklist: given },
      { ...settings, modelByRole: { ...settings.modelByRole, ...writer } },
      secrets,
    );
    // A task's checklist is made once, for all its sources.
    const isMadeHere = isFirst && checklist === 'generated';
    rows.push(...(model?.rows ?? []).filter(({ step }) => step !== 'checklist' || isMadeHere));
    limits = model?.limits ?? limits;
  }
  rows.push(...(counter?.planned().rows ?? []));
  return { name, cells, model: limits === null ? null : { limits, rows: summed(rows) } };
}

function jobOf(source: SuiteCell['source'], files: SuiteCell['files']): JudgingJob {
  if (source.kind === 'model') return { kind: 'sample', samples: source.samples };
  const texts = files.flatMap((file) => ('response' in file ? [file.response] : []));
  return { kind: 'judge', responses: source.kind === 'files' ? texts : [UNKNOWN_RESPONSE] };
}

function summed(rows: readonly PricedCalls[]): readonly PricedCalls[] {
  const sums = new Map<string, PricedCalls>();
  for (const row of rows) {
    const key = JSON.stringify([row.step, row.role, row.model]);
    const { calls = 0, inputTokens = 0, outputTokens = 0, webSearches = 0, usd = 0 } = sums.get(key) ?? {};
    sums.set(key, {
      ...row,
      calls: row.calls + calls,
      inputTokens: row.inputTokens + inputTokens,
      outputTokens: row.outputTokens + outputTokens,
      webSearches: row.webSearches + webSearches,
      usd: row.usd === null || usd === null ? null : row.usd + usd,
    });
  }
  return [...sums.values()];
}
