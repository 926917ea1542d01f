/** What a suite would do and cost at most: its files are read, and the suite runs on a client whose models only count. */
import type { PricedModel } from '../client/call-counter.ts';
import { asUnmet } from '../client/plan-judging.ts';
import type { Planner } from '../groundrule.ts';
import { requireModel } from '../judge/require-model.ts';
import { runSuite, type LoadedSuite, type SuiteCell, type SuiteTools } from './run-suite.ts';

/** Stands for a response that nobody knows yet: a page of text. */
const UNKNOWN_RESPONSE = ' word'.repeat(800);

export interface SuitePlan {
  readonly name: string;
  readonly cells: readonly SuiteCell[];
  /** Null where code alone judges, which costs nothing. */
  readonly model: PricedModel | null;
  /** Responses that are not there, or could not be counted. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
}

/** @throws InputError where what needs a model has none; CancelledError */
export async function planSuite(
  suite: LoadedSuite,
  { client, planned }: Planner,
  tools: Omit<SuiteTools, 'client' | 'env'>,
): Promise<SuitePlan> {
  const { name, cells } = suite;
  if (planned() === null) {
    if (cells.some(({ source }) => source.kind === 'model')) requireModel(null, 'asksAnother');
    if (cells.some(({ checklist }) => checklist === 'generated')) requireModel(null, 'generatesChecklists');
    return { name, cells, model: null, missing: [] };
  }
  const toCount = { ...suite, cells: cells.map(withKnownTexts), isTrusted: true };
  const { responses, stoppedBy } = await runSuite(toCount, { ...tools, client, env: {} });
  if (stoppedBy !== null) throw stoppedBy;
  const missing = responses.flatMap(({ name: response, outcome }) =>
    outcome.status === 'unscored' ? [{ name: response, reason: outcome.reason }] : [],
  );
  return { name, cells, model: planned(), missing };
}

/** No program runs for a plan. */
function withKnownTexts(cell: SuiteCell): SuiteCell {
  const { source, name, checklist } = cell;
  const unmet = typeof checklist === 'string' ? checklist : asUnmet(checklist);
  if (source.kind !== 'command') return { ...cell, checklist: unmet };
  return {
    ...cell,
    checklist: unmet,
    source: { kind: 'files', id: source.id, files: '' },
    files: [{ name, response: UNKNOWN_RESPONSE }],
  };
}
